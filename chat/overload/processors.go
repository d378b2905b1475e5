package overload

import (
	"runtime/metrics"
	"sync"
	"time"
)

const (
	lookEvery = 200 * time.Millisecond
	longWait  = 0.002 // s that a goroutine that could run waits for a processor
	fewLong   = 0.02  // share of the waits that may be long
	fewWaits  = 20    // fewer tell nothing
	burst     = 2     // looks in a row that may find too many long ones before any message is refused: what comes at once, and goes

	leastShare = 0.05
	narrower   = 0.8  // times the share, where too many waits are long
	wider      = 0.03 // added to it where they are not
)

// waits are how many waits of goroutines for a processor were counted since the process began, and how many of them were long.
type waits struct{ all, long uint64 }

// processors finds what share of the messages may be taken up, by how long goroutines wait for a processor. Whatever they are to do is
// late by that, refusals and crises too, and they wait as well when other processes take the machine's time. A limit by how long messages
// take does not see it: it compares with what they took lately, and takes a slow minute for the usual. A share is refused evenly, where
// a limit refuses all that come in the worst moments.
//
// A wait is long well before anybody would notice it, because these waits tell of another that is not counted: a processor that never runs
// out of goroutines does not look for what has arrived on the network, and the runtime does so for it only every 10 to 20 ms.
type processors struct {
	count func() waits

	mu     sync.Mutex
	looked time.Time
	before waits
	inARow int     // looks that found too many long waits
	share  float64 // 0 to 1
}

func newProcessors(count func() waits) *processors {
	return &processors{count: count, looked: time.Now(), before: count(), share: 1}
}

// taken is the share of the messages that may be taken up now.
func (p *processors) taken() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.looked) < lookEvery {
		return p.share
	}
	now := p.count()
	all, long := now.all-p.before.all, now.long-p.before.long
	p.looked, p.before = time.Now(), now
	if all < fewWaits || float64(long) <= fewLong*float64(all) {
		p.inARow, p.share = 0, min(1, p.share+wider)
		return p.share
	}
	if p.inARow++; p.share < 1 || p.inARow > burst {
		p.share = max(leastShare, p.share*narrower)
	}
	return p.share
}

// countWaits counts the waits of this process. The runtime notes one in eight or so.
func countWaits() (counted waits) {
	sample := []metrics.Sample{{Name: "/sched/latencies:seconds"}}
	metrics.Read(sample)
	seen := sample[0].Value.Float64Histogram()
	for i, n := range seen.Counts {
		counted.all += n
		if seen.Buckets[i] >= longWait {
			counted.long += n
		}
	}
	return counted
}
