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
	body := &paced{ReadCloser: r.Body, control: control, end: end}
	if err := body.step(); err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, body, most)
	return nil
}

// paced is a body each step of which has its own deadline.
type paced struct {
	io.ReadCloser
	control *http.ResponseController
	end     time.Time
	left    int // bytes of the step
}

// step begins the next one.
func (p *paced) step() error {
	deadline := time.Now().Add(stepLimit)
	if p.end.Before(deadline) {
		deadline = p.end
	}
	p.left = stepSize
	return supported(p.control.SetReadDeadline(deadline))
}

func (p *paced) Read(to []byte) (n int, err error) {
	n, err = p.ReadCloser.Read(to)
	if p.left -= n; p.left > 0 || err != nil {
		return n, err
	}
	return n, p.step()
}
