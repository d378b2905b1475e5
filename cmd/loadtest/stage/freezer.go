package stage

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
)

// Freezer stands before a server and can have it seem frozen: connections come about and stand, and nothing goes through them until it
// thaws. What was sent meanwhile arrives then, as with a process that was stopped and goes on.
type Freezer struct {
	listener net.Listener
	upstream string

	passing sync.RWMutex // held by who passes something on, and by Freeze
	frozen  bool         // held by Freeze: who thaws twice does no harm

	mu    sync.Mutex
	open  map[net.Conn]struct{} // nil once it is closed
	pipes sync.WaitGroup
}

// NewFreezer returns one, and the server's URL by way of it.
func NewFreezer(serverURL string) (*Freezer, string, error) {
	address, err := url.Parse(serverURL)
	if err != nil {
		return nil, "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", err
	}
	f := &Freezer{listener: listener, upstream: address.Host, open: make(map[net.Conn]struct{})}
	address.Host = listener.Addr().String()
	f.pipes.Go(f.accept)
	return f, address.String(), nil
}

// Freeze stops everything until Thaw. Both belong to one goroutine.
func (f *Freezer) Freeze() {
	f.passing.Lock()
	f.frozen = true
}

// Thaw lets go on what Freeze has stopped.
func (f *Freezer) Thaw() {
	if f.frozen {
		f.frozen = false
		f.passing.Unlock()
	}
}

// Close thaws, cuts all connections and waits for their ends.
func (f *Freezer) Close() error {
	f.Thaw()
	err := f.listener.Close()
	f.mu.Lock()
	for conn := range f.open {
		_ = conn.Close()
	}
	f.open = nil
	f.mu.Unlock()
	f.pipes.Wait()
	return err
}

func (f *Freezer) accept() {
	for {
		client, err := f.listener.Accept()
		if err != nil {
			return
		}
		f.pipes.Go(func() { f.connect(client) })
	}
}

func (f *Freezer) connect(client net.Conn) {
	server, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", f.upstream) // a loopback address: it is there or not
	if err != nil {
		_ = client.Close()
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.open == nil {
		_, _ = client.Close(), server.Close()
		return
	}
	for to, from := range map[net.Conn]net.Conn{server: client, client: server} {
		f.open[to] = struct{}{}
		f.pipes.Go(func() { f.pass(to, from) })
	}
}

func (f *Freezer) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	_, _ = io.Copy(freezing{f, to}, from) // ends with either connection
}

// freezing is a connection that takes nothing while all is frozen.
type freezing struct {
	freezer *Freezer
	to      net.Conn
}

func (w freezing) Write(p []byte) (int, error) {
	w.freezer.passing.RLock()
	defer w.freezer.passing.RUnlock()
	return w.to.Write(p)
}
