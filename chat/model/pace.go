package model

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// pace says how long the next words of an answer are let gather before they are read: the more a client's answers say together, the
// longer. Each word that is read by itself costs a system call, a line of the turn's log and a write to each of its readers,
// so a busy node that reads every word as it comes spends its time on that. While it waits, the words lie in the connection, and
// are told together. A client at rest lets nothing gather.
type pace struct {
	events atomic.Int64 // in this window
	since  atomic.Int64 // when it began, in nanoseconds of Unix time
	wait   atomic.Int64 // found in the one before, in nanoseconds
}

const (
	// mostGathering is the longest that a word waits: the pauses of an answer of 15 words a second, which nobody takes for a stutter.
	// A model that speaks slower than that is never held back.
	mostGathering = 66 * time.Millisecond
	// Events a second for each processor: up to the first nothing is let gather, from the second on for the longest.
	restingPace = 1_000
	busyPace    = 4_000
	paceWindow  = 250 * time.Millisecond
)

// count counts events that were read together, and gives how long the next may gather.
func (p *pace) count(events int, now time.Time) time.Duration {
	counted, since := p.events.Add(int64(events)), p.since.Load()
	window := time.Duration(now.UnixNano() - since)
	if window >= paceWindow && p.since.CompareAndSwap(since, now.UnixNano()) {
		p.events.Add(-counted)
		p.wait.Store(int64(gatheringAt(float64(counted) / window.Seconds() / float64(runtime.GOMAXPROCS(0)))))
	}
	return time.Duration(p.wait.Load())
}

// gatheringAt is how long words gather when so many events a second come for each processor.
func gatheringAt(rate float64) time.Duration {
	share := (rate - restingPace) / (busyPace - restingPace)
	return time.Duration(min(max(share, 0), 1) * float64(mostGathering))
}

// gathering is a stream's part in it.
type gathering struct {
	pace   *pace
	urgent bool // nothing is let gather
	timer  *time.Timer
	began  time.Time // when the first words were told
	told   int       // events since
	events int       // read since words were last told
	bytes  int       // of them
}

// fewEvents say nothing yet of how fast a model speaks.
const fewEvents = 3

// muchToRead is nearly as much as is read at once: after it there may be more, which is not to lie any longer.
const muchToRead = eventSize * 3 / 4

// read notes an event.
func (g *gathering) read(event []byte) {
	g.events++
	g.bytes += len(event)
}

// await lets words gather after some were told, if they come faster than the longest wait.
func (g *gathering) await(ctx context.Context) {
	now := time.Now()
	wait := g.pace.count(g.events, now)
	if g.began.IsZero() {
		g.began = now
	} else {
		g.told += g.events
	}
	// Over all of the answer: on a busy node, words of a slow model too are read together now and then.
	fast := g.told >= fewEvents && time.Duration(g.told)*mostGathering >= now.Sub(g.began)
	much := g.bytes >= muchToRead
	g.events, g.bytes = 0, 0
	if wait == 0 || !fast || much || g.urgent {
		return
	}
	if g.timer == nil {
		g.timer = time.NewTimer(wait)
	} else {
		g.timer.Reset(wait)
	}
	select {
	case <-g.timer.C:
	case <-ctx.Done(): // the next read finds out
		g.timer.Stop()
	}
}
