package upstream

import (
	"math/rand/v2"
	"sync/atomic"
	"syscall"
	"time"
)

// answer is one completion on its way to who asked for it. It belongs to the wheel's goroutine.
type answer struct {
	server *Server
	to     syscall.RawConn
	cut    func() // closes the connection

	promptBytes int
	tokens      int
	withUsage   bool
	whole       bool // not streamed
	cutAfter    int  // tokens; 0: it is not cut

	due   time.Time
	sent  int
	begun bool

	pending []byte // what the reader's side did not take yet
	out     []byte // being written
	written int
	failure error
	write   func(fd uintptr) bool // kept, or each write would allocate it

	gone atomic.Bool   // the reader has left
	over chan struct{} // closed when all is sent or given up
}

func (s *Server) newAnswer(to syscall.RawConn, cut func(), request *completion, hurt fault) *answer {
	a := &answer{
		server: s, to: to, cut: cut,
		promptBytes: request.bytes, tokens: request.tokens, withUsage: request.StreamOptions.IncludeUsage, whole: !request.Stream,
		due: time.Now().Add(s.jittered(s.config.FirstToken)), over: make(chan struct{}),
	}
	if a.tokens == 0 {
		a.tokens = s.config.Tokens
	}
	if hurt == faultCut {
		a.cutAfter = max(1, min(s.config.Faults.CutAfter, a.tokens))
	}
	if a.whole {
		a.due = a.due.Add(time.Duration(a.tokens-1) * s.interval)
	}
	a.write = func(fd uintptr) bool {
		a.written, a.failure = syscall.Write(int(fd), a.out)
		return true // never wait for this reader: others' tokens are due
	}
	return a
}

func (s *Server) jittered(d time.Duration) time.Duration {
	return d + time.Duration((rand.Float64()*2-1)*s.config.Jitter*float64(d))
}

// advance sends what is due and reports whether there is more to come, at a.due.
func (a *answer) advance(w *wheel) bool {
	switch {
	case a.gone.Load():
		a.server.stats.cancelled.Add(1)
		return a.end()
	case a.finished():
		return a.flush()
	}
	now := time.Now()
	w.scratch = a.appendDue(w.scratch[:0], now)
	if !a.send(w.scratch) {
		return a.end()
	}
	if a.cutAfter > 0 && a.sent >= a.cutAfter {
		a.cut()
		return a.end()
	}
	a.due = a.due.Add(a.server.jittered(a.server.interval))
	return !a.finished() || a.flush()
}

func (a *answer) finished() bool { return a.sent == a.tokens }

func (a *answer) appendDue(dst []byte, now time.Time) []byte {
	if a.whole {
		a.sent = a.tokens
		a.server.stats.tokens.Add(uint64(a.tokens))
		return appendWhole(dst, a.promptBytes, a.tokens, now)
	}
	if !a.begun {
		a.begun = true
		dst = append(append(append(dst, streamHeader...), openingChunk...), a.server.said...)
	}
	dst = appendTokenChunk(dst, a.sent, now)
	a.sent++
	a.server.stats.tokens.Add(1)
	if a.finished() {
		dst = appendEnd(dst, a.withUsage, a.promptBytes, a.tokens)
	}
	return dst
}

// send writes what the connection takes at once and keeps the rest; false when the reader is gone or far behind.
func (a *answer) send(data []byte) bool {
	if len(a.pending) > 0 {
		a.pending = append(a.pending, data...)
		data = a.pending
	}
	a.out = data
	err := a.to.Write(a.write)
	a.out = nil
	if err != nil || a.failure != nil && a.failure != syscall.EAGAIN && a.failure != syscall.EINTR {
		return false
	}
	rest := data[max(0, a.written):]
	if len(rest) > maxPending {
		a.cut()
		return false
	}
	a.pending = append(a.pending[:0], rest...)
	return true
}

// flush ends the answer, or asks to be called again while some of it is not written.
func (a *answer) flush() bool {
	if len(a.pending) > 0 {
		if !a.send(nil) {
			return a.end()
		}
		if len(a.pending) > 0 {
			a.due = time.Now().Add(tick)
			return true
		}
	}
	return a.end()
}

// end returns false for advance to pass on.
func (a *answer) end() bool {
	close(a.over)
	return false
}
