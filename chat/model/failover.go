package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/upstream"
)

// Failover answers from a primary upstream and, where that fails before it has said anything, from a fallback. An upstream
// that keeps failing is skipped until a probe succeeds. It is safe for concurrent use.
type Failover struct {
	attempts []attempt // in this order
	switched *prometheus.CounterVec
}

// FailoverConfig tunes a Failover; its zero value is a good one.
type FailoverConfig struct {
	// Failures within ten seconds, with at most as many answers, after which an upstream is left alone for Pause, then asked once.
	// Default 8 and 10 s.
	Failures   uint
	Pause      time.Duration
	Registerer prometheus.Registerer // nil: metrics are counted and not shown
}

// failureWindow is how far back an upstream's requests count.
const failureWindow = 10 * time.Second

// attempt is one try of an upstream.
type attempt struct {
	name     string // primary, fallback
	streamer Streamer
	breakers map[Class]*upstream.Breaker // services overload and retire their models one by one
	again    bool                        // the upstream is the one that has just failed
}

// NewFailover makes a failover. Without a fallback (nil), the primary is asked a second time where that can help.
func NewFailover(primary, fallback Streamer, config FailoverConfig) (*Failover, error) {
	if config.Registerer == nil {
		config.Registerer = prometheus.NewRegistry()
	}
	if config.Failures == 0 {
		config.Failures = 8
	}
	states := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "narthex_model_breaker_state",
		Help: "Circuit breaker of an upstream: 0 closed, 1 half-open, 2 open."}, []string{"upstream", "class"})
	switched := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "narthex_model_failovers_total",
		Help: "Requests tried once more, on the fallback where there is one, by what the first try failed with."}, []string{"class", "kind"})
	var err error
	states = register(config.Registerer, states, &err)
	switched = register(config.Registerer, switched, &err)
	if err != nil {
		return nil, err
	}
	guard := func(name string, streamer Streamer) attempt {
		made := attempt{name: name, streamer: streamer, breakers: map[Class]*upstream.Breaker{}}
		for _, class := range []Class{ClassChat, ClassFast} {
			gauge := states.WithLabelValues(name, string(class))
			made.breakers[class] = upstream.NewBreaker(upstream.BreakerConfig{Failures: config.Failures, Window: failureWindow, Pause: config.Pause,
				Changed: func(state upstream.State) { gauge.Set(float64(state)) }})
		}
		return made
	}
	first := guard("primary", primary)
	second := first
	second.again = true
	if fallback != nil {
		second = guard("fallback", fallback)
	}
	return &Failover{attempts: []attempt{first, second}, switched: switched}, nil
}

// Stream asks for one answer. Errors are *Error: the last upstream's, with the first one's wrapped as well.
func (f *Failover) Stream(ctx context.Context, req Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) { f.stream(ctx, req, yield) }
}

func (f *Failover) stream(ctx context.Context, req Request, yield func(Chunk, error) bool) {
	class := req.Class.known()
	var failed *Error
	for _, next := range f.attempts {
		if failed != nil && next.again && !worthRepeating(ctx, failed) {
			break
		}
		if failed != nil {
			f.switched.WithLabelValues(string(class), string(failed.Kind)).Inc()
		}
		result := next.run(ctx, class, &req, yield)
		if result.over {
			return
		}
		if result.failed.Streamed || ctx.Err() != nil {
			yield(Chunk{}, result.failed)
			return
		}
		failed = after(failed, result.failed)
	}
	yield(Chunk{}, failed)
}

// result is how an attempt ended: over when nothing more is to be said, else failed.
type result struct {
	over   bool
	failed *Error
}

// run makes the attempt. With the first chunk it empties req, so that the prompt is not kept while the answer streams: there
// will be no other attempt.
func (a attempt) run(ctx context.Context, class Class, req *Request, yield func(Chunk, error) bool) result {
	breaker := a.breakers[class]
	permit := breaker.Permit
	if a.again {
		permit = breaker.PermitRetry
	}
	record, ok := permit()
	if !ok {
		return result{failed: &Error{Kind: KindUnavailable, Model: a.name, RetryAfter: breaker.Remaining(), Err: upstream.ErrOpen}}
	}
	seen := upstream.None
	defer func() { record(seen) }()
	streamed := false
	for chunk, err := range a.streamer.Stream(ctx, *req) {
		if err != nil {
			failed := a.typed(err, streamed)
			seen = judge(failed)
			if ctx.Err() != nil {
				seen = upstream.None // the caller's time was up, perhaps spent on another upstream
			}
			return result{failed: failed}
		}
		if !streamed {
			streamed = true
			record(upstream.Good) // at once: a probe that answers lets the others in while it goes on
			*req = Request{}
		}
		if !yield(chunk, nil) || chunk.Finish != "" {
			return result{over: true}
		}
	}
	seen = upstream.Bad
	return result{failed: &Error{Kind: KindCut, Model: a.name, Streamed: streamed, Err: errNoFinish}}
}

// judge says what a failure means for its upstream.
func judge(failed *Error) upstream.Outcome {
	switch failed.Kind {
	case KindCanceled:
		return upstream.None
	case KindRateLimited:
		return upstream.Limited(failed.RetryAfter)
	case KindRejected:
		switch failed.Status {
		case 401, 402, 403, 404: // a bad key, no credit, a model that is gone: it will refuse the next request as well
			return upstream.Bad
		}
		return upstream.Good // it is there, and did not like this request
	}
	return upstream.Bad
}

// typed makes an *Error of what a streamer yielded, if it is not one.
func (a attempt) typed(err error, streamed bool) *Error {
	if failed, ok := errors.AsType[*Error](err); ok {
		typed := *failed
		typed.Streamed = streamed
		return &typed
	}
	return &Error{Kind: KindOverloaded, Model: a.name, Streamed: streamed, Err: err}
}

// after joins the error of an earlier attempt to that of a later one.
func after(earlier, later *Error) *Error {
	if earlier == nil {
		return later
	}
	joined := *later
	joined.Err = fmt.Errorf("%w; before that %w", later.Err, earlier)
	return &joined
}

// Pauses before the same upstream is asked again.
const (
	shortPause = 200 * time.Millisecond // where the service names none; varied by half
	longPause  = 2 * time.Second        // a visitor is not kept waiting longer
)

// worthRepeating waits as long as the service asked for, and reports whether to ask it again. A time-out is not repeated: the
// visitor has waited once already.
func worthRepeating(ctx context.Context, failed *Error) bool {
	switch failed.Kind {
	case KindRateLimited, KindOverloaded, KindUnavailable, KindCut, KindInvalid:
	default:
		return false
	}
	wait := failed.RetryAfter
	if wait == 0 {
		wait = shortPause/2 + rand.N(shortPause)
	}
	if wait > longPause || errors.Is(failed, upstream.ErrOpen) {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
