package websocket

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
)

// BenchmarkSocketEvents is what it costs to send events that wait together, up to the system call.
func BenchmarkSocketEvents(b *testing.B) {
	for _, together := range []int{1, 16} {
		b.Run(fmt.Sprintf("%d together", together), func(b *testing.B) {
			turns := &playedTurns{}
			rig, open := socketsUnderTest(b, turns, Config{})
			listener := newPipeListener()
			server := &http.Server{Handler: open}
			go func() { _ = server.Serve(listener) }()
			defer server.Close()
			client, end := net.Pipe()
			conn := &mutedConn{Conn: end}
			listener.conns <- conn
			v := visit(b, client).listen()
			v.expectOpen()
			conn.mute.Store(true)
			var s *socket
			for slot := range beats {
				rig.beats.each(slot, func(open *socket) { s = open })
			}
			turn := uuid.New()
			var frames []live.Frame
			for n := range together {
				frames = append(frames, live.Frame{Seq: 1000 + n, Kind: chat.KindDelta, Data: []byte(`{"text":" worship"}`)})
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := s.events(turn, frames); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*together), "ns/event")
			client.Close()
		})
	}
}

// BenchmarkAmongIdleSockets is what 50,000 idle sockets hold in memory, beside a bare echo server's, and how long an answer
// over one more takes meanwhile. They are pipes, since no process here may open so many files: what the system's own
// connections cost is not in it, nor are the pings of sockets that are idle for long.
func BenchmarkAmongIdleSockets(b *testing.B) {
	const idle = 50_000
	const asks = 50 // of one visitor: more at once would be a flood
	turns := &playedTurns{begin: func(r *live.Run) {
		say(r, chat.DeltaEvent("At nine."), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
	}}
	_, open := socketsUnderTest(b, turns, Config{Ping: time.Hour, Idle: 2 * time.Hour})
	for _, tt := range []struct {
		name    string
		handler http.HandlerFunc
	}{{"a bare echo", bareEcho}, {"ours", open}} {
		b.Run(tt.name, func(b *testing.B) {
			listener := newPipeListener()
			server := &http.Server{Handler: tt.handler}
			go func() { _ = server.Serve(listener) }()
			before := inUse()
			conns := make([]net.Conn, idle)
			for i := range conns {
				conns[i] = listener.dial()
				shakeHands(b, conns[i])
			}
			defer func() {
				server.Close()
				for _, conn := range conns {
					conn.Close()
				}
			}()
			held := inUse() - before
			var v *visitor
			var took []time.Duration
			for b.Loop() {
				if len(took)%asks == 0 {
					v = visit(b, listener.dial()).listen()
				}
				began := time.Now()
				v.say(turns.message(uuid.New()))
				if tt.name == "ours" {
					v.hearUntil("done")
				} else {
					v.hear()
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(held)/idle, "B/socket")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
		})
	}
}

// mutedConn swallows what is written.
type mutedConn struct {
	net.Conn
	mute atomic.Bool
}

func (c *mutedConn) Write(p []byte) (int, error) {
	if c.mute.Load() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}
