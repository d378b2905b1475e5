package turns_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// longestSilence is how long a visitor may wait without a word, whatever says nothing.
const longestSilence = 3 * time.Second

func TestWithASilentPostgresNobodyWaitsLongForAWord(t *testing.T) {
	var network *stack.Outage
	server := chattest.NewServer(t, chattest.CutPostgres(t, &network))
	churchID, session := server.NewChurch(t), uuid.New()
	server.Upstream.Default(modeltest.Reply("The blue one."))
	known := server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?", Session: session})
	server.Messages(t, churchID, 2)
	network.Silence()
	defer network.Restore()

	for name, q := range map[string]chattest.Question{
		"a stored fact":                     {Message: "Is there parking?"},
		"a first question":                  {Message: chattest.ModelQuestion},
		"one that leans":                    {Message: "And what about the evening?", Session: session},
		"one that may":                      {Message: "Do they heat it in winter, or is it cold?"},
		"after danger that the browser saw": {Message: "Where do they meet on Mondays?", History: []chat.HistoryItem{{Role: "user", Content: "I want to kill myself tonight"}}},
	} {
		began := time.Now()
		stream := server.Stream(t, churchID, q)
		for event, more := stream.Next(t); more && event.Name != "delta"; event, more = stream.Next(t) {
		}
		if waited := time.Since(began); waited > longestSilence {
			t.Errorf("%s: %v without a word", name, waited)
		}
		if events := stream.Rest(t); events[len(events)-1].Name != "done" {
			t.Errorf("%s: %v", name, events)
		}
	}
	turn := known[0].Data["turnId"].(string)
	for name, ask := range map[string]func() int{
		"reads a turn that nobody knows": func() int {
			res, err := server.RequestResume(t.Context(), churchID, session, uuid.NewString(), 0)
			chattest.Must(t, err)
			defer res.Body.Close()
			return res.StatusCode
		},
		"reads one without saying of which church": func() int {
			res, err := server.RequestResume(t.Context(), uuid.Nil, session, uuid.NewString(), 0)
			chattest.Must(t, err)
			defer res.Body.Close()
			return res.StatusCode
		},
		"says what they think of an answer": func() int {
			return server.PostToTurn(t, turn, "feedback", map[string]any{"sessionId": session, "churchId": churchID, "value": "up"})
		},
	} {
		began := time.Now()
		status := ask()
		if waited := time.Since(began); waited > longestSilence || status != 503 {
			t.Errorf("who %s waits %v for %d", name, waited, status)
		}
	}
}
