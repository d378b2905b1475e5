package tier_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/moderation"
)

func TestAnAnswerCostsWhatAllItsRequestsCost(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced)
	churchID := doctrinalChurch(t, server)
	server.AddKnowledge(t, churchID, "document", "Hall rental policy", "The hall costs 75 dollars an hour for groups of up to 150 people.", false)
	for name, test := range map[string]struct {
		message   string
		behaviour []modeltest.Behaviour
		least     int
		most      int // 0: exactly the least
	}{
		"one request, cached tokens among them": {chattest.ModelQuestion, []modeltest.Behaviour{costing("The blue one.", 1000, 600, 10)}, 400*2 + 300 + 80, 0},
		"a round of tools": {askPastor, []modeltest.Behaviour{
			modeltest.Stream(modeltest.ToolDelta(0, "call_1", "escalate_to_pastor", `{"reason":"my mother Ruth, she has surgery on Monday"}`), modeltest.Finish("tool_calls"), modeltest.Usage(1000, 400, 20), modeltest.Done()),
			costing("They will pray.", 1500, 1000, 30)}, 600*2 + 200 + 160 + 500*2 + 500 + 240, 0},
		"the fast model": {"Hall rental policy: the hall costs 75 dollars an hour for groups of up to 150 people?", []modeltest.Behaviour{costing("75 dollars.", 300, 0, 25)}, 300 + 100, 0},
		"a stored fact":  {"What time is church on Sunday?", nil, 0, 0},
		"a request that was refused costs nothing": {"How many pipes has the organ?", []modeltest.Behaviour{modeltest.Status(500)}, 0, 0},
		// The request that was cut off says nothing of its tokens; its prompt has some 2,000 to 12,000.
		"a sentence written anew": {"What do you teach about souls after death?", []modeltest.Behaviour{
			modeltest.Stream(modeltest.Text("We believe in purgatory"), modeltest.Text(" and more."), modeltest.Silence()), costing("We trust in Christ.", 1000, 0, 10)}, 2000 + 80 + 2*2000, 2000 + 80 + 2*12000},
		"a service that does not count": {"Who painted the window by the door?", []modeltest.Behaviour{
			modeltest.Stream(modeltest.Text("A painter."), modeltest.Finish("stop"), modeltest.Done())}, 2 * 2000, 2 * 12000},
	} {
		t.Run(name, func(t *testing.T) {
			server.Upstream.Script(test.behaviour...)
			events := server.Ask(t, churchID, chattest.Question{Message: test.message})
			if got := costOf(t, server, events); got < test.least || got > max(test.least, test.most) {
				t.Errorf("it cost %d, want %d to %d: %v", got, test.least, max(test.least, test.most), events)
			}
		})
	}
}

func TestAnAnswerThatWasStoppedCostsWhatWasAskedAndSaid(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, priced)
	churchID, session := server.NewChurch(t), uuid.New()
	server.Upstream.Script(modeltest.Stream(modeltest.Text("The blue "), modeltest.Silence()))
	live := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Session: session})
	seen := live.Until(t, "The blue ")
	if status := server.PostToTurn(t, seen[0].Data["turnId"].(string), "stop", map[string]any{"sessionId": session, "churchId": churchID}); status/100 != 2 {
		t.Fatalf("status %d", status)
	}
	live.Rest(t)
	if got := costOf(t, server, seen); got < 2*1000 || got > 2*12000 {
		t.Errorf("it cost %d", got)
	}
}

// The prompt of hymnal has some 2,000 to 12,000 tokens at 2 millionths of a US dollar.
const leastUnanswered, mostUnanswered = 2 * 2000, 2 * 12000

func TestAPromptWithoutAnAnswerIsPaidFor(t *testing.T) {
	t.Run("of a turn that was stopped before the first word", func(t *testing.T) {
		server := chattest.NewServer(t, chattest.Patient, priced, onBudgetDay)
		churchID, session := server.NewChurch(t), uuid.New()
		server.Upstream.Default(modeltest.Stream(modeltest.Silence()))
		live := server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion, Session: session})
		began, _ := live.Next(t)
		chattest.Must(t, server.Upstream.WaitChat(t.Context()))
		server.PostToTurn(t, began.Data["turnId"].(string), "stop", map[string]any{"sessionId": session, "churchId": churchID})
		live.Rest(t)
		if got := costOf(t, server, chattest.Events{began}); got < leastUnanswered || got > mostUnanswered {
			t.Errorf("it cost %d", got)
		}
		if day := server.Spending.Spent(churchID, budgetDay); day < leastUnanswered {
			t.Errorf("the church's day knows of %d", day)
		}
	})
	t.Run("of a turn whose time was up", func(t *testing.T) {
		server := chattest.NewServer(t, chattest.Patient, priced, func(config *chattest.Config) { config.Turns.TurnLimit = 2 * time.Second })
		server.Upstream.Default(modeltest.Stream(modeltest.Silence()))
		if got := costOf(t, server, server.Ask(t, server.NewChurch(t), chattest.Question{Message: chattest.ModelQuestion})); got < leastUnanswered || got > mostUnanswered {
			t.Errorf("it cost %d", got)
		}
	})
	t.Run("of the first model, where the second answers", func(t *testing.T) {
		second := modeltest.New(t)
		second.Default(costing("The second answers.", 100, 0, 10))
		server := chattest.NewServer(t, chattest.Impatient, priced, func(config *chattest.Config) { config.Fallback = second })
		server.Upstream.Default(modeltest.Stream(modeltest.Silence()))
		if got := costOf(t, server, server.Ask(t, server.NewChurch(t), chattest.Question{Message: chattest.ModelQuestion})); got < leastUnanswered+280 || got > mostUnanswered+280 {
			t.Errorf("it cost %d", got)
		}
	})
}

func TestTheFallbackModelsAnswerIsPaidFor(t *testing.T) {
	second := modeltest.New(t)
	second.Default(costing("The second answers.", 100, 0, 10))
	server := chattest.NewServer(t, chattest.Patient, priced, func(config *chattest.Config) { config.Fallback = second })
	server.Upstream.Default(modeltest.Status(500))
	if got := costOf(t, server, server.Ask(t, server.NewChurch(t), chattest.Question{Message: chattest.ModelQuestion})); got != 280 {
		t.Errorf("it cost %d", got)
	}
}

func TestEmbeddingsAndModerationAreEstimated(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"model":"omni-moderation-latest","results":[{"flagged":false,"categories":{},"category_scores":{}}]}`))
	}))
	t.Cleanup(service.Close)
	moderator, err := moderation.New(moderation.Config{APIKey: "test", BaseURL: service.URL})
	chattest.Must(t, err)
	t.Cleanup(moderator.Close)
	server := chattest.NewServer(t, func(config *chattest.Config) {
		prices, err := model.NewPrices("chat-model=0", "text-embedding-3-small=4", "omni-moderation-latest=8")
		chattest.Must(t, err)
		config.Turns.Prices = prices
		config.Moderator = moderator
	})
	server.Upstream.Default(costing("The blue one.", 1000, 0, 10))
	tokens := (len(chattest.ModelQuestion) + 3) / 4
	if got := costOf(t, server, server.Ask(t, server.NewChurch(t), chattest.Question{Message: chattest.ModelQuestion})); got != 12*tokens {
		t.Errorf("it cost %d, want %d", got, 12*tokens)
	}
}
