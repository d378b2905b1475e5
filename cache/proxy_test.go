package cache_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"narthex/cmd/dev/stack"
)

// A proxy stands before the real Redis. It can be cut and mended, hang, count round trips, and make Redis look like one
// without vector sets: their commands get another name, inside scripts as well, which Redis itself then refuses.
type proxy struct {
	t        testing.TB
	target   *url.URL
	address  string
	old      atomic.Bool
	hanging  atomic.Bool
	requests atomic.Int64

	mu       sync.Mutex
	listener net.Listener
	conns    map[net.Conn]bool
	serving  sync.WaitGroup
}

func newProxy(t testing.TB) *proxy {
	t.Helper()
	target, err := url.Parse(stack.Need(t).RedisURL)
	if err != nil {
		t.Fatal(err)
	}
	address, err := stack.LastingAddress() // to come back to
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, target: target, address: address, conns: map[net.Conn]bool{}}
	p.mend()
	t.Cleanup(p.cut)
	return p
}

func (p *proxy) url() string {
	through := *p.target
	through.Host = p.address
	return through.String()
}

// nowhere is the address of a Redis that is down.
func (p *proxy) nowhere() string {
	p.cut()
	return p.url()
}

// cut closes the door and all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	if p.listener != nil {
		p.listener.Close()
		p.listener = nil
	}
	for conn := range p.conns {
		conn.Close()
	}
	p.mu.Unlock()
	p.serving.Wait()
}

// mend opens the door again, at the same address.
func (p *proxy) mend() {
	p.t.Helper()
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	p.listener = listener
	p.mu.Unlock()
	p.serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.serving.Go(func() { p.serve(conn) })
		}
	})
}

// hold remembers a connection so that cut can close it; it says no if the door is closed already.
func (p *proxy) hold(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[conn] = true
	return p.listener != nil
}

func (p *proxy) release(conn net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, conn)
	conn.Close()
}

func (p *proxy) serve(client net.Conn) {
	defer p.release(client)
	server, err := net.Dial("tcp", p.target.Host)
	if err != nil {
		return
	}
	defer p.release(server)
	if !p.hold(client) || !p.hold(server) {
		return
	}
	var replies sync.WaitGroup
	defer replies.Wait()
	defer server.Close()
	replies.Go(func() {
		defer client.Close()
		io.Copy(client, server)
	})
	requests := bufio.NewReaderSize(client, 64<<10)
	for {
		command, err := readCommand(requests)
		if err != nil {
			return
		}
		if p.hanging.Load() {
			continue
		}
		p.requests.Add(1)
		if p.old.Load() {
			age(command)
		}
		if err := writeCommand(server, command); err != nil {
			return
		}
	}
}

// age takes the vector sets' commands out of a command.
func age(command []string) {
	switch name := strings.ToUpper(command[0]); name {
	case "EVALSHA": // another client may have loaded the script as it is
		command[1] = strings.Repeat("0", 40)
	case "EVAL":
		command[1] = strings.NewReplacer("'VSIM'", "'NOVSIM'", "'VADD'", "'NOVADD'", "'VCARD'", "'NOVCARD'", "'VGETATTR'", "'NOVGETATTR'").Replace(command[1])
	case "VSIM", "VADD", "VCARD", "VGETATTR":
		command[0] = "NO" + name
	}
}

func readCommand(r *bufio.Reader) ([]string, error) {
	count, err := readLength(r, '*')
	if err != nil {
		return nil, err
	}
	command := make([]string, count)
	for i := range command {
		length, err := readLength(r, '$')
		if err != nil {
			return nil, err
		}
		part := make([]byte, length+2)
		if _, err := io.ReadFull(r, part); err != nil {
			return nil, err
		}
		command[i] = string(part[:length])
	}
	return command, nil
}

func readLength(r *bufio.Reader, kind byte) (int, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return 0, err
	}
	if line[0] != kind {
		return 0, fmt.Errorf("unexpected %q", line)
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}

func writeCommand(w io.Writer, command []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(command))
	for _, part := range command {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(part), part)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
