package relay

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/live"
	"narthex/chat/panics"
	"narthex/chat/voice/record"
	"narthex/chat/voice/switchboard"
)

// Turns is what a relay needs of the chat.
type Turns interface {
	Ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error)
	Stop(ctx context.Context, ref chat.TurnRef, address string) error
	Prepare(c *church.Snapshot)
}

// Parts are what a Relay is put together from.
type Parts struct {
	Turns    Turns
	Closed   <-chan struct{} // closed when no new calls are taken: calls go on elsewhere after their answers
	Church   func(context.Context, uuid.UUID) (*church.Snapshot, error)
	Tickets  *Tickets
	Board    *switchboard.Board
	Record   *record.Store
	Texts    func(ctx context.Context, t Text) error                      // sends a text message once, in one transaction with its line of the record; fails with ErrTextsSpent; nil: none can be sent
	Answered func(ctx context.Context, churchID uuid.UUID, caller string) // hears of a call whose caller was answered, once; nil: nobody asks
}

// Config tunes a Relay; zero values get the defaults.
type Config struct {
	Calls     int           // at once in this process, default 2,000
	PerChurch int           // at once for a church in this process while Redis is away, default 20
	PerCaller int           // at once from one number in this process while Redis is away, default 2
	Length    time.Duration // of a call, on however many sockets, default 30 minutes
	Pace      time.Duration // in which a word is spoken, default 350 ms
	Silence   time.Duration // after which a caller is asked whether they are there, default 10 s

	Registerer prometheus.Registerer
	Logger     *slog.Logger
	Now        func() time.Time
}

func (c Config) withDefaults() Config {
	c.Calls = cmp.Or(c.Calls, 2000)
	c.PerChurch = most(cmp.Or(c.PerChurch, 20))
	c.PerCaller = most(cmp.Or(c.PerCaller, 2))
	c.Length = cmp.Or(c.Length, 30*time.Minute)
	c.Pace = cmp.Or(c.Pace, 350*time.Millisecond)
	c.Silence = cmp.Or(c.Silence, 10*time.Second)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// most is a limit, of which one below zero is none.
func most(limit int) int {
	if limit < 0 {
		return math.MaxInt
	}
	return limit
}

// Relay answers calls. Run must be running.
type Relay struct {
	parts   Parts
	config  Config
	metrics *metrics
	panics  *panics.Guard
	ending  context.Context // ended when calls must end
	end     context.CancelFunc

	mu      sync.Mutex
	stopped bool
	open    int
	church  map[uuid.UUID]int
	caller  map[string]int
	holding map[*call]bool // a place on the line
	work    sync.WaitGroup
}

// New returns a relay.
func New(parts Parts, config Config) *Relay {
	config = config.withDefaults()
	ending, end := context.WithCancel(context.Background())
	return &Relay{parts: parts, config: config, metrics: newMetrics(config.Registerer), panics: panics.New(config.Logger, config.Registerer), ending: ending, end: end,
		church: make(map[uuid.UUID]int), caller: make(map[string]int), holding: make(map[*call]bool)}
}

// Run keeps the calls' places on the line until ctx ends, then ends all calls and waits for them. Their callers are put on a fresh
// socket by the service.
func (r *Relay) Run(ctx context.Context) error {
	ended := make(chan struct{})
	var keeping sync.WaitGroup
	keeping.Go(func() { r.keepPlaces(ended) })
	<-ctx.Done()
	r.mu.Lock()
	r.stopped = true
	r.mu.Unlock()
	r.end()
	r.work.Wait()
	close(ended)
	keeping.Wait()
	return nil
}

// Refused is why a call is not answered now. They implement web.Problem.
type Refused struct{ kind, code, public string }

func (r *Refused) Error() string  { return r.code }
func (r *Refused) Kind() string   { return r.kind }
func (r *Refused) Code() string   { return r.code }
func (r *Refused) Public() string { return r.public }

// Why a call is not taken, or a socket not opened.
var (
	ErrSignature = &Refused{"forbidden", "invalid_signature", "This address is for the telephone service alone."}
	ErrBusy      = &Refused{"unavailable", "busy", "All lines are in use. Please try again in a moment."}
	ErrSpent     = &Refused{"unavailable", "day_used_up", "The time for calls is used up for today."}
)

// Admit decides whether a call may be on the line, and keeps a place for it until its socket is opened. A call that was cut off has
// been admitted. While Redis is away the limits of calls at once hold within this process, and those of a day not at all.
func (r *Relay) Admit(ctx context.Context, c *church.Snapshot, t Ticket) error {
	if r.full() {
		return r.refuse(ErrBusy, "node")
	}
	if t.Again > 0 {
		return nil
	}
	verdict, err := r.parts.Board.Enter(ctx, r.seat(t, switchboard.Day(r.config.Now(), c.Location)))
	if err != nil {
		r.config.Logger.WarnContext(ctx, "calls are counted in this process alone", "church", c.ID, "error", err)
		if r.crowded(t) {
			return r.refuse(ErrBusy, "node")
		}
	}
	switch verdict {
	case switchboard.ChurchFull:
		return r.refuse(ErrBusy, "church")
	case switchboard.CallerFull:
		return r.refuse(ErrBusy, "caller")
	case switchboard.ChurchSpent:
		return r.refuse(ErrSpent, "church_day")
	case switchboard.CallerSpent:
		return r.refuse(ErrSpent, "caller_day")
	}
	return nil
}

func (r *Relay) refuse(why *Refused, limit string) error {
	r.metrics.refused.WithLabelValues(limit).Inc()
	return why
}

// seat is a call's place on the line, on a day of the church's.
func (r *Relay) seat(t Ticket, day string) switchboard.Seat {
	return switchboard.Seat{Church: t.Church, Session: r.parts.Tickets.Session(t), Caller: t.Caller, Day: day}
}

// Open takes over a request as the socket of a ticket's call. Whoever calls it has checked that the telephone service has signed the
// request. It returns when the handshake is done.
func (r *Relay) Open(w http.ResponseWriter, req *http.Request, token string) error {
	ticket, err := r.parts.Tickets.Read(token)
	if err != nil {
		return ErrSignature
	}
	till, err := r.parts.Board.Renew(req.Context(), r.seat(ticket, ""), 0)
	if !r.enter(ticket, err == nil) {
		return r.refuse(ErrBusy, "node")
	}
	conn, err := websocket.Accept(w, req, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the signature says who it is
	if err != nil {
		r.leave(ticket)
		r.config.Logger.DebugContext(req.Context(), "a call's handshake failed", "error", err)
		return nil
	}
	conn.SetReadLimit(maxMessage)
	go func() {
		defer r.leave(ticket)
		defer r.panics.Recover("call", func(error) { _ = conn.CloseNow() }, "church", ticket.Church, "call", ticket.Call)
		newCall(r, ticket, conn, till).run()
	}()
	return nil
}

// Now is the time by the relay's clock, which tickets are made by.
func (r *Relay) Now() time.Time { return r.config.Now() }

// full reports whether this process takes no more calls.
func (r *Relay) full() bool {
	select {
	case <-r.parts.Closed:
		return true
	default:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stopped || r.open >= r.config.Calls
}

// crowded reports whether this process has as many calls of a church or a caller as may be.
func (r *Relay) crowded(t Ticket) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.crowdedNow(t)
}

func (r *Relay) crowdedNow(t Ticket) bool {
	return r.church[t.Church] >= r.config.PerChurch || t.Caller != "" && r.caller[t.Caller] >= r.config.PerCaller
}

// enter opens a call here. counted says that its place on the line is known to all nodes.
func (r *Relay) enter(t Ticket, counted bool) bool {
	if r.full() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || !counted && r.crowdedNow(t) {
		return false
	}
	r.open++
	r.church[t.Church]++
	r.caller[t.Caller]++
	r.work.Add(1)
	r.metrics.open.Inc()
	return true
}

func (r *Relay) leave(t Ticket) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open--
	if r.church[t.Church]--; r.church[t.Church] == 0 {
		delete(r.church, t.Church)
	}
	if r.caller[t.Caller]--; r.caller[t.Caller] == 0 {
		delete(r.caller, t.Caller)
	}
	r.metrics.open.Dec()
	r.work.Done()
}

// maxMessage is the longest message of the service, in bytes: a minute of speech has less than 2 KiB.
const maxMessage = 64 << 10

var errGone = errors.New("the caller has gone")
