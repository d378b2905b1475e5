package sse_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/sse"
)

// writeCounter counts the writes to the connections that it accepts.
type writeCounter struct {
	net.Listener
	writes atomic.Int64
}

func (l *writeCounter) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return &countedConn{Conn: conn, writes: &l.writes}, err
}

type countedConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c *countedConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(p)
}

func TestAnAnswerThatIsThereLeavesInOneWrite(t *testing.T) {
	node := chattest.NewServer(t)
	churchID := node.NewChurch(t)
	handler := sse.NewHandler(node.Service, nil, sse.Timing{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := handler.Stream(w, r); err != nil {
			t.Errorf("refused: %v", err)
		}
	}))
	listener := &writeCounter{Listener: server.Listener}
	server.Listener = listener
	server.Start()
	defer server.Close()
	for range 3 { // on one connection
		before := listener.writes.Load()
		body := fmt.Sprintf(`{"message":"What time is church on Sunday?","churchId":%q,"sessionId":%q}`, churchID, uuid.New())
		res, err := server.Client().Post(server.URL, "application/json", strings.NewReader(body))
		chattest.Must(t, err)
		answer, err := io.ReadAll(res.Body)
		chattest.Must(t, err)
		chattest.Must(t, res.Body.Close())
		if !strings.Contains(string(answer), "event: done") || res.ContentLength != int64(len(answer)) {
			t.Errorf("%d bytes of %d: %s", len(answer), res.ContentLength, answer)
		}
		for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %q", name, got)
			}
		}
		if writes := listener.writes.Load() - before; writes != 1 {
			t.Errorf("%d writes", writes)
		}
	}
}
