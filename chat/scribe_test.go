package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
)

// paper is a journal in memory, with the clock of the test.
type paper struct {
	mu         sync.Mutex
	down       bool
	remarks    map[uuid.UUID]string
	log        map[uuid.UUID][]byte
	renewed    map[uuid.UUID]time.Time
	longest    time.Duration // a turn was not renewed
	registered int
	appends    int
}

func newPaper() *paper {
	return &paper{remarks: make(map[uuid.UUID]string), log: make(map[uuid.UUID][]byte), renewed: make(map[uuid.UUID]time.Time)}
}

func (p *paper) Append(_ context.Context, _ uuid.UUID, news []appendix) ([]remark, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		return nil, errors.New("down")
	}
	p.appends++
	var said []remark
	for _, n := range news {
		turn := n.ref.Turn
		if what := p.remarks[turn]; what != "" {
			said = append(said, remark{turn, what})
			if what != remarkStop {
				continue
			}
		}
		p.log[turn] = append(p.log[turn], n.lines...)
		if n.renew {
			if last, ok := p.renewed[turn]; ok {
				p.longest = max(p.longest, time.Since(last))
			}
			p.renewed[turn] = time.Now()
		}
	}
	return said, nil
}

func (p *paper) Register(_ context.Context, ref TurnRef, _ []byte, _ Record) (bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.registered++
	delete(p.remarks, ref.Turn)
	p.log[ref.Turn] = nil
	return true, nil
}

func (p *paper) has(r *run) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	return bytes.Equal(p.log[r.ref.Turn], r.log)
}

func (p *paper) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

// office is a scribe at work in a bubble, and a run it writes about.
func office(t *testing.T) (*scribe, *paper, *run, func()) {
	p, h := newPaper(), newHub()
	s := newScribe(p, h, slog.New(slog.DiscardHandler), prometheus.NewCounter(prometheus.CounterOpts{}))
	r := newRun(context.Background(), TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: uuid.New()})
	if !h.add(r, 1) {
		t.Fatal("no room")
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	return s, p, r, func() { cancel(); <-ended }
}

func dictate(s *scribe, r *run, text string) (behind int) {
	line, err := appendLine(nil, deltaEvent(text))
	if err != nil {
		panic(err)
	}
	behind = r.append(line, false)
	s.note(r)
	return behind
}

func TestWhatIsSaidIsJournaledWithinFiftyMilliseconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := office(t)
		defer stop()
		for i := range 100 {
			dictate(s, r, fmt.Sprint(i))
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
		s, p, r, stop := office(t)
		defer stop()
		for range 5000 {
			if !s.hub.add(newRun(context.Background(), TurnRef{Turn: uuid.New(), Church: r.ref.Church}), 10_000) {
				t.Fatal("no room")
			}
		}
		for i := range 400 { // for four seconds
			dictate(s, r, fmt.Sprint(i))
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
		s, p, r, stop := office(t)
		defer stop()
		dictate(s, r, "Let me think.")
		time.Sleep(time.Minute)
		for range 200 { // a talking one as well
			dictate(s, r, "word ")
			time.Sleep(130 * time.Millisecond)
		}
		if p.longest == 0 || p.longest > leaseTime/2 {
			t.Errorf("for %v the lease of %v was not renewed", p.longest, leaseTime)
		}
	})
}

func TestAnOutageOfTheJournalIsMadeUpFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := office(t)
		defer stop()
		dictate(s, r, "Before. ")
		time.Sleep(time.Second)
		p.set(func() { p.down = true })
		dictate(s, r, "During. ")
		time.Sleep(10 * time.Second)
		p.set(func() { p.down = false })
		time.Sleep(renewEvery + 100*time.Millisecond)
		if !p.has(r) {
			t.Error("what was said during the outage is missing")
		}
	})
}

func TestAJournalThatForgotATurnIsToldAllOfItAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := office(t)
		defer stop()
		dictate(s, r, "Before. ")
		time.Sleep(time.Second)
		p.set(func() { p.remarks[r.ref.Turn] = remarkMissing })
		dictate(s, r, "After.")
		time.Sleep(time.Second)
		if !p.has(r) || p.registered != 1 {
			t.Errorf("registered %d times, log %q", p.registered, p.log[r.ref.Turn])
		}
	})
}

func TestAStoppedTurnIsCancelledAndALostOneLeft(t *testing.T) {
	for what, want := range map[string]error{remarkStop: errStopped, remarkLost: errLost} {
		synctest.Test(t, func(t *testing.T) {
			s, p, r, stop := office(t)
			defer stop()
			ctx, cancel := context.WithCancelCause(t.Context())
			r.cancel = cancel
			f, _ := r.follow(0)
			dictate(s, r, "One. ")
			time.Sleep(time.Second)
			p.set(func() { p.remarks[r.ref.Turn] = what })
			time.Sleep(renewEvery + time.Millisecond)
			synctest.Wait()
			if got := context.Cause(ctx); !errors.Is(got, want) {
				t.Errorf("%s: cancelled with %v", what, got)
			}
			if _, err := f.next(t.Context()); err != nil {
				t.Errorf("%s: what was said is gone: %v", what, err)
			}
			if what == remarkLost {
				if _, err := f.next(t.Context()); !errors.Is(err, ErrHandedOver) {
					t.Errorf("the reader is told %v", err)
				}
			}
		})
	}
}

func TestReadersWaitForAJournalThatFailsNoLongerThanItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p, r, stop := office(t)
		defer stop()
		p.set(func() { p.down = true })
		for dictate(s, r, "word ") < window {
		}
		began := time.Now()
		s.await(t.Context(), r)
		if took := time.Since(began); took > journalTimeout {
			t.Errorf("waited %v", took)
		}
		p.set(func() { p.down = false })
		time.Sleep(renewEvery + time.Second)
		if behind := dictate(s, r, "word "); behind > 1 {
			t.Errorf("the journal is %d events behind", behind)
		}
	})
}

// Readers of every kind, joining at every moment, see every event once and in order.
func TestReadersSeeEveryEventOnce(t *testing.T) {
	r := newRun(context.Background(), TurnRef{Turn: uuid.New()})
	const events = 2000
	var readers sync.WaitGroup
	read := func(after int, offer bool) {
		f, after := r.follow(after)
		reader := newReader(r.ref.Turn, after, f, true)
		defer reader.Close()
		seq := after
		check := func(frames []Frame) {
			for _, frame := range frames {
				if seq++; frame.Seq != seq {
					t.Errorf("event %d came as number %d", seq, frame.Seq)
				}
			}
		}
		pushes := 0
		if offer {
			reader.Offer(func(frames []Frame) bool {
				if pushes++; pushes%5 == 0 {
					return false
				}
				check(frames)
				return true
			})
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
	line, err := appendLine(nil, deltaEvent("w"))
	if err != nil {
		t.Fatal(err)
	}
	last, err := appendLine(nil, doneEvent(Done{Finish: FinishStop}))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < events; i++ {
		if i%50 == 0 {
			readers.Go(func() { read(i/2, i%100 == 0) })
		}
		r.append(line, false)
	}
	readers.Go(func() { read(events-1, true) })
	r.append(last, true)
	readers.Wait()
}

func TestAReaderThatLeavesTooMuchUnreadIsDropped(t *testing.T) {
	r := newRun(context.Background(), TurnRef{Turn: uuid.New()})
	f, _ := r.follow(0)
	reader := newReader(r.ref.Turn, 0, f, false)
	defer reader.Close()
	line, err := appendLine(nil, deltaEvent("word"))
	if err != nil {
		t.Fatal(err)
	}
	r.append(line, false)
	if _, err := reader.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range maxLag/len(line) + 1 {
		r.append(line, false)
	}
	if _, err := reader.Next(t.Context()); !errors.Is(err, ErrReaderSlow) {
		t.Errorf("got %v", err)
	}
	late, _ := r.follow(0)
	if lines, err := late.next(t.Context()); err != nil || len(lines) <= maxLag {
		t.Errorf("one who comes late gets %d bytes, %v", len(lines), err)
	}
}
