package visitor

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Idle is a crowd of visitors with an open WebSocket each, who say nothing.
type Idle struct {
	cancel  context.CancelFunc
	waiting sync.WaitGroup
	open    atomic.Int64
	lost    atomic.Int64
}

const (
	perSource    = 20_000 // connections from one source address: Linux has about 28,000 ports for each
	dialsAtOnce  = 64
	idlePatience = 24 * time.Hour
)

// OpenIdle opens connections from as many loopback addresses as it takes. On an error those that are open are closed.
func OpenIdle(ctx context.Context, address string, connections int) (*Idle, error) {
	living, cancel := context.WithCancel(context.WithoutCancel(ctx))
	idle := &Idle{cancel: cancel}
	dials, dialing := errgroup.WithContext(ctx)
	dials.SetLimit(dialsAtOnce)
	for i := range connections {
		if dialing.Err() != nil {
			break
		}
		from := &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i/perSource))}
		dials.Go(func() error {
			s, err := dialSocket(dialing, address, from, idlePatience, func(int) {})
			if err != nil {
				return fmt.Errorf("connection %d: %w", i, err)
			}
			idle.open.Add(1)
			idle.waiting.Go(func() { idle.keep(living, s) })
			return nil
		})
	}
	if err := dials.Wait(); err != nil {
		idle.Close()
		return nil, fmt.Errorf("open idle connections: %w", err)
	}
	return idle, nil
}

// keep answers pings until the end.
func (idle *Idle) keep(ctx context.Context, s *socket) {
	defer s.Close()
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	s.shrink()
	s.expect(idlePatience)
	for {
		if _, err := s.next(); err != nil {
			if ctx.Err() == nil {
				idle.lost.Add(1)
			}
			return
		}
	}
}

// shrink gives the connection a small buffer: tens of thousands of these wait.
func (s *socket) shrink() {
	small := make([]byte, max(256, s.end-s.start))
	s.buffer, s.start, s.end = small, 0, copy(small, s.buffer[s.start:s.end])
}

// Lost is how many connections the server has closed.
func (idle *Idle) Lost() int64 { return idle.lost.Load() }

// Close closes all connections and waits for their ends.
func (idle *Idle) Close() {
	idle.cancel()
	idle.waiting.Wait()
}

// Silent are connections that were opened to be in the way: half of them WebSockets, half without a word from the first on. Who is
// turned away stays away.
type Silent struct{ Idle }

// OpenSilent opens so many connections, from so many loopback addresses, and returns when each stands or was turned away.
func OpenSilent(ctx context.Context, address string, connections, addresses int) *Silent {
	living, cancel := context.WithCancel(context.WithoutCancel(ctx))
	silent := &Silent{Idle: Idle{cancel: cancel}}
	dials := errgroup.Group{}
	dials.SetLimit(dialsAtOnce)
	for i := range connections {
		from := &net.TCPAddr{IP: net.IPv4(127, 0, 2, byte(1+i%addresses))}
		dials.Go(func() error {
			var s *socket
			c, err := dial(ctx, address, from, idlePatience, func(int) {})
			if err == nil && (i/addresses)%2 == 0 {
				s, err = shake(c, address, SocketPath, "Sec-WebSocket-Protocol: narthex.v1\r\n")
			} else {
				s = &socket{c}
			}
			if err != nil {
				return nil
			}
			silent.open.Add(1)
			silent.waiting.Go(func() { silent.keep(living, s) })
			return nil
		})
	}
	_ = dials.Wait() // none fails: to be turned away is what is tried
	return silent
}

// Open is how many connections stand.
func (idle *Idle) Open() int64 { return idle.open.Load() - idle.lost.Load() }
