package bounded_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"narthex/cache/bounded"
)

func TestNoMoreStaysThanTheBound(t *testing.T) {
	numbered := bounded.New(bounded.Config[int, string]{Most: 10, Inline: true})
	weighed := bounded.New(bounded.Config[int, string]{MostWeight: 100, Weigh: func(int, string) uint32 { return 20 }, Inline: true})
	for i := range 1000 {
		numbered.Set(i, "some")
		weighed.Set(i, "some")
	}
	numbered.Settle()
	weighed.Settle()
	if n, w := numbered.Len(), weighed.Weight(); n == 0 || n > 10 || w == 0 || w > 100 {
		t.Errorf("%d of 10, %d of 100", n, w)
	}
}

// A cache that is full of what has been used for long takes in what begins to be used as much: a church that came today is not read anew
// for each of its visitors because others were here before.
func TestWhatBeginsToBeUsedIsLetIn(t *testing.T) {
	const room, used = 200, 50
	c := bounded.New(bounded.Config[int, string]{MostWeight: room, Weigh: func(int, string) uint32 { return 1 }, Inline: true})
	defer c.Close()
	use := func(key int) (held bool) {
		if _, held = c.Get(key); !held {
			c.Set(key, "read")
		}
		return held
	}
	for range used {
		for key := range room {
			use(key)
		}
	}
	const newcomers, rounds = 20, 100
	read := 0
	for range rounds {
		for key := range room - newcomers { // as many as there were, less those that nobody uses any more
			use(key)
		}
		for key := range newcomers {
			if !use(room + key) {
				read++
			}
		}
	}
	if most := newcomers * rounds / 4; read > most {
		t.Errorf("newcomers were read %d times of %d, not %d at most", read, newcomers*rounds, most)
	}
	t.Logf("newcomers were read %d times of %d", read, newcomers*rounds)
}

func TestAValueIsMadeOnceAndChangedByOneAtATime(t *testing.T) {
	c := bounded.New(bounded.Config[string, int]{Most: 10})
	defer c.Close()
	var made atomic.Int64
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for range 500 {
				c.GetOrMake("one", func() int { made.Add(1); return 7 })
				c.Update("sum", func(old int, _ bool) (int, bool) { return old + 1, true })
			}
		})
	}
	work.Wait()
	one, _ := c.Get("one")
	if sum, _ := c.Get("sum"); one != 7 || made.Load() != 1 || sum != 4000 {
		t.Errorf("made %d times, the sum is %d", made.Load(), sum)
	}
}

func TestWhatIsNotChangedStays(t *testing.T) {
	c := bounded.New(bounded.Config[string, int]{Most: 10, Inline: true})
	if !c.Add("a", 1) || c.Add("a", 2) {
		t.Error("added twice, or not at all")
	}
	if got := c.Update("a", func(old int, known bool) (int, bool) { return old + 10, false }); got != 11 {
		t.Errorf("an update that changes nothing gives %d", got)
	}
	c.Update("b", func(int, bool) (int, bool) { return 5, false })
	a, knowsA := c.Peek("a")
	if _, knowsB := c.Peek("b"); a != 1 || !knowsA || knowsB {
		t.Errorf("a is %d, b is there: %v", a, knowsB)
	}
	c.Drop("a")
	if _, known := c.Get("a"); known {
		t.Error("what was dropped is there")
	}
}

func TestValuesGoWhenTheirTimeIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := bounded.New(bounded.Config[string, int]{Most: 10, SinceSet: time.Hour, Inline: true})
		defer set.Close()
		used := bounded.New(bounded.Config[string, int]{Most: 10, SinceUsed: time.Hour, Inline: true})
		defer used.Close()
		set.Set("a", 1)
		used.Set("a", 1)
		for range 2 {
			time.Sleep(40 * time.Minute)
			_, stays := used.Get("a")
			if !stays {
				t.Error("what is used has gone")
			}
		}
		if _, stays := set.Get("a"); stays {
			t.Error("what was set long ago stays")
		}
		time.Sleep(61 * time.Minute)
		if _, stays := used.Get("a"); stays {
			t.Error("what nobody used stays")
		}
	})
}
