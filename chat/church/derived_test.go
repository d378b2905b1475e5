package church_test

import (
	"sync"
	"testing"

	"narthex/chat/church"
)

func TestWhatIsDerivedIsMadeOnceForEachSnapshotAndKey(t *testing.T) {
	type key struct{ n int }
	type other struct{ n int }
	first, second := &church.Snapshot{Name: "First"}, &church.Snapshot{Name: "Second"}
	made := 0
	name := func(s *church.Snapshot) func() string { return func() string { made++; return s.Name } }
	for range 2 {
		if got := church.Derived(first, key{1}, name(first)); got != "First" {
			t.Errorf("of the first: %s", got)
		}
		if got := church.Derived(second, key{1}, name(second)); got != "Second" {
			t.Errorf("of the second: %s", got)
		}
		if got := church.Derived(first, key{2}, func() string { made++; return "of another key" }); got != "of another key" {
			t.Errorf("of another key: %s", got)
		}
		if got := church.Derived(first, other{1}, func() int { made++; return 1 }); got != 1 {
			t.Errorf("of another package's key: %d", got)
		}
	}
	if made != 4 {
		t.Errorf("made %d times", made)
	}
}

func TestWhoDerivesTheSameAtOnceWaitsForTheFirst(t *testing.T) {
	type key struct{}
	s := &church.Snapshot{}
	made, other, waited := 0, make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	got := make([]*int, 16)
	for i := range got {
		all.Go(func() {
			got[i] = church.Derived(s, key{}, func() *int {
				made++
				<-other
				return new(int)
			})
		})
	}
	go func() {
		church.Derived(s, "another key", func() int { return 1 }) // does not wait for this one
		close(waited)
	}()
	<-waited
	close(other)
	all.Wait()
	if made != 1 {
		t.Errorf("it was made %d times", made)
	}
	for _, p := range got {
		if p != got[0] {
			t.Fatal("two callers got different values")
		}
	}
}

func TestWhatCouldNotBeDerivedIsTriedAgain(t *testing.T) {
	type key struct{}
	s := &church.Snapshot{}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic is kept from who derives")
			}
		}()
		church.Derived(s, key{}, func() int { panic("no") })
	}()
	if got := church.Derived(s, key{}, func() int { return 1 }); got != 1 {
		t.Errorf("after a panic is derived %d", got)
	}
}
