package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/nodes"
)

// stopPatience is how long running turns may take to finish; then a node is killed.
const stopPatience = 40 * time.Second

// noteFunc is told the process ids of the nodes whenever one comes or goes (0 stands for one that does not run), and
// whether all of them have been ready once. It is called by one goroutine at a time.
type noteFunc func(pids []int, ready bool) error

// serve runs the nodes until ctx ends. A single node that ends by itself ends serve; of several it is started again.
func (n narthex) serve(ctx context.Context, where addresses, note noteFunc) error {
	f := &fleet{note: note, pids: make([]int, len(where.Nodes)), unready: len(where.Nodes)}
	if len(where.Nodes) == 1 {
		m := member{fleet: f, spec: n.spec(where, 0)}
		return m.live(ctx)
	}
	listener, err := net.Listen("tcp", where.Listen)
	if err != nil {
		return fmt.Errorf("listen for visitors: %w", err)
	}
	var fronted []front.Node
	for i, node := range where.Nodes {
		fronted = append(fronted, front.Node{Name: fmt.Sprint(i + 1), Address: node.Listen, Metrics: nodes.Dialable(node.Metrics)})
	}
	f.front = front.New(front.Config{Nodes: fronted, Log: log.New(n.out, "front  | ", 0)})

	// The front outlasts the nodes, whose streams end at their own pace.
	fronting, frontEnd := context.WithCancel(context.WithoutCancel(ctx))
	defer frontEnd()
	gate, gateFailed := errgroup.WithContext(fronting)
	gate.Go(func() error { return f.front.Serve(gateFailed, listener) })

	all, ending := errgroup.WithContext(ctx)
	for i := range where.Nodes {
		m := member{fleet: f, index: i, spec: n.spec(where, i)}
		all.Go(func() error { return m.keep(ending) })
	}
	all.Go(func() error {
		select {
		case <-gateFailed.Done():
			return gate.Wait()
		case <-ending.Done():
			return nil
		}
	})
	err = all.Wait()
	frontEnd()
	return errors.Join(err, gate.Wait())
}

// spec says how a node is run. A single one prints what it prints, with colour where there is a terminal.
func (n narthex) spec(where addresses, index int) nodes.Spec {
	s := nodes.Spec{
		Program: n.program, Dir: n.dir, Out: n.out,
		Environment: without(n.environment, "DATABASE_ADMIN_URL"), // the server works as the app's role
		Listen:      where.Nodes[index].Listen, Metrics: where.Nodes[index].Metrics,
		Bereaved: syscall.SIGTERM,
	}
	if len(where.Nodes) > 1 {
		s.Name = fmt.Sprintf("node %d", index+1)
	}
	return s
}

// fleet is what the nodes have in common.
type fleet struct {
	note  noteFunc
	front *front.Front // nil before a single node

	mu      sync.Mutex
	pids    []int
	unready int // nodes that have never been ready
}

// member is one node, through all its lives.
type member struct {
	*fleet
	index    int
	spec     nodes.Spec
	wasReady bool
}

const (
	firstPause   = 500 * time.Millisecond // before a node is started again; doubled each time it dies soon
	longestPause = 10 * time.Second
	steady       = 30 * time.Second // a node that lived so long has not died soon
)

// errNotNoted says that what runs could not be written down, so that nobody could stop it later.
var errNotNoted = errors.New("note what runs")

// keep runs the node until ctx ends, and again when it dies. If it never was ready, there is no use in trying again.
func (m *member) keep(ctx context.Context) error {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		began := time.Now()
		err := m.live(ctx)
		if ctx.Err() != nil || !m.wasReady || errors.Is(err, errNotNoted) {
			return err
		}
		if time.Since(began) > steady {
			pause = firstPause
		}
		fmt.Fprintf(m.spec.Out, "dev    | %v; it is started again in %v\n", err, pause)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// live runs the node once, until it ends, which is an error, or ctx does.
func (m *member) live(ctx context.Context) error {
	process, err := m.spec.Start()
	if err != nil {
		return m.named(err)
	}
	err = m.came(process.PID())
	if err == nil {
		err = process.AwaitReady(ctx)
	}
	if err == nil {
		err = m.ready(ctx, process.PID())
	}
	if err != nil {
		return m.named(errors.Join(err, stopAndWait(process), m.came(0)))
	}
	select {
	case <-process.Done():
		return m.named(errors.Join(fmt.Errorf("narthex serve (process %d) ended by itself: %w", process.PID(), process.Reason()), m.came(0)))
	case <-ctx.Done():
		return stopAndWait(process)
	}
}

func (m *member) named(err error) error {
	if m.spec.Name == "" {
		return err
	}
	return fmt.Errorf("%s: %w", m.spec.Name, err)
}

// came notes the process that the node is now; 0 is none.
func (m *member) came(pid int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pids[m.index] = pid
	return m.noteAll()
}

// ready notes that the node takes requests, and lets it have some at once.
func (m *member) ready(ctx context.Context, pid int) error {
	if m.front != nil {
		fmt.Fprintf(m.spec.Out, "dev    | %s is ready (process %d)\n", m.spec.Name, pid)
		m.front.Check(ctx)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.wasReady {
		m.wasReady = true
		m.unready--
	}
	return m.noteAll()
}

// noteAll is called with the lock held.
func (f *fleet) noteAll() error {
	if err := f.note(slices.Clone(f.pids), f.unready == 0); err != nil {
		return fmt.Errorf("%w: %w", errNotNoted, err)
	}
	return nil
}

// stopAndWait asks the node to end, passes on what impatient signals follow, and kills a node that does not end.
func stopAndWait(node *nodes.Process) error {
	more := make(chan os.Signal, 1)
	signal.Notify(more, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(more)
	patience := time.NewTimer(stopPatience)
	defer patience.Stop()
	var pass os.Signal = syscall.SIGTERM
	for {
		if err := node.Signal(pass); err != nil {
			return err
		}
		select {
		case <-node.Done(): // it was told to end, so how it did is of no interest
			return nil
		case pass = <-more:
		case <-patience.C:
			pass = os.Kill
			patience.Reset(stopPatience)
		}
	}
}
