package visitor

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

// sse asks over HTTP and is answered with server-sent events, turn after turn on one connection.
type sse struct {
	*conn
	host    string
	waiting []byte // the beginning of an event
	closing bool
}

// StreamPath is where Narthex takes messages.
const StreamPath = "/api/chatbot/stream"

func dialSSE(ctx context.Context, address string, from net.Addr, silence time.Duration, read func(int)) (*sse, error) {
	c, err := dial(ctx, address, from, silence, read)
	if err != nil {
		return nil, err
	}
	return &sse{conn: c, host: address}, nil
}

// statusError is a response that is no stream. A WebSocket's has no status but that of its handshake.
type statusError struct {
	status int
	code   string
}

func (e *statusError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("status %d %s", e.status, e.code))
}

// ask sends a message and calls take with every event of the answer.
func (s *sse) ask(message string, church, session uuid.UUID, take func(event, time.Time)) error {
	body := append(appendQuestion(append(make([]byte, 0, 512), '{'), message, church, session), '}')
	s.out = fmt.Appendf(s.out[:0], "POST "+StreamPath+" HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", s.host, len(body))
	s.out = append(s.out, body...)
	s.expect(s.silence)
	if _, err := s.Write(s.out); err != nil {
		return err
	}
	h, err := s.head()
	if err != nil {
		return err
	}
	s.closing = h.closing
	s.waiting = s.waiting[:0]
	if h.status != http.StatusOK {
		refused := &statusError{status: h.status}
		err := s.body(h, func(piece []byte) error {
			refused.code += jsonText(piece, "code")
			return nil
		})
		if err != nil {
			return err
		}
		return refused
	}
	return s.body(h, func(piece []byte) error { return s.events(piece, take) })
}

var eventEnd = []byte("\n\n")

// events takes apart what has come. An event that is whole in its piece, as most are, is read where it lies.
func (s *sse) events(piece []byte, take func(event, time.Time)) error {
	if len(s.waiting) > 0 {
		s.waiting = append(s.waiting, piece...)
		piece = s.waiting
	}
	for {
		at := bytes.Index(piece, eventEnd)
		if at < 0 {
			break
		}
		if e, ok := parseEvent(piece[:at]); ok {
			take(e, s.at)
		}
		piece = piece[at+len(eventEnd):]
	}
	if len(piece) > maxLine {
		return errTooLong
	}
	s.waiting = append(s.waiting[:0], piece...)
	return nil
}

// parseEvent reads the lines of an event; comments alone are none.
func parseEvent(block []byte) (e event, ok bool) {
	for len(block) > 0 {
		var line []byte
		line, block, _ = bytes.Cut(block, []byte("\n"))
		name, value, found := bytes.Cut(line, []byte(": "))
		if !found {
			continue
		}
		switch string(name) {
		case "event":
			e.kind, ok = value, true
		case "id":
			e.id, ok = value, true
		case "data":
			e.data, ok = value, true
		case "retry":
			e.kind, ok = []byte("retry"), true
		}
	}
	return e, ok
}

func (s *sse) usable() bool { return !s.closing }
