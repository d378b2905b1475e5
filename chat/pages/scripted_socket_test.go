package pages_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/static/web"
)

// liveSockets are the open WebSockets of a server.
type liveSockets struct {
	mu    sync.Mutex
	conns []*websocket.Conn
	work  sync.WaitGroup
}

func (l *liveSockets) add(conn *websocket.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns = append(l.conns, conn)
}

func (l *liveSockets) all() []*websocket.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conns
}

func (l *liveSockets) end() {
	for _, conn := range l.all() {
		_ = conn.CloseNow()
	}
	l.work.Wait()
}

// serveSockets is serve with WebSockets.
func (s *server) withSockets() *server {
	s.sockets.Store(true)
	return s
}

// socket opens a WebSocket, if it may, and hands its messages to the test.
func (s *server) socket(w http.ResponseWriter, r *http.Request) error {
	if !s.sockets.Load() {
		s.refused.Add(1)
		return web.ErrNotFound
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"narthex.v1"}})
	if err != nil {
		return nil // Accept has answered
	}
	s.live.add(conn)
	s.live.work.Add(1)
	defer s.live.work.Done()
	gone := make(chan struct{})
	defer close(gone)
	for {
		_, data, err := conn.Read(context.Background())
		if err != nil {
			return nil
		}
		if err := s.take(conn, data, gone); err != nil {
			s.t.Errorf("frame %s: %v", data, err)
		}
	}
}

// take does what a frame asks for.
func (s *server) take(conn *websocket.Conn, data []byte, gone chan struct{}) error {
	var frame struct {
		Type, TurnID string
		After        int
		streamRequest
	}
	if err := json.Unmarshal(data, &frame); err != nil {
		return err
	}
	if frame.Type == "ping" {
		_ = conn.Write(context.Background(), websocket.MessageText, []byte(`{"event":"pong"}`))
		return nil
	}
	x := s.exchange(uuid.New())
	x.socket, x.gone, x.request = conn, gone, frame.streamRequest
	if frame.Type == "resume" {
		turn, err := uuid.Parse(frame.TurnID)
		if err != nil {
			return err
		}
		x.turn, x.resumes, x.seq = turn, true, frame.After
	}
	go func() {
		select {
		case s.exchanges <- x:
		case <-gone:
		}
	}()
	return nil
}

// write sends a frame.
func (x *exchange) write(text string) {
	x.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := x.socket.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		x.t.Fatalf("write to the client: %v", err)
	}
}

// close ends the socket with a code.
func (x *exchange) close(code websocket.StatusCode) {
	x.t.Helper()
	go func() { _ = x.socket.Close(code, "") }()
	<-x.gone
}

// problem refuses what was asked over the socket.
func (x *exchange) problem(code string, retryable bool, retryAfter int) {
	x.t.Helper()
	id := `"clientMessageId":` + quote(x.request.ClientMessageID)
	if x.resumes {
		id = `"turnId":` + quote(x.turn.String())
	}
	x.write(strings.Join([]string{
		`{"event":"problem","data":{"code":` + quote(code), `"message":"No."`, `"retryable":` + strconv.FormatBool(retryable),
		`"retryAfter":` + strconv.Itoa(retryAfter), id + `}}`,
	}, ","))
}
