package church

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
)

func TestALoadThatPanicsReleasesThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var loads flights[string, int]
		keep := func(int, bool) { t.Error("the result of a panic is kept") }
		var visitors sync.WaitGroup
		visitors.Go(func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic does not reach the load's own caller")
				}
			}()
			_, _ = loads.do(t.Context(), "key", func(uint64) (int, error) {
				time.Sleep(time.Second)
				panic("broken")
			}, keep)
		})
		synctest.Wait()
		visitors.Go(func() {
			if _, err := loads.do(t.Context(), "key", nil, keep); !errors.Is(err, errLoadPanicked) {
				t.Errorf("who waits gets %v; want errLoadPanicked", err)
			}
		})
		visitors.Wait()

		value, err := loads.do(t.Context(), "key", func(uint64) (int, error) { return 7, nil }, func(int, bool) {})
		if value != 7 || err != nil {
			t.Errorf("the next load: %d, %v", value, err)
		}
	})
}

func TestWhoComesAfterAnAnnouncementDoesNotWaitForTheOvertakenLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var loads flights[string, int]
		kept := map[int]bool{} // value to overtaken
		get := func(value int, takes time.Duration) int {
			got, err := loads.do(t.Context(), "key", func(uint64) (int, error) {
				time.Sleep(takes)
				return value, nil
			}, func(value int, overtaken bool) { kept[value] = overtaken })
			if err != nil {
				t.Error(err)
			}
			return got
		}
		expect := func(what string, got, want int) {
			if got != want {
				t.Errorf("%s got %d; want %d", what, got, want)
			}
		}
		var visitors sync.WaitGroup
		visitors.Go(func() { expect("the first", get(1, 3*time.Second), 1) })
		synctest.Wait()
		visitors.Go(func() { expect("who joins the first", get(0, 0), 1) })
		synctest.Wait()
		loads.overtake("other", func() {})
		loads.overtake("key", func() {})
		visitors.Go(func() { expect("who comes after the announcement", get(2, time.Second), 2) })
		synctest.Wait()
		visitors.Go(func() { expect("who joins that one", get(0, 0), 2) })
		synctest.Wait()
		loads.overtakeAll(func() {})
		visitors.Go(func() { expect("who comes after an announcement to all", get(3, time.Minute), 3) })
		visitors.Wait()

		if len(kept) != 3 || !kept[1] || !kept[2] || kept[3] {
			t.Errorf("kept, and whether overtaken: %v; want 1 and 2 overtaken, 3 not", kept)
		}
	})
}

func TestWhoWaitsForALoadMayLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var loads flights[string, int]
		var visitors sync.WaitGroup
		visitors.Go(func() {
			_, _ = loads.do(t.Context(), "key", func(uint64) (int, error) { time.Sleep(time.Hour); return 1, nil }, func(int, bool) {})
		})
		synctest.Wait()
		began := time.Now()
		gone := errors.New("tab closed")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, gone)
		defer cancel()
		if _, err := loads.do(ctx, "key", nil, nil); !errors.Is(err, gone) || time.Since(began) != time.Second {
			t.Errorf("%v after %v; want the cause after a second", err, time.Since(began))
		}
		visitors.Wait()
	})
}

func TestAnOvertakenLoadThatEndsLastDoesNotReplaceTheLaterOne(t *testing.T) {
	s := NewStore(nil, Config{})
	id := uuid.New()
	church := func(flight uint64) *entry {
		return &entry{directory: &Directory{ID: id, Slug: "raced"}, bytes: entryBytes, loadedAt: time.Now(), flight: flight}
	}
	none := func(flight uint64) *entry { return &entry{bytes: entryBytes, loadedAt: time.Now(), flight: flight} }
	cached := func() uint64 {
		e, err := s.entry(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return e.flight
	}
	steps := []struct {
		name      string
		entry     *entry
		overtaken bool
		want      uint64
	}{
		{"a load", church(2), false, 2},
		{"an earlier one that was overtaken", church(1), true, 2},
		{"a later one that finds the church gone", none(4), false, 4},
		{"an earlier one that had still found it", church(3), true, 4},
	}
	for _, step := range steps {
		s.keep(id, step.entry, step.overtaken)
		if got := cached(); got != step.want {
			t.Errorf("after %s, load %d is cached; want %d", step.name, got, step.want)
		}
	}
}

func TestUnknownIDsFillNeitherMemoryNorPushOutChurches(t *testing.T) {
	s := NewStore(nil, Config{})
	known := uuid.New()
	s.keep(known, &entry{directory: &Directory{ID: known, Slug: "known"}, snapshot: &Snapshot{ID: known}, bytes: entryBytes, loadedAt: time.Now()}, false)
	for range 5 * maxAbsent {
		s.keep(uuid.New(), &entry{bytes: entryBytes, loadedAt: time.Now()}, false)
	}
	s.absent.Settle()
	if size := s.absent.Len(); size > maxAbsent {
		t.Errorf("%d unknown ids are remembered; want at most %d", size, maxAbsent)
	}
	if _, ok := s.entries.Get(known); !ok {
		t.Error("the church was pushed out")
	}
}

func TestListedChurchesDoNotPushOutThoseThatPeopleChatWith(t *testing.T) {
	s := NewStore(nil, Config{MaxBytes: 100 * entryBytes})
	chatted := uuid.New()
	s.keep(chatted, &entry{directory: &Directory{ID: chatted, Slug: "chatted"}, snapshot: &Snapshot{ID: chatted}, bytes: entryBytes}, false)
	for i := range 1000 {
		id := uuid.New()
		s.keep(id, &entry{directory: &Directory{ID: id, Slug: fmt.Sprint("listed-", i)}, bytes: entryBytes}, false)
	}
	s.listed.Settle()
	s.entries.Settle()
	if weight := s.listed.Weight(); weight == 0 || weight > 100*entryBytes/listedShare {
		t.Errorf("listed churches weigh %d bytes", weight)
	}
	if s.peek(chatted) == nil {
		t.Error("the church was pushed out")
	}
}
