package websocket

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Kinds of WebSocket frames.
const (
	continued = 0x0
	textual   = 0x1
	binaryish = 0x2
	closing   = 0x8
	pinging   = 0x9
	ponging   = 0xA
	final     = 0x80
)

// visitor is a WebSocket client that does what the test wants, against the protocol too.
type visitor struct {
	t     testing.TB
	conn  net.Conn
	lines *bufio.Reader
	mute  atomic.Bool // leaves pings and close frames without an answer

	out    chan []byte    // what is to be sent
	frames chan []byte    // text
	pings  chan time.Time //
	ended  chan int       // the close code, 1006 without one
}

// newVisitor returns a visitor who sends without waiting for the server to read, as over a network, also where conn is a
// pipe.
func newVisitor(t testing.TB, conn net.Conn) *visitor {
	v := &visitor{
		t: t, conn: conn, out: make(chan []byte, 10_000),
		frames: make(chan []byte, 10_000), pings: make(chan time.Time, 1000), ended: make(chan int, 1),
	}
	left := make(chan struct{})
	t.Cleanup(func() {
		close(left)
		conn.Close()
	})
	go func() {
		for {
			select {
			case bytes := <-v.out:
				_, _ = conn.Write(bytes) // a server that has gone is noticed by reading
			case <-left:
				return
			}
		}
	}()
	return v
}

// visit opens a WebSocket to a server at the other end of conn. Nothing is read until listen.
func visit(t testing.TB, conn net.Conn, headers ...string) *visitor {
	t.Helper()
	v := newVisitor(t, conn)
	_, err := fmt.Fprintf(conn, "GET /api/chatbot/ws HTTP/1.1\r\nHost: chat.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bm90IHNvIHJhbmRvbSBrZQ==\r\n%s\r\n", strings.Join(headers, "\r\n")+strings.Repeat("\r\n", min(1, len(headers))))
	if err != nil {
		t.Fatal(err)
	}
	v.lines = readHandshake(t, conn)
	return v
}

func readHandshake(t testing.TB, conn net.Conn) *bufio.Reader {
	t.Helper()
	lines := bufio.NewReaderSize(conn, 16)
	res, err := http.ReadResponse(lines, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusSwitchingProtocols {
		body, _ := io.ReadAll(res.Body)
		t.Fatalf("handshake: %d %s", res.StatusCode, body)
	}
	return lines
}

// listen reads until the end. The visitor's goroutine ends with the connection.
func (v *visitor) listen() *visitor {
	go func() {
		code := 1006
		for {
			kind, payload, err := v.frame()
			if err != nil {
				v.ended <- code
				return
			}
			switch kind {
			case final | textual:
				v.frames <- payload
			case final | pinging:
				v.pings <- time.Now()
				if !v.mute.Load() {
					v.send(final|ponging, payload)
				}
			case final | closing:
				code = int(binary.BigEndian.Uint16(payload))
				if !v.mute.Load() {
					v.send(final|closing, payload[:2])
				}
			}
		}
	}()
	return v
}

// frame reads one frame.
func (v *visitor) frame() (kind byte, payload []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(v.lines, head[:]); err != nil {
		return 0, nil, err
	}
	length := uint64(head[1])
	extended := map[uint64]int{126: 2, 127: 8}[length]
	if extended > 0 {
		long := make([]byte, 8)
		if _, err := io.ReadFull(v.lines, long[8-extended:]); err != nil {
			return 0, nil, err
		}
		length = binary.BigEndian.Uint64(long)
	}
	if length > 1<<24 {
		return 0, nil, errors.New("a frame without end")
	}
	payload = make([]byte, length)
	_, err = io.ReadFull(v.lines, payload)
	return head[0], payload, err
}

// encoded is a masked frame.
func encoded(kind byte, payload []byte) []byte {
	frame := []byte{kind}
	switch {
	case len(payload) < 126:
		frame = append(frame, 0x80|byte(len(payload)))
	case len(payload) < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(len(payload)))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(len(payload)))
	}
	mask := [4]byte{0xa5, 0x01, 0x42, 0xff}
	frame = append(frame, mask[:]...)
	for i, b := range payload {
		frame = append(frame, b^mask[i%4])
	}
	return frame
}

// send sends a frame.
func (v *visitor) send(kind byte, payload []byte) { v.raw(encoded(kind, payload)) }

func (v *visitor) raw(bytes []byte) { v.out <- bytes }

// say sends a JSON object.
func (v *visitor) say(frame any) {
	v.t.Helper()
	data, err := json.Marshal(frame)
	if err != nil {
		v.t.Fatal(err)
	}
	v.send(final|textual, data)
}

// heardFrame is a text frame of the server.
type heardFrame struct {
	Event string         `json:"event"`
	ID    string         `json:"id"`
	Taken uint32         `json:"taken"`
	Data  map[string]any `json:"data"`
}

// hear returns the next text frame.
func (v *visitor) hear() (heard heardFrame) {
	v.t.Helper()
	select {
	case data := <-v.frames:
		if err := json.Unmarshal(data, &heard); err != nil {
			v.t.Fatalf("%q: %v", data, err)
		}
	case <-time.After(time.Minute):
		v.t.Fatal("heard nothing for a minute")
	}
	return heard
}

// hearUntil returns the frames up to the first of an event.
func (v *visitor) hearUntil(event string) (all []heardFrame) {
	v.t.Helper()
	for {
		all = append(all, v.hear())
		if all[len(all)-1].Event == event {
			return all
		}
	}
}

// expectProblem hears a problem of the code.
func (v *visitor) expectProblem(code string) map[string]any {
	v.t.Helper()
	heard := v.hear()
	if heard.Event != "problem" || heard.Data["code"] != code || heard.Data["message"] == "" {
		v.t.Errorf("got %+v instead of the problem %s", heard, code)
	}
	return heard.Data
}

// expectEnd waits for the end of the socket.
func (v *visitor) expectEnd(code int) {
	v.t.Helper()
	select {
	case got := <-v.ended:
		if got != code {
			v.t.Errorf("closed with %d instead of %d", got, code)
		}
	case <-time.After(3 * time.Minute):
		v.t.Fatalf("not closed in three minutes; %d was expected", code)
	}
}

// expectOpen has the server show that the socket is open and idle.
func (v *visitor) expectOpen() {
	v.t.Helper()
	v.say(map[string]string{"type": "ping"})
	if heard := v.hear(); heard.Event != "pong" {
		v.t.Errorf("got %+v instead of pong", heard)
	}
}

// pipeListener connects servers and clients of one synctest bubble.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
	writes atomic.Int64 // of the servers' ends
}

func newPipeListener() *pipeListener {
	return &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return pipeAddress{} }

func (l *pipeListener) dial() net.Conn {
	client, server := net.Pipe()
	l.conns <- countedConn{server, &l.writes}
	return client
}

type pipeAddress struct{}

func (pipeAddress) Network() string { return "pipe" }

func (pipeAddress) String() string { return "pipe" }

type countedConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c countedConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(p)
}

// bubble runs a test in a synctest bubble with a server behind pipes. Everything ends before the bubble does.
type bubble struct {
	*socketRig
	listener *pipeListener
	server   *http.Server
	turns    *playedTurns
}

func newBubble(t *testing.T, config Config) *bubble {
	t.Helper()
	b := &bubble{listener: newPipeListener(), turns: &playedTurns{}}
	rig, open := socketsUnderTest(t, b.turns, config)
	b.socketRig = rig
	b.server = &http.Server{Handler: open}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = b.server.Serve(b.listener)
	}()
	t.Cleanup(func() {
		rig.stop()
		_ = b.server.Close()
		<-served
	})
	return b
}

func (b *bubble) visit(t testing.TB, headers ...string) *visitor {
	t.Helper()
	return visit(t, b.listener.dial(), headers...)
}

// visitFrom visits from a client address.
func (b *bubble) visitFrom(t testing.TB, address string) *visitor {
	t.Helper()
	return b.visit(t, "X-From: "+address)
}
