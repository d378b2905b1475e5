package relay

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
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
)

// Turns is what a relay needs of the chat.
type Turns interface {
	Ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error)
	Stop(ctx context.Context, ref chat.TurnRef) error
}

// Parts are what a Relay is put together from.
type Parts struct {
	Turns    Turns
	Closed   <-chan struct{} // closed when no new calls are taken: calls go on elsewhere after their answers
	Church   func(context.Context, uuid.UUID) (*church.Snapshot, error)
	Tickets  *Tickets
	Record   *record.Store
	Answered func(ctx context.Context, churchID uuid.UUID, caller string) // hears of a call whose caller was answered, once; nil: nobody asks
}

// Config tunes a Relay; zero values get the defaults.
type Config struct {
	Calls     int           // at once in this process, default 2,000
	PerChurch int           // at once for a church in this process, default 20
	PerCaller int           // at once from one number in this process, default 2
	Length    time.Duration // of a call on one socket, default 30 minutes
	Pace      time.Duration // in which a word is spoken, default 350 ms
	Silence   time.Duration // after which a caller is asked whether they are there, default 10 s

	Registerer prometheus.Registerer
	Logger     *slog.Logger
	Now        func() time.Time
}

func (c Config) withDefaults() Config {
	c.Calls = cmp.Or(c.Calls, 2000)
	c.PerChurch = cmp.Or(c.PerChurch, 20)
	c.PerCaller = cmp.Or(c.PerCaller, 2)
	c.Length = cmp.Or(c.Length, 30*time.Minute)
	c.Pace = cmp.Or(c.Pace, 350*time.Millisecond)
	c.Silence = cmp.Or(c.Silence, 10*time.Second)
	c.Logger = cmp.Or(c.Logger, slog.Default())
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
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
	work    sync.WaitGroup
}

// New returns a relay.
func New(parts Parts, config Config) *Relay {
	config = config.withDefaults()
	ending, end := context.WithCancel(context.Background())
	return &Relay{parts: parts, config: config, metrics: newMetrics(config.Registerer), panics: panics.New(config.Logger, config.Registerer), ending: ending, end: end,
		church: make(map[uuid.UUID]int), caller: make(map[string]int)}
}

// Run waits until ctx ends, then ends all calls and waits for them. Their callers are put on a fresh socket by the service.
func (r *Relay) Run(ctx context.Context) error {
	<-ctx.Done()
	r.mu.Lock()
	r.stopped = true
	r.mu.Unlock()
	r.end()
	r.work.Wait()
	return nil
}

// Refused is why a call is not answered now. They implement web.Problem.
type Refused struct{ kind, code, public string }

func (r *Refused) Error() string  { return r.code }
func (r *Refused) Kind() string   { return r.kind }
func (r *Refused) Code() string   { return r.code }
func (r *Refused) Public() string { return r.public }

// Why a socket is not opened.
var (
	ErrSignature = &Refused{"forbidden", "invalid_signature", "This address is for the telephone service alone."}
	ErrBusy      = &Refused{"unavailable", "busy", "All lines are in use. Please try again in a moment."}
)

// Open takes over a request as the socket of a ticket's call. Whoever calls it has checked that the telephone service has signed the
// request. It returns when the handshake is done.
func (r *Relay) Open(w http.ResponseWriter, req *http.Request, token string) error {
	ticket, err := r.parts.Tickets.Read(token)
	if err != nil {
		return ErrSignature
	}
	if !r.enter(ticket) {
		r.metrics.refused.Inc()
		return ErrBusy
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
		newCall(r, ticket, conn).run()
	}()
	return nil
}

// Busy reports whether a call would be refused.
func (r *Relay) Busy(churchID uuid.UUID, caller string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.full(churchID, caller)
}

func (r *Relay) full(churchID uuid.UUID, caller string) bool {
	return r.stopped || r.open >= r.config.Calls || r.church[churchID] >= r.config.PerChurch || caller != "" && r.caller[caller] >= r.config.PerCaller
}

func (r *Relay) enter(t Ticket) bool {
	select {
	case <-r.parts.Closed:
		return false
	default:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.full(t.Church, t.Caller) {
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
