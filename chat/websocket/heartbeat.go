package websocket

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"
)

// heartbeat goes round all sockets: pings each, once in a round, and finds those that have fallen silent. Sockets are
// spread over slots at random, so that pings, and the farewells of a shutdown, are spread over time. A socket needs no
// timer and no goroutine for it.
type heartbeat struct {
	slots [beats]struct {
		mu    sync.Mutex
		first *socket
	}
}

// beats is the number of steps in a round.
const beats = 32

// beating is a socket's place in the heartbeat.
type beating struct {
	slot           int
	previous, next *socket
}

func (h *heartbeat) add(s *socket) {
	s.beating.slot = rand.N(beats)
	slot := &h.slots[s.beating.slot]
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if s.beating.next = slot.first; slot.first != nil {
		slot.first.beating.previous = s
	}
	slot.first = s
}

func (h *heartbeat) remove(s *socket) {
	slot := &h.slots[s.beating.slot]
	slot.mu.Lock()
	defer slot.mu.Unlock()
	if s.beating.previous == nil {
		slot.first = s.beating.next
	} else {
		s.beating.previous.beating.next = s.beating.next
	}
	if s.beating.next != nil {
		s.beating.next.beating.previous = s.beating.previous
	}
	s.beating.previous, s.beating.next = nil, nil
}

// each calls visit with the sockets of a slot. visit must not wait.
func (h *heartbeat) each(slot int, visit func(*socket)) {
	h.slots[slot].mu.Lock()
	defer h.slots[slot].mu.Unlock()
	for s := h.slots[slot].first; s != nil; s = s.beating.next {
		visit(s)
	}
}

// Run keeps the sockets alive until ctx ends, and then waits until all are closed. When the service closes, or ctx ends,
// idle sockets are sent away over a while, so that they do not all come back at once; the others follow when their answers
// have ended or go on elsewhere, or after ctx.
func (s *Sockets) Run(ctx context.Context) error {
	beat := time.NewTicker(s.config.Ping / beats)
	defer beat.Stop()
	farewell := time.NewTicker(s.config.Spread / beats)
	farewell.Stop() // until there is reason
	defer farewell.Stop()
	closing, done := s.closing, ctx.Done()
	sent := 0 // slots whose sockets were sent away
	for at := 0; done != nil || sent < beats && !s.empty(); {
		select {
		case <-beat.C:
			s.beat(at, sent)
			at = (at + 1) % beats
		case <-closing:
			closing = nil
			farewell.Reset(s.config.Spread / beats)
		case <-done:
			done = nil
			if closing != nil {
				farewell.Reset(s.config.Spread / beats)
			}
		case <-farewell.C:
			s.beats.each(sent, (*socket).sendAway)
			if sent++; sent == beats {
				farewell.Stop()
			}
		}
	}
	s.closeAll()
	return nil
}

func (s *Sockets) empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open == 0
}

// beat pings the sockets of one slot and looks for silent ones in others, so that each is looked at four times a round.
// The first slots have been sent away: who came in while that happened is now.
func (s *Sockets) beat(at, sentAway int) {
	for quarter := range 4 {
		slot := (at + quarter*beats/4) % beats
		s.beats.each(slot, func(socket *socket) {
			switch {
			case socket.wire.silence() > s.config.Idle:
				socket.close(closeIdle)
			case quarter == 0:
				s.work.Go(func() { // it may have to wait for a client that does not read
					defer s.panics.Recover("ping", func(error) { socket.close(closeInternal) })
					socket.wire.ping()
				})
			}
			if slot < sentAway {
				socket.sendAway()
			}
		})
	}
}

// closeAll closes every socket now and waits for them; those that do not part in time are cut off.
func (s *Sockets) closeAll() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.work.Wait()
	}()
	// A handshake that was under way when nothing more was let in may add its socket at any time until its end.
	again := time.NewTicker(s.config.Farewell / 8)
	defer again.Stop()
	patience := time.NewTimer(2 * s.config.Farewell)
	defer patience.Stop()
	visit := func(socket *socket) { socket.close(closeGoingAway) }
	for {
		for slot := range beats {
			s.beats.each(slot, visit)
		}
		select {
		case <-ended:
			return
		case <-patience.C:
			visit = func(socket *socket) { _ = socket.wire.Conn.Close() }
		case <-again.C:
		}
	}
}
