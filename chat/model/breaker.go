package model

import (
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/prometheus/client_golang/prometheus"
)

// Breaker says when an upstream counts as dead.
type Breaker struct {
	Failures uint          // in a row; default 3
	Pause    time.Duration // until one request probes it again; default 10 s, varied by a fifth
}

func (b Breaker) complete() Breaker {
	if b.Failures == 0 {
		b.Failures = 3
	}
	if b.Pause <= 0 {
		b.Pause = 10 * time.Second
	}
	return b
}

// breaker guards one upstream and class. Failures in a row are counted rather than a rate: that opens as fast for a church
// with one visitor an hour as for a thousand a second, and a service that still answers most requests never has them.
type breaker struct {
	circuitbreaker.CircuitBreaker[any]
}

func newBreaker(config Breaker, state prometheus.Gauge) *breaker {
	b := &breaker{}
	b.CircuitBreaker = circuitbreaker.NewBuilder[any]().
		WithFailureThreshold(config.Failures).
		WithDelay(config.Pause).
		WithJitterFactor(.2). // so that nodes do not probe together
		WithSuccessThreshold(1).
		OnStateChanged(func(circuitbreaker.StateChangedEvent) {
			state.Set(gauged(b.State())) // not the event's: these calls are not ordered
		}).
		Build()
	state.Set(gauged(circuitbreaker.ClosedState))
	return b
}

func gauged(state circuitbreaker.State) float64 {
	switch state {
	case circuitbreaker.HalfOpenState:
		return 1
	case circuitbreaker.OpenState:
		return 2
	}
	return 0
}

// permit asks whether a request may be made. The answer to a yes is exactly one call of record: half-open, there is one
// permit, and the breaker would wait for its return for ever.
func (b *breaker) permit() (record func(outcome), ok bool) {
	if !b.TryAcquirePermit() {
		return nil, false
	}
	probing := b.IsHalfOpen()
	return func(o outcome) {
		switch {
		case o == outcomeGood:
			b.RecordSuccess()
		case o == outcomeBad, probing: // a probe that ended early has shown nothing; another will
			b.RecordFailure()
		}
	}, true
}

// outcome is what a request says about its upstream.
type outcome int

const (
	outcomeNone outcome = iota // the caller left before there was anything
	outcomeGood
	outcomeBad
)

// judge says what a failure means for its upstream.
func judge(failed *Error) outcome {
	switch failed.Kind {
	case KindCanceled:
		return outcomeNone
	case KindRejected:
		switch failed.Status {
		case 401, 402, 403, 404: // a bad key, no credit, a model that is gone: it will refuse the next request as well
			return outcomeBad
		}
		return outcomeGood // it is there, and did not like this request
	}
	return outcomeBad
}
