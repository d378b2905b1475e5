package visitor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"
)

// conn is a connection with what was read of it and not yet used.
type conn struct {
	net.Conn
	buffer  []byte
	start   int
	end     int
	at      time.Time // of the last read
	silence time.Duration
	read    func(bytes int) // told of every read
	out     []byte          // of requests
}

const (
	bufferSize = 4 << 10
	maxLine    = 64 << 10 // of a header, an event or a frame
)

var (
	errTooLong = errors.New("a line, event or frame of more than 64 KiB")
	errNotHTTP = errors.New("the answer is not HTTP/1.1")
)

// dial connects to address, from the local address if one is given.
func dial(ctx context.Context, address string, from net.Addr, silence time.Duration, read func(int)) (*conn, error) {
	dialer := net.Dialer{Timeout: 10 * time.Second, LocalAddr: from, KeepAlive: -1}
	if from != nil {
		dialer.Control = choosePortLate
	}
	raw, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: raw, silence: silence, read: read}, nil
}

// fill reads more. Data that waits stays where it is until there is no more room behind it.
func (c *conn) fill() error {
	switch {
	case c.buffer == nil:
		c.buffer = make([]byte, bufferSize)
	case c.start == c.end:
		c.start, c.end = 0, 0
	case c.end == len(c.buffer) && c.start > 0:
		c.end = copy(c.buffer, c.buffer[c.start:c.end])
		c.start = 0
	case c.end == len(c.buffer):
		if len(c.buffer) >= maxLine {
			return errTooLong
		}
		c.buffer = append(c.buffer, make([]byte, len(c.buffer))...)
	}
	n, err := c.Read(c.buffer[c.end:])
	c.at = time.Now()
	c.end += n
	if n > 0 {
		c.read(n)
		return nil
	}
	return err
}

// expect bounds the wait for the whole of what comes next; one deadline for each turn costs less than one for each read.
func (c *conn) expect(limit time.Duration) { _ = c.SetReadDeadline(time.Now().Add(limit)) }

// through returns what comes up to and with the delimiter.
func (c *conn) through(delimiter string) ([]byte, error) {
	looked := 0
	for {
		waiting := c.buffer[c.start:c.end]
		if at := bytes.Index(waiting[looked:], []byte(delimiter)); at >= 0 {
			found := waiting[:looked+at+len(delimiter)]
			c.start += len(found)
			return found, nil
		}
		looked = max(0, len(waiting)-len(delimiter)+1)
		if err := c.fill(); err != nil {
			return nil, err
		}
	}
}

// exactly returns the next n bytes, which must be few.
func (c *conn) exactly(n int) ([]byte, error) {
	for c.end-c.start < n {
		if err := c.fill(); err != nil {
			return nil, err
		}
	}
	c.start += n
	return c.buffer[c.start-n : c.start], nil
}

// upTo returns at least one and at most n of the bytes that come next.
func (c *conn) upTo(n int) ([]byte, error) {
	if c.start == c.end {
		if err := c.fill(); err != nil {
			return nil, err
		}
	}
	n = min(n, c.end-c.start)
	c.start += n
	return c.buffer[c.start-n : c.start], nil
}

// head is what matters of a response's header.
type head struct {
	status  int
	length  int // -1: chunked
	closing bool
}

func (c *conn) head() (head, error) {
	raw, err := c.through("\r\n\r\n")
	if err != nil {
		return head{}, err
	}
	var h head
	if len(raw) < len("HTTP/1.1 200") || string(raw[:9]) != "HTTP/1.1 " {
		return h, errNotHTTP
	}
	if h.status, err = strconv.Atoi(string(raw[9:12])); err != nil {
		return h, errNotHTTP
	}
	for line := range bytes.Lines(raw) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if h.length, err = strconv.Atoi(string(value)); err != nil {
				return h, errNotHTTP
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			h.length = -1
		case bytes.EqualFold(name, []byte("Connection")):
			h.closing = bytes.EqualFold(value, []byte("close"))
		}
	}
	return h, nil
}

// body hands the response's body over in pieces as they come.
func (c *conn) body(h head, take func(piece []byte) error) error {
	if h.length >= 0 {
		return c.counted(h.length, take)
	}
	for {
		line, err := c.through("\r\n")
		if err != nil {
			return err
		}
		digits, _, _ := bytes.Cut(line[:len(line)-2], []byte(";"))
		size, err := strconv.ParseInt(string(digits), 16, 32)
		if err != nil {
			return fmt.Errorf("chunk of size %q", digits)
		}
		if err := c.counted(int(size), take); err != nil {
			return err
		}
		if _, err := c.exactly(len("\r\n")); err != nil {
			return err
		}
		if size == 0 {
			return nil
		}
	}
}

func (c *conn) counted(n int, take func([]byte) error) error {
	for n > 0 {
		piece, err := c.upTo(n)
		if err != nil {
			return err
		}
		n -= len(piece)
		if err := take(piece); err != nil {
			return err
		}
	}
	return nil
}
