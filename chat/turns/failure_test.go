package turns_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// The words of a failure are not stored: who reads one from Postgres is told what its first reader was.
func TestAFailureIsToldAgainAsItWas(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient, withPoison)
	for name, test := range map[string]struct {
		before, message string
		behaviour       modeltest.Behaviour
		code, says      string
		final           bool
	}{
		"a model that is not there":      {message: hymnal, behaviour: modeltest.Status(500), code: "model_unavailable", says: "(207) 555-0142"},
		"a model that is busy":           {message: hymnal, behaviour: modeltest.Status(429), code: "model_busy", says: "(207) 555-0142"},
		"an answer that was cut off":     {message: hymnal, behaviour: modeltest.Stream(modeltest.Text("Well"), modeltest.Cut()), code: "answer_cut", says: "cut off"},
		"in Spanish":                     {message: "¿De qué color es el himnario que está en los bancos de la iglesia?", behaviour: modeltest.Status(500), code: "model_unavailable", says: "oficina"},
		"what nobody is to try again":    {message: "What says " + poison + "?", code: "cannot_answer", says: "other words", final: true},
		"after a crisis":                 {before: chattest.InDanger, message: hymnal, behaviour: modeltest.Status(500), code: "model_unavailable", says: "988"},
		"after a crisis, and not to try": {before: chattest.InDanger, message: "What says " + poison + "?", code: "cannot_answer", says: "988", final: true},
	} {
		t.Run(name, func(t *testing.T) {
			churchID, session, stored := server.NewCrisisChurch(t), uuid.New(), 2
			if test.before != "" {
				server.Ask(t, churchID, chattest.Question{Message: test.before, Session: session})
				stored += 2
			}
			if !test.final {
				server.Upstream.Script(test.behaviour)
			}
			events := server.Ask(t, churchID, chattest.Question{Message: test.message, Session: session})
			was := events[len(events)-1]
			if told, _ := was.Data["message"].(string); was.Data["code"] != test.code || !strings.Contains(told, test.says) {
				t.Fatalf("told at first: %v", was)
			}
			server.Messages(t, churchID, stored)
			server.WaitIdle(t)
			chattest.Must(t, server.Redis.FlushDB(t.Context()).Err())
			for node, at := range map[string]*chattest.Server{"its node": server, "another": other} {
				again := at.Resume(t, churchID, session, events[0].Data["turnId"].(string), 0)
				is := again[len(again)-1]
				if is.Name != "error" || is.Data["code"] != test.code || is.Data["message"] != was.Data["message"] || is.Data["retryable"] != !test.final {
					t.Errorf("told again by %s: %v, not %v", node, is, was)
				}
			}
		})
	}
}
