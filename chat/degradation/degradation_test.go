package degradation

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

func TestEachIsCountedAndOneLineASecondIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines bytes.Buffer
		registry := prometheus.NewRegistry()
		log := NewLog(slog.New(slog.NewTextHandler(&lines, nil)), registry)
		for range 1500 { // over 1.5 s
			log.Note(t.Context(), PastUnread, errors.New("time out"), "church", "grace")
			time.Sleep(time.Millisecond)
		}
		log.Note(t.Context(), Tier("2"), errors.New("down"))
		log.Note(t.Context(), Tier("3"), errors.New("down"))

		said := strings.Split(strings.TrimSpace(lines.String()), "\n")
		if len(said) != 4 || !strings.Contains(said[1], "unsaid=999") || !strings.Contains(said[1], "church=grace") || !strings.Contains(said[3], "tier_3") {
			t.Errorf("said %q", said)
		}
		for kind, want := range map[Kind]float64{PastUnread: 1500, Tier("2"): 1} {
			if counted := testutil.ToFloat64(log.total.WithLabelValues(kind.label)); counted != want {
				t.Errorf("%s was counted %v times", kind.label, counted)
			}
		}
	})
}

// A series that begins at 1 has never gone up, as alerts see it.
func TestAllKindsAreShownBeforeThereIsAny(t *testing.T) {
	registry := prometheus.NewRegistry()
	log := NewLog(slog.New(slog.DiscardHandler), registry)
	log.Expect(Tier("2"))
	source, err := os.ReadFile("degradation.go")
	if err != nil {
		t.Fatal(err)
	}
	written := regexp.MustCompile(`= Kind\{"(\w+)"`).FindAllSubmatch(source, -1)
	if shown, err := testutil.GatherAndCount(registry, "narthex_degradations_total"); err != nil || shown != len(written)+1 || len(written) < 10 {
		t.Errorf("of %d kinds and a tier %d are shown, %v", len(written), shown, err)
	}
}
