package cache

import (
	"context"
	"errors"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/redis/go-redis/v9"
)

// A guard keeps a Redis that is down or hangs from slowing every turn: each call has a deadline, and after a few failures
// in a row calls are refused at once for a second, after which one call tries again.
type guard struct {
	timeout time.Duration
	breaker circuitbreaker.CircuitBreaker[any]
}

var errDeadline = errors.New("redis did not answer in time")

func newGuard(timeout time.Duration) *guard {
	return &guard{
		timeout: timeout,
		breaker: circuitbreaker.NewBuilder[any]().WithFailureThreshold(3).WithDelay(time.Second).Build(),
	}
}

func (g *guard) do(ctx context.Context, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if !g.breaker.TryAcquirePermit() {
		return ErrUnavailable
	}
	bounded, cancel := context.WithTimeoutCause(ctx, g.timeout, errDeadline)
	defer cancel()
	err := call(bounded)
	switch {
	case err == nil || isReply(err):
		g.breaker.RecordSuccess()
	case ctx.Err() == nil || g.breaker.IsHalfOpen():
		g.breaker.RecordFailure()
	default: // the caller gave up, which says nothing about Redis
	}
	return err
}

// isReply says whether Redis itself sent the error, a nil reply included: it is up.
func isReply(err error) bool {
	_, ok := errors.AsType[redis.Error](err)
	return ok
}
