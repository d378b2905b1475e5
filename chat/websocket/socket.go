package websocket

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"narthex/chat"
	"narthex/chat/buffers"
	"narthex/chat/live"
)

// socket is one visitor's WebSocket. Its goroutine reads, and alone closes; each turn that streams has another.
type socket struct {
	sockets *Sockets
	conn    *websocket.Conn
	wire    wire
	address string
	beating beating

	// Of the socket's goroutine alone.
	within bool          // a message has begun
	earned time.Duration // since sockets.started: the frames of up to here are paid for

	mu      sync.Mutex
	closing closeReason // why it is to be closed
	away    bool        // to be closed when no turn streams any more
	running []*stream
	known   []chat.TurnRef // turns that it has carried, the latest last
}

// closeReason is a close code and what programmers read beside it.
type closeReason struct {
	code websocket.StatusCode
	text string
}

func (r closeReason) Error() string { return r.text }

var (
	closeGoingAway = closeReason{websocket.StatusGoingAway, "reconnect and resume"}
	closeProtocol  = closeReason{websocket.StatusProtocolError, "not a WebSocket frame"}
	closeBinary    = closeReason{websocket.StatusUnsupportedData, "send text frames"}
	closeGone      = closeReason{websocket.StatusAbnormalClosure, ""}
	closeNotUTF8   = closeReason{websocket.StatusInvalidFramePayloadData, "not UTF-8"}
	closeGarbage   = closeReason{websocket.StatusPolicyViolation, "too many frames that mean nothing here"}
	closeTooBig    = closeReason{websocket.StatusMessageTooBig, "frame too large"}
	closeInternal  = closeReason{websocket.StatusInternalError, "reconnect and resume"}
	closeCrowded   = closeReason{websocket.StatusTryAgainLater, "too many large frames at once"}
	closeIdle      = closeReason{4408, "nothing heard for too long"}
	closeHalfFrame = closeReason{4408, "the frame did not arrive in time"}
	closeSlow      = closeReason{4409, "too slow: reconnect and resume"}
	closeFlood     = closeReason{4429, "too many frames"}
)

// A client may send 10 frames a second for long, and 60 at once. One that means nothing costs as much as twelve.
const (
	frameCost   = 100 * time.Millisecond
	garbageCost = 12 * frameCost
	frameCredit = 60 * frameCost
)

// serve runs in the socket's goroutine.
func (s *socket) serve() {
	defer s.sockets.leave(s.address)
	defer s.sockets.panics.Recover("socket", func(error) { s.end(closeInternal) })
	for {
		more, err := s.wire.await()
		if err == nil && !s.pay(frameCost) {
			err = closeFlood
		}
		if err == nil && more {
			err = s.receive()
		}
		if err != nil {
			s.end(s.reason(err))
			return
		}
	}
}

// pay reports whether the client has not sent too much.
func (s *socket) pay(cost time.Duration) bool {
	now := time.Since(s.sockets.started)
	s.earned = max(s.earned, now) + cost
	return s.earned-now <= frameCredit
}

// controlled is called by the library, from within receive, for a ping, or a pong that was not the answer to one of ours.
func (s *socket) controlled() bool {
	if !s.within {
		s.wire.untime()
	}
	if !s.pay(frameCost) {
		s.close(closeFlood)
		return false
	}
	return true
}

// receive reads one message and does what it says.
func (s *socket) receive() error {
	kind, r, err := s.conn.Reader(context.Background()) // deadlines are the wire's
	if err != nil {
		return err
	}
	if kind != websocket.MessageText {
		return closeBinary
	}
	buffer := buffers.Get()
	defer buffers.Put(buffer)
	s.within = true
	err = s.readAll(r, buffer)
	s.within = false
	if err != nil {
		return err
	}
	if !utf8.Valid(*buffer) {
		return closeNotUTF8
	}
	return s.handle(*buffer)
}

// readAll reads a message into buffer. Memory is taken as bytes arrive, not as they are announced.
func (s *socket) readAll(r io.Reader, buffer *[]byte) error {
	limit := largeFrame
	for {
		have := len(*buffer)
		if have == limit && limit == largeFrame {
			if !s.sockets.large.enter(s.address) {
				return closeCrowded
			}
			defer s.sockets.large.leave(s.address)
			limit = maxSocketFrame + 1 // the library ends it before
		}
		if have == cap(*buffer) {
			*buffer = slices.Grow(*buffer, have)
		}
		n, err := r.Read((*buffer)[have:min(cap(*buffer), limit)])
		*buffer = (*buffer)[:have+n]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// handle does what a frame says. The frame is not kept.
func (s *socket) handle(data []byte) error {
	frame, err := decodeFrame(data)
	s.sockets.metrics.frames.WithLabelValues(frame.label()).Inc()
	if err == nil {
		err = s.obey(frame, data)
	} else if !s.pay(garbageCost) {
		return closeGarbage
	}
	if err != nil {
		return s.problem(frame, err)
	}
	return nil
}

func (s *socket) obey(frame clientFrame, data []byte) error {
	switch frame.Type {
	case "ping":
		return s.write([]byte(`{"event":"pong"}`))
	case "message":
		req, err := chat.ParseRequest(data)
		if err != nil {
			return err
		}
		ref := chat.TurnRef{Session: req.SessionID, Church: req.ChurchID}
		return s.begin(frame, ref, func(ctx context.Context) (*live.Reader, error) { return s.sockets.turns.Ask(ctx, req, s.address) })
	}
	ref, err := s.ref(frame)
	if err != nil {
		return err
	}
	if frame.Type == "resume" {
		after, err := frame.after(ref.Turn)
		if err != nil {
			return err
		}
		return s.begin(frame, ref, func(ctx context.Context) (*live.Reader, error) {
			return s.sockets.turns.Resume(ctx, ref, after, s.address)
		})
	}
	ctx, cancel := context.WithTimeout(context.Background(), socketCallLimit)
	defer cancel()
	var tool *chat.ToolStatus
	switch frame.Type {
	case "stop":
		err = s.sockets.turns.Stop(ctx, ref, s.address)
	case "confirm":
		tool, err = s.confirm(ctx, ref, frame)
	default:
		err = s.sockets.turns.Feedback(ctx, ref, chat.Opinion{Value: frame.Value, Comment: frame.Comment}, s.address)
	}
	if err != nil {
		return err
	}
	return s.write(ackFrame(frame.Type, ref.Turn, tool))
}

func (s *socket) confirm(ctx context.Context, ref chat.TurnRef, frame clientFrame) (*chat.ToolStatus, error) {
	answer, err := chat.ParseConfirmation(frame.CallID, frame.Accept)
	if err != nil {
		return nil, err
	}
	status, err := s.sockets.turns.Confirm(ctx, ref, answer, s.address)
	return &status, err
}

// sendAway closes the socket once no turn streams any more.
func (s *socket) sendAway() {
	s.mu.Lock()
	s.away = true
	idle := len(s.running) == 0
	s.mu.Unlock()
	if idle {
		s.close(closeGoingAway)
	}
}

// close has the socket's goroutine close it. It does not wait.
func (s *socket) close(why closeReason) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.code == 0 {
		s.closing = why
		s.wire.wake()
	}
}

// reason is why a socket ends whose reading ended with err.
func (s *socket) reason(err error) closeReason {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.code == 0 {
		s.closing = s.diagnose(err)
	}
	return s.closing
}

func (s *socket) diagnose(err error) closeReason {
	if why, ok := errors.AsType[closeReason](err); ok {
		return why
	}
	if code := websocket.CloseStatus(err); code != -1 {
		return closeReason{code: code} // the client's
	}
	switch {
	case errors.Is(err, websocket.ErrMessageTooBig):
		return closeTooBig
	case s.wire.stuck():
		return closeSlow
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return closeHalfFrame
	case isNetwork(err):
		return closeGone
	}
	return closeProtocol
}

// isNetwork reports whether the connection failed, or ended without a word, rather than what came over it.
func isNetwork(err error) bool {
	_, failed := errors.AsType[*net.OpError](err)
	return failed || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrClosedPipe)
}

// end closes the socket, with a word where there is somebody to hear it.
func (s *socket) end(why closeReason) {
	s.sockets.beats.remove(s)
	s.mu.Lock()
	s.away = false
	for _, r := range s.running {
		r.cancel()
	}
	s.mu.Unlock()
	if why.text != "" {
		s.wire.part()
		_ = s.conn.Close(why.code, why.text)
	}
	_ = s.conn.CloseNow()
	s.sockets.metrics.closed(why)
}
