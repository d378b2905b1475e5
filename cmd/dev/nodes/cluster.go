package nodes

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/stack"
)

// Config says what a test's cluster is made of.
type Config struct {
	Count   int    // of nodes; 0 is 2
	Program string // "" builds it
	// Environment is that of every node; nil is ours. LISTEN_ADDR, METRICS_ADDR, BASE_URL and NARTHEX_TRUSTED_PROXIES
	// are the cluster's own.
	Environment []string
}

// Cluster is a test's nodes with the front before them. Its methods may be called from any goroutine.
type Cluster struct {
	nodes []*Server
	front *front.Front
	url   string
}

// Start runs a cluster until the end of the test, and returns when every node takes requests. At the end the nodes are
// stopped as an operator stops them; one that then ends badly, or died before unasked, fails the test.
func Start(t testing.TB, config Config) *Cluster {
	t.Helper()
	if config.Count == 0 {
		config.Count = 2
	}
	if config.Program == "" {
		config.Program = Build(t)
	}
	if config.Environment == nil {
		config.Environment = os.Environ()
	}
	address, err := stack.LastingAddress()
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	c := &Cluster{url: "http://" + address}
	environment := append(append([]string{"NARTHEX_SPOOL_DIR=" + t.TempDir()}, config.Environment...),
		"BASE_URL="+c.url, "NARTHEX_TRUSTED_PROXIES=127.0.0.0/8")
	var fronted []front.Node
	for i := range config.Count {
		s := newServer(t, "node "+strconv.Itoa(i+1), config.Program, environment)
		c.nodes = append(c.nodes, s)
		fronted = append(fronted, front.Node{Name: strconv.Itoa(i + 1), Address: s.spec.Listen, Metrics: s.spec.Metrics})
	}
	c.front = front.New(front.Config{Nodes: fronted, Log: log.New(t.Output(), "front  | ", 0)})
	c.serveFront(t, listener)
	t.Cleanup(func() { c.stop(t) }) // before the front: streams end as they do in production
	if err := c.startAll(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *Cluster) serveFront(t testing.TB, listener net.Listener) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- c.front.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the front: %v", err)
		}
	})
}

func (c *Cluster) startAll() error {
	errs := make([]error, len(c.nodes))
	var starting sync.WaitGroup
	for i, s := range c.nodes {
		s.started = func() { c.front.Check(context.Background()) } // so that it gets requests at once
		starting.Go(func() { errs[i] = s.Start() })
	}
	starting.Wait()
	return errors.Join(errs...)
}

// stopPatience is a little more than a node's own limit for running answers.
const stopPatience = 40 * time.Second

func (c *Cluster) stop(t testing.TB) {
	var stopping sync.WaitGroup
	for _, s := range c.nodes {
		stopping.Go(func() {
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
		})
	}
	stopping.Wait()
}

// URL returns the front's address, http://host:port.
func (c *Cluster) URL() string { return c.url }

// Node returns one of the nodes, counted from 0.
func (c *Cluster) Node(i int) *Server { return c.nodes[i] }

// Nodes returns all of them.
func (c *Cluster) Nodes() []*Server { return c.nodes }

// Front returns the front, for what it knows of the nodes.
func (c *Cluster) Front() *front.Front { return c.front }

// String names the addresses, for logs.
func (c *Cluster) String() string { return fmt.Sprintf("%d nodes behind %s", len(c.nodes), c.url) }
