package church_test

import (
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// proxy stands between a pool and Postgres, so that a test can take the network away and give it back.
type proxy struct {
	t        testing.TB
	upstream string
	address  string

	mu       sync.Mutex
	listener net.Listener
	silent   bool // connections are accepted and nothing gets through
	open     map[net.Conn]struct{}
	work     sync.WaitGroup
}

// throughProxy returns a pool that reaches the database of that address through a proxy.
func throughProxy(t testing.TB, dsn string) (*pgxpool.Pool, *proxy) {
	t.Helper()
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, upstream: address.Host, open: make(map[net.Conn]struct{})}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.address = listener.Addr().String()
	p.serve(listener)
	t.Cleanup(func() { p.cut(); p.work.Wait() })
	address.Host = p.address
	pool, err := pgxpool.New(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cut(); pool.Close() }) // cut first: what hangs in silence would hold up Close
	return pool, p
}

func (p *proxy) serve(listener net.Listener) {
	p.mu.Lock()
	p.listener = listener
	p.mu.Unlock()
	p.work.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			if !p.track(client) {
				continue
			}
			server, err := net.Dial("tcp", p.upstream)
			if err != nil || !p.track(server) {
				_ = client.Close()
				continue
			}
			p.work.Go(func() { p.pipe(server, client) })
			p.work.Go(func() { p.pipe(client, server) })
		}
	})
}

// track closes the connection at once when the network is cut.
func (p *proxy) track(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.listener == nil {
		_ = conn.Close()
		return false
	}
	p.open[conn] = struct{}{}
	return true
}

func (p *proxy) pipe(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		silent := p.silent
		p.mu.Unlock()
		if silent {
			n = 0 // swallowed; the connection stays open
		}
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// cut refuses new connections and breaks those there are.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.listener != nil {
		_ = p.listener.Close()
		p.listener = nil
	}
	for conn := range p.open {
		_ = conn.Close()
	}
	clear(p.open)
	p.silent = false
}

// silence lets connections stand and nothing through them, as a network does that drops packets.
func (p *proxy) silence() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = true
}

// restore undoes cut and silence. Connections that were silenced are broken: what they swallowed is lost.
func (p *proxy) restore() {
	p.t.Helper()
	p.cut()
	listener, err := net.Listen("tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.serve(listener)
}
