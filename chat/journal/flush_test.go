package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/panics"
)

// memoryJournal is a journal in memory, with the clock of the test.
type memoryJournal struct {
	mu         sync.Mutex
	down       bool
	notices    map[uuid.UUID]string
	log        map[uuid.UUID][]byte
	renewed    map[uuid.UUID]time.Time
	longest    time.Duration // a turn was not renewed
	registered int
	appends    int
}

func newMemoryJournal() *memoryJournal {
	return &memoryJournal{notices: make(map[uuid.UUID]string), log: make(map[uuid.UUID][]byte), renewed: make(map[uuid.UUID]time.Time)}
}

func (p *memoryJournal) Append(_ context.Context, _ uuid.UUID, tails []live.Tail) ([]notice, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		return nil, errors.New("down")
	}
	p.appends++
	var found []notice
	for _, n := range tails {
		turn := n.Ref.Turn
		if what := p.notices[turn]; what != "" {
			found = append(found, notice{turn, what})
			if what != noticeStop {
				continue
			}
		}
		p.log[turn] = append(p.log[turn], n.Lines...)
		if n.Renew {
			if last, ok := p.renewed[turn]; ok {
				p.longest = max(p.longest, time.Since(last))
			}
			p.renewed[turn] = time.Now()
		}
	}
	return found, nil
}

func (p *memoryJournal) Register(_ context.Context, ref chat.TurnRef, _ []byte, _ chat.Record) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.registered++
	delete(p.notices, ref.Turn)
	p.log[ref.Turn] = nil
	return true, nil
}

func (p *memoryJournal) has(r *live.Run) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	reader, _ := r.Follow(live.Place{})
	defer reader.Close()
	said, err := reader.Next(context.Background()) // the turn has begun: nothing is waited for
	return err == nil && bytes.Equal(p.log[r.Ref.Turn], said)
}

func (p *memoryJournal) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// startFlusher returns a flusher at work in a bubble, its journal, and a run that it flushes.
func startFlusher(t *testing.T) (*Flusher, *memoryJournal, *live.Run, func()) {
	p, h := newMemoryJournal(), live.NewHub()
	s := NewFlusher(p, h, panics.New(nil, nil), prometheus.NewCounter(prometheus.CounterOpts{}))
	r := live.NewRun(context.Background(), chat.TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: uuid.New()})
	if !h.Add(r, 1) {
		t.Fatal("no room")
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	return s, p, r, func() { cancel(); <-ended }
}

func say(s *Flusher, r *live.Run, text string) (behind int) {
	line, err := live.AppendLine(nil, chat.DeltaEvent(text))
	if err != nil {
		panic(err)
	}
	behind = r.Append(line, false)
	s.Note(r)
	return behind
}

func TestWhatIsSaidIsJournaledWithinFiftyMilliseconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := startFlusher(t)
		defer stop()
		for i := range 100 {
			say(s, r, fmt.Sprint(i))
			time.Sleep(7 * time.Millisecond)
		}
		time.Sleep(50*time.Millisecond - 7*time.Millisecond)
		synctest.Wait()
		if !p.has(r) {
			t.Error("something is missing in the journal")
		}
	})
}

// TestManyTurnsAreJournaledTogether: with thousands of turns the journal is not written to for each word, and is behind by
// half a second at most.
func TestManyTurnsAreJournaledTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := startFlusher(t)
		defer stop()
		for range 5000 {
			if !s.hub.Add(live.NewRun(context.Background(), chat.TurnRef{Turn: uuid.New(), Church: r.Ref.Church}), 10_000) {
				t.Fatal("no room")
			}
		}
		for i := range 400 { // for four seconds
			say(s, r, fmt.Sprint(i))
			time.Sleep(10 * time.Millisecond)
		}
		p.set(func() {
			if p.appends > 10 {
				t.Errorf("written %d times", p.appends)
			}
		})
		time.Sleep(maxGatherTime)
		synctest.Wait()
		if !p.has(r) {
			t.Error("something is missing in the journal")
		}
	})
}

func TestTheLeaseOfASilentTurnIsRenewedInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := startFlusher(t)
		defer stop()
		say(s, r, "Let me think.")
		time.Sleep(time.Minute)
		for range 200 { // a talking one as well
			say(s, r, "word ")
			time.Sleep(130 * time.Millisecond)
		}
		if p.longest == 0 || p.longest > live.LeaseTime/2 {
			t.Errorf("for %v the lease of %v was not renewed", p.longest, live.LeaseTime)
		}
	})
}

func TestAnOutageOfTheJournalIsMadeUpFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := startFlusher(t)
		defer stop()
		say(s, r, "Before. ")
		time.Sleep(time.Second)
		p.set(func() { p.down = true })
		say(s, r, "During. ")
		time.Sleep(10 * time.Second)
		p.set(func() { p.down = false })
		time.Sleep(live.RenewEvery + 100*time.Millisecond)
		if !p.has(r) {
			t.Error("what was said during the outage is missing")
		}
	})
}

func TestAJournalThatForgotATurnIsToldAllOfItAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := startFlusher(t)
		defer stop()
		say(s, r, "Before. ")
		time.Sleep(time.Second)
		p.set(func() { p.notices[r.Ref.Turn] = noticeMissing })
		say(s, r, "After.")
		time.Sleep(time.Second)
		if !p.has(r) || p.registered != 1 {
			t.Errorf("registered %d times, log %q", p.registered, p.log[r.Ref.Turn])
		}
	})
}

func TestAStoppedTurnIsCancelledAndALostOneLeft(t *testing.T) {
	for what, want := range map[string]error{noticeStop: live.ErrStopped, noticeLost: live.ErrLost} {
		synctest.Test(t, func(t *testing.T) {
			s, p, r, stop := startFlusher(t)
			defer stop()
			f, _ := r.Follow(live.Place{})
			say(s, r, "One. ")
			time.Sleep(time.Second)
			p.set(func() { p.notices[r.Ref.Turn] = what })
			time.Sleep(live.RenewEvery + time.Millisecond)
			synctest.Wait()
			if got := context.Cause(r.Context()); !errors.Is(got, want) {
				t.Errorf("%s: cancelled with %v", what, got)
			}
			if _, err := f.Next(t.Context()); err != nil {
				t.Errorf("%s: what was said is gone: %v", what, err)
			}
			if what == noticeLost {
				if _, err := f.Next(t.Context()); !errors.Is(err, live.ErrHandedOver) {
					t.Errorf("the reader is told %v", err)
				}
			}
		})
	}
}

func TestReadersWaitForAJournalThatFailsNoLongerThanItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := startFlusher(t)
		defer stop()
		p.set(func() { p.down = true })
		for say(s, r, "word ") < live.Window {
		}
		began := time.Now()
		s.Await(t.Context(), r)
		if took := time.Since(began); took > journalTimeout {
			t.Errorf("waited %v", took)
		}
		p.set(func() { p.down = false })
		time.Sleep(live.RenewEvery + time.Second)
		if behind := say(s, r, "word "); behind > 1 {
			t.Errorf("the journal is %d events behind", behind)
		}
	})
}

// Readers of every kind, joining at every moment, see every event once and in order.
func TestReadersSeeEveryEventOnce(t *testing.T) {
	r := live.NewRun(context.Background(), chat.TurnRef{Turn: uuid.New()})
	const events = 2000
	var readers sync.WaitGroup
	read := func(after int) {
		f, from := r.Follow(live.Place{Seq: after})
		reader := live.NewReader(r.Ref.Turn, from, f, true)
		defer reader.Close()
		seq := after
		check := func(frames []live.Frame) {
			for _, frame := range frames {
				if seq++; frame.Seq != seq {
					t.Errorf("event %d came as number %d", seq, frame.Seq)
				}
			}
		}
		for {
			frames, err := reader.Next(context.Background())
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Error(err)
				return
			}
			check(frames)
		}
		if seq != events {
			t.Errorf("a reader from %d on saw %d events", after, seq-after)
		}
	}
	line, err := live.AppendLine(nil, chat.DeltaEvent("w"))
	if err != nil {
		t.Fatal(err)
	}
	last, err := live.AppendLine(nil, chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < events; i++ {
		if i%50 == 0 {
			readers.Go(func() { read(i / 2) })
		}
		r.Append(line, false)
	}
	readers.Go(func() { read(events - 1) })
	r.Append(last, true)
	readers.Wait()
}
