package transfer

import (
	"io"
	"net/http"
	"time"
)

const (
	stepSize  = 64 << 10         // bytes
	stepLimit = 15 * time.Second // for as many of an upload: whoever takes longer has stopped sending
)

// Receive has a request's body take as long as that, and no longer than a step's limit for each step of it; the answer can be written
// afterwards. Of a body of more than so many bytes, reading fails with an http.MaxBytesError.
func Receive(w http.ResponseWriter, r *http.Request, most int64, limit time.Duration) error {
	control, end := http.NewResponseController(w), time.Now().Add(limit)
	if err := supported(control.SetWriteDeadline(end.Add(stepLimit))); err != nil {
		return err
	}
	body := &paced{ReadCloser: r.Body, deadline: func(at time.Time) error { return supported(control.SetReadDeadline(at)) }, end: end}
	if err := body.step(); err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, body, most)
	return nil
}

// paced is a body each step of which has its own deadline.
type paced struct {
	io.ReadCloser
	deadline func(time.Time) error
	end      time.Time
	left     int // bytes of the step
}

// step begins the next one.
func (p *paced) step() error {
	at := time.Now().Add(stepLimit)
	if p.end.Before(at) {
		at = p.end
	}
	p.left = stepSize
	return p.deadline(at)
}

func (p *paced) Read(to []byte) (n int, err error) {
	n, err = p.ReadCloser.Read(to)
	if p.left -= n; p.left > 0 || err != nil {
		return n, err
	}
	return n, p.step()
}
