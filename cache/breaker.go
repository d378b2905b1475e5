package cache

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivethrottler"
	"github.com/redis/go-redis/v9"

	"narthex/chat/upstream"
)

// A Breaker keeps a Redis that is down or hangs from slowing every turn: each call has a deadline, and after a few failures
// in a row calls are refused at once for a while, after which one call tries again. One that sheds tells a Redis that is down from
// one that is slow to some: of the calls to that one it refuses a share, so that the others are answered.
type Breaker struct {
	config  BreakerConfig
	breaker *upstream.Breaker
	shed    adaptivethrottler.AdaptiveThrottler[any] // nil: no share
	upSince atomic.Int64                             // Unix nanoseconds; 0 since a call failed, and before the first
	failed  atomic.Int64                             // Unix nanoseconds of the last failure; 0 for none
}

// BreakerConfig sets up a [Breaker].
type BreakerConfig struct {
	Timeout  time.Duration // of each call
	Failures int           // in a row after which Redis is left alone; one that sheds goes by three
	Pause    time.Duration // for how long
	// Sheds says that failures in a row have to have gone on for three times as long as a call may take before Redis is left alone, and
	// that while more than half of the calls fail, so many are refused that about half of those that are made are answered.
	Sheds bool
	// RepliesFail counts errors that Redis itself sent as failures, such as that it is out of memory: for what cannot go
	// on without having written. A nil reply never is one.
	RepliesFail bool
}

var errDeadline = errors.New("redis did not answer in time")

// NewBreaker returns a breaker through which nothing has been asked yet.
func NewBreaker(config BreakerConfig) *Breaker {
	b := &Breaker{config: config}
	of := upstream.BreakerConfig{Failures: uint(config.Failures), Pause: config.Pause}
	if config.Sheds {
		of.Lasting = 3 * config.Timeout
		b.shed = adaptivethrottler.NewBuilder[any]().WithFailureRateThreshold(shedRate, shedCalls, shedPeriod).Build()
	}
	b.breaker = upstream.NewBreaker(of)
	return b
}

const (
	// shedRate is the share of failures above which calls are refused. One of three dead masters stays below it: the churches on
	// the other two are not to pay for it.
	shedRate   = .5
	shedCalls  = 20 // fewer within the period say nothing
	shedPeriod = 2 * time.Second
)

// Do makes a call, or gives [ErrUnavailable].
func (b *Breaker) Do(ctx context.Context, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	record, ok := b.permit()
	if !ok {
		return ErrUnavailable
	}
	outcome := upstream.None // of a panic as well: a breaker that probes waits for what came of it
	defer func() { record(outcome) }()
	bounded, cancel := context.WithTimeoutCause(ctx, b.config.Timeout, errDeadline)
	defer cancel()
	err := call(bounded)
	switch {
	case err == nil || errors.Is(err, redis.Nil) || isReply(err) && !b.config.RepliesFail:
		outcome = upstream.Good
		if b.upSince.Load() == 0 {
			b.upSince.CompareAndSwap(0, time.Now().UnixNano())
		}
	case ctx.Err() != nil: // the caller gave up, which says nothing about Redis
	default:
		outcome = upstream.Bad
		b.upSince.Store(0)
		b.failed.Store(time.Now().UnixNano())
	}
	return err
}

// permit asks whether a call may be made, and gives what its outcome is told to.
func (b *Breaker) permit() (record func(upstream.Outcome), ok bool) {
	if b.shed != nil && !b.shed.TryAcquirePermit() {
		return nil, false
	}
	settle, ok := b.breaker.Permit()
	if !ok || b.shed == nil {
		return settle, ok
	}
	return func(outcome upstream.Outcome) {
		settle(outcome)
		switch outcome {
		case upstream.Good:
			b.shed.RecordSuccess()
		case upstream.Bad:
			b.shed.RecordFailure()
		}
	}, true
}

// UpSince gives since when every call has been answered; up is false when the last one failed, or there was none.
func (b *Breaker) UpSince() (since time.Time, up bool) {
	nanoseconds := b.upSince.Load()
	return time.Unix(0, nanoseconds), nanoseconds != 0
}

// Failed gives when a call last failed; ok is false if none ever did.
func (b *Breaker) Failed() (at time.Time, ok bool) {
	nanoseconds := b.failed.Load()
	return time.Unix(0, nanoseconds), nanoseconds != 0
}

// isReply says whether Redis itself sent the error, a nil reply included: it is up.
func isReply(err error) bool {
	_, ok := errors.AsType[redis.Error](err)
	return ok
}
