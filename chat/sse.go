package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Handler serves the chat over HTTP. Its methods return errors for the edge to answer, and only before anything was
// written.
type Handler struct {
	service *Service
	proxies []netip.Prefix
	timing  Timing
}

// Timing bounds the waits of a stream; zero values get the defaults.
type Timing struct {
	KeepAlive time.Duration // a comment line after so much silence, default 15 s
	Write     time.Duration // a reader that takes longer for one event is gone, default 10 s
	Body      time.Duration // the whole request body must arrive in it, default 15 s
}

// NewHandler returns a handler. proxies are the networks whose X-Forwarded-For is believed.
func NewHandler(service *Service, proxies []netip.Prefix, timing Timing) *Handler {
	setDefault := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	setDefault(&timing.KeepAlive, 15*time.Second)
	setDefault(&timing.Write, 10*time.Second)
	setDefault(&timing.Body, 15*time.Second)
	return &Handler{service: service, proxies: proxies, timing: timing}
}

// Stream is POST /api/chatbot/stream: a message in, server-sent events out.
func (h *Handler) Stream(w http.ResponseWriter, r *http.Request) error {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return ErrUnsupportedMedia
	}
	control := http.NewResponseController(w)
	// Not every writer has deadlines (a test's recorder has none); the server's own have.
	_ = control.SetReadDeadline(time.Now().Add(h.timing.Body))
	req, err := DecodeRequest(r.Body)
	if err != nil {
		return err
	}
	// From here the connection is only watched for the visitor leaving.
	_ = control.SetReadDeadline(time.Time{})
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	events, err := h.service.Ask(ctx, req, h.clientAddress(r))
	if err != nil {
		return err
	}
	stream := startEventStream(w, control, h.timing, cancel)
	defer stream.close()
	for event := range events {
		if err := stream.send(event); err != nil {
			break
		}
	}
	return nil
}

// clientAddress is the peer's address, or, behind believed proxies, the nearest address in X-Forwarded-For that is none.
func (h *Handler) clientAddress(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && h.isProxy(address); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = hop.Unmap()
	}
	return address.String()
}

func (h *Handler) isProxy(address netip.Addr) bool {
	for _, network := range h.proxies {
		if network.Contains(address) {
			return true
		}
	}
	return false
}

// eventStream writes one answer as server-sent events, with a comment line whenever nothing was sent for a while, so
// that proxies do not take a thinking model for a dead connection.
type eventStream struct {
	timing  Timing
	control *http.ResponseController

	mu        sync.Mutex
	w         http.ResponseWriter
	buffer    []byte
	turn      uuid.UUID
	keepAlive *time.Timer
	gone      context.CancelFunc // stops the answer of a reader who is gone
	failed    error
	closed    bool
}

func startEventStream(w http.ResponseWriter, control *http.ResponseController, timing Timing, gone context.CancelFunc) *eventStream {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no")
	s := &eventStream{w: w, control: control, timing: timing, gone: gone}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keepAlive = time.AfterFunc(timing.KeepAlive, s.comment)
	return s
}

// send writes one event and flushes it.
func (s *eventStream) send(event Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if event.Kind == KindStart {
		s.turn = event.Start.TurnID
	}
	buffer, err := appendSSE(s.buffer[:0], s.turn, event)
	if err != nil {
		return err
	}
	s.buffer = buffer
	return s.write()
}

// comment runs in the timer's goroutine.
func (s *eventStream) comment() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.failed != nil {
		return
	}
	s.buffer = append(s.buffer[:0], ": keep-alive\n\n"...)
	if s.write() != nil {
		s.gone()
	}
}

// write sends the buffer. A reader who does not take it in time is gone.
func (s *eventStream) write() error {
	if s.failed != nil {
		return s.failed
	}
	_ = s.control.SetWriteDeadline(time.Now().Add(s.timing.Write))
	if _, err := s.w.Write(s.buffer); err != nil {
		s.failed = fmt.Errorf("write to the visitor: %w", err)
	} else if err := s.control.Flush(); err != nil {
		s.failed = fmt.Errorf("write to the visitor: %w", err)
	}
	s.keepAlive.Reset(s.timing.KeepAlive)
	return s.failed
}

func (s *eventStream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.keepAlive.Stop()
	_ = s.control.SetWriteDeadline(time.Time{})
}

// appendSSE appends an event in the form of the wire: its name, its id <turn>:<seq>, its data as one line of JSON.
func appendSSE(buffer []byte, turn uuid.UUID, event Event) ([]byte, error) {
	buffer = append(buffer, "event: "...)
	buffer = append(buffer, event.Kind...)
	buffer = append(buffer, "\nid: "...)
	buffer = append(buffer, turn.String()...)
	buffer = append(buffer, ':')
	buffer = strconv.AppendInt(buffer, int64(event.Seq), 10)
	buffer = append(buffer, "\ndata: "...)
	data, err := json.Marshal(event.data())
	if err != nil {
		return nil, fmt.Errorf("encode a %s event: %w", event.Kind, err)
	}
	buffer = append(buffer, data...)
	return append(buffer, "\n\n"...), nil
}
