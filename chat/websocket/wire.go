package websocket

import (
	"bufio"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"narthex/chat/buffers"
)

// wire is the connection under a socket. It lies between the WebSocket library and the network so that an idle socket
// costs little (no buffer but the few bytes here, and a shallow stack to wait on), so that frames which are sent together
// leave in one system call, and so that every wait has its end.
//
// What it writes at a time is a whole number of frames: those written while corked, or one control frame, which fits the
// library's buffer. A ping may therefore be put between any two writes.
type wire struct {
	net.Conn
	sockets   *Sockets
	lastHeard atomic.Int64 // since sockets.started, in nanoseconds

	// Reading, by the socket's goroutine alone.
	buffer   *bufio.Reader // the library's
	early    []byte        // came with the handshake
	head     [16]byte      // the beginning of the frame that ended a wait
	from, to int           // what of head is still to be read
	timed    bool          // a frame is under way and must end in time
	parting  int           // bytes that are still read after our close frame; 0 when there was none

	deadlines sync.Mutex // for reading
	woken     bool       // reading is over, but for the answer to our close frame

	sending  sync.Mutex // held while corked
	writing  sync.Mutex
	corked   *[]byte   // frames that wait for the cork to be pulled; nil when there is none
	deadline time.Time // of writing, as it was last set
	failed   error     // of writing; part of a frame may have left, so nothing can follow
}

// Sizes of the library's buffers for one connection: whatever is longer passes them by.
const (
	readBuffer  = 16          // the least that bufio has
	writeBuffer = 2 + 125 + 8 // a control frame in one piece
	maxParting  = 1 << 20     // bytes
	maxCorked   = 32 << 10    // bytes that leave together
	emptyPong   = "\x8a\x80"  // and four bytes of mask: the answer to our ping
	pongLength  = 2 + 4       //
)

var pingFrame = []byte{0x89, 0x00}

// take makes conn the wire's own and returns the library's buffers for it.
func (w *wire) take(conn net.Conn, early []byte) *bufio.ReadWriter {
	w.Conn, w.early = conn, early
	w.buffer = bufio.NewReaderSize(w, readBuffer)
	return bufio.NewReadWriter(w.buffer, bufio.NewWriterSize(w, writeBuffer))
}

// await waits until there is something to read for the library, or an answer to a ping has been read, which the library
// would only get deeper into waiting for. This is where idle sockets are.
func (w *wire) await() (more bool, err error) {
	w.untime()
	if w.buffer.Buffered() > 0 || len(w.early) > 0 || w.from < w.to {
		w.time()
		return true, nil
	}
	w.from, w.to = 0, 0
	n, err := w.Conn.Read(w.head[:])
	if n == 0 {
		return false, err
	}
	w.heard()
	w.to = n
	for w.to-w.from >= pongLength && string(w.head[w.from:w.from+2]) == emptyPong {
		w.from += pongLength
	}
	if w.from == w.to {
		return false, nil
	}
	w.time()
	return true, nil
}

// Read is the library's way to the bytes of frames.
func (w *wire) Read(p []byte) (n int, err error) {
	switch {
	case len(w.early) > 0:
		n = copy(p, w.early)
		if w.early = w.early[n:]; len(w.early) == 0 {
			w.early = nil
		}
	case w.from < w.to:
		n = copy(p, w.head[w.from:w.to])
		w.from += n
	default:
		if n, err = w.Conn.Read(p); n > 0 {
			w.heard()
		}
	}
	if n > 0 {
		w.time()
	}
	if w.parting > 0 {
		if w.parting -= n; w.parting <= 0 {
			return 0, io.EOF
		}
	}
	return n, err
}

func (w *wire) heard() { w.lastHeard.Store(int64(time.Since(w.sockets.started))) }

func (w *wire) silence() time.Duration {
	return time.Since(w.sockets.started) - time.Duration(w.lastHeard.Load())
}

// time gives the frame under way its time, once; untime is for between frames.
func (w *wire) time() {
	if !w.timed {
		w.timed = true
		w.setReadDeadline(time.Now().Add(w.sockets.config.Frame))
	}
}

func (w *wire) untime() {
	if w.timed {
		w.timed = false
		w.setReadDeadline(time.Time{})
	}
}

func (w *wire) setReadDeadline(at time.Time) {
	w.deadlines.Lock()
	defer w.deadlines.Unlock()
	if !w.woken {
		_ = w.Conn.SetReadDeadline(at) // fails where the connection is closed; reading will say so
	}
}

// wake ends the reading of the socket's goroutine, so that it alone reads and closes.
func (w *wire) wake() {
	w.deadlines.Lock()
	defer w.deadlines.Unlock()
	w.woken = true
	_ = w.Conn.SetReadDeadline(time.Unix(1, 0))
}

// part allows to read a little more, for the answer to a close frame.
func (w *wire) part() {
	w.deadlines.Lock()
	defer w.deadlines.Unlock()
	w.woken, w.timed, w.parting = true, true, maxParting
	_ = w.Conn.SetReadDeadline(time.Now().Add(w.sockets.config.Farewell))
}

// cork keeps what is written until uncork, which writes it all at once. Nobody else sends in between.
func (w *wire) cork() {
	w.sending.Lock()
	w.writing.Lock()
	defer w.writing.Unlock()
	w.corked = buffers.Get()
}

func (w *wire) uncork() error {
	defer w.sending.Unlock()
	w.writing.Lock()
	defer w.writing.Unlock()
	buffer := w.corked
	w.corked = nil
	defer buffers.Put(buffer)
	return w.put(*buffer)
}

// spill writes what is corked if that is much. It is for between frames.
func (w *wire) spill() error {
	w.writing.Lock()
	defer w.writing.Unlock()
	if len(*w.corked) < maxCorked {
		return nil
	}
	err := w.put(*w.corked)
	*w.corked = (*w.corked)[:0]
	return err
}

// Write is the library's.
func (w *wire) Write(p []byte) (int, error) {
	w.writing.Lock()
	defer w.writing.Unlock()
	if w.corked != nil {
		*w.corked = append(*w.corked, p...)
		return len(p), w.failed
	}
	return len(p), w.put(p)
}

// ping asks the client to show that it is there. While something is being written, that has a deadline of its own.
func (w *wire) ping() {
	if w.writing.TryLock() {
		defer w.writing.Unlock()
		_ = w.put(pingFrame) // reading ends when it fails
	}
}

// put writes whole frames. A client that does not take them in time is gone.
func (w *wire) put(frames []byte) error {
	if w.failed != nil || len(frames) == 0 {
		return w.failed
	}
	limit := w.sockets.config.Write
	if now := time.Now(); w.deadline.Sub(now) < limit*3/4 { // setting it costs, so not for every word
		w.deadline = now.Add(limit)
		_ = w.Conn.SetWriteDeadline(w.deadline)
	}
	if _, err := w.Conn.Write(frames); err != nil {
		w.failed = err
		_ = w.Conn.Close()
	}
	return w.failed
}

// stuck reports whether the client did not take what was written.
func (w *wire) stuck() bool {
	w.writing.Lock()
	defer w.writing.Unlock()
	return errors.Is(w.failed, os.ErrDeadlineExceeded)
}
