package visitor

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// SocketPath is where Narthex takes WebSockets.
const SocketPath = "/api/chatbot/ws"

// socket is a WebSocket (RFC 6455), as little of it as visitors and callers need.
type socket struct {
	*conn
}

// Kinds of frames.
const (
	frameContinued = 0x0
	frameText      = 0x1
	frameBinary    = 0x2
	frameClose     = 0x8
	framePing      = 0x9
	framePong      = 0xA
)

func dialSocket(ctx context.Context, address string, from net.Addr, silence time.Duration, read func(int)) (*socket, error) {
	c, err := dial(ctx, address, from, silence, read)
	if err != nil {
		return nil, err
	}
	return shake(c, address, SocketPath, "Sec-WebSocket-Protocol: narthex.v1\r\n")
}

// shake makes a connection a WebSocket. headers are more lines of the request, each with its end.
func shake(c *conn, address, path, headers string) (*socket, error) {
	c.expect(handshakeLimit)
	// The key needs to be random only where caches in between could be fooled.
	_, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bG9hZHRlc3Rsb2FkdGVzdA==\r\n%s\r\n", path, address, headers)
	if err == nil {
		var h head
		if h, err = c.head(); err == nil && h.status != http.StatusSwitchingProtocols {
			err = &statusError{status: h.status}
		}
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return &socket{c}, nil
}

const handshakeLimit = 30 * time.Second

// closedError is a WebSocket that the server closed.
type closedError struct{ code int }

func (e *closedError) Error() string { return fmt.Sprintf("closed with code %d", e.code) }

var errFragmented = errors.New("a fragmented or masked frame, which no server of ours sends")

// ask sends a message and calls take with every event of the answer.
func (s *socket) ask(message string, church, session uuid.UUID, take func(event, time.Time)) error {
	s.expect(s.silence)
	body := append(appendQuestion([]byte(`{"type":"message",`), message, church, session), '}')
	if err := s.send(frameText, body); err != nil {
		return err
	}
	for {
		payload, err := s.next()
		if err != nil {
			return err
		}
		e := parseFrame(payload)
		switch string(e.kind) {
		case "problem":
			return &statusError{code: jsonText(payload, "code")}
		case "done", "error":
			take(e, s.at)
			return nil
		}
		take(e, s.at)
	}
}

// next returns the payload of the next text frame. Pings are answered.
func (s *socket) next() ([]byte, error) {
	for {
		kind, payload, err := s.frame()
		if err != nil {
			return nil, err
		}
		switch kind {
		case frameText, frameBinary:
			return payload, nil
		case framePing:
			if err := s.send(framePong, payload); err != nil {
				return nil, err
			}
		case frameClose:
			closed := &closedError{}
			if len(payload) >= 2 {
				closed.code = int(binary.BigEndian.Uint16(payload))
			}
			return nil, closed
		}
	}
}

func (s *socket) frame() (kind byte, payload []byte, err error) {
	start, err := s.exactly(2)
	if err != nil {
		return 0, nil, err
	}
	kind, length := start[0]&0x0f, int(start[1]&0x7f)
	if start[0]&0x80 == 0 || start[1]&0x80 != 0 || kind == frameContinued {
		return 0, nil, errFragmented
	}
	switch length {
	case 126:
		long, err := s.exactly(2)
		if err != nil {
			return 0, nil, err
		}
		length = int(binary.BigEndian.Uint16(long))
	case 127:
		return 0, nil, errTooLong
	}
	payload, err = s.exactly(length)
	return kind, payload, err
}

// send writes a frame with a mask of zeros: clients must mask, so that scripts cannot choose what proxies see; there are
// neither here.
func (s *socket) send(kind byte, payload []byte) error {
	s.out = append(s.out[:0], 0x80|kind)
	if len(payload) < 126 {
		s.out = append(s.out, 0x80|byte(len(payload)))
	} else {
		s.out = binary.BigEndian.AppendUint16(append(s.out, 0x80|126), uint16(len(payload)))
	}
	s.out = append(append(s.out, 0, 0, 0, 0), payload...)
	_, err := s.Write(s.out)
	return err
}

// parseFrame reads {"event":…,"id":…,"data":…}; the names come first in a frame, so what data holds cannot be taken for
// them.
func parseFrame(payload []byte) event {
	return event{kind: stringAfter(payload, `"event":"`), id: stringAfter(payload, `"id":"`), data: payload}
}

func stringAfter(payload []byte, name string) []byte {
	_, after, found := bytes.Cut(payload, []byte(name))
	if !found {
		return nil
	}
	text, _, _ := bytes.Cut(after, []byte(`"`))
	return text
}

func (s *socket) usable() bool { return true }
