package turns_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// keptContact waits until a church has one report of a crisis with a contact, told once itself and once of the contact.
func keptContact(t *testing.T, server *chattest.Server, churchID, session uuid.UUID, phone, email string) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		var kept int
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `
			select count(*)
			from visitor_requests
			where church_id = $1 and session_id = $2 and kind = 'crisis' and coalesce(phone, '') = $3 and coalesce(email, '') = $4`,
			churchID, session, phone, email).Scan(&kept))
		return kept == 1 && len(server.Spooled(t)) == 0
	})
	var requests int
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from visitor_requests where church_id = $1`, churchID).Scan(&requests))
	if notices := server.CrisisNotices(churchID); requests != 1 || len(notices) != 2 {
		t.Errorf("%d requests and %d notices, want the crisis, and its contact", requests, len(notices))
	}
}

func TestAContactAfterACrisisIsKeptWhateverIsDown(t *testing.T) {
	var postgres, journal *stack.Outage
	server := chattest.NewServer(t, chattest.OnTheHour, chattest.CutRedis(t, &journal), chattest.CutPostgres(t, &postgres))
	server.Upstream.Default(modeltest.Status(500))
	for _, test := range []struct {
		name, message, phone, email string
		outage                      func()
	}{
		{"the model", "207 555 0199", "207 555 0199", "", func() {}},
		{"Postgres", "my email is ana@example.org", "", "ana@example.org", func() { postgres.Cut() }},
		{"Redis", "call me at (207) 555-0199 please", "(207) 555-0199", "", func() { journal.Cut() }},
		{"all", "me llamo Ana, mi número es 207-555-0199", "207-555-0199", "", func() { postgres.Cut(); journal.Cut() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			churchID, session := server.NewCrisisChurch(t), uuid.New()
			server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
			server.Messages(t, churchID, 2)
			test.outage()
			chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
			for range 2 { // said twice, it is told once
				events := server.Ask(t, churchID, chattest.Question{Message: test.message, Session: session})
				chattest.CheckCrisis(t, events)
				if said := events.Text(); !strings.Contains(said, test.phone+test.email) || !strings.Contains(said, "988") {
					t.Errorf("it was confirmed:\n%s", said)
				}
			}
			postgres.Restore()
			journal.Restore()
			keptContact(t, server, churchID, session, test.phone, test.email)
			chattest.Eventually(t, func() bool { return server.Redis.Ping(t.Context()).Err() == nil })
		})
	}
	t.Run("not without a crisis", func(t *testing.T) {
		churchID := server.NewCrisisChurch(t)
		if events := server.Ask(t, churchID, chattest.Question{Message: "207 555 0199"}); events.Tier() == 0 && strings.Contains(events.Text(), "988") {
			t.Errorf("%v", events)
		}
		server.CrisisReports(t, churchID, 0)
	})
}

func TestEveryAnswerAfterACrisisEndsWithALineOfCare(t *testing.T) {
	server, other := chattest.TwoNodes(t) // whose clocks agree, by which it is told what was said last
	server.Upstream.Default(modeltest.Reply("The blue one."))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	server.AddKnowledge(t, churchID, "faq", "Do you have a choir?", "We have two choirs.", true)
	plain := map[string]string{}
	questions := []string{"What time is church on Sunday?", "Do you have a choir?", "Which hymnal stands in the pews here?"}
	for _, q := range questions {
		plain[q] = server.Ask(t, churchID, chattest.Question{Message: q}).Text()
	}
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	last := ""
	for i, q := range append(questions, questions...) {
		node := []*chattest.Server{server, other}[i%2]
		said := node.Ask(t, churchID, chattest.Question{Message: q, Session: session}).Text()
		end := max(strings.LastIndex(said, "\n\n"), 0)
		before, care := said[:end], said[end:]
		if before != plain[q] || !strings.Contains(care, "988") || care == last {
			t.Errorf("%s\nwas answered %q\nafter %q, otherwise %q", q, said, last, plain[q])
		}
		last = care
		server.Messages(t, churchID, 2*(len(questions)+2+i))
	}
	for _, q := range questions { // nobody else is given any of it
		if said := server.Ask(t, churchID, chattest.Question{Message: q}).Text(); said != plain[q] {
			t.Errorf("somebody else was answered %q, before %q", said, plain[q])
		}
	}
}

// TestCareEndsADayAfterTheCrisis lets the day pass by the clock of Redis, which is what the nodes go by.
func TestCareEndsADayAfterTheCrisis(t *testing.T) {
	const question, day = "What time is church on Sunday?", 24 * time.Hour
	server, other := chattest.TwoNodes(t)
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	plain := other.Ask(t, churchID, chattest.Question{Message: question}).Text()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	watched := "narthex:{" + churchID.String() + "}:crisis:" + session.String()
	if left := server.Redis.PTTL(t.Context(), watched).Val(); left > day || left < day-time.Minute {
		t.Fatalf("care goes on for %v", left)
	}
	if said := server.Ask(t, churchID, chattest.Question{Message: question, Session: session}).Text(); !strings.HasPrefix(said, plain) || !strings.Contains(said, "988") {
		t.Errorf("within the day it was answered %q", said)
	}
	if left := server.Redis.PTTL(t.Context(), watched).Val(); left > day {
		t.Errorf("an ordinary question prolonged it to %v", left)
	}
	server.Messages(t, churchID, 6)
	if !server.Redis.PExpire(t.Context(), watched, 0).Val() {
		t.Fatal("nothing ended")
	}
	if said := other.Ask(t, churchID, chattest.Question{Message: question, Session: session}).Text(); said != plain {
		t.Errorf("after the day it was answered %q, want %q", said, plain)
	}
}

func TestAFailureAfterACrisisCarriesTheLines(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	server.Upstream.Default(modeltest.Status(500))
	churchID, session := server.NewCrisisChurch(t), uuid.New()
	chattest.CheckCrisis(t, server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session}))
	events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Session: session})
	failure := events[len(events)-1]
	if said, _ := failure.Data["message"].(string); failure.Name != "error" || failure.Data["code"] != "model_unavailable" || !strings.Contains(said, "988") || !strings.Contains(said, "911") {
		t.Errorf("%v", events)
	}
}

func TestWhoSaysNoIsToldSomethingElse(t *testing.T) {
	server := chattest.NewServer(t, chattest.OnTheHour)
	server.Upstream.Default(modeltest.Status(500))
	for _, message := range []string{"no", "I don't want to call anybody", "No quiero llamar", chattest.InDanger} {
		churchID, session := server.NewCrisisChurch(t), uuid.New()
		first := server.Ask(t, churchID, chattest.Question{Message: chattest.InDanger, Session: session})
		then := server.Ask(t, churchID, chattest.Question{Message: message, Session: session})
		chattest.CheckCrisis(t, then)
		if then.Text() == first.Text() || !strings.Contains(then.Text(), "911") || strings.Contains(then.Text(), chattest.CrisisMessage) {
			t.Errorf("%s:\n%s", message, then.Text())
		}
		server.CrisisReports(t, churchID, 1)
	}
}
