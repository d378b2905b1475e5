package overload

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

// usual is how many may be at work at once in tests for each processor.
const usual = 4

// noWaits counts for tests in which no goroutine waits for a processor, whatever else this machine does.
func noWaits() waits { return waits{} }

func usualLimit() int { return usual * runtime.GOMAXPROCS(0) }

// fill takes up as much work as is admitted.
func fill(l *Limiter) (all []*Work) {
	for {
		work, ok := l.Admit()
		if !ok {
			return all
		}
		all = append(all, work)
	}
}

func end(all []*Work) {
	for _, work := range all {
		work.End()
	}
}

// load has the limiter full for a time, with work that takes so long each.
func load(l *Limiter, how, took time.Duration) {
	for began := time.Now(); time.Since(began) < how; {
		all := fill(l)
		time.Sleep(took)
		end(all)
	}
}

func TestBeyondTheLimitIsRefusedUntilWorkEnds(t *testing.T) {
	registry := prometheus.NewRegistry()
	l := newLimiter(Config{Usual: usual, Registerer: registry}, noWaits)
	all := fill(l)
	if len(all) != usualLimit() || l.InFlight() != usualLimit() || l.Limit() != usualLimit() {
		t.Fatalf("%d admitted, %d in flight, of %d", len(all), l.InFlight(), l.Limit())
	}
	joined := l.Join() // is never refused, and takes nobody's place
	joined.End()
	if refused := testutil.ToFloat64(l.refused); refused != 1 {
		t.Errorf("%v refused", refused)
	}
	all[0].End()
	all[0].End()
	if more := fill(l); len(more) != 1 {
		t.Errorf("%d admitted in the place of one", len(more))
	}
	if n, err := testutil.GatherAndCount(registry, "narthex_overload_refused_total", "narthex_overload_limit", "narthex_overload_share", "narthex_overload_in_flight"); n != 4 || err != nil {
		t.Errorf("%d metrics: %v", n, err)
	}
}

func TestWhoWaitsForOthersIsNotAtWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Config{Usual: usual}, noWaits)
		load(l, 5*time.Second, 20*time.Millisecond)
		before := l.Limit()
		for range 20 {
			all := fill(l)
			var backs []func()
			for _, work := range all {
				backs = append(backs, work.Outside())
			}
			if l.InFlight() != 0 {
				t.Fatalf("%d are at work, and all wait for others", l.InFlight())
			}
			time.Sleep(3 * time.Second)
			for _, back := range backs {
				back()
			}
			if l.InFlight() != len(all) {
				t.Fatalf("%d of %d are at work again", l.InFlight(), len(all))
			}
			time.Sleep(20 * time.Millisecond)
			end(all)
		}
		if l.Limit() < before {
			t.Errorf("slow others have the limit fall from %d to %d", before, l.Limit())
		}
	})
}

func TestWhoComesBackGoesOnWithoutRoom(t *testing.T) {
	l := newLimiter(Config{Usual: usual}, noWaits)
	work, _ := l.Admit()
	back := work.Outside()
	rest := fill(l)
	back()
	if l.InFlight() != usualLimit() {
		t.Errorf("%d at work of %d", l.InFlight(), usualLimit())
	}
	work.End()
	end(rest)
	if l.InFlight() != 0 {
		t.Errorf("%d at work when all have ended", l.InFlight())
	}
	work.Outside()()
	if l.InFlight() != 0 {
		t.Error("what has ended is at work again")
	}
}

func TestTheLimitFallsWhileWorkTakesLongerAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Config{Usual: usual}, noWaits)
		load(l, 20*time.Second, 20*time.Millisecond)
		quick := l.Limit()
		if quick < usualLimit() {
			t.Fatalf("the limit is %d of %d before anything was slow", quick, usualLimit())
		}
		load(l, 10*time.Second, 800*time.Millisecond)
		slow := l.Limit()
		if slow >= quick || slow < usualLimit()/2 {
			t.Errorf("the limit is %d of %d while work takes forty times as long", slow, quick)
		}
		load(l, 20*time.Second, 20*time.Millisecond)
		if l.Limit() < usualLimit() {
			t.Errorf("the limit stays at %d of %d", l.Limit(), usualLimit())
		}
	})
}

func TestWithoutALimitAllAreAdmitted(t *testing.T) {
	l := New(Config{})
	for range 1000 {
		if _, ok := l.Admit(); !ok {
			t.Fatal("refused")
		}
	}
	var unmeasured *Work
	unmeasured.Outside()()
	unmeasured.End()
}

func BenchmarkRefused(b *testing.B) {
	l := newLimiter(Config{Usual: usual}, noWaits)
	fill(l)
	for b.Loop() {
		l.Admit()
	}
}

func BenchmarkAdmitted(b *testing.B) {
	l := newLimiter(Config{Usual: usual}, noWaits)
	for b.Loop() {
		work, _ := l.Admit()
		work.Outside()()
		work.End()
	}
}
