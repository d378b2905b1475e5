package compat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"narthex/chat/live"
	"narthex/chat/sse"
)

// encode appends an event in the form of a protocol. It may append nothing. io.EOF means that the client has been told all
// that it will be told.
type encode func(buffer []byte, frame live.Frame) ([]byte, error)

// stream writes server-sent events, with a comment line whenever nothing was sent for a while, so that proxies do not take
// a thinking model for a dead connection.
type stream struct {
	timing  sse.Timing
	control *http.ResponseController
	gone    context.CancelFunc // called when a comment could not be written

	mu        sync.Mutex
	w         io.Writer
	keepAlive *time.Timer
	deadline  time.Time // of writing, as it was last set
	failed    error
	closed    bool
}

// errGone means that the client cannot be written to any more.
var errGone = errors.New("the client is gone")

func startStream(w http.ResponseWriter, timing sse.Timing, gone context.CancelFunc) *stream {
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no")
	s := &stream{timing: timing, control: http.NewResponseController(w), gone: gone, w: w}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keepAlive = time.AfterFunc(timing.KeepAlive, s.comment)
	return s
}

// copy writes a turn to its end. Events that wait together leave in one write. The error is errGone, that of the context,
// or why the turn cannot be followed any further.
func (s *stream) copy(ctx context.Context, from source, encode encode) error {
	var buffer []byte
	for {
		frames, err := from.next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		buffer = buffer[:0]
		for _, frame := range frames {
			if buffer, err = encode(buffer, frame); err != nil {
				break
			}
		}
		if writeErr := s.write(buffer); writeErr != nil {
			return writeErr
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// write sends bytes at once. A client that does not take them in time is gone.
func (s *stream) write(p []byte) error {
	if len(p) == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.send(p)
}

func (s *stream) send(p []byte) error {
	if s.failed != nil {
		return s.failed
	}
	if now := time.Now(); s.deadline.Sub(now) < s.timing.Write*3/4 { // setting it costs, so not for every word
		s.deadline = now.Add(s.timing.Write)
		_ = s.control.SetWriteDeadline(s.deadline) // a test's recorder has none; the server's own writers have
	}
	if _, err := s.w.Write(p); err != nil {
		s.failed = fmt.Errorf("%w: %w", errGone, err)
	} else if err := s.control.Flush(); err != nil {
		s.failed = fmt.Errorf("%w: %w", errGone, err)
	}
	s.keepAlive.Reset(s.timing.KeepAlive)
	return s.failed
}

// comment runs in the timer's goroutine.
func (s *stream) comment() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.failed != nil {
		return
	}
	if s.send([]byte(": keep-alive\n\n")) != nil {
		s.gone()
	}
}

func (s *stream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.keepAlive.Stop()
	_ = s.control.SetWriteDeadline(time.Time{})
}
