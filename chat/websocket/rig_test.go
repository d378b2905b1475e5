package websocket

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/static/web"
)

// playedTurns are turns that the test plays: no Redis, no Postgres, no model.
type playedTurns struct {
	mu       sync.Mutex
	begun    []*live.Run // in the order of the messages
	refuse   error
	stopped  []chat.TurnRef
	feedback []string
	begin    func(*live.Run) // called for every message
	readers  atomic.Int64    // that follow a turn
	hold     chan struct{}   // if there is one, messages are accepted when it is closed
	fault    bool            // feedback panics
}

func (p *playedTurns) Ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if hold := p.hold; hold != nil {
		p.hold = nil // for one message alone
		p.mu.Unlock()
		<-hold
		p.mu.Lock()
	}
	if p.refuse != nil {
		return nil, p.refuse
	}
	r := live.NewRun(context.Background(), chat.TurnRef{Turn: chat.TurnID(req), Session: req.SessionID, Church: req.ChurchID})
	for _, other := range p.begun {
		if other.Ref.Turn == r.Ref.Turn {
			r = other
		}
	}
	if !r.Begun() {
		p.begun = append(p.begun, r)
		say(r, chat.Event{Kind: chat.KindStart, Start: &chat.Start{TurnID: r.Ref.Turn, SessionID: r.Ref.Session}})
		if p.begin != nil {
			p.begin(r)
		}
	}
	f, from := r.Follow(live.Place{})
	return live.NewReader(r.Ref.Turn, from, p.counted(f), false), nil
}

func (p *playedTurns) find(ref chat.TurnRef) *live.Run {
	for _, r := range p.begun {
		if r.Ref.Turn == ref.Turn && r.Ref.Session == ref.Session {
			return r
		}
	}
	return nil
}

func (p *playedTurns) Resume(ctx context.Context, ref chat.TurnRef, after live.Place, _ string) (*live.Reader, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.find(ref)
	if r == nil {
		return nil, chat.ErrTurnNotFound
	}
	f, from := r.Follow(after)
	return live.NewReader(ref.Turn, from, p.counted(f), true), nil
}

func (p *playedTurns) Stop(ctx context.Context, ref chat.TurnRef, _ string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = append(p.stopped, ref)
	r := p.find(ref)
	if r == nil {
		return chat.ErrTurnNotFound
	}
	say(r, chat.DoneEvent(chat.Done{Finish: chat.FinishStopped}))
	return nil
}

func (p *playedTurns) Feedback(ctx context.Context, ref chat.TurnRef, opinion chat.Opinion, _ string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault {
		panic("a fault over feedback")
	}
	if p.find(ref) == nil {
		return chat.ErrTurnNotFound
	}
	p.feedback = append(p.feedback, opinion.Value)
	return nil
}

func (p *playedTurns) Confirm(ctx context.Context, ref chat.TurnRef, answer chat.Confirmation, _ string) (chat.ToolStatus, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.find(ref) == nil {
		return chat.ToolStatus{}, chat.ErrConfirmationOver
	}
	status := chat.ToolStatus{Name: "submit_prayer_request", Status: chat.ToolDeclined, CallID: &answer.CallID}
	if answer.Accept {
		status.Status = "done"
	}
	return status, nil
}

// counted counts a reader until it lets go of its turn.
func (p *playedTurns) counted(f *live.Follower) live.Lines {
	p.readers.Add(1)
	return &countedReader{f, &p.readers}
}

type countedReader struct {
	*live.Follower
	readers *atomic.Int64
}

func (c *countedReader) Close() {
	c.readers.Add(-1)
	c.Follower.Close()
}

// turn is the nth turn that was begun.
func (p *playedTurns) turn(n int) *live.Run {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.begun[n]
}

// say has a turn yield events.
func say(r *live.Run, events ...chat.Event) {
	for _, event := range events {
		line, err := live.AppendLine(nil, event)
		if err != nil {
			panic(err)
		}
		r.Append(line, event.Kind == chat.KindDone || event.Kind == chat.KindError)
	}
}

// socketRig is a running Sockets and what it was given.
type socketRig struct {
	*Sockets
	registry *prometheus.Registry
	shutdown chan struct{} // to be closed, as Service.Closing
	stop     func()        // ends Run and waits for it
}

func socketsUnderTest(t testing.TB, turns Turns, config Config) (*socketRig, http.HandlerFunc) {
	t.Helper()
	rig := &socketRig{registry: prometheus.NewRegistry(), shutdown: make(chan struct{})}
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	address := func(r *http.Request) string { return cmp.Or(r.Header.Get("X-From"), r.RemoteAddr) }
	config.Logger = logger
	rig.Sockets = newSockets(turns, rig.shutdown, address, newMetrics(rig.registry), config)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := rig.Run(ctx); err != nil {
			t.Error(err)
		}
	}()
	rig.stop = func() { cancel(); <-ended }
	t.Cleanup(rig.stop)
	edge := web.NewEdge(logger, rig.registry, nil)
	return rig, edge.Handle(rig.Open)
}

func (p *playedTurns) message(client uuid.UUID) map[string]any {
	return map[string]any{"type": "message", "message": "hello", "churchId": uuid.New(), "sessionId": uuid.New(), "clientMessageId": client}
}
