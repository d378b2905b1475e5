package turns_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/crisis"
	"narthex/chat/model/modeltest"
)

// halves gives two messages of which neither is a crisis by itself, and which are one together. What the gate knows of each
// grows, so there are several to choose from.
func halves(t testing.TB) (first, second string) {
	t.Helper()
	for _, pair := range [][2]string{
		{"I wrote letters to my family", "I have the pills here"},
		{"I have the pills here", "Please tell my kids I love them"},
		{"I gave away my guitar", "thank you for everything, goodbye"},
		{"I do not belong here", "I gave away my guitar"},
		{"I gave away my guitar", "I won't be here on Sunday"},
		{"the doctor says it will not get better", "goodbye"},
	} {
		_, before := crisis.Assess(pair[0], nil)
		_, alone := crisis.Assess(pair[1], nil)
		if _, together := crisis.Assess(pair[1], pair[:1]); together && !before && !alone {
			return pair[0], pair[1]
		}
	}
	t.Fatal("every pair is found at once now, or not at all: choose others")
	return "", ""
}

func TestACrisisIsAnsweredBeforeEverythingElse(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	churchID := server.NewCrisisChurch(t)
	const withFact = "What time is church on Sunday? I want to kill myself before that"
	server.AddKnowledge(t, churchID, "faq", chattest.InDanger, "A stored answer.", true)
	server.Exec(t, `update churches set is_demo = true where id = $1`, churchID)
	before := server.Upstream.Counts()
	sessions := map[uuid.UUID]bool{}
	for name, q := range map[string]chattest.Question{
		"word for word a stored question":         {Message: chattest.InDanger},
		"with a question that a fact answers":     {Message: withFact},
		"to care":                                 {Message: chattest.InDanger, Agent: "care"},
		"to an agent that is switched off":        {Message: chattest.InDanger, Agent: "stewardship"},
		"leaning on what was said before":         {Message: "Yes, " + chattest.InDanger, History: []chat.HistoryItem{{Role: "assistant", Content: "Are you safe?"}}},
		"under a lens that is not there":          {Message: chattest.InDanger, Lens: "no such lens"},
		"disguised":                               {Message: "i w4nt to k1ll mys3lf tonite"},
		"in Spanish":                              {Message: chattest.InDespair},
		"pasted with a line break of Word":        {Message: "Good evening.\v" + chattest.InDanger},
		"after a history that says nothing of it": {Message: chattest.InDanger, History: []chat.HistoryItem{{Role: "user", Content: "Is there parking?"}}},
	} {
		t.Run(name, func(t *testing.T) {
			q.Session = uuid.New()
			sessions[q.Session] = true
			events := server.Ask(t, churchID, q)
			chattest.CheckCrisis(t, events)
			said := events.Text()
			own := name != "in Spanish" // the church's words are in its own language
			if strings.HasPrefix(said, chattest.CrisisMessage) != own || strings.HasSuffix(said, chattest.CrisisBlessing) != own || !strings.Contains(said, "988") || !strings.Contains(said, "911") {
				t.Errorf("it was answered:\n%s", said)
			}
		})
	}
	if server.Upstream.Counts() != before {
		t.Errorf("the upstream was asked: %+v, then %+v", before, server.Upstream.Counts())
	}
	for _, found := range server.CrisisReports(t, churchID, len(sessions)) {
		if !sessions[found.Session] || !found.Urgent || found.Status != "new" || found.Message == "" || found.Category == "" {
			t.Errorf("reported %+v", found)
		}
	}
	for _, m := range server.Messages(t, churchID, 2*len(sessions)) {
		if m.Role == "assistant" && (m.Tier != nil || *m.Reason != "crisis" || *m.Outcome != "stop" || !strings.Contains(m.Content, "988")) {
			t.Errorf("stored %+v", m)
		}
	}
	for session := range sessions {
		if !server.Flagged(t, churchID, session) {
			t.Error("a conversation is not flagged")
		}
	}
}

func TestACrisisInTwoMessagesIsFoundWhereverTheFirstWasSaid(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.OnTheHour)
	server.Upstream.Default(modeltest.Reply("Tell me more."))
	firstHalf, secondHalf := halves(t)
	for name, second := range map[string]*chattest.Server{"on this node": server, "on another node": other} {
		t.Run(name, func(t *testing.T) {
			churchID := server.NewCrisisChurch(t)
			session := uuid.New()
			if events := server.Ask(t, churchID, chattest.Question{Message: firstHalf, Session: session}); events.Tier() != 4 {
				t.Fatalf("the first half was answered by tier %d", events.Tier())
			}
			server.Messages(t, churchID, 2)
			asked := len(server.Upstream.Chats())
			chattest.CheckCrisis(t, second.Ask(t, churchID, chattest.Question{Message: secondHalf, Session: session}))
			if len(server.Upstream.Chats()) != asked {
				t.Error("the model was asked")
			}
			second.CrisisReports(t, churchID, 1)
			server.Messages(t, churchID, 4)
			if !server.Flagged(t, churchID, session) {
				t.Error("the conversation is not flagged")
			}
		})
	}
	t.Run("in what the browser sent along", func(t *testing.T) {
		churchID := server.NewCrisisChurch(t)
		told := []chat.HistoryItem{{Role: "user", Content: firstHalf}, {Role: "assistant", Content: "Tell me more."}}
		chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: secondHalf, History: told}))
		server.CrisisReports(t, churchID, 1)
	})
	t.Run("not by another visitor", func(t *testing.T) {
		churchID := server.NewCrisisChurch(t)
		server.Ask(t, churchID, chattest.Question{Message: firstHalf})
		if events := server.Ask(t, churchID, chattest.Question{Message: secondHalf}); events.Tier() != 4 {
			t.Errorf("answered by tier %d", events.Tier())
		}
	})
}

func TestAfterACrisisTheConversationGoesOnWithCare(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.OnTheHour)
	server.Upstream.Default(modeltest.Reply("I am here with you."))
	for name, next := range map[string]*chattest.Server{"on this node": server, "on another node": other} {
		t.Run(name, func(t *testing.T) {
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
			server.WaitIdle(t) // the answer is cached after its visitor has it
			if events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}); events.Tier() != 2 {
				t.Fatalf("the question is not cached: %v", events)
			}
			chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
			for _, message := range []string{chattest.ModelQuestion, "Where do newcomers sit at the harvest supper?"} {
				events := next.Ask(t, churchID, chattest.Question{Message: message, Session: session})
				if events.Tier() != 4 || events[0].Data["agent"] != "care" {
					t.Errorf("%q was answered by %v of tier %d", message, events[0].Data["agent"], events.Tier())
				}
				if told := server.Upstream.LastChat().System(); !strings.Contains(told, chattest.CrisisRules) {
					t.Errorf("%q: the model was not told of the crisis", message)
				}
			}
			asked := len(server.Upstream.Chats())
			if events := next.Ask(t, churchID, chattest.Question{Message: "Where do newcomers sit at the harvest supper?"}); events.Tier() != 4 || len(server.Upstream.Chats()) == asked {
				t.Errorf("somebody else was given the answer: %v", events)
			}
			if told := server.Upstream.LastChat().System(); strings.Contains(told, chattest.CrisisRules) {
				t.Error("another conversation is under the rules for a crisis")
			}
		})
	}
}

// TestACrisisInWhatIsSentAlongGoesOnWithCare has the server know nothing of the conversation: clients without a session send all of it
// along each time.
func TestACrisisInWhatIsSentAlongGoesOnWithCare(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	server.Upstream.Default(modeltest.Reply("I am here with you."))
	churchID := server.NewCrisisChurch(t)
	past := []chat.HistoryItem{{Role: "user", Content: chattest.InDanger}, {Role: "assistant", Content: "I am glad that you told me."}}
	const fact = "What time is church on Sunday?"
	plain := server.Ask(t, churchID, chattest.Question{Message: fact}).Text()
	server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
	server.WaitIdle(t) // the answer is cached after its visitor has it
	for message, tier := range map[string]int{fact: 0, chattest.ModelQuestion: 4} {
		events := server.Ask(t, churchID, chattest.Question{Message: message, History: past})
		if said := events.Text(); events.Tier() != tier || events[0].Data["agent"] != "care" || !strings.Contains(said, "988") || tier == 0 && !strings.HasPrefix(said, plain) {
			t.Errorf("%q was answered by %v of tier %d: %q", message, events[0].Data["agent"], events.Tier(), said)
		}
	}
	if told := server.Upstream.LastChat().System(); !strings.Contains(told, chattest.CrisisRules) {
		t.Error("the model was not told of the crisis")
	}
	accusing := []chat.HistoryItem{{Role: "user", Content: "The pastor abused me when I was ten"}, {Role: "assistant", Content: "I am sorry."}}
	if said := server.Ask(t, churchID, chattest.Question{Message: "Who reads this?", History: accusing}).Text(); !strings.Contains(said, "may read it") {
		t.Errorf("it is said to be kept from the church, which has nothing that keeps it: %q", said)
	}
}

func TestACrisisSentAgainIsAnsweredTheSameAndReportedOnce(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.OnTheHour)
	churchID := server.NewCrisisChurch(t)
	q := chattest.Question{Message: chattest.InDanger, Session: uuid.New(), Client: uuid.New()}
	first := server.Ask(t, churchID, q)
	chattest.CheckCrisis(t, first)
	server.CrisisReports(t, churchID, 1)
	for _, node := range []*chattest.Server{server, other, server} {
		again := node.Ask(t, churchID, q)
		chattest.CheckCrisis(t, again)
		if again.Text() != first.Text() || again[0].Data["turnId"] != first[0].Data["turnId"] || again[0].Data["resumed"] != true {
			t.Errorf("first %v, then %v", first, again)
		}
	}
	server.Messages(t, churchID, 2)
	other.WaitSpoolEmpty(t)
	server.CrisisReports(t, churchID, 1)
	if told := len(other.CrisisNotices(churchID)); told != 0 {
		t.Errorf("the other node told the church %d times more", told)
	}
}

func TestWhoGoesOnAboutTheSameDangerIsReportedOnceInAWhile(t *testing.T) {
	now := time.Now().Truncate(time.Hour)
	began := time.Now()
	var passed atomic.Int64 // turns that have ended may still ask what time it is
	server := chattest.NewServer(t, func(config *chattest.Config) {
		config.Turns.Now = func() time.Time { return now.Add(time.Duration(passed.Load()) + time.Since(began)) }
	})
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	for _, message := range []string{chattest.InDanger, "I am going to kill myself", "I will kill myself tonight"} {
		chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: message, Session: session}))
	}
	server.CrisisReports(t, churchID, 1)
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: "My husband beats me and choked me last night", Session: session}))
	if found := server.CrisisReports(t, churchID, 2); found[0].Category == found[1].Category {
		t.Errorf("reported %+v", found)
	}
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger})) // somebody else
	server.CrisisReports(t, churchID, 3)
	passed.Store(int64(31 * time.Minute))
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	server.CrisisReports(t, churchID, 4)
}
