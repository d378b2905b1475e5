package upstream

import (
	"errors"
	"fmt"
	"time"
)

// Config says how the model behaves.
type Config struct {
	Tokens     int           // in an answer; a question that says "answer in 37 tokens" gets 37
	Rate       float64       // tokens a second in one answer
	FirstToken time.Duration // from the request to the first token
	Jitter     float64       // share of each wait by which it may be longer or shorter, 0 to 1
	Says       string        // a sentence before the tokens of each streamed answer, with a space at its end; it needs no escaping in JSON
	Faults     Faults
}

// Faults are shares of the requests, 0 to 1, that go wrong.
type Faults struct {
	TooMany  float64 // refused with 429
	Internal float64 // refused with 500
	Silent   float64 // never answered
	Cut      float64 // connection closed in mid-answer
	CutAfter int     // tokens sent before a cut
}

// Limits of what may be configured or asked for.
const (
	maxTokens  = 100_000
	maxRate    = 1000 // tokens a second: one a tick of the wheel
	maxWait    = time.Hour
	maxBody    = 8 << 20 // bytes of a request
	maxPending = 1 << 20 // bytes of an answer that its reader does not take; then it is cut
)

// Default is a brisk chat model.
var Default = Config{Tokens: 150, Rate: 4, FirstToken: 300 * time.Millisecond, Jitter: 0.2}

// Validate says what cannot be done.
func (c Config) Validate() error {
	if c.Tokens < 1 || c.Tokens > maxTokens {
		return fmt.Errorf("an answer has 1 to %d tokens, not %d", maxTokens, c.Tokens)
	}
	if c.Rate <= 0 || c.Rate > maxRate {
		return fmt.Errorf("the rate must be above 0 and at most %d tokens a second, not %v", maxRate, c.Rate)
	}
	if c.FirstToken < 0 || c.FirstToken > maxWait {
		return fmt.Errorf("the first token comes after 0 s to %v, not %v", maxWait, c.FirstToken)
	}
	if c.Jitter < 0 || c.Jitter > 1 {
		return errors.New("jitter is a share, 0 to 1")
	}
	sum := 0.0
	for _, share := range []float64{c.Faults.TooMany, c.Faults.Internal, c.Faults.Silent, c.Faults.Cut} {
		if share < 0 {
			return errors.New("faults are shares of the requests, 0 to 1")
		}
		sum += share
	}
	if sum > 1 {
		return errors.New("the faults' shares are more than all requests together")
	}
	return nil
}

// fault is what goes wrong with one request.
type fault int

const (
	faultNone fault = iota
	faultTooMany
	faultInternal
	faultSilent
	faultCut
)

// pick chooses by a number drawn evenly from 0 to 1.
func (f Faults) pick(drawn float64) fault {
	for _, candidate := range []struct {
		share float64
		fault fault
	}{{f.TooMany, faultTooMany}, {f.Internal, faultInternal}, {f.Silent, faultSilent}, {f.Cut, faultCut}} {
		if drawn < candidate.share {
			return candidate.fault
		}
		drawn -= candidate.share
	}
	return faultNone
}
