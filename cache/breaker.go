package cache

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"narthex/chat/upstream"
)

// A Breaker keeps a Redis that is down or hangs from slowing every turn: each call has a deadline, and after a few failures
// in a row calls are refused at once for a while, after which one call tries again.
type Breaker struct {
	config  BreakerConfig
	breaker *upstream.Breaker
	upSince atomic.Int64 // Unix nanoseconds; 0 since a call failed, and before the first
	failed  atomic.Int64 // Unix nanoseconds of the last failure; 0 for none
}

// BreakerConfig sets up a [Breaker].
type BreakerConfig struct {
	Timeout  time.Duration // of each call
	Failures int           // in a row after which Redis is left alone
	Pause    time.Duration // for how long
	// RepliesFail counts errors that Redis itself sent as failures, such as that it is out of memory: for what cannot go
	// on without having written. A nil reply never is one.
	RepliesFail bool
}

var errDeadline = errors.New("redis did not answer in time")

// NewBreaker returns a breaker through which nothing has been asked yet.
func NewBreaker(config BreakerConfig) *Breaker {
	return &Breaker{
		config:  config,
		breaker: upstream.NewBreaker(upstream.BreakerConfig{Failures: uint(config.Failures), Pause: config.Pause}),
	}
}

// newBreaker is that of what a turn can do without.
func newBreaker(timeout time.Duration) *Breaker {
	return NewBreaker(BreakerConfig{Timeout: timeout, Failures: 3, Pause: time.Second})
}

// Do makes a call, or gives [ErrUnavailable].
func (b *Breaker) Do(ctx context.Context, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	record, ok := b.breaker.Permit()
	if !ok {
		return ErrUnavailable
	}
	bounded, cancel := context.WithTimeoutCause(ctx, b.config.Timeout, errDeadline)
	defer cancel()
	err := call(bounded)
	switch {
	case err == nil || errors.Is(err, redis.Nil) || isReply(err) && !b.config.RepliesFail:
		record(upstream.Good)
		if b.upSince.Load() == 0 {
			b.upSince.CompareAndSwap(0, time.Now().UnixNano())
		}
	case ctx.Err() != nil: // the caller gave up, which says nothing about Redis
		record(upstream.None)
	default:
		record(upstream.Bad)
		b.upSince.Store(0)
		b.failed.Store(time.Now().UnixNano())
	}
	return err
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
