package websocket

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/go-chi/chi/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/panics"
	"narthex/chat/turns"
)

// Sockets serves the chat over WebSockets, which carry many turns, one after another. Run must be running.
//
// The sub-protocol is narthex.v1; a client that offers none gets it too, for good, and one that offers only others is
// refused with 400. Frames are text and hold one JSON object each. A client sends
//
//	{"type":"message", …}                                        the fields of POST /api/chatbot/stream
//	{"type":"resume","turnId","sessionId"?,"churchId"?,"after"}  after: the last event seen, its id or its number
//	{"type":"stop","turnId","sessionId"?,"churchId"?}
//	{"type":"feedback","turnId","sessionId"?,"churchId"?,"value","comment"?}
//	{"type":"confirm","turnId","sessionId"?,"churchId"?,"callId","accept"}
//	{"type":"ping"}
//
// where sessionId may be left out once the socket has carried a message of that session. It gets
//
//	{"event":"start"…,"id":"<turnId>:<seq>","taken"?,"data":{…}} the events of a turn, as server-sent events have them
//	{"event":"problem","data":{"code","message","retryable","retryAfter"?,"request"?,"turnId"?,"clientMessageId"?}}
//	{"event":"ack","data":{"request","turnId","tool"?}}          stop, feedback and confirm were done; resume: there is no more
//	{"event":"pong"}
//
// taken is a number, of the events of a node that took the turn over. Who has seen one resumes with "<turnId>.<taken>:<seq>", which is its
// id in server-sent events, and without it is shown all from the start.
//
// A problem answers one frame and leaves the socket open; retryAfter is in seconds. How a socket ends says what to do: see [CloseCodes].
type Sockets struct {
	turns   Turns
	closing <-chan struct{} // as Service.Closing
	address func(*http.Request) string
	config  Config
	metrics *metrics
	panics  *panics.Guard
	logger  *slog.Logger
	started time.Time
	beats   heartbeat
	large   largeFrames

	mu      sync.Mutex
	open    int
	from    map[string]int // of them, by client address
	stopped bool           // nothing may be opened any more
	work    sync.WaitGroup
}

// Turns is what sockets need of a Service.
type Turns interface {
	Ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error)
	Resume(ctx context.Context, ref chat.TurnRef, after live.Place, address string) (*live.Reader, error)
	Stop(ctx context.Context, ref chat.TurnRef, address string) error
	Feedback(ctx context.Context, ref chat.TurnRef, opinion chat.Opinion, address string) error
	Confirm(ctx context.Context, ref chat.TurnRef, answer chat.Confirmation, address string) (chat.ToolStatus, error)
}

// Config tunes Sockets; zero values get the defaults.
type Config struct {
	// Origins are the sites whose pages may open a socket besides our own, as host or scheme://host, with * for any
	// part of it. None means that sockets ask nobody where they come from: then whoever serves them is to keep other
	// sites' pages out before, as pages.Widget.Guard does, which with no sites named lets in our own pages alone. No
	// cookie says who is asking, but a session id that only the visitor's own page knows, so a foreign page could not read
	// a conversation; it could spend a church's quota. Programs that are no browsers name no origin and are let in.
	Origins []string
	MaxOpen int // sockets at once in this process, default 100,000
	// PerAddress is how many of them one client address may have, default a quarter.
	PerAddress int
	Ping       time.Duration // between pings of the server, default 30 s
	Idle       time.Duration // silence after which a client is gone, default 75 s
	Frame      time.Duration // from the first byte of a frame to its last, default 15 s
	Write      time.Duration // a client that takes longer for what is sent together is gone, default 10 s
	Farewell   time.Duration // the client's answer to a close frame is waited for so long, default 5 s
	Spread     time.Duration // over which idle sockets are closed at a shutdown, default 3 s

	Registerer prometheus.Registerer
	Logger     *slog.Logger // default slog.Default()
}

func (c *Config) setDefaults() {
	setDefault := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	setDefault(&c.Ping, 30*time.Second)
	setDefault(&c.Idle, 75*time.Second)
	setDefault(&c.Frame, 15*time.Second)
	setDefault(&c.Write, 10*time.Second)
	setDefault(&c.Farewell, 5*time.Second)
	setDefault(&c.Spread, 3*time.Second)
	if c.MaxOpen == 0 {
		c.MaxOpen = 100_000
	}
	if c.PerAddress == 0 {
		c.PerAddress = max(1, c.MaxOpen/4)
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
}

// What one socket, and all of them, may take.
const (
	subprotocol     = "narthex.v1"
	maxSocketFrame  = 400 << 10       // bytes: 40 items of history of 8,000 ASCII characters
	maxSocketTurns  = 2               // streaming at once: one to be stopped while the next is asked
	socketCallLimit = 5 * time.Second // for a stop, feedback or confirm
)

// New returns the WebSocket side of a service. address says whose limit a request counts against. The error is about
// config.
func New(s *turns.Service, address func(*http.Request) string, config Config) (*Sockets, error) {
	for _, pattern := range config.Origins {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			return nil, fmt.Errorf("allowed origin %q is no pattern of a host", pattern)
		}
	}
	return newSockets(s, s.Closing(), address, newMetrics(config.Registerer), config), nil
}

func newSockets(turns Turns, closing <-chan struct{}, address func(*http.Request) string, metrics *metrics, config Config) *Sockets {
	config.setDefaults()
	return &Sockets{
		turns: turns, closing: closing, address: address, config: config, metrics: metrics, panics: panics.New(config.Logger, config.Registerer), logger: config.Logger,
		started: time.Now(), large: largeFrames{from: make(map[string]int)}, from: make(map[string]int),
	}
}

// Routes says where sockets are opened. handle turns what a method returns into a response.
func (s *Sockets) Routes(r chi.Router, handle func(func(http.ResponseWriter, *http.Request) error) http.HandlerFunc) {
	r.Get("/api/chatbot/ws", handle(s.Open))
}

// Open is GET /api/chatbot/ws. It returns when the handshake is done: the socket lives on in a goroutine of its own, and
// all that net/http held for the request can be freed.
func (s *Sockets) Open(w http.ResponseWriter, r *http.Request) error {
	if err := s.check(r); err != nil {
		return err
	}
	socket := &socket{sockets: s, address: s.address(r)}
	if err := s.enter(socket.address); err != nil {
		return err
	}
	socket.wire.sockets = s
	conn, err := websocket.Accept(&hijacker{w, &socket.wire}, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // the origin was checked above
		OnPingReceived:     func(context.Context, []byte) bool { return socket.controlled() },
		OnPongReceived:     func(context.Context, []byte) { socket.controlled() },
	})
	if err != nil { // Accept has answered
		s.leave(socket.address)
		s.logger.DebugContext(r.Context(), "a WebSocket handshake failed", "error", err)
		return nil
	}
	conn.SetReadLimit(maxSocketFrame)
	socket.conn = conn
	socket.wire.heard()
	s.beats.add(socket)
	s.metrics.open.Inc()
	go socket.serve()
	return nil
}

// check refuses what the handshake itself would not, or not in words that programs read.
func (s *Sockets) check(r *http.Request) error {
	if !slices.ContainsFunc(tokens(r.Header, "Upgrade"), func(token string) bool { return strings.EqualFold(token, "websocket") }) {
		return chat.ErrWebSocketExpected
	}
	isOurs := func(token string) bool { return strings.EqualFold(token, subprotocol) }
	if offered := tokens(r.Header, "Sec-WebSocket-Protocol"); len(offered) > 0 && !slices.ContainsFunc(offered, isOurs) {
		return chat.ErrUnknownSubprotocol
	}
	if !s.allows(r.Header.Get("Origin"), r.Host) {
		return chat.ErrOriginNotAllowed
	}
	return nil
}

// allows reports whether pages of an origin may open sockets. Programs that are no browsers send none.
func (s *Sockets) allows(origin, host string) bool {
	if len(s.config.Origins) == 0 || origin == "" {
		return true
	}
	parsed, err := url.Parse(strings.ToLower(origin))
	if err != nil || parsed.Host == "" {
		return false
	}
	return strings.EqualFold(parsed.Host, host) || slices.ContainsFunc(s.config.Origins, func(pattern string) bool {
		candidate := parsed.Host
		if strings.Contains(pattern, "://") {
			candidate = parsed.Scheme + "://" + parsed.Host
		}
		matched, err := path.Match(strings.ToLower(pattern), candidate)
		return err == nil && matched
	})
}

// tokens are the comma-separated values of a header.
func tokens(header http.Header, name string) (found []string) {
	for _, value := range header.Values(name) {
		for token := range strings.SplitSeq(value, ",") {
			if token = strings.TrimSpace(token); token != "" {
				found = append(found, token)
			}
		}
	}
	return found
}

// enter counts a socket in, before its handshake, and leave out, when its goroutine ends.
func (s *Sockets) enter(address string) error {
	select {
	case <-s.closing:
		return chat.ErrShuttingDown
	default:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped:
		return chat.ErrShuttingDown
	case s.open >= s.config.MaxOpen, s.from[address] >= s.config.PerAddress:
		return chat.ErrBusy
	}
	s.open++
	s.from[address]++
	s.work.Add(1)
	return nil
}

func (s *Sockets) leave(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.from[address]--; s.from[address] == 0 {
		delete(s.from, address)
	}
	s.work.Done()
}

// hijacker is a response whose connection is handed to a wire, instead of with buffers of 4 KiB each way.
type hijacker struct {
	http.ResponseWriter
	wire *wire
}

// Hijack implements http.Hijacker.
func (t *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, err := buffered.Reader.Peek(buffered.Reader.Buffered())
	if err != nil {
		return nil, nil, err
	}
	return t.wire, t.wire.take(conn, slices.Clone(early)), nil
}
