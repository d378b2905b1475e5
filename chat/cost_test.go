package chat_test

import (
	"testing"

	"narthex/chat"
	"narthex/chat/model"
)

// What a service has kept of a prompt is billed for less, and a turn costs that.
func TestATurnCostsWhatItsServiceBills(t *testing.T) {
	prices, err := model.NewPrices("writer=2/0.5/8")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		usage  model.Usage
		micros int64
	}{
		"nothing was kept":     {model.Usage{PromptTokens: 9000, CompletionTokens: 100}, 18_800},
		"most was kept":        {model.Usage{PromptTokens: 9000, CachedTokens: 6400, CompletionTokens: 100}, 9_200},
		"more than there were": {model.Usage{PromptTokens: 9000, CachedTokens: 64_000, CompletionTokens: 100}, 5_300},
	} {
		t.Run(name, func(t *testing.T) {
			cost := chat.Cost{Prices: prices}
			for range 2 { // a call of a tool takes two requests
				cost.Begin(&model.Request{Messages: []model.Message{{Role: model.RoleUser, Content: "When is the supper?"}}})
				cost.Hear(&model.Chunk{Model: "writer", Text: "On Friday."})
				cost.Hear(&model.Chunk{Model: "writer", Finish: model.FinishStop, Usage: &c.usage})
				cost.End()
			}
			if got := cost.Micros(); got != 2*c.micros {
				t.Errorf("%d millionths of a dollar, want twice %d", got, c.micros)
			}
		})
	}
}
