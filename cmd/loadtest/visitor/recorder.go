package visitor

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"narthex/cmd/loadtest/histogram"
)

// Recorder notes what all visitors see during one window of time.
type Recorder struct {
	Began time.Time

	Tokens     atomic.Uint64
	Bytes      atomic.Uint64 // received, with all headers
	TurnsBegun atomic.Uint64
	TurnsEnded atomic.Uint64 // as they should: every token there once, in order

	Added histogram.Histogram // from the model's sending of a token to its arrival here
	First histogram.Histogram // from the question to the first token; the model's own delay is in it
	Whole histogram.Histogram // from the question to the end

	Silence histogram.Histogram // of each answer, the longest time without a word, from the question on
	Refused histogram.Histogram // from the question to a refusal: nothing was acknowledged
	Sourced atomic.Uint64       // answers that ended as they should and told their sources
	Lost    atomic.Uint64       // questions that were acknowledged, and whose answer has gaps or no end
	Doubled atomic.Uint64       // answers of which something came twice

	tiers        [5]atomic.Uint64
	mu           sync.Mutex
	failures     map[string]int
	acknowledged []string // turn ids
}

func newRecorder() *Recorder { return &Recorder{Began: time.Now(), failures: make(map[string]int)} }

// fail counts something that should not be.
func (r *Recorder) fail(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures[what]++
}

// Failures says what went wrong how often.
func (r *Recorder) Failures() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.failures)
}

// Tiers says how many answers each tier gave.
func (r *Recorder) Tiers() (counts [5]uint64) {
	for i := range r.tiers {
		counts[i] = r.tiers[i].Load()
	}
	return counts
}

// Acknowledged are the ids of the turns whose question was acknowledged.
func (r *Recorder) Acknowledged() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.acknowledged)
}

func (r *Recorder) acknowledge(turn string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.acknowledged = append(r.acknowledged, turn)
}
