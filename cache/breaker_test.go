package cache_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"narthex/cache"
)

func TestABreakerLeavesRedisAloneForAWhileAfterFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := cache.NewBreaker(cache.BreakerConfig{Timeout: time.Second, Failures: 2, Pause: time.Second})
		broken := errors.New("connection refused")
		do := func(err error) error {
			return b.Do(t.Context(), func(context.Context) error { return err })
		}
		if _, up := b.UpSince(); up {
			t.Error("it is up before anything was asked")
		}
		if _, failed := b.Failed(); failed {
			t.Error("something failed before anything was asked")
		}
		if err := do(redis.Nil); !errors.Is(err, redis.Nil) {
			t.Errorf("a nil reply: %v", err)
		}
		began := time.Now()
		time.Sleep(time.Minute)
		if since, up := b.UpSince(); !up || !since.Equal(began) {
			t.Errorf("up %v since %v, want %v", up, since, began)
		}
		for range 2 {
			if err := do(broken); !errors.Is(err, broken) {
				t.Errorf("got %v", err)
			}
		}
		if err := do(nil); !errors.Is(err, cache.ErrUnavailable) {
			t.Errorf("while it is left alone: %v", err)
		}
		if _, up := b.UpSince(); up {
			t.Error("it is up after a failure")
		}
		if at, failed := b.Failed(); !failed || !at.Equal(time.Now()) {
			t.Errorf("failed %v at %v", failed, at)
		}
		time.Sleep(2 * time.Second)
		if err := do(nil); err != nil {
			t.Errorf("after the pause: %v", err)
		}
		if since, up := b.UpSince(); !up || !since.Equal(time.Now()) {
			t.Errorf("up %v since %v", up, since)
		}
	})
}

// replied is an error that Redis sent.
type replied string

func (r replied) Error() string { return string(r) }
func (replied) RedisError()     {}

func TestErrorsThatRedisSentFailWhereTheyAreToldTo(t *testing.T) {
	for _, fail := range []bool{false, true} {
		b := cache.NewBreaker(cache.BreakerConfig{Timeout: time.Second, Failures: 1, Pause: time.Hour, RepliesFail: fail})
		_ = b.Do(t.Context(), func(context.Context) error { return replied("OOM") })
		err := b.Do(t.Context(), func(context.Context) error { return nil })
		if refused := errors.Is(err, cache.ErrUnavailable); refused != fail {
			t.Errorf("replies fail %v: then %v", fail, err)
		}
	}
}
