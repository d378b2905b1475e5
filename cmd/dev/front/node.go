package front

import (
	"cmp"
	"context"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Node is one process of Narthex, by its addresses as host:port.
type Node struct {
	Name    string // in [NodeHeader] and wherever people look
	Address string // for visitors
	Metrics string // for operators; whether the node is ready is asked here
}

// node is what the front knows of a node.
type node struct {
	Node
	log         *log.Logger
	kept, fresh *http.Transport
	checks      *http.Client

	requests, cut atomic.Uint64

	mu     sync.Mutex
	ready  bool
	reason string // why it is not
}

const (
	checkEvery   = 250 * time.Millisecond
	checkTimeout = 3 * time.Second // a node looks at Postgres and Redis, a second each, before it says that it is ready
	dialTimeout  = 2 * time.Second // a node that was stopped with SIGSTOP lets connections wait
	keptIdle     = 256             // connections
)

func newNode(n Node, log *log.Logger) *node {
	transport := func() *http.Transport {
		return &http.Transport{
			DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
			DisableCompression:  true, // what the visitor can read is for the visitor and the node to agree on
			MaxIdleConnsPerHost: keptIdle,
			IdleConnTimeout:     idleTimeout / 2, // before the node's own
		}
	}
	created := &node{
		Node: n, log: log, kept: transport(), fresh: transport(), reason: "not asked yet",
		checks: &http.Client{Transport: transport(), Timeout: checkTimeout},
	}
	created.fresh.DisableKeepAlives = true
	return created
}

// watch asks again and again whether the node is ready, until ctx ends.
func (n *node) watch(ctx context.Context) {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		n.check(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (n *node) check(ctx context.Context) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.Metrics+"/readyz", nil)
	if err != nil {
		n.setReady(false, err.Error())
		return
	}
	response, err := n.checks.Do(request)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		n.setReady(false, err.Error())
		return
	}
	_ = response.Body.Close() // the status is all that counts
	n.setReady(response.StatusCode == http.StatusOK, "/readyz says "+response.Status)
}

func (n *node) setReady(ready bool, reason string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	changed := ready != n.ready
	n.ready, n.reason = ready, reason
	if !changed {
		return
	}
	if ready {
		n.log.Printf("node %s gets requests", n.Name)
		return
	}
	n.log.Printf("node %s gets no new requests: %s", n.Name, reason)
	n.kept.CloseIdleConnections() // for what comes up in its place they are worth nothing
}

func (n *node) isReady() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ready
}

// state is for people: "ready", or why not.
func (n *node) state() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ready {
		return "ready"
	}
	return cmp.Or(n.reason, "not ready")
}

func (n *node) close() {
	n.kept.CloseIdleConnections()
	n.fresh.CloseIdleConnections()
	n.checks.CloseIdleConnections()
}
