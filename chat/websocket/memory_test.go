package websocket

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestIdleConnectionsCostLessThanABareEcho compares what idle sockets hold in memory with what they hold in the shortest
// server there is.
func TestIdleConnectionsCostLessThanABareEcho(t *testing.T) {
	const connections = 2000
	pair := memoryPer(t, connections, nil)
	echo := memoryPer(t, connections, bareEcho)
	sockets, open := socketsUnderTest(t, &playedTurns{}, Config{Ping: time.Second})
	ours := memoryPer(t, connections, open)
	client := pair / 2
	t.Logf("bytes a connection, heap and stacks in use, without the client's %d: ours %d, a bare echo %d", client, ours-client, echo-client)
	if 2*(ours-client) > echo-client {
		t.Errorf("an idle socket holds %d bytes, more than half of a bare echo's %d", ours-client, echo-client)
	}
	sockets.stop()
}

// bareEcho is the shortest server there is.
func bareEcho(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	for {
		kind, data, err := conn.Read(r.Context())
		if err != nil || conn.Write(r.Context(), kind, data) != nil {
			return
		}
	}
}

// memoryPer returns what each of n idle WebSockets holds, on both sides; without a handler, each of n bare connections.
func memoryPer(t *testing.T, n int, handler http.HandlerFunc) int64 {
	t.Helper()
	before := inUse()
	var address string
	if handler == nil {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		accepted := make(chan []net.Conn)
		go func() {
			var conns []net.Conn
			defer func() { accepted <- conns }()
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				conns = append(conns, conn)
			}
		}()
		defer func() {
			listener.Close()
			for _, conn := range <-accepted {
				conn.Close()
			}
		}()
		address = listener.Addr().String()
	} else {
		server := httptest.NewServer(handler)
		defer server.Close()
		address = server.Listener.Addr().String()
	}
	conns := make([]net.Conn, n)
	defer func() {
		for _, conn := range conns {
			conn.Close()
		}
	}()
	for i := range conns {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		conns[i] = conn
		if handler != nil {
			shakeHands(t, conn)
		}
	}
	after := inUse()
	for range 4 { // a busy machine may still be at the last handshakes
		after = min(after, inUse())
	}
	return (after - before) / int64(n)
}

// shakeHands opens a WebSocket, leaving nothing allocated.
func shakeHands(t testing.TB, conn net.Conn) {
	t.Helper()
	fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: bm90IHNvIHJhbmRvbSBrZQ==\r\n\r\n")
	lines := bufio.NewReader(conn)
	status, err := lines.ReadString('\n')
	if err != nil || !strings.Contains(status, "101") {
		t.Fatalf("handshake: %q, %v", status, err)
	}
	for line := ""; line != "\r\n"; {
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
}

// inUse is the memory in use when all garbage is gone and stacks have shrunk.
func inUse() int64 {
	for range 4 {
		runtime.GC()
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapInuse + stats.StackInuse)
}
