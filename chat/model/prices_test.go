package model_test

import (
	"math"
	"strings"
	"testing"

	"narthex/chat/model"
	"narthex/chat/model/offline"
)

func TestARequestCostsWhatItsTokensCost(t *testing.T) {
	prices, err := model.NewPrices("dear=9999.999999/9999.999999/9999.999999", " spaced = 1 / 0.5 / 2.25 ", "embedder=0.02", "*=3/2/1")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		model  string
		usage  model.Usage
		cost   model.Cost
		micros int64
	}{
		"nothing":                                 {"spaced", model.Usage{}, 0, 0},
		"prompt and completion":                   {"spaced", model.Usage{PromptTokens: 1000, CompletionTokens: 100}, 1_225_000_000, 1225},
		"cached tokens are among the prompt's":    {"spaced", model.Usage{PromptTokens: 1000, CachedTokens: 600, CompletionTokens: 100}, 925_000_000, 925},
		"more cached than there are count as all": {"spaced", model.Usage{PromptTokens: 10, CachedTokens: 600}, 5_000_000, 5},
		"negative tokens count as none":           {"spaced", model.Usage{PromptTokens: -5, CachedTokens: -1, CompletionTokens: -7}, 0, 0},
		"a fraction of a millionth is rounded up": {"embedder", model.Usage{PromptTokens: 1}, 20_000, 1},
		"an embedding":                            {"embedder", model.Usage{PromptTokens: 500}, 10_000_000, 10},
		"a model that nobody has priced":          {"unheard-of", model.Usage{PromptTokens: 3, CachedTokens: 1, CompletionTokens: 1}, 9_000_000, 9},
		"a model as it was on a day":              {"spaced-2025-04-14", model.Usage{PromptTokens: 2}, 2_000_000, 2},
		"a built-in price":                        {"gpt-4.1-mini", model.Usage{PromptTokens: 6000, CachedTokens: 4000, CompletionTokens: 150}, 1_440_000_000, 1440},
		"the offline model":                       {offline.Name, model.Usage{PromptTokens: 6000, CompletionTokens: 150}, 0, 0},
		"what no answer can use is not believed": {"dear", model.Usage{PromptTokens: math.MaxInt, CachedTokens: math.MaxInt, CompletionTokens: math.MaxInt},
			2 * 10_000_000 * 9_999_999_999, 2 * 10 * 9_999_999_999},
	} {
		t.Run(name, func(t *testing.T) {
			cost := prices.Of(test.model).Cost(test.usage)
			if cost != test.cost || cost.Micros() != test.micros {
				t.Errorf("costs %d, %d millionths; want %d, %d", cost, cost.Micros(), test.cost, test.micros)
			}
		})
	}
	if none := (*model.Prices)(nil).Of("spaced"); none != (model.Price{}) {
		t.Errorf("no prices cost %+v", none)
	}
}

func TestPricesThatCannotBeReadAreRefused(t *testing.T) {
	for _, written := range []string{"", "model", "=1/1/1", "m=", "m=1/2", "m=1/2/3/4", "m=-1", "m=1e3", "m=12345", "m=0.1234567", "m=one", "m=1//3", "m=NaN"} {
		if _, err := model.NewPrices(written); err == nil || !strings.Contains(err.Error(), "price") {
			t.Errorf("%q: %v", written, err)
		}
	}
}
