package upstream

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
)

// Prompts are most of what a request holds, and an answer takes many seconds. The transport keeps the request until the
// response ends, so its body lets go of the bytes itself: each reader of its own when it has read them, and the copy that a
// second try would need (keptBody) when the response is there, after which there is none.

// keptBody is the body of a request while it may have to be sent again.
type keptBody struct {
	json atomic.Pointer[[]byte]
}

var errBodyGone = errors.New("the request was answered and cannot be sent again")

// attach makes json the body of the request.
func (k *keptBody) attach(req *http.Request, json []byte) {
	k.json.Store(&json)
	req.ContentLength = int64(len(json))
	req.GetBody = k.reader
	req.Body = &bodyReader{unread: json}
}

func (k *keptBody) reader() (io.ReadCloser, error) {
	json := k.json.Load()
	if json == nil {
		return nil, errBodyGone
	}
	return &bodyReader{unread: *json}, nil
}

// drop lets go of the bytes.
func (k *keptBody) drop() { k.json.Store(nil) }

// bodyReader reads a body once.
type bodyReader struct {
	unread []byte // nil at the end, as an empty slice would keep all of the bytes
}

func (r *bodyReader) Read(p []byte) (int, error) {
	if len(r.unread) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.unread)
	r.advance(n)
	return n, nil
}

func (r *bodyReader) advance(n int) {
	if r.unread = r.unread[n:]; len(r.unread) == 0 {
		r.unread = nil
	}
}

// wholeBodies is a connection that takes the rest of a body as one write. The transport would copy it there piece by piece, through memory
// that it asks for each time. Where there is TLS, that copies.
type wholeBodies struct{ *net.TCPConn }

// ReadFrom implements [io.ReaderFrom].
func (c wholeBodies) ReadFrom(r io.Reader) (int64, error) {
	limited, ok := r.(*io.LimitedReader)
	if !ok {
		return c.TCPConn.ReadFrom(r)
	}
	body, ok := limited.R.(*bodyReader)
	if !ok {
		return c.TCPConn.ReadFrom(r)
	}
	rest := body.unread[:min(limited.N, int64(len(body.unread)))]
	n, err := c.Write(rest)
	body.advance(n)
	limited.N -= int64(n)
	return int64(n), err
}

// Close keeps what is unread: the transport may close a body that it still reads.
func (r *bodyReader) Close() error { return nil }
