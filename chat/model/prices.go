package model

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Price is what a model costs, in millionths of a US dollar for a million tokens: 400,000 are $0.40.
type Price struct {
	Prompt     int64 // for tokens that the service had not cached
	Cached     int64
	Completion int64
}

// Cost is money exactly as prices and tokens make it, in millionths of a millionth of a US dollar: a token at $1 for a
// million costs 1,000,000.
type Cost int64

const costOfMicro = 1_000_000

// Micros are the cost in millionths of a US dollar, rounded up: what was spent is never counted as less.
func (c Cost) Micros() int64 { return (int64(c) + costOfMicro - 1) / costOfMicro }

// maxBilled is how many tokens of a kind one request can have: what a service claims beyond it is a fault, and must not
// overflow a sum.
const maxBilled = 10_000_000

// Cost is what a request cost that used so many tokens.
func (p Price) Cost(usage Usage) Cost {
	prompt, completion := billed(usage.PromptTokens, maxBilled), billed(usage.CompletionTokens, maxBilled)
	cached := billed(usage.CachedTokens, prompt)
	return Cost((prompt-cached)*p.Prompt + cached*p.Cached + completion*p.Completion)
}

func billed(tokens int, most int64) int64 { return min(max(int64(tokens), 0), most) }

// EstimateTokens is about how many tokens a text of so many bytes has, for requests whose service has not said: the usual
// four bytes for a token, which is near for English and a little too few for other languages.
func EstimateTokens(bytes int) int { return (bytes + 3) / 4 }

// Bytes is the size of all texts of a request that a service counts as its prompt.
func (r *Request) Bytes() (size int) {
	for i := range r.Messages {
		message := &r.Messages[i]
		size += len(message.Content) + message.Text.Len()
		for _, call := range message.ToolCalls {
			size += len(call.Name) + len(call.Arguments)
		}
	}
	for _, tool := range r.Tools {
		size += len(tool.Name) + len(tool.Description) + len(tool.Parameters)
	}
	return size
}

// Prices says what models cost. The built-in table (prices.json, in US dollars for a million tokens) holds no more than a
// starting point: set these to what you pay. It is safe for concurrent use.
type Prices struct {
	models map[string]Price
}

//go:embed prices.json
var builtInPrices []byte

// anyModel stands for models that the table does not know. It is dear rather than cheap, so that a budget holds.
const anyModel = "*"

// NewPrices returns the built-in prices with others laid over them. One is written model=prompt/cached/completion or, for a
// model that completes nothing, such as an embedder, model=prompt; in US dollars for a million tokens, with up to six
// decimals. The model * stands for all that are not in the table.
func NewPrices(others ...string) (*Prices, error) {
	p := &Prices{}
	decoder := json.NewDecoder(bytes.NewReader(builtInPrices))
	var table map[string]struct{ Prompt, Cached, Completion json.Number }
	if err := decoder.Decode(&table); err != nil {
		return nil, fmt.Errorf("read the built-in prices: %w", err)
	}
	p.models = make(map[string]Price, len(table))
	for name, price := range table {
		written := price.Prompt.String()
		if price.Completion != "" {
			written += "/" + price.Cached.String() + "/" + price.Completion.String()
		}
		if err := p.set(name, written); err != nil {
			return nil, fmt.Errorf("read the built-in prices: %w", err)
		}
	}
	for _, other := range others {
		name, written, found := strings.Cut(other, "=")
		if name = strings.TrimSpace(name); !found || name == "" {
			return nil, fmt.Errorf("%q is no price: write model=prompt/cached/completion", other)
		}
		if err := p.set(name, written); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *Prices) set(model, written string) error {
	var amounts []int64
	for part := range strings.SplitSeq(written, "/") {
		amount, ok := dollars(strings.TrimSpace(part))
		if !ok {
			return fmt.Errorf("the price of %s: %q is no amount in US dollars from 0 to 9999.999999", model, part)
		}
		amounts = append(amounts, amount)
	}
	switch len(amounts) {
	case 1:
		p.models[model] = Price{Prompt: amounts[0], Cached: amounts[0]}
	case 3:
		p.models[model] = Price{Prompt: amounts[0], Cached: amounts[1], Completion: amounts[2]}
	default:
		return fmt.Errorf("the price of %s has one part or three: prompt, or prompt/cached/completion", model)
	}
	return nil
}

var amount = regexp.MustCompile(`^([0-9]{1,4})(?:\.([0-9]{1,6}))?$`)

// dollars reads an amount exactly, into millionths.
func dollars(written string) (micros int64, ok bool) {
	parts := amount.FindStringSubmatch(written)
	if parts == nil {
		return 0, false
	}
	micros, err := strconv.ParseInt(parts[1]+(parts[2] + "000000")[:6], 10, 64)
	return micros, err == nil
}

// datedModel is the name of a model as it was on a day, which costs what the model costs.
var datedModel = regexp.MustCompile(`-\d{4}-\d{2}-\d{2}$`)

// Of is the price of a model. Nil prices are all 0.
func (p *Prices) Of(model string) Price {
	if p == nil {
		return Price{}
	}
	if price, known := p.models[model]; known {
		return price
	}
	if price, known := p.models[datedModel.ReplaceAllString(model, "")]; known {
		return price
	}
	return p.models[anyModel]
}
