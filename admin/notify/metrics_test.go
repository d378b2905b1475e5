package notify

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/static/messages"
)

// A series that begins at 1 has never gone up, as alerts see it.
func TestWhatIsLostIsShownOfEachKindBeforeAnyIs(t *testing.T) {
	registry, m := prometheus.NewRegistry(), newMetrics(nil, nil)
	registry.MustRegister(m.dead, m.unaddressed)
	kinds := len(words[messages.Default].Subjects)
	for name, want := range map[string]int{"narthex_notifications_dead_total": 2 * kinds, "narthex_notifications_unaddressed_total": kinds} {
		if shown, err := testutil.GatherAndCount(registry, name); err != nil || shown != want || kinds < 10 {
			t.Errorf("of %d kinds %s shows %d, %v", kinds, name, shown, err)
		}
	}
	for _, kind := range []string{kindCrisis, kindOther} {
		for name, counter := range map[string]prometheus.Counter{
			"dead by mail": m.dead.WithLabelValues(channelMail, kind), "dead by text": m.dead.WithLabelValues(channelSMS, kind), "unaddressed": m.unaddressed.WithLabelValues(kind),
		} {
			if counted := testutil.ToFloat64(counter); counted != 0 {
				t.Errorf("%s, %s: %v", name, kind, counted)
			}
		}
	}
}
