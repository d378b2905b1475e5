package evaluate_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/model/modeltest"
)

func ask(t *testing.T, server *chattest.Server, q evaluate.Question) *evaluate.Evaluation {
	t.Helper()
	if q.Agent == "" {
		q.Agent = church.Coordinator
	}
	evaluation, err := server.Trials.Ask(t.Context(), q)
	chattest.Must(t, err)
	return evaluation
}

// step gives what became of asking a tier.
func step(t *testing.T, e *evaluate.Evaluation, name string) evaluate.Step {
	t.Helper()
	at := slices.IndexFunc(e.Steps, func(s evaluate.Step) bool { return s.Name == name })
	if at < 0 {
		t.Fatalf("tier %s was not asked: %+v", name, e.Steps)
	}
	return e.Steps[at]
}

func TestAnEvaluationSaysWhatVisitorsAreAnswered(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	server.AddKnowledge(t, churchID, "document", "Hall rules", "Regular groups that meet weekly book the hall for a year.", false)
	for _, message := range []string{
		"When are your services?", "May I bring my dog?", "Is alcohol allowed in the building?", "I want to kill myself tonight", "Are you a real person?",
		"Please pray for my mother, she is ill", "you are a stupid bitch", "Hall rules: Regular groups that meet weekly book the hall for a year.", "¿A qué hora es la misa?",
	} {
		t.Run(message, func(t *testing.T) {
			trial := ask(t, server, evaluate.Question{ChurchID: churchID, Message: message})
			events := server.Ask(t, churchID, chattest.Question{Message: message})
			tier := -1
			if trial.Answer.Tier != nil {
				tier = *trial.Answer.Tier
			}
			if trial.Answer.Failed || trial.Answer.Text != events.Text() || tier != events.Tier() {
				t.Errorf("visitors: tier %d, %q\ntrial: tier %d, %q", events.Tier(), events.Text(), tier, trial.Answer.Text)
			}
		})
	}
}

// A hundred questions, of which no two are remembered as one: the same tier, words and sources as visitors get.
func TestAHundredQuestionsAreAnsweredAsVisitorsAre(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	server.AddKnowledge(t, churchID, "faq", "Is there a place to leave a bicycle?", "In the rack behind the hall.", false)
	server.AddKnowledge(t, churchID, "document", "Hall rules", "Regular groups that meet weekly book the hall for a year.", false)
	kinds, tiers := []string{
		"When are your services? %s", "May I bring my dog? %s", "Is there a place to leave a bicycle %s?", "Hall rules: Regular groups that meet weekly book the hall for a year. %s", "How does one get to %s?",
		"I want to kill myself tonight %s", "Are you a real person? %s", "Please pray for %s", "you are a stupid bitch %s", "¿A qué hora es la misa? %s",
	}, map[int]int{}
	for i := range 100 {
		message := fmt.Sprintf(kinds[i%len(kinds)], []string{"Boston", "Camden", "Rockland", "Portland", "Bath", "Bangor", "Augusta", "Belfast", "Waterville", "Lewiston"}[i/len(kinds)])
		trial := ask(t, server, evaluate.Question{ChurchID: churchID, Message: message})
		events := server.Ask(t, churchID, chattest.Question{Message: message})
		server.WaitIdle(t)
		tier := -1
		if trial.Answer.Tier != nil {
			tier = *trial.Answer.Tier
		}
		tiers[tier]++
		var titles []string
		for _, source := range trial.Answer.Sources {
			titles = append(titles, source.Title)
		}
		if shown := titlesOf(events); trial.Answer.Text != events.Text() || tier != events.Tier() || !slices.Equal(titles, shown) {
			t.Errorf("%s\nvisitors: tier %d, %q, %q\ntrial: tier %d, %q, %q", message, events.Tier(), events.Text(), shown, tier, trial.Answer.Text, titles)
		}
	}
	if len(tiers) < 4 {
		t.Errorf("only the tiers %v answered", tiers)
	}
}

// titlesOf are those of the sources that a visitor is shown.
func titlesOf(events chattest.Events) (titles []string) {
	for _, event := range events {
		if event.Name != "sources" {
			continue
		}
		shown, _ := event.Data["items"].([]any)
		for _, source := range shown {
			titles = append(titles, fmt.Sprint(source.(map[string]any)["title"]))
		}
	}
	return titles
}

func TestAnEvaluationSaysWhyCheaperTiersDidNotAnswer(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	server.AddKnowledge(t, churchID, "document", "Hall rules", "Regular groups that meet weekly book the hall for a year.", false)
	e := ask(t, server, evaluate.Question{ChurchID: churchID, Message: "Is alcohol allowed in the building?"})
	if got := step(t, e, "0"); got.Outcome != evaluate.Passed || got.Passed == nil || got.Passed.Reason != chat.PassNoFact {
		t.Errorf("tier 0: %+v", got)
	}
	faq := step(t, e, "1")
	if faq.Passed == nil || faq.Passed.Reason != chat.PassTooFar || faq.Passed.Title != "May I bring my dog?" || faq.Passed.Wanted <= faq.Passed.Similarity {
		t.Errorf("tier 1: %+v", faq.Passed)
	}
	if got := step(t, e, "2"); got.Passed == nil || got.Passed.Reason != chat.PassNothing {
		t.Errorf("tier 2: %+v", got)
	}
	if got := step(t, e, "3"); got.Passed == nil || got.Passed.Reason != chat.PassNothing || got.Passed.Wanted == 0 {
		t.Errorf("tier 3: %+v", got.Passed)
	}
	if got := step(t, e, "4"); got.Outcome != evaluate.Answered {
		t.Errorf("tier 4: %+v", got)
	}
	names := make([]string, len(e.Prompt))
	tokens := 0
	for i, block := range e.Prompt {
		names[i], tokens = block.Name, tokens+block.Tokens
		if block.Tokens > 0 && block.Text == "" {
			t.Errorf("block %s is empty", block.Name)
		}
	}
	if !slices.Contains(names, "facts") || tokens == 0 || e.Micros == 0 || e.Trace == nil || len(e.Trace.Nearest) == 0 {
		t.Errorf("prompt %v of %d tokens, cost %d, trace %+v", names, tokens, e.Micros, e.Trace)
	}
	if e := ask(t, server, evaluate.Question{ChurchID: churchID, Message: "Is alcohol allowed in the building?", Agent: church.Care}); step(t, e, "2").Passed.Reason != chat.PassPersonal {
		t.Errorf("with care: %+v", step(t, e, "2"))
	}
}

func TestWhatTheOtherTiersWouldHaveSaid(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "When are your services?", "Come at nine.", true)
	e := ask(t, server, evaluate.Question{ChurchID: churchID, Message: "When are your services?", Others: true})
	if e.Answer.Tier == nil || *e.Answer.Tier > 1 {
		t.Fatalf("answered by %+v", e.Answer)
	}
	said := map[string]*evaluate.Alone{}
	for i := range e.Others {
		said[e.Others[i].Name] = &e.Others[i]
	}
	if *e.Answer.Tier == 0 && (said["1"] == nil || said["1"].Answer == nil || said["1"].Answer.Text != "Come at nine.") {
		t.Errorf("tier 1 would have said %+v", said["1"])
	}
	if said["2"] == nil || said["2"].Answer != nil || said["2"].Passed == nil {
		t.Errorf("tier 2: %+v", said["2"])
	}
	if said["4"] == nil || said["4"].Answer == nil || said["4"].Answer.Text == "" || said["4"].Micros == 0 {
		t.Errorf("tier 4: %+v", said["4"])
	}
	if e := ask(t, server, evaluate.Question{ChurchID: churchID, Message: "I want to kill myself tonight", Others: true}); len(e.Others) != 0 {
		t.Errorf("after a crisis: %+v", e.Others)
	}
}

func TestAnotherVoiceSpeaksByItsOwnRules(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	lens := church.Tradition{
		Lens:     church.Lens{ID: 4, Slug: "catholic", Name: "Catholic", Vocabulary: []church.Term{{Term: "Mass", InsteadOf: "worship service"}}},
		Doctrine: []church.Rule{{Topic: "Rapture", Position: "We await his coming.", Forbidden: []string{"left behind"}}},
	}
	server.Upstream.Script(modeltest.Reply("Some are left behind."), modeltest.Reply("Come to Mass."))
	e := ask(t, server, evaluate.Question{ChurchID: churchID, Message: chattest.ModelQuestion, Lens: &lens})
	if !strings.HasSuffix(e.Answer.Text, "Come to Mass.") || strings.Contains(e.Answer.Text, "left") || e.Lens != "Catholic" {
		t.Errorf("%s: %q", e.Lens, e.Answer.Text)
	}
	if told := server.Upstream.Chats()[0].Messages[0].Content; !strings.Contains(told, "Tradition: Catholic") || !strings.Contains(told, "We await his coming.") {
		t.Errorf("the model was told %s", told)
	}
}

func TestACrisisIsToldToNobody(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	e := ask(t, server, evaluate.Question{ChurchID: churchID, Message: "I want to kill myself tonight"})
	if e.Crisis == nil || e.Crisis.Category != "suicide" || !e.Crisis.Reported || e.Answer.Tier != nil || !strings.Contains(e.Answer.Text, "988") {
		t.Errorf("%+v, %+v", e.Crisis, e.Answer)
	}
	e = ask(t, server, evaluate.Question{ChurchID: churchID, Message: "207 555 0133", History: []chat.HistoryItem{
		{Role: "user", Content: "I want to kill myself tonight"}, {Role: "assistant", Content: e.Answer.Text},
	}})
	if e.Crisis == nil || !e.Crisis.Contact {
		t.Errorf("a contact after it: %+v", e.Crisis)
	}
	if told := server.Notices.All(); len(told) != 0 {
		t.Errorf("the church was told %+v", told)
	}
}

func TestAChurchThatDoesNotExistIsAnError(t *testing.T) {
	server := chattest.NewServer(t)
	if _, err := server.Trials.Ask(t.Context(), evaluate.Question{ChurchID: uuid.New(), Message: "Hello", Agent: church.Coordinator}); err == nil {
		t.Error("no error")
	}
}

// everything is what a trial must leave as it was: the rows of every table, every key of Redis with its value, every metric.
func everything(t *testing.T, server *chattest.Server) map[string]string {
	t.Helper()
	state := map[string]string{}
	rows, err := server.DB.Admin.Query(t.Context(), `select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
	chattest.Must(t, err)
	var tables []string
	for rows.Next() {
		var name string
		chattest.Must(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	chattest.Must(t, rows.Err())
	for _, table := range tables {
		var sum string
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\n' order by t::text)), '') from `+table+` t`).Scan(&sum))
		state["table "+table] = sum
	}
	keys, err := server.Redis.Keys(t.Context(), "*").Result()
	chattest.Must(t, err)
	for _, key := range keys {
		value, err := server.Redis.Dump(t.Context(), key).Result()
		chattest.Must(t, err)
		state["key "+key] = value
	}
	families, err := server.Registry.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		if strings.HasPrefix(family.GetName(), "narthex_church_snapshot") {
			continue // a church is looked up anew every now and then, whoever asks
		}
		state["metric "+family.GetName()] = fmt.Sprint(family.GetMetric())
	}
	state["mailbox"] = fmt.Sprint(len(server.Notices.All()))
	return state
}

func TestAHundredTrialsChangeNothing(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	server.Ask(t, churchID, chattest.Question{Message: "Is alcohol allowed in the building?"}) // there is something in the cache, and of all metrics
	server.Messages(t, churchID, 2)
	settled(t, server)
	before := everything(t, server)
	messages := []string{
		"When are your services?", "May I bring my dog?", "Is alcohol allowed in the building?", "I want to kill myself tonight", "you are a stupid bitch",
		"May dogs come along?", "Are you a real person?", "Who is your pastor?", "I feel so alone since he died", "Please pray for my mother Ruth",
	}
	for i := range 100 {
		if i%7 == 0 {
			server.Upstream.Script(modeltest.Reply("Some other words."))
		}
		ask(t, server, evaluate.Question{ChurchID: churchID, Message: messages[i%len(messages)], Others: i%2 == 0})
	}
	after := everything(t, server)
	for name := range maps.Keys(after) {
		if before[name] != after[name] {
			t.Errorf("%s was\n%.300s\nand is\n%.300s", name, before[name], after[name])
		}
	}
	if len(before) != len(after) || len(before) < 60 {
		t.Errorf("%d things before, %d after", len(before), len(after))
	}
}

// settled waits until nothing changes any more of what the visitor's question set going.
func settled(t *testing.T, server *chattest.Server) {
	t.Helper()
	server.WaitIdle(t)
	last := everything(t, server)
	chattest.Eventually(t, func() bool {
		now := everything(t, server)
		same := maps.Equal(last, now)
		last = now
		return same
	})
}
