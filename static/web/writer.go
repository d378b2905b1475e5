package web

import (
	"bufio"
	"errors"
	"net"
	"net/http"
)

// writer knows what has been sent of a response, so that an error never adds a second one. It adds no buffer: whoever
// streams reaches the connection through http.ResponseController.
type writer struct {
	http.ResponseWriter
	status int // 0 until the header is sent
	bytes  int64
	broken bool // a write failed: the client is gone
}

// Unwrap lets http.ResponseController set deadlines on the connection.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader sends the header once; later calls do nothing. Informational headers may come before it.
func (w *writer) WriteHeader(status int) {
	if w.status != 0 {
		return
	}
	if status >= 200 || status == http.StatusSwitchingProtocols {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	if err != nil && !errors.Is(err, http.ErrBodyNotAllowed) && !errors.Is(err, http.ErrContentLength) {
		w.broken = true
	}
	return n, err
}

// FlushError sends what was written; it is here because flushing sends the header too.
func (w *writer) FlushError() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	err := http.NewResponseController(w.ResponseWriter).Flush()
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		w.broken = true
	}
	return err
}

// Flush is FlushError for code that asserts http.Flusher.
func (w *writer) Flush() { _ = w.FlushError() }

// Hijack hands the connection over; it is here because nothing may be written through this writer afterwards.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil && w.status == 0 {
		w.status = http.StatusSwitchingProtocols
	}
	return conn, buffered, err
}
