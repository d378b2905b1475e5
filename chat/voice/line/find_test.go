package line_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/chat/voice/line"
	"narthex/cmd/dev/stack"
)

const called = "+12075550145"

// cut gives a finder that reaches the database through a connection that can be cut, and its churches.
func (h *house) cut(t *testing.T) (*line.Finder, *church.Store, *stack.Outage) {
	t.Helper()
	url, outage := stack.NewOutage(t, h.URL)
	pool, err := pgxpool.New(t.Context(), url)
	must(t, err)
	t.Cleanup(pool.Close)
	discard := slog.New(slog.DiscardHandler)
	churches := church.NewStore(pool, church.Config{Logger: discard})
	return line.NewFinder(pool, churches, nil, discard, nil), churches, outage
}

func TestANumberThatMovedIsNotAnsweredForTheChurchThatHadIt(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	finder, churches, outage := h.cut(t)
	must(t, line.Assign(t.Context(), h.Pool, h.grace, called, ""))
	if found, err := finder.Find(t.Context(), called, ""); err != nil || found.Church.ID != h.grace {
		t.Fatalf("at first it is found %+v, %v", found, err)
	}
	must(t, line.Assign(t.Context(), h.Pool, h.grace, "+12075550146", ""))
	must(t, line.Assign(t.Context(), h.Pool, h.hope, called, ""))
	for { // until it has heard of it
		snapshot, err := churches.ByID(t.Context(), h.grace)
		must(t, err)
		if snapshot.Voice.CarrierNumber != called {
			break
		}
	}
	outage.Cut()
	if found, err := finder.Find(t.Context(), called, ""); err == nil {
		t.Errorf("while the database is away it is found for %s", found.Church.Slug)
	}
	outage.Restore()
	if found, err := finder.Find(t.Context(), called, ""); err != nil || found.Church.ID != h.hope {
		t.Errorf("at last it is found %+v, %v", found, err)
	}
}

func TestAChurchIsKnownFromBeforeForADay(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	finder, _, outage := h.cut(t)
	var later time.Duration
	finder.SetClock(func() time.Time { return time.Now().Add(later) })
	must(t, line.Assign(t.Context(), h.Pool, h.grace, called, ""))
	_, err := finder.Find(t.Context(), called, "")
	must(t, err)
	outage.Cut()
	for hours, known := range map[time.Duration]bool{23: true, 25: false} {
		later = hours * time.Hour
		if found, err := finder.Find(t.Context(), called, ""); (err == nil) != known {
			t.Errorf("after %d hours it is found %+v, %v", hours, found, err)
		}
	}
}
