package cache

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"narthex/chat/upstream"
)

// A guard keeps a Redis that is down or hangs from slowing every turn: each call has a deadline, and after a few failures
// in a row calls are refused at once for a second, after which one call tries again.
type guard struct {
	timeout time.Duration
	breaker *upstream.Breaker
}

var errDeadline = errors.New("redis did not answer in time")

func newGuard(timeout time.Duration) *guard {
	return &guard{
		timeout: timeout,
		breaker: upstream.NewBreaker(upstream.BreakerConfig{Pause: time.Second}),
	}
}

func (g *guard) do(ctx context.Context, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	record, ok := g.breaker.Permit()
	if !ok {
		return ErrUnavailable
	}
	bounded, cancel := context.WithTimeoutCause(ctx, g.timeout, errDeadline)
	defer cancel()
	err := call(bounded)
	switch {
	case err == nil || isReply(err):
		record(upstream.Good)
	case ctx.Err() != nil: // the caller gave up, which says nothing about Redis
		record(upstream.None)
	default:
		record(upstream.Bad)
	}
	return err
}

// isReply says whether Redis itself sent the error, a nil reply included: it is up.
func isReply(err error) bool {
	_, ok := errors.AsType[redis.Error](err)
	return ok
}
