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
	Closing  <-chan struct{} // closed when no new calls are taken: calls go on elsewhere after their answers
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
	case <-r.parts.Closing:
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

// place is a call's place on the line, which all nodes count.
type place struct {
	mu      sync.Mutex // held while the place is renewed
	counted time.Time  // until when the call's time is counted
	till    int64      // until when the place is held, by Redis's clock
}

// placeRounds is how often it is looked, in the time after which a place is to be renewed, which ones are.
const placeRounds = 10

// keepPlaces renews the places of the calls here until they have ended, those that are due at the same time together.
func (r *Relay) keepPlaces(ended <-chan struct{}) {
	tick := time.NewTicker(r.parts.Board.Limits().Renewed / placeRounds)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
			r.renewPlaces()
		}
	}
}

func (r *Relay) renewPlaces() {
	defer r.panics.Recover("call_places", nil)
	now := time.Now()
	due := r.duePlaces(now)
	defer func() {
		for _, c := range due {
			c.place.mu.Unlock()
		}
	}()
	held := make([]switchboard.Held, len(due))
	for i, c := range due {
		held[i] = c.held(now)
	}
	for i, till := range r.parts.Board.RenewAll(context.Background(), held) { // bounded by the switchboard
		due[i].renewed(till, now)
	}
}

// duePlaces are the calls whose places are to be renewed, under the locks of these.
func (r *Relay) duePlaces(now time.Time) (due []*call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.holding {
		if !c.place.mu.TryLock() {
			continue // it is being given up
		}
		if now.Sub(c.place.counted) < r.parts.Board.Limits().Renewed {
			c.place.mu.Unlock()
			continue
		}
		due = append(due, c)
	}
	return due
}

// holdPlace keeps the call's place until it is given up, and counts how long the call is.
func (c *call) holdPlace() {
	c.relay.mu.Lock()
	defer c.relay.mu.Unlock()
	c.relay.holding[c] = true
}

// letGo has the call's place renewed no more: it lapses.
func (c *call) letGo() {
	c.relay.mu.Lock()
	defer c.relay.mu.Unlock()
	delete(c.relay.holding, c)
}

// held is what the switchboard is told of the call. It is called under the place's lock, as renewed is.
func (c *call) held(now time.Time) switchboard.Held {
	day := switchboard.Day(c.relay.config.Now(), c.church.Location)
	return switchboard.Held{Seat: c.relay.seat(c.ticket, day), Since: now.Sub(c.place.counted)}
}

// renewed notes until when the place is held; 0 where it could not be renewed.
func (c *call) renewed(till int64, now time.Time) {
	if till != 0 {
		c.place.till, c.place.counted = till, now
	}
}

// giveUpPlace counts the rest of the call's time, and frees its place unless it goes on. Where it may, and does not, the place is free when
// the service says so (Over), or lapses.
func (c *call) giveUpPlace(outcome string) {
	if c.church == nil { // not set up: nobody was heard
		return
	}
	c.letGo()
	c.place.mu.Lock() // waits for a renewal that is under way
	defer c.place.mu.Unlock()
	now := time.Now()
	held := c.held(now)
	till, _ := c.relay.parts.Board.Renew(context.Background(), held.Seat, held.Since) // bounded by the switchboard
	c.renewed(till, now)
	if !mayGoOn(outcome) {
		_ = c.relay.parts.Board.Leave(context.Background(), c.relay.seat(c.ticket, ""), c.place.till) // else it lapses
	}
}

// cameIn is when the call began, on its first socket.
func (c *call) cameIn() time.Time {
	if c.ticket.Began != 0 {
		return time.Unix(c.ticket.Began, 0)
	}
	return c.began
}

// remaining is for how long the call may still last.
func (c *call) remaining() time.Duration {
	return c.relay.config.Length - c.relay.config.Now().Sub(c.cameIn())
}
