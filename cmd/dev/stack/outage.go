package stack

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// Outage stands between a test and a server, so that the test can take the network away and give it back.
type Outage struct {
	t        testing.TB
	upstream string
	address  string

	mu       sync.Mutex
	listener net.Listener
	silent   bool // connections are accepted and nothing gets through
	open     map[net.Conn]struct{}
	work     sync.WaitGroup
}

// NewOutage returns the server's URL with the host replaced by a relay to it, and the relay.
func NewOutage(t testing.TB, serverURL string) (string, *Outage) {
	t.Helper()
	address, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	here, err := LastingAddress() // to come back to
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", here)
	if err != nil {
		t.Fatal(err)
	}
	o := &Outage{t: t, upstream: address.Host, address: listener.Addr().String(), open: make(map[net.Conn]struct{})}
	o.serve(listener)
	t.Cleanup(func() { o.Cut(); o.work.Wait() })
	address.Host = o.address
	return address.String(), o
}

func (o *Outage) serve(listener net.Listener) {
	o.mu.Lock()
	o.listener = listener
	o.mu.Unlock()
	o.work.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			if !o.track(client) {
				continue
			}
			server, err := net.Dial("tcp", o.upstream)
			if err != nil || !o.track(server) {
				_ = client.Close()
				continue
			}
			o.work.Go(func() { o.pipe(server, client) })
			o.work.Go(func() { o.pipe(client, server) })
		}
	})
}

// track closes the connection at once when the network is cut.
func (o *Outage) track(conn net.Conn) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.listener == nil {
		_ = conn.Close()
		return false
	}
	o.open[conn] = struct{}{}
	return true
}

func (o *Outage) pipe(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		o.mu.Lock()
		silent := o.silent
		o.mu.Unlock()
		if silent {
			n = 0 // swallowed; the connection stays open
		}
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// Cut refuses new connections and breaks those there are.
func (o *Outage) Cut() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.listener != nil {
		_ = o.listener.Close()
		o.listener = nil
	}
	for conn := range o.open {
		_ = conn.Close()
	}
	clear(o.open)
	o.silent = false
}

// Silence lets connections stand and nothing through them, as a network does that drops packets.
func (o *Outage) Silence() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.silent = true
}

// Restore undoes Cut and Silence. Connections that were silenced are broken: what they swallowed is lost.
func (o *Outage) Restore() {
	o.t.Helper()
	o.mu.Lock()
	well := o.listener != nil && !o.silent
	o.mu.Unlock()
	if well {
		return
	}
	o.Cut()
	listener, err := net.Listen("tcp", o.address)
	if err != nil {
		o.t.Fatal(err)
	}
	o.serve(listener)
}
