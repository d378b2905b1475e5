package visitor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"
)

// Transport is how visitors talk to the server.
type Transport string

// The transports.
const (
	SSE       Transport = "sse"
	WebSocket Transport = "ws"
	Both      Transport = "both" // by turns, visitor by visitor
)

// Config says whom visitors ask, and what for.
type Config struct {
	Address   string // host:port
	Transport Transport
	Churches  []uuid.UUID   // asked in turn
	Tokens    int           // in an answer
	Turn      time.Duration // how long an answer takes when nothing is in its way
	// Question makes another question, and says how many tokens its answer has, or 0; nil: one for the full model, with Tokens.
	Question func() (text string, tokens int)
	// WholeTurns has all of a turn count for the window in which it began, instead of each event for that in which it comes.
	WholeTurns bool
}

// Load is a crowd of visitors, each of whom asks, reads the answer to its end, and asks again.
type Load struct {
	config   Config
	recorder atomic.Pointer[Recorder]
	visitors sync.WaitGroup
	count    int
	stopping atomic.Bool
	ctx      context.Context // ends the visitors at once
	cancel   context.CancelFunc
}

// NewLoad returns a crowd of nobody yet.
func NewLoad(config Config) *Load {
	l := &Load{config: config}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.recorder.Store(newRecorder())
	return l
}

// Grow adds visitors, evenly over ramp, and returns when they are all there. Their first answers are of all lengths, from
// short to whole, so that at any moment as many turns begin and end as at any other.
func (l *Load) Grow(ctx context.Context, visitors int, ramp time.Duration) error {
	const steps = 100
	began := time.Now()
	for i := range visitors {
		number := l.count
		l.count++
		first := 1 + (i*7919)%l.config.Tokens // 7919 is prime: neighbours get lengths far apart
		l.visitors.Go(func() { l.visit(number, first) })
		if (i+1)%max(1, visitors/steps) != 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Until(began.Add(ramp * time.Duration(i+1) / time.Duration(visitors)))):
		}
	}
	return nil
}

// Record begins a window: everything from now on goes to the recorder returned.
func (l *Load) Record() *Recorder {
	recorder := newRecorder()
	l.recorder.Store(recorder)
	return recorder
}

// Leave lets every visitor hear the answer to its end, as long as patience lasts, and waits until all are gone.
func (l *Load) Leave(patience time.Duration) {
	l.stopping.Store(true)
	timer := time.AfterFunc(patience, l.cancel)
	defer timer.Stop()
	l.visitors.Wait()
	l.cancel()
}

// asker is a connection on which one question after another can be asked.
type asker interface {
	ask(message string, church, session uuid.UUID, take func(event, time.Time)) error
	usable() bool
	io.Closer
}

// patience is how much longer than it should an answer may take.
const patience = 30 * time.Second

// connect opens the connection of a visitor, from the local address if one is given.
func (transport Transport) connect(ctx context.Context, visitor int, address string, from net.Addr, silence time.Duration, read func(int)) (asker, error) {
	if transport == WebSocket || transport == Both && visitor%2 == 1 {
		return dialSocket(ctx, address, from, silence, read)
	}
	return dialSSE(ctx, address, from, silence, read)
}

func (l *Load) countBytes(n int) { l.recorder.Load().Bytes.Add(uint64(n)) }

const retryPause = 500 * time.Millisecond

// visit asks until it is time to leave.
func (l *Load) visit(number, firstTokens int) {
	church := l.config.Churches[number%len(l.config.Churches)]
	session := randomID()
	tokens := firstTokens
	var on asker
	var stopClosing func() bool
	leave := func() {
		if on != nil {
			stopClosing()
			_ = on.Close()
			on = nil
		}
	}
	defer leave()
	for !l.stopping.Load() && l.ctx.Err() == nil {
		if on == nil {
			connected, err := l.config.Transport.connect(l.ctx, number/len(l.config.Churches), l.config.Address, nil, l.config.Turn+patience, l.countBytes)
			if err != nil {
				if l.ctx.Err() == nil { // who gets no connection has asked in vain
					l.recorder.Load().TurnsBegun.Add(1)
				}
				l.failed("connecting", err)
				continue
			}
			on = connected
			stopClosing = context.AfterFunc(l.ctx, func() { _ = connected.Close() })
		}
		err := l.turn(on, church, session, tokens)
		if err != nil {
			l.failed("asking", err)
		}
		if err != nil || !on.usable() {
			leave()
		}
		tokens = l.config.Tokens
	}
}

func (l *Load) turn(on asker, church, session uuid.UUID, tokens int) error {
	question := ""
	if l.config.Question != nil {
		question, tokens = l.config.Question()
	} else {
		question = newQuestion(tokens)
	}
	t := &turn{wanted: tokens, asked: time.Now(), recorder: l.recorder.Load()}
	t.recorder.TurnsBegun.Add(1)
	err := on.ask(question, church, session, func(e event, now time.Time) {
		if !l.config.WholeTurns {
			t.recorder = l.recorder.Load()
		}
		t.take(e, now)
	})
	if err == nil && !t.over {
		err = errEndless
	}
	t.conclude(err, time.Now())
	if err == nil && t.refused {
		l.pause()
	}
	return err
}

// failed counts a failure that is not of our own making, and pauses.
func (l *Load) failed(doing string, err error) {
	if l.ctx.Err() != nil {
		return
	}
	l.recorder.Load().fail(doing + ": " + describe(err))
	l.pause()
}

// pause keeps those whom a server cannot answer from asking it all the more.
func (l *Load) pause() {
	select {
	case <-l.ctx.Done():
	case <-time.After(retryPause):
	}
}

// describe names errors without the addresses in them, so that like ones are counted together.
func describe(err error) string {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return "no answer in time"
	}
	if errors.Is(err, io.EOF) {
		return "connection closed"
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	if network, ok := errors.AsType[*net.OpError](err); ok {
		return fmt.Sprintf("%s: %v", network.Op, network.Err)
	}
	return err.Error()
}
