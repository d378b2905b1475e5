package voice_test

import (
	"net/url"
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

// TestALostSocketIsNotACallThatHasEnded has a call go on that keeps its place, and another that does not, and gives it up.
func TestALostSocketIsNotACallThatHasEnded(t *testing.T) {
	t.Parallel()
	x := newExchangeWith(t, switchboard.Limits{Lease: time.Hour}, nil, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	chattest.Must(t, c.Drop())
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	if held := x.placesOf(t, church); len(held) != 1 {
		t.Errorf("%d places are held while the call may go on", len(held))
	}
	again := x.goesOn(t, c)
	chattest.Must(t, again.Say(t.Context(), "Goodbye."))
	ends(t, again)
	chattest.Must(t, again.HangUp())
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	gone := x.dial(t, "CA2")
	hears(t, gone, "What time is church on Sunday?")
	chattest.Must(t, gone.Drop())
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	_, _, err := gone.Service.Post(t.Context(), gone.Action, url.Values{"CallStatus": {"completed"}})
	chattest.Must(t, err)
	if held := x.placesOf(t, church); len(held) != 0 {
		t.Errorf("%d places are held when both calls are over", len(held))
	}
	if of, err := x.Redis.Keys(t.Context(), cache.KeyPrefix(church)+"calls:of:*").Result(); err != nil || len(of) != 0 {
		t.Errorf("places of the caller's are held: %q (%v)", of, err)
	}
	for outcome, want := range map[string]float64{"lost": 2, "goodbye": 1, "hung_up": 0} {
		if counted := x.Counted(t, "narthex_voice_calls_total", outcome); counted != want {
			t.Errorf("%s: %v are counted, not %v", outcome, counted, want)
		}
	}
	families, err := x.Registry.Gather()
	chattest.Must(t, err)
	for _, family := range families {
		if family.GetName() == "narthex_voice_call_seconds" && family.GetMetric()[0].GetHistogram().GetSampleCount() != 1 {
			t.Errorf("timed are %v", family.GetMetric())
		}
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
