package chat

import (
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
)

// BenchmarkSocketEvents is what it costs to send events that wait together, up to the system call.
func BenchmarkSocketEvents(b *testing.B) {
	for _, together := range []int{1, 16} {
		b.Run(fmt.Sprintf("%d together", together), func(b *testing.B) {
			turns := &playedTurns{}
			rig, open := socketsUnderTest(b, turns, SocketConfig{})
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
			var frames []Frame
			for n := range together {
				frames = append(frames, Frame{Seq: 1000 + n, Kind: KindDelta, Data: []byte(`{"text":" worship"}`)})
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
