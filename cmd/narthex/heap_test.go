package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

func TestASmallHeapMayGrowFurtherThanALargeOne(t *testing.T) {
	for live, want := range map[uint64]int{
		0:         1600,
		16 << 20:  700,
		64 << 20:  100,
		128 << 20: 100,
		900 << 20: 100,
	} {
		if got := growth(live); got != want {
			t.Errorf("%d MiB may grow by %d %%, want %d", live>>20, got, want)
		}
	}
}

func TestTheHeapsRoomFollowsWhatIsInUse(t *testing.T) {
	before := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	keepHeapRoomy()
	percent := func() int {
		current := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(current)
		return int(current[0].Value.Uint64())
	}
	waitFor := func(what string, holds func(int) bool) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); !holds(percent()); {
			if time.Now().After(deadline) {
				t.Fatalf("%s: the heap may grow by %d %%", what, percent())
			}
			runtime.GC()
		}
	}
	waitFor("an empty heap", func(p int) bool { return p > 100 })
	var kept []*int64 // small values without pointers, which share their memory
	for i := range int64(1000) {
		kept = append(kept, &i)
	}
	full := make([]byte, roomyHeap)
	for i := range full {
		full[i] = byte(i)
	}
	waitFor("a full heap", func(p int) bool { return p == 100 })
	if full[1] != 1 || *kept[9] != 9 {
		t.Error("the heap was not full")
	}
}
