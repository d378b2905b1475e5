package sse

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat/buffers"
	"narthex/chat/live"
)

// eventStream writes events as server-sent events, and a comment line whenever nothing was sent for a while, so that
// proxies do not take a thinking model for a dead connection.
type eventStream struct {
	timing  Timing
	control *http.ResponseController

	mu        sync.Mutex
	w         http.ResponseWriter
	turn      uuid.UUID
	buffer    []byte
	keepAlive *time.Timer
	written   time.Time          // when something was last written
	deadline  time.Time          // of writing, as it was last set
	gone      context.CancelFunc // ends the wait for more to write
	failed    error
	closed    bool
}

func startEventStream(w http.ResponseWriter, turn uuid.UUID, timing Timing, gone context.CancelFunc) *eventStream {
	setStreamHeader(w.Header())
	s := &eventStream{w: w, control: http.NewResponseController(w), timing: timing, gone: gone, turn: turn}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keepAlive = time.AfterFunc(timing.KeepAlive, s.comment)
	return s
}

// Header values, made once: setting one makes a slice each time.
var (
	eventStreamType = []string{"text/event-stream"}
	untransformed   = []string{"no-cache, no-transform"}
	unbuffered      = []string{"no"}
)

func setStreamHeader(header http.Header) {
	header["Content-Type"] = eventStreamType
	header["Cache-Control"] = untransformed
	header["X-Accel-Buffering"] = unbuffered
}

// sendWhole sends an answer of which all events are there: with its length, in as few writes as net/http can make of it,
// and within the server's own deadline, because nothing is to be waited for.
func sendWhole(w http.ResponseWriter, turn uuid.UUID, frames []live.Frame) {
	buffer := buffers.Get()
	defer buffers.Put(buffer)
	for _, frame := range frames {
		*buffer = appendSSE(*buffer, turn, frame)
	}
	header := w.Header()
	setStreamHeader(header)
	header["Content-Length"] = []string{strconv.Itoa(len(*buffer))}
	_, _ = w.Write(*buffer) // a visitor who has gone misses nothing
}

// open sends the headers, for a reader who may have to wait for the first event.
func (s *eventStream) open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.w.WriteHeader(http.StatusOK)
	s.buffer = s.buffer[:0]
	return s.write()
}

// send writes events together.
func (s *eventStream) send(frames []live.Frame) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buffer = s.buffer[:0]
	for _, frame := range frames {
		s.buffer = appendSSE(s.buffer, s.turn, frame)
	}
	return s.write()
}

// comment runs in the timer's goroutine.
func (s *eventStream) comment() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.failed != nil {
		return
	}
	if quiet := time.Since(s.written); quiet < s.timing.KeepAlive {
		s.keepAlive.Reset(s.timing.KeepAlive - quiet)
		return
	}
	s.buffer = append(s.buffer[:0], ": keep-alive\n\n"...)
	if s.write() != nil {
		s.gone()
		return
	}
	s.keepAlive.Reset(s.timing.KeepAlive)
}

// reconnectSpread is the time over which readers come back who are all sent away at once.
const reconnectSpread = 2 * time.Second

// reconnect tells the reader when to come back for the rest.
func (s *eventStream) reconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := rand.N(reconnectSpread)
	s.buffer = fmt.Appendf(s.buffer[:0], "retry: %d\n\n", wait.Milliseconds())
	_ = s.write() // the reader is sent away in any case
}

// write sends the buffer. A reader who does not take it in time is gone.
func (s *eventStream) write() error {
	if s.failed != nil {
		return s.failed
	}
	now := time.Now()
	s.written = now
	if s.deadline.Sub(now) < s.timing.Write*3/4 { // setting it costs, so not for every word
		s.deadline = now.Add(s.timing.Write)
		_ = s.control.SetWriteDeadline(s.deadline)
	}
	if _, err := s.w.Write(s.buffer); err != nil {
		s.failed = fmt.Errorf("write to the visitor: %w", err)
	} else if err := s.control.Flush(); err != nil {
		s.failed = fmt.Errorf("write to the visitor: %w", err)
	}
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
func appendSSE(buffer []byte, turn uuid.UUID, frame live.Frame) []byte {
	buffer = append(buffer, "event: "...)
	buffer = append(buffer, frame.Kind...)
	buffer = append(buffer, "\nid: "...)
	buffer = live.AppendEventID(buffer, turn, frame.Place())
	buffer = append(buffer, "\ndata: "...)
	buffer = append(buffer, frame.Data...)
	return append(buffer, "\n\n"...)
}
