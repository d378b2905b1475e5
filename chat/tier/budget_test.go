package tier_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

const pews = "Who carved the wooden pews of the sanctuary?"

// priced sets prices that are easy to reckon with, and embeddings that cost nothing.
func priced(config *chattest.Config) {
	prices, err := model.NewPrices("chat-model=2/0.5/8", "fast-model=1/0.25/4", "text-embedding-3-small=0")
	if err != nil {
		panic(err)
	}
	config.Turns.Prices = prices
}

// budgetDay is a day of churches in New York, and onBudgetDay has it be noon of it: what is counted by days must not depend
// on when the test runs.
const budgetDay = "2026-03-10"

func onBudgetDay(config *chattest.Config) {
	began, noon := time.Now(), time.Date(2026, 3, 10, 16, 0, 0, 0, time.UTC)
	config.Turns.Now = func() time.Time { return noon.Add(time.Since(began)) }
}

// allowing sets the budget of a church and day, in millionths of a US dollar.
func allowing(micros int64) func(*chattest.Config) {
	return func(config *chattest.Config) { config.Turns.DailyBudget = micros }
}

// costing answers with words for tokens of which the price is known.
func costing(words string, prompt, cached, completion int) modeltest.Behaviour {
	return modeltest.Stream(modeltest.Text(words), modeltest.Finish("stop"), modeltest.Usage(prompt, cached, completion), modeltest.Done())
}

// cost waits for the answer of a turn in Postgres and returns what it cost, in millionths of a US dollar.
func costOf(t testing.TB, server *chattest.Server, events chattest.Events) (micros int) {
	t.Helper()
	turn := events[0].Data["turnId"]
	chattest.Eventually(t, func() bool {
		return server.Count(t, `select count(*) from messages where turn_id = $1 and role = 'assistant'`, turn) == 1
	})
	return server.Count(t, `select cost_micros from messages where turn_id = $1 and role = 'assistant'`, turn)
}

// total is the value of a counter without labels.
func counter(t testing.TB, server *chattest.Server, metric string) (sum float64) {
	t.Helper()
	families, err := server.Registry.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		if family.GetName() == metric {
			sum += family.GetMetric()[0].GetCounter().GetValue()
		}
	}
	return sum
}

func TestBeyondTheBudgetStoredAnswersAndMessagesGoOn(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(3000), onBudgetDay)
	churchID, other := newOpenChurch(t, server), newOpenChurch(t, server)
	server.Exec(t, `update churches set email = 'office@harbor.example' where id = $1`, churchID)
	server.AddKnowledge(t, churchID, "faq", "Do you baptize infants at this church?", "Yes, on the first Sunday of each month.", true)
	server.Upstream.Default(costing("The blue one.", 1000, 0, 125)) // 3,000 exactly
	if events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}); events.Text() != "The blue one." || costOf(t, server, events) != 3000 {
		t.Fatalf("%v", events)
	}
	chats := len(server.Upstream.Chats())
	server.WaitIdle(t)

	for name, test := range map[string]struct {
		message, agent string
		says           []string
	}{
		"in English": {pews, "", []string{"can't answer this before tomorrow", "(207) 555-0142", "office@harbor.example", "Would you like me to do that?"}},
		"in Spanish": {"¿Quién talló los bancos de madera de la iglesia?", "", []string{"no podré responder a esto hasta mañana", "(207) 555-0142", "office@harbor.example", "¿Quiere que lo haga?"}},
		"to grief":   {"My grandmother died last week. What do people wear to a funeral here?", "care", []string{"I'm so sorry you are going through this.", "tomorrow"}},
	} {
		events := server.Ask(t, churchID, chattest.Question{Message: test.message, Agent: test.agent})
		for _, words := range test.says {
			if !strings.Contains(events.Text(), words) {
				t.Errorf("%s: %q lacks %q", name, events.Text(), words)
			}
		}
		if events.Tier() != 4 || reason(events) != "budget" || events[len(events)-1].Data["finish"] != "stop" || costOf(t, server, events) != 0 {
			t.Errorf("%s: %v", name, events)
		}
	}
	for message, want := range map[string]int{"What time is church on Sunday?": 0, "Do you baptize infants at this church?": 1, chattest.ModelQuestion: 2} {
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); events.Tier() != want {
			t.Errorf("%s: %v", message, events)
		}
	}
	if n := len(server.Upstream.Chats()); n != chats {
		t.Errorf("a model was asked %d times", n-chats)
	}
	if events := server.Ask(t, other, chattest.Question{Message: pews}); events.Text() != "The blue one." {
		t.Errorf("another church: %v", events)
	}
	if n := counter(t, server, "narthex_budget_refused_total"); n != 3 {
		t.Errorf("%v are counted", n)
	}
	if n := counter(t, server, "narthex_model_cost_dollars_total"); n < 0.006-1e-9 || n > 0.006+1e-9 {
		t.Errorf("$%v are counted", n)
	}
}

func TestBeyondTheBudgetMessagesAreTakenWithoutAModel(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(1), onBudgetDay)
	churchID := newOpenChurch(t, server)
	server.Upstream.Default(costing("The blue one.", 1000, 0, 0))
	server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	chats := len(server.Upstream.Chats())
	for name, test := range map[string]struct {
		says  []string
		kind  string
		ends  string
		shown string
	}{
		"the question, when the visitor agrees": {[]string{pews, "Yes, please", "Yes"}, "message", "Your message was passed on", "leave_message done"},
		"a prayer request":                      {[]string{askPrayer, "Yes"}, "prayer", prayerDone, "submit_prayer_request done"},
		"a call back in Spanish":                {[]string{"¿Me pueden llamar? Me llamo Luz Vega, (956) 555-0123", "Sí, por favor"}, "callback", "fue enviada", "request_callback done"},
	} {
		t.Run(name, func(t *testing.T) {
			session := uuid.New()
			var events chattest.Events
			for _, message := range test.says {
				events = server.Ask(t, churchID, chattest.Question{Message: message, Session: session})
			}
			if !strings.Contains(events.Text(), test.ends) || reason(events) != chat.ReasonConfirmed || !strings.Contains(strings.Join(toolEvents(events), "\n"), test.shown) {
				t.Errorf("%v", events)
			}
			if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1 and session_id = $2 and kind = $3`, churchID, session, test.kind); n != 1 {
				t.Errorf("%d requests are stored", n)
			}
		})
	}
	if n := len(server.Upstream.Chats()); n != chats {
		t.Errorf("a model was asked %d times", n-chats)
	}
}

func TestNodesShareABudget(t *testing.T) {
	first, second := chattest.TwoNodes(t, chattest.Patient, priced, allowing(3000), onBudgetDay)
	churchID := newOpenChurch(t, first)
	first.Upstream.Default(costing("The blue one.", 800, 0, 0)) // 1,600 each
	if events := second.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}); events.Text() != "The blue one." {
		t.Fatalf("%v", events)
	}
	if events := first.Ask(t, churchID, chattest.Question{Message: pews}); events.Text() != "The blue one." {
		t.Fatalf("%v", events)
	}
	for name, node := range map[string]*chattest.Server{"first": first, "second": second} {
		chattest.Eventually(t, func() bool { return node.Spending.Spent(churchID, budgetDay) == 3200 })
		if events := node.Ask(t, churchID, chattest.Question{Message: "How many pipes has the organ of the " + name + " gallery?"}); reason(events) != "budget" {
			t.Errorf("the %s node: %v", name, events)
		}
	}
	var told map[uuid.UUID]string
	chattest.Eventually(t, func() bool {
		told = budgetNotices(first, second)
		return slices.Contains(slices.Collect(maps.Values(told)), "budget_reached")
	})
	for key, kind := range told { // whichever node tells it
		for other, also := range told {
			if kind == also && key != other {
				t.Errorf("%s is told by two keys", kind)
			}
		}
	}
}

// budgetNotices are what a church is told of its budget, by the key that keeps it from being told twice.
func budgetNotices(nodes ...*chattest.Server) map[uuid.UUID]string {
	told := map[uuid.UUID]string{}
	for _, node := range nodes {
		for _, notice := range node.Notices.All() {
			if strings.HasPrefix(notice.Kind, "budget_") {
				told[notice.Key] = notice.Kind
			}
		}
	}
	return told
}

func TestADayEndsAtTheChurchsMidnight(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	chattest.Must(t, err)
	began := time.Now()
	var midnight atomic.Pointer[time.Time]
	set := func(at time.Time) { midnight.Store(&at) }
	set(time.Date(2026, 3, 8, 23, 50, 0, 0, zone)) // the clock went forward that day
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(1600), func(config *chattest.Config) {
		config.Turns.Now = func() time.Time { return midnight.Load().Add(time.Since(began)) }
	})
	churchID := newOpenChurch(t, server)
	server.Upstream.Default(costing("The blue one.", 800, 0, 0))
	server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	if events := server.Ask(t, churchID, chattest.Question{Message: pews}); reason(events) != "budget" {
		t.Fatalf("%v", events)
	}
	set(time.Date(2026, 3, 9, 0, 0, 1, 0, zone))
	if events := server.Ask(t, churchID, chattest.Question{Message: pews}); events.Text() != "The blue one." {
		t.Errorf("the next day: %v", events)
	}
	if a, b := server.Spending.Spent(churchID, "2026-03-08"), server.Spending.Spent(churchID, "2026-03-09"); a != 1600 || b != 1600 {
		t.Errorf("%d on the first day, %d on the second", a, b)
	}
}

func TestWithoutRedisANodeCountsForItself(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(3000), onBudgetDay, func(config *chattest.Config) { config.RedisURL = address })
	churchID := newOpenChurch(t, server)
	server.Upstream.Default(costing("The blue one.", 800, 0, 0))
	network.Cut()
	for i, want := range []string{"model", "model", "budget"} {
		events := server.Ask(t, churchID, chattest.Question{Message: []string{chattest.ModelQuestion, pews, "How many pipes has the organ?"}[i]})
		if reason(events) != want {
			t.Errorf("answer %d: %v", i+1, events)
		}
	}
	network.Restore()
	chattest.Eventually(t, func() bool { // and what it counted the others hear of
		values, err := server.Redis.HVals(context.Background(), "narthex:{"+churchID.String()+"}:spent:"+budgetDay).Result()
		return err == nil && len(values) == 1 && values[0] == "3200"
	})
}

func TestAChurchIsToldOfItsBudgetOnceADayAndLevel(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(10_000), onBudgetDay)
	churchID, unlimited := newOpenChurch(t, server), newOpenChurch(t, server)
	server.Exec(t, `insert into organization_settings (organization_id, chatbot_config) values ($1, '{"daily_budget_usd":50}')`, unlimited)
	questions := []string{chattest.ModelQuestion, chattest.ModelQuestion, pews, "How many pipes has the organ?", "Whose portrait hangs in the vestry?"}
	ask := func(church uuid.UUID, micros int) {
		t.Helper()
		message := questions[0]
		questions = questions[1:]
		server.Upstream.Script(costing("The blue one.", micros/2, 0, 0))
		if events := server.Ask(t, church, chattest.Question{Message: message}); reason(events) != "model" {
			t.Fatalf("%v", events)
		}
	}
	ask(unlimited, 20_000)
	ask(churchID, 7998)
	if told := budgetNotices(server); len(told) != 0 {
		t.Errorf("too early: %v", told)
	}
	ask(churchID, 2)
	chattest.Eventually(t, func() bool { return len(budgetNotices(server)) == 1 })
	ask(churchID, 1998)
	ask(churchID, 200)
	chattest.Eventually(t, func() bool { return len(budgetNotices(server)) == 2 })
	var lines []string
	for _, notice := range server.Notices.All() {
		if notice.ChurchID != churchID || notice.Urgent || notice.RequestID != uuid.Nil {
			t.Errorf("told is %+v", notice)
		}
		for _, line := range notice.Lines {
			lines = append(lines, notice.Kind+" "+line.Label+" "+line.Text)
		}
	}
	want := "budget_near budget_spent $0.00,budget_near budget_limit $0.01,budget_reached budget_spent $0.01,budget_reached budget_limit $0.01"
	if got := strings.Join(lines, ","); got != want {
		t.Errorf("told is %s", got)
	}
}

func TestAChurchThatRaisesItsBudgetIsToldOfThatToo(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced, allowing(10_000), onBudgetDay)
	churchID := newOpenChurch(t, server)
	spend := func(message string, micros int) {
		t.Helper()
		server.Upstream.Script(costing("The blue one.", micros/2, 0, 0))
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); reason(events) != "model" {
			t.Fatalf("%v", events)
		}
	}
	spend(chattest.ModelQuestion, 10_000)
	chattest.Eventually(t, func() bool { return len(budgetNotices(server)) == 1 })
	if events := server.Ask(t, churchID, chattest.Question{Message: pews}); reason(events) != "budget" {
		t.Fatalf("%v", events)
	}
	server.Exec(t, `insert into organization_settings (organization_id, chatbot_config) values ($1, '{"daily_budget_usd":0.02}')`, churchID)
	server.Upstream.Default(costing("The red one.", 0, 0, 0))
	chattest.Eventually(t, func() bool {
		return reason(server.Ask(t, churchID, chattest.Question{Message: "How many pipes has the organ?"})) != "budget"
	})
	spend("Whose portrait hangs in the vestry?", 5000)
	spend("Which bell rings at noon in the tower?", 1000)
	chattest.Eventually(t, func() bool { return len(budgetNotices(server)) == 2 })
	spend("Who embroidered the altar cloth?", 4000)
	chattest.Eventually(t, func() bool { return len(budgetNotices(server)) == 3 })
	var told []string
	for _, notice := range server.Notices.All() {
		told = append(told, notice.Kind+" "+notice.Lines[1].Text)
	}
	if want := []string{"budget_reached $0.01", "budget_near $0.02", "budget_reached $0.02"}; !slices.Equal(told, want) {
		t.Errorf("told is %q, want %q", told, want)
	}
}
