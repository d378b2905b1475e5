package facts

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"narthex/chat/church"
)

func TestAnIndexIsMadeOnceAndGoesWithItsSnapshot(t *testing.T) {
	snapshot := &church.Snapshot{Name: "Old Stone Church", Staff: []church.StaffMember{{Name: "Ann Lee", Title: "Pastor"}}, Location: time.UTC}
	first := indexOf(snapshot, english)
	if indexOf(snapshot, english) != first {
		t.Error("made twice")
	}
	if indexOf(snapshot, spanish) == first {
		t.Error("two languages share one")
	}
	keys := []indexKey{{weak.Make(snapshot), english}, {weak.Make(snapshot), spanish}}
	runtime.KeepAlive(snapshot)
	deadline := time.Now().Add(10 * time.Second)
	for _, key := range keys {
		for _, kept := indexes.Load(key); kept; _, kept = indexes.Load(key) {
			if time.Now().After(deadline) {
				t.Fatal("an index outlives its snapshot")
			}
			runtime.GC() // cleanups run in a goroutine of their own some time afterwards
			time.Sleep(time.Millisecond)
		}
	}
}
