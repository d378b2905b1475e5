package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// keepHeapRoomy lets a small heap grow to roomyHeap before it is collected. By default a heap is collected when it has
// doubled: with few visitors it holds a few megabytes, and cheap answers would have it collected many times a second, each
// time with everything that waits for an answer slowed down. A heap that is larger anyway grows as by default, so that many
// visitors cost no more memory than before. An operator who has set GOGC or GOMEMLIMIT is obeyed instead.
func keepHeapRoomy() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		afterCollection(nil)
	}
}

const (
	roomyHeap      = 128 << 20 // bytes
	defaultPercent = 100
	mostPercent    = 1600 // the smallest heap that is collected is 4 MiB at 100 percent
)

// afterCollection sets how far the heap may grow, and comes again after the next collection, when its sentinel is found to
// be unreachable.
func afterCollection(previous *int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	percent := growth(live[0].Value.Uint64())
	if previous == nil || *previous != percent {
		debug.SetGCPercent(percent)
	}
	runtime.SetFinalizer(&sentinel{percent: percent}, func(s *sentinel) { afterCollection(&s.percent) })
}

// sentinel holds what was set when it was made. Without a pointer in it, it would share its memory with other small values,
// and live as long as any of them.
type sentinel struct {
	percent int
	_       *byte
}

// giveHeapBack gives the system back what only the start needed, once what jobs do first is done, too. The runtime would keep it until the
// heap is first collected, and with few visitors that is never.
func giveHeapBack(ctx context.Context) {
	settled := time.NewTimer(settledAfter)
	defer settled.Stop()
	select {
	case <-settled.C:
		debug.FreeOSMemory()
	case <-ctx.Done():
	}
}

const settledAfter = 500 * time.Millisecond

// growth is by how many percent a heap may grow of which so much is in use.
func growth(live uint64) int {
	const least = 1 << 20
	room := float64(roomyHeap)/float64(max(live, least)) - 1
	percent := int(math.Round(room*4)) * 100 / 4 // in steps: setting it has a cost
	return min(max(percent, defaultPercent), mostPercent)
}
