package chat

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/static/web"
)

// playedTurns are turns that the test plays: no Redis, no Postgres, no model.
type playedTurns struct {
	mu       sync.Mutex
	begun    []*run // in the order of the messages
	refuse   error
	stopped  []TurnRef
	feedback []string
	begin    func(*run)    // called for every message
	hold     chan struct{} // if there is one, messages are accepted when it is closed
}

func (p *playedTurns) Ask(ctx context.Context, req *Request, address string) (*Reader, error) {
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
	r := newRun(context.Background(), TurnRef{Turn: turnID(req), Session: req.SessionID, Church: req.ChurchID})
	for _, other := range p.begun {
		if other.ref.Turn == r.ref.Turn {
			r = other
		}
	}
	if r.seq == 0 {
		p.begun = append(p.begun, r)
		say(r, Event{Kind: KindStart, Start: &Start{TurnID: r.ref.Turn, SessionID: r.ref.Session}})
		if p.begin != nil {
			p.begin(r)
		}
	}
	f, from := r.follow(0)
	return newReader(r.ref.Turn, from, f, false), nil
}

func (p *playedTurns) find(ref TurnRef) *run {
	for _, r := range p.begun {
		if r.ref.Turn == ref.Turn && r.ref.Session == ref.Session {
			return r
		}
	}
	return nil
}

func (p *playedTurns) Resume(ctx context.Context, ref TurnRef, after int) (*Reader, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.find(ref)
	if r == nil {
		return nil, ErrTurnNotFound
	}
	f, from := r.follow(after)
	return newReader(ref.Turn, from, f, true), nil
}

func (p *playedTurns) Stop(ctx context.Context, ref TurnRef) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = append(p.stopped, ref)
	r := p.find(ref)
	if r == nil {
		return ErrTurnNotFound
	}
	say(r, doneEvent(Done{Finish: FinishStopped}))
	return nil
}

func (p *playedTurns) Feedback(ctx context.Context, ref TurnRef, opinion Opinion) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.find(ref) == nil {
		return ErrTurnNotFound
	}
	p.feedback = append(p.feedback, opinion.Value)
	return nil
}

// turn is the nth turn that was begun.
func (p *playedTurns) turn(n int) *run {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.begun[n]
}

// say has a turn yield events.
func say(r *run, events ...Event) {
	for _, event := range events {
		line, err := appendLine(nil, event)
		if err != nil {
			panic(err)
		}
		r.append(line, event.Kind == KindDone || event.Kind == KindError)
	}
}

// socketRig is a running Sockets and what it was given.
type socketRig struct {
	*Sockets
	registry *prometheus.Registry
	shutdown chan struct{} // to be closed, as Service.Closed
	stop     func()        // ends Run and waits for it
}

func socketsUnderTest(t testing.TB, turns turns, config SocketConfig) (*socketRig, http.HandlerFunc) {
	t.Helper()
	rig := &socketRig{registry: prometheus.NewRegistry(), shutdown: make(chan struct{})}
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	address := func(r *http.Request) string { return r.RemoteAddr }
	config.Logger = logger
	rig.Sockets = newSockets(turns, rig.shutdown, address, newSocketMetrics(rig.registry), config)
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
