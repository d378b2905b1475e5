package upstream

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Server is the mock service.
type Server struct {
	config   Config
	interval time.Duration // between tokens
	said     string        // the chunk of what is said before the tokens; "": nothing is
	wheel    *wheel
	stats    stats

	mu     sync.Mutex
	closed bool
	open   map[net.Conn]struct{}
	served sync.WaitGroup
}

// New returns a server that behaves as configured.
func New(config Config) (*Server, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	s := &Server{
		config: config, interval: time.Duration(float64(time.Second) / config.Rate),
		wheel: newWheel(), open: make(map[net.Conn]struct{}),
	}
	if config.Says != "" {
		s.said = chunk(deltaStart + config.Says + deltaEnd)
	}
	return s, nil
}

// Serve takes connections until ctx ends, and then cuts those that are open.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer s.served.Wait()
	defer s.closeAll()
	defer stop()
	defer context.AfterFunc(ctx, func() { _ = listener.Close() })()
	s.served.Go(func() { s.wheel.turn(ctx) })
	for {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("accept: %w", err)
		}
		if s.admit(conn) {
			s.served.Go(func() { s.serve(ctx, conn) })
		}
	}
}

func (s *Server) admit(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = conn.Close()
		return false
	}
	s.open[conn] = struct{}{}
	return true
}

func (s *Server) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for conn := range s.open {
		_ = conn.Close()
	}
}

func (s *Server) drop(conn net.Conn) {
	_ = conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, conn)
}

// serve answers one request after another. While an answer is sent by the wheel, it waits for the next request, and so
// notices when the client leaves.
func (s *Server) serve(ctx context.Context, conn net.Conn) {
	defer s.drop(conn)
	raw, err := conn.(syscall.Conn).SyscallConn()
	if err != nil {
		return
	}
	var running *answer
	reader := bufio.NewReader(conn)
	for {
		request, err := http.ReadRequest(reader)
		if running != nil {
			if err != nil {
				running.gone.Store(true)
			}
			select { // before the connection is closed under its writer, or a second answer begun
			case <-running.over:
			case <-ctx.Done():
				return
			}
			running = nil
		}
		if err != nil {
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(nil, request.Body, maxBody))
		if err != nil {
			return
		}
		switch request.Method + " " + request.URL.Path {
		case "POST /v1/chat/completions":
			running, err = s.complete(conn, raw, body)
		case "POST /v1/embeddings":
			err = s.embed(conn, body)
		case "GET /stats":
			err = reply(conn, http.StatusOK, s.Stats())
		default:
			err = refuse(conn, http.StatusNotFound, "unknown_url", "Unknown request URL: "+request.Method+" "+request.URL.Path)
		}
		if err != nil {
			return
		}
	}
}

// completion is a request for an answer, as far as it matters here.
type completion struct {
	Stream        bool `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Messages []struct {
		Content json.RawMessage `json:"content"` // a string, or an array of parts
	} `json:"messages"`

	bytes  int
	tokens int // asked for; 0: not said
}

// complete begins an answer; it gives nil when there will be none from the wheel.
func (s *Server) complete(conn net.Conn, raw syscall.RawConn, body []byte) (*answer, error) {
	s.stats.completions.Add(1)
	s.stats.completionBytes.Add(uint64(len(body)))
	request := completion{bytes: len(body)}
	if err := json.Unmarshal(body, &request); err != nil || len(request.Messages) == 0 {
		return nil, refuse(conn, http.StatusBadRequest, "invalid_request_error", "We could not parse the JSON body of your request.")
	}
	request.tokens = tokensAskedFor(request.Messages[len(request.Messages)-1].Content)
	hurt := s.config.Faults.pick(rand.Float64())
	switch hurt {
	case faultTooMany:
		return nil, refuse(conn, http.StatusTooManyRequests, "rate_limit_exceeded", "Rate limit reached for requests.")
	case faultInternal:
		return nil, refuse(conn, http.StatusInternalServerError, "server_error", "The server had an error while processing your request.")
	case faultSilent:
		return nil, nil
	}
	a := s.newAnswer(raw, func() { _ = conn.Close() }, &request, hurt)
	s.wheel.add(a)
	return a, nil
}

// LengthRequest is how a question says how many tokens it wants.
const LengthRequest = "answer in %d tokens"

func tokensAskedFor(question []byte) int {
	before, _, _ := bytes.Cut([]byte(LengthRequest), []byte("%d"))
	at := bytes.LastIndex(question, before)
	if at < 0 {
		return 0
	}
	figure, _, _ := bytes.Cut(question[at+len(before):], []byte(" "))
	tokens, err := strconv.Atoi(string(figure))
	if err != nil || tokens < 1 {
		return 0
	}
	return min(tokens, maxTokens)
}

// refuse answers with an error in the service's form.
func refuse(conn net.Conn, status int, code, message string) error {
	type detail struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    string `json:"code"`
	}
	return reply(conn, status, map[string]detail{"error": {Message: message, Type: code, Code: code}})
}

func reply(conn net.Conn, status int, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	extra := ""
	if status == http.StatusTooManyRequests {
		extra = "Retry-After: 1\r\n"
	}
	out := fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n", status, http.StatusText(status), len(body), extra)
	_, err = conn.Write(append(out, body...))
	return err
}

// ErrNotLoopback refuses an address that others could reach.
var ErrNotLoopback = errors.New("only loopback addresses are served")

// Listen listens on a loopback address; port 0 takes a free one.
func Listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%w, not %s", ErrNotLoopback, address)
	}
	return net.Listen("tcp", address)
}
