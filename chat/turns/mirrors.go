package turns

import (
	"bytes"
	"context"
	"sync"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/panics"
)

// mirrors are the turns of other nodes that are read here. The journal is asked once for all readers of a turn: its events are copied into
// a run of this process, whose log they all follow. Without it, two thousand readers of one turn made 113,000 operations a second in Redis.
type mirrors struct {
	panics *panics.Guard
	open   prometheus.Gauge

	mu     sync.Mutex
	byTurn map[uuid.UUID]*mirror
	work   sync.WaitGroup // of those that copy
}

// mirror is a turn's log as it is known here.
type mirror struct {
	run     *live.Run
	ref     chat.TurnRef
	readers int // that have not been closed; the last ends it
	cancel  context.CancelFunc
}

func newMirrors(guard *panics.Guard, registerer prometheus.Registerer) *mirrors {
	return &mirrors{panics: guard, byTurn: make(map[uuid.UUID]*mirror), open: promauto.With(registerer).NewGauge(prometheus.GaugeOpts{
		Name: "narthex_turns_mirrored", Help: "Turns of other nodes that visitors of this process read, each followed once for all of them.",
	})}
}

// reader returns a reader of a turn that is mirrored already. It gives false where there is none, and for a reader that is ahead of it by no more than its
// node may have been ahead of the journal: that one asks the journal itself.
func (m *mirrors) reader(ref chat.TurnRef, after live.Place) (lines live.Lines, from live.Place, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := m.byTurn[ref.Turn]
	if known == nil || known.ref.Session != ref.Session || ref.Church != uuid.Nil && known.ref.Church != ref.Church {
		return nil, after, false
	}
	return m.join(known, after)
}

func (m *mirrors) join(known *mirror, after live.Place) (lines live.Lines, from live.Place, ok bool) {
	follower, from := known.run.Follow(after)
	if from != after && known.run.Ahead(after) {
		follower.Close()
		return nil, from, false
	}
	known.readers++
	return &mirrored{Follower: follower, close: sync.OnceFunc(func() { m.leave(known) })}, from, true
}

// mirrored is a reader's place in a mirror.
type mirrored struct {
	*live.Follower
	close func()
}

// Close implements live.Lines.
func (r *mirrored) Close() {
	r.Follower.Close()
	r.close()
}

func (m *mirrors) leave(known *mirror) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known.readers--; known.readers == 0 {
		known.cancel()
		m.forget(known)
	}
}

// forget has the next reader begin a mirror anew.
func (m *mirrors) forget(known *mirror) {
	if m.byTurn[known.ref.Turn] == known {
		delete(m.byTurn, known.ref.Turn)
	}
}

// begin returns a reader of a turn of another node, of whose log the journal has so much; source gives the rest. false: the reader is
// ahead of that.
func (m *mirrors) begin(ref chat.TurnRef, log []byte, after live.Place, source live.Lines) (lines live.Lines, from live.Place, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.byTurn[ref.Turn]; known != nil {
		return m.join(known, after)
	}
	ctx, cancel := context.WithCancel(context.Background())
	begun := &mirror{run: live.NewRun(ctx, ref), ref: ref, cancel: cancel}
	for line := range bytes.Lines(log) {
		begun.run.Append(line, live.EndsTurn(line))
	}
	if lines, from, ok = m.join(begun, after); !ok {
		cancel()
		return nil, from, false
	}
	m.byTurn[ref.Turn] = begun
	m.open.Inc()
	m.work.Go(func() { m.copyFrom(ctx, source, begun) })
	return lines, from, true
}

// copyFrom copies what a source says until it ends or nobody reads it any more.
func (m *mirrors) copyFrom(ctx context.Context, source live.Lines, to *mirror) {
	defer source.Close()
	defer m.open.Dec()
	defer func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.forget(to)
		to.run.HandOver() // no more comes from here; of one that has ended all has come
	}()
	defer m.panics.Recover("mirror", nil, "church", to.ref.Church, "turn", to.ref.Turn)
	for {
		lines, err := source.Next(ctx)
		if err != nil {
			return
		}
		for line := range bytes.Lines(lines) {
			to.run.Append(line, live.EndsTurn(line))
		}
	}
}
