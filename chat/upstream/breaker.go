package upstream

import (
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// BreakerConfig says when a service counts as dead.
type BreakerConfig struct {
	Failures uint          // in a row; default 3
	Pause    time.Duration // until one request probes the service again; default 10 s, varied by a fifth
	// Changed, if it is not nil, hears the breaker's state whenever that may have changed.
	Changed func(State)
}

// State is that of a breaker.
type State int

// The states of a breaker, by the numbers that its metric has for them.
const (
	Closed   State = iota // the service is asked
	HalfOpen              // one request probes it
	Open                  // it is left alone
)

// ErrOpen says that a service was not asked, because it has failed lately.
var ErrOpen = errors.New("circuit breaker open")

// Breaker keeps requests from a service that is dead. Failures in a row are counted rather than a rate: that opens as fast for
// a church with one visitor an hour as for a thousand a second, and a service that still answers most requests never has
// them. It is safe for concurrent use.
type Breaker struct {
	circuit circuitbreaker.CircuitBreaker[any]
}

// NewBreaker makes a breaker that is closed.
func NewBreaker(config BreakerConfig) *Breaker {
	if config.Failures == 0 {
		config.Failures = 3
	}
	if config.Pause <= 0 {
		config.Pause = 10 * time.Second
	}
	b := &Breaker{}
	b.circuit = circuitbreaker.NewBuilder[any]().
		WithFailureThreshold(config.Failures).
		WithDelay(config.Pause).
		WithJitterFactor(.2). // so that nodes do not probe together
		WithSuccessThreshold(1).
		OnStateChanged(func(circuitbreaker.StateChangedEvent) {
			if config.Changed != nil {
				config.Changed(b.state()) // not the event's: these calls are not ordered
			}
		}).
		Build()
	if config.Changed != nil {
		config.Changed(Closed)
	}
	return b
}

func (b *Breaker) state() State {
	switch b.circuit.State() {
	case circuitbreaker.HalfOpenState:
		return HalfOpen
	case circuitbreaker.OpenState:
		return Open
	}
	return Closed
}

// Remaining is how long the service is left alone yet.
func (b *Breaker) Remaining() time.Duration { return b.circuit.RemainingDelay() }

// Outcome is what a request says about its service.
type Outcome int

// The outcomes.
const (
	None Outcome = iota // the caller left before there was anything
	Good
	Bad
)

// Permit asks whether a request may be made. The answer to a yes is exactly one call of record: half-open, there is one
// permit, and the breaker would wait for its return for ever.
func (b *Breaker) Permit() (record func(Outcome), ok bool) {
	if !b.circuit.TryAcquirePermit() {
		return nil, false
	}
	probing := b.circuit.IsHalfOpen()
	return func(outcome Outcome) {
		switch {
		case outcome == Good:
			b.circuit.RecordSuccess()
		case outcome == Bad, probing: // a probe that ended early has shown nothing; another will
			b.circuit.RecordFailure()
		}
	}, true
}
