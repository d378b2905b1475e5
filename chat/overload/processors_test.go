package overload

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// machine counts waits as a test says.
type machine struct {
	counted waits
	long    uint64 // of each hundred waits
}

func (m *machine) count() waits {
	m.counted.all += 100
	m.counted.long += m.long
	return m.counted
}

// shareOf asks many times while as many are at work as always may be, and gives what share is admitted.
func shareOf(l *Limiter) float64 {
	var always []*Work
	for range l.always {
		always = append(always, l.Join())
	}
	defer end(always)
	const asked = 2000
	admitted := 0
	for range asked {
		if work, ok := l.Admit(); ok {
			admitted++
			work.End()
		}
	}
	return float64(admitted) / asked
}

// wait has the limiter look at the waits for so long.
func wait(l *Limiter, how time.Duration) {
	for began := time.Now(); time.Since(began) < how; time.Sleep(lookEvery) {
		l.processors.taken()
	}
}

func TestAShareIsTakenUpWhileGoroutinesWaitForProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{long: 2}
		l := newLimiter(Config{Usual: 16}, m.count)
		wait(l, 10*time.Second)
		if share := shareOf(l); share != 1 {
			t.Errorf("%.2f is taken up while few wait", share)
		}
		m.long = 3
		wait(l, (burst+5)*lookEvery)
		if share := shareOf(l); share < 0.2 || share > 0.5 {
			t.Errorf("%.2f is taken up after a second of waits", share)
		}
		wait(l, 20*time.Second)
		if share := shareOf(l); share < leastShare/2 || share > 2*leastShare {
			t.Errorf("%.3f is taken up at the least", share)
		}
		m.long = 0
		wait(l, 10*time.Second)
		if share := shareOf(l); share != 1 {
			t.Errorf("%.2f is taken up when nobody has waited for ten seconds", share)
		}
	})
}

// TestNobodyIsRefusedForABurst: what comes at once, as when a part of Redis is lost, has goroutines wait for a moment.
func TestNobodyIsRefusedForABurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{}
		l := newLimiter(Config{Usual: 16}, m.count)
		for range 5 {
			m.long = 50
			for range burst {
				time.Sleep(lookEvery)
				if share := l.processors.taken(); share != 1 {
					t.Fatalf("%.2f is taken up in a burst", share)
				}
			}
			m.long = 0
			time.Sleep(lookEvery)
			l.processors.taken()
		}
	})
}

func TestAFewAreTakenUpHoweverLongProcessorsAreWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(Config{Usual: 16}, (&machine{long: 100}).count)
		wait(l, time.Minute)
		for range 200 {
			var all []*Work
			for range l.always {
				work, ok := l.Admit()
				if !ok {
					t.Fatalf("refused while %d of %d are at work", len(all), l.always)
				}
				all = append(all, work)
			}
			end(all)
		}
	})
}

func TestFewWaitsTellNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := waits{}
		l := newLimiter(Config{Usual: 16}, func() waits { seen.all, seen.long = seen.all+fewWaits-1, seen.long+fewWaits-1; return seen })
		wait(l, time.Minute)
		if share := l.processors.taken(); share != 1 {
			t.Errorf("%.2f is taken up", share)
		}
	})
}

// TestTheRuntimeCountsLongWaits asks the runtime itself: of goroutines that are many times as many as the processors and never pause, each
// waits for all the others.
func TestTheRuntimeCountsLongWaits(t *testing.T) {
	before := countWaits()
	var enough atomic.Bool
	var spinning sync.WaitGroup
	for range 8 * runtime.GOMAXPROCS(0) {
		spinning.Go(func() {
			for !enough.Load() {
			}
		})
	}
	defer spinning.Wait()
	defer enough.Store(true)
	for began := time.Now(); ; runtime.Gosched() {
		if now := countWaits(); now.long > before.long && now.all > before.all {
			return
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("no wait was long: %+v after %+v", countWaits(), before)
		}
	}
}
