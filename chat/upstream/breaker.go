package upstream

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// BreakerConfig says when a service counts as dead.
type BreakerConfig struct {
	// Failures after which it does: in a row or, with a Window, so many within one that they are half of the requests that were
	// begun in it. Default 3.
	Failures uint
	// Window is how far back requests count. A busy service of which one request in ten fails is not dead, though some of its
	// failures come in a row, and before answers that take longer. Where requests are so rare that a window never holds enough of them,
	// three failures in a row count whose first is a window ago. Default 0: in a row alone.
	Window time.Duration
	// Lasting is how long failures in a row must have gone on, at least three of them, for a service without a Window to count as
	// dead; 0 counts Failures alone. Of a busy service that is slow to some, three in a row happen every few seconds by chance, but
	// never for longer than an answer may take.
	Lasting time.Duration
	Pause   time.Duration // until one request probes the service again; default 10 s, varied by a fifth
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

// Breaker keeps requests from a service that is dead and, with a window, from one that says of most requests that they are too many.
// It is safe for concurrent use.
type Breaker struct {
	window  time.Duration
	lasting time.Duration
	circuit circuitbreaker.CircuitBreaker[any]
	row     row

	// limits is never asked for a permit. It opens when most requests were too many, and then leaves the service alone until quiet.
	limits circuitbreaker.CircuitBreaker[any]
	quiet  atomic.Int64 // Unix nanoseconds
}

const (
	// deadRate is reached when half of the requests fail: each counts as a success when it begins, and as a failure besides when it
	// fails, because a request that fails is mostly over sooner than one that is answered.
	deadRate = 1. / 3
	// mostLimits is how many requests of a window may be too many before all of them are judged.
	mostLimits   = 8
	longestQuiet = 30 * time.Second
)

// NewBreaker makes a breaker that is closed.
func NewBreaker(config BreakerConfig) *Breaker {
	if config.Failures == 0 {
		config.Failures = 3
	}
	if config.Pause <= 0 {
		config.Pause = 10 * time.Second
	}
	b := &Breaker{window: config.Window, lasting: config.Lasting}
	builder := circuitbreaker.NewBuilder[any]().WithFailureThreshold(config.Failures)
	if config.Window > 0 {
		builder = circuitbreaker.NewBuilder[any]().WithFailureRateThreshold(deadRate, 2*config.Failures, config.Window)
		b.limits = circuitbreaker.NewBuilder[any]().WithFailureRateThreshold(deadRate, 2*mostLimits, config.Window).Build()
	}
	b.circuit = builder.
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
func (b *Breaker) Remaining() time.Duration {
	return max(b.circuit.RemainingDelay(), time.Until(time.Unix(0, b.quiet.Load())), 0)
}

// Outcome is what a request says about its service.
type Outcome struct {
	kind outcome
	wait time.Duration
}

type outcome int

const (
	none outcome = iota
	good
	bad
	limited
)

// The outcomes.
var (
	None = Outcome{}           // the caller left before there was anything
	Good = Outcome{kind: good} // it is there
	Bad  = Outcome{kind: bad}
)

// Limited is that a request was one too many, and how long the service asked to be left alone; 0: it did not say. It is no failure: a
// service with a limit is alive, and answers the others. Only one that says so of most requests is left alone.
func Limited(wait time.Duration) Outcome { return Outcome{kind: limited, wait: wait} }

// Permit asks whether a request may be made. The answer to a yes is a call of record as soon as it is known whether the service
// answers, and no later than the request's end: half-open, there is one permit, and the breaker waits for its return. A Bad
// after a Good, of an answer that broke off, counts as a failure besides.
func (b *Breaker) Permit() (record func(Outcome), ok bool) {
	probing, ok := b.acquire()
	if !ok {
		return nil, false
	}
	if b.window > 0 && !probing {
		b.circuit.RecordSuccess()
		b.limits.RecordSuccess()
	}
	return b.recorder(probing), true
}

// PermitRetry is Permit for a request that has just failed: what one question fails with twice counts once.
func (b *Breaker) PermitRetry() (record func(Outcome), ok bool) {
	probing, ok := b.acquire()
	if !ok || probing {
		return b.recorder(probing), ok
	}
	return func(outcome Outcome) {
		if outcome.kind == good {
			b.row.end()
		}
	}, true
}

func (b *Breaker) acquire() (probing, ok bool) {
	if time.Now().UnixNano() < b.quiet.Load() || !b.circuit.TryAcquirePermit() {
		return false, false
	}
	return b.circuit.IsHalfOpen(), true
}

func (b *Breaker) recorder(probing bool) func(Outcome) {
	settled := false
	return func(outcome Outcome) {
		switch {
		case settled && outcome.kind == bad:
			b.fail()
		case settled:
		case probing:
			b.probed(outcome)
		default:
			b.settle(outcome)
		}
		settled = true
	}
}

// probed takes the outcome of the request that had the one permit.
func (b *Breaker) probed(outcome Outcome) {
	switch outcome.kind {
	case good, limited:
		b.row.end()
		b.circuit.RecordSuccess()
	default: // a probe that ended early has shown nothing; another will
		b.circuit.RecordFailure()
	}
}

func (b *Breaker) settle(outcome Outcome) {
	switch outcome.kind {
	case good:
		b.succeed()
	case bad:
		b.fail()
	case limited:
		b.succeed()
		b.limit(outcome.wait)
	}
}

func (b *Breaker) succeed() {
	if b.row.end(); b.window == 0 {
		b.circuit.RecordSuccess()
	}
}

func (b *Breaker) fail() {
	if (b.window > 0 || b.lasting > 0) && !b.circuit.IsClosed() {
		return // begun before it opened; what a probe finds is newer
	}
	if b.window == 0 && b.lasting > 0 {
		if b.row.add() >= b.lasting && b.circuit.IsClosed() {
			b.circuit.Open()
		}
		return
	}
	b.circuit.RecordFailure()
	if b.window > 0 && b.row.add() >= b.window && b.circuit.IsClosed() {
		b.circuit.Open()
	}
}

func (b *Breaker) limit(wait time.Duration) {
	if b.window == 0 {
		return
	}
	if b.limits.RecordFailure(); b.limits.IsOpen() {
		b.limits.Close()
		b.quiet.Store(time.Now().Add(min(max(wait, time.Second), longestQuiet)).UnixNano())
	}
}

// row is a row of failures.
type row struct {
	failures atomic.Int32
	began    atomic.Int64 // Unix nanoseconds
}

const shortestRow = 3

func (r *row) end() {
	if r.failures.Load() != 0 {
		r.failures.Store(0)
	}
}

// add gives how long the row has lasted; 0 while it is none.
func (r *row) add() time.Duration {
	now := time.Now().UnixNano()
	switch failures := r.failures.Add(1); {
	case failures == 1:
		r.began.Store(now)
	case failures >= shortestRow:
		return time.Duration(now - r.began.Load())
	}
	return 0
}
