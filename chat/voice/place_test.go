package voice_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
	"narthex/chat/chattest"
	"narthex/chat/voice/relay"
	"narthex/chat/voice/switchboard"
)

// placesOf is until when each place on a church's line is held, in Unix milliseconds, by its call.
func (x *exchange) placesOf(t *testing.T, church uuid.UUID) map[string]float64 {
	t.Helper()
	held, err := x.Redis.ZRangeWithScores(t.Context(), cache.KeyPrefix(church)+"calls", 0, -1).Result()
	chattest.Must(t, err)
	till := make(map[string]float64)
	for _, place := range held {
		till[place.Member.(string)] = place.Score
	}
	return till
}

func TestACallHoldsItsPlaceForAsLongAsItLasts(t *testing.T) {
	t.Parallel()
	x := newExchangeWith(t, switchboard.Limits{Lease: 600 * time.Millisecond}, nil, nil)
	church, began := x.church(t), time.Now()
	var calls []func() error
	for _, call := range []string{"CA1", "CA2"} {
		calls = append(calls, x.dial(t, call).HangUp)
	}
	begun := x.placesOf(t, church)
	if len(begun) != len(calls) {
		t.Fatalf("%d places for %d calls", len(begun), len(calls))
	}
	for renewals := range 4 {
		before := x.placesOf(t, church)
		chattest.Eventually(t, func() bool {
			now := x.placesOf(t, church)
			for call := range begun {
				if now[call] <= before[call] {
					return false
				}
			}
			return true
		})
		if t.Failed() {
			t.Fatalf("places are not renewed after %d times", renewals)
		}
	}
	for _, hangUp := range calls {
		chattest.Must(t, hangUp())
	}
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	if left := x.placesOf(t, church); len(left) != 0 {
		t.Errorf("%d places are held when all have hung up", len(left))
	}
	days, err := x.Redis.Keys(t.Context(), cache.KeyPrefix(church)+"calls:time:*").Result()
	chattest.Must(t, err)
	counted := 0.0
	for _, day := range days { // two, at midnight
		seconds, err := x.Redis.HGet(t.Context(), day, "").Float64()
		chattest.Must(t, err)
		counted += seconds
	}
	if lasted := time.Since(began).Seconds(); counted < 1.5 || counted > 2*lasted {
		t.Errorf("%.2f seconds are counted of two calls that lasted no longer than %.2f", counted, lasted)
	}
}

// TestNoPlaceIsTakenAgainByWhoHasLeft has calls end while their places are being renewed, without a pause.
func TestNoPlaceIsTakenAgainByWhoHasLeft(t *testing.T) {
	t.Parallel()
	x := newExchangeWith(t, switchboard.Limits{Lease: time.Hour, Renewed: 10 * time.Millisecond}, nil, func(c *relay.Config) { c.PerChurch, c.PerCaller = -1, -1 })
	church := x.church(t)
	var calls sync.WaitGroup
	for i := range 30 {
		c := x.dial(t, "CA"+strconv.Itoa(i))
		calls.Go(func() {
			time.Sleep(time.Duration(i) * 5 * time.Millisecond) // at another moment of a renewal each
			if err := c.HangUp(); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	if left := x.placesOf(t, church); len(left) != 0 {
		t.Errorf("%d places are held when all have hung up", len(left))
	}
}
