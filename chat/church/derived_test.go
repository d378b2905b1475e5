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

func TestThoseWhoDeriveAtOnceGetTheSame(t *testing.T) {
	type key struct{}
	s := &church.Snapshot{}
	var all sync.WaitGroup
	got := make([]*int, 16)
	for i := range got {
		all.Go(func() { got[i] = church.Derived(s, key{}, func() *int { return new(int) }) })
	}
	all.Wait()
	for _, p := range got {
		if p != got[0] {
			t.Fatal("two callers got different values")
		}
	}
}
