package front

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// NodeHeader names the node that gave an answer.
const NodeHeader = "X-Narthex-Node"

// Config says what a front stands before.
type Config struct {
	Nodes []Node
	Log   *log.Logger // nodes that come and go; nil says nothing
}

// Front is made by [New] and works while [Front.Serve] does.
type Front struct {
	nodes []*node
	log   *log.Logger
	proxy *httputil.ReverseProxy
	turn  atomic.Uint64 // whose turn it is among the ready nodes

	mu      sync.Mutex
	open    map[*request]struct{}
	ended   bool
	drained chan struct{} // closed when it has ended and nothing is open
}

// New returns a front that sends nothing to any node before it has found it ready.
func New(config Config) *Front {
	f := &Front{
		log:  cmp.Or(config.Log, log.New(io.Discard, "", 0)),
		open: make(map[*request]struct{}), drained: make(chan struct{}),
	}
	for _, n := range config.Nodes {
		f.nodes = append(f.nodes, newNode(n, f.log))
	}
	f.proxy = &httputil.ReverseProxy{
		Rewrite:       forward,
		Transport:     delivery{f},
		FlushInterval: -1,                         // each token as it comes
		ErrorLog:      log.New(io.Discard, "", 0), // one line for each stream that a dying node cuts; status.go counts them
		ErrorHandler:  refuse,
	}
	return f
}

const (
	headerTimeout = 10 * time.Second // a visitor's request line and headers
	idleTimeout   = 2 * time.Minute  // between two requests on one connection
	endPatience   = 2 * time.Second  // for running requests when the front ends; the nodes have had their time before
)

// Serve answers on listener until ctx ends. Then it cuts what is still open and waits for it.
func (f *Front) Serve(ctx context.Context, listener net.Listener) error {
	requests, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	srv := &http.Server{
		Handler:           http.HandlerFunc(f.serveHTTP),
		ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		BaseContext: func(net.Listener) context.Context { return requests },
		ErrorLog:    f.log,
	}
	work, ending := errgroup.WithContext(ctx)
	work.Go(func() error {
		if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve the front: %w", err)
		}
		return nil
	})
	for _, n := range f.nodes {
		work.Go(func() error { n.watch(ending); return nil })
	}
	<-ending.Done()
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), endPatience)
	defer cancel()
	err := srv.Shutdown(patience)
	if err != nil {
		err = srv.Close()
	}
	cut() // also the upgraded connections, of which the server knows nothing any more
	f.end()
	err = errors.Join(work.Wait(), err)
	for _, n := range f.nodes {
		n.close()
	}
	return err
}

// Check asks every node at once whether it is ready, instead of waiting until its turn comes.
func (f *Front) Check(ctx context.Context) {
	var asked sync.WaitGroup
	for _, n := range f.nodes {
		asked.Go(func() { n.check(ctx) })
	}
	asked.Wait()
}

func (f *Front) serveHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == StatusPath {
		f.serveStatus(w)
		return
	}
	tracked := &request{method: r.Method, path: r.URL.Path, began: time.Now()}
	if !f.begin(tracked) {
		panic(http.ErrAbortHandler) // the front is ending
	}
	defer f.finish(tracked)
	f.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestKey{}, tracked)))
}

// forward adds the visitor to what stands in X-Forwarded-For already: a node that believes this front reads the list
// from its end. The host stays the one that the visitor asked for, which the origin of a WebSocket is compared with.
func forward(p *httputil.ProxyRequest) {
	p.Out.Header["X-Forwarded-For"] = p.In.Header["X-Forwarded-For"]
	p.SetXForwarded()
}

// refuse answers for a node that did not.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // the visitor has left, or the front ends
	}
	status, code, title := http.StatusBadGateway, "node_failed", "The node did not answer."
	if errors.Is(err, errNoNode) {
		status, code, title = http.StatusServiceUnavailable, "no_node", "No node is ready."
		w.Header().Set("Retry-After", "1")
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"status": status, "code": code, "title": title, "detail": err.Error()})
}

// begin reports whether the request may still be served.
func (f *Front) begin(r *request) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.ended {
		f.open[r] = struct{}{}
	}
	return !f.ended
}

func (f *Front) finish(r *request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.open, r)
	f.noteDrained()
}

// end lets no request begin any more and waits for those that did.
func (f *Front) end() {
	f.mu.Lock()
	f.ended = true
	f.noteDrained()
	f.mu.Unlock()
	<-f.drained
}

// noteDrained is true to its name once: after the end no request begins.
func (f *Front) noteDrained() {
	if f.ended && len(f.open) == 0 {
		close(f.drained)
	}
}
