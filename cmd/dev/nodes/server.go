package nodes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"

	"narthex/cmd/dev/stack"
)

// Server is one place in a cluster: the addresses of a node, at which processes follow one another.
type Server struct {
	spec    Spec
	started func() // tells the front

	mu      sync.Mutex
	process *Process // nil while none is wanted
}

func newServer(t testing.TB, name, program string, environment []string) *Server {
	t.Helper()
	s := &Server{spec: Spec{
		Name: name, Program: program, Environment: environment, Out: t.Output(), Bereaved: syscall.SIGKILL,
	}}
	for _, address := range []*string{&s.spec.Listen, &s.spec.Metrics} {
		free, err := stack.LastingAddress() // a node that was killed needs its ports again
		if err != nil {
			t.Fatal(err)
		}
		*address = free
	}
	return s
}

// Name is how the node is called in the output, "node 1" for the first. The front calls it "1".
func (s *Server) Name() string { return s.spec.Name }

// URL is the node's own address for visitors, past the front.
func (s *Server) URL() string { return "http://" + s.spec.Listen }

// MetricsURL is its address for operators: /metrics, /readyz, /debug/pprof.
func (s *Server) MetricsURL() string { return "http://" + s.spec.Metrics }

// PID returns the id of the process, 0 when there is none.
func (s *Server) PID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return 0
	}
	return s.process.PID()
}

// ErrRuns says that a node is to be started that runs.
var ErrRuns = errors.New("the node runs already")

// Start runs the node, after Kill or Stop again at the same addresses with the same environment, and returns when it
// takes requests, from the front too. When somebody kills it meanwhile, the error is [ErrEnded].
func (s *Server) Start() error {
	process, err := s.launch()
	if err == nil {
		err = process.AwaitReady(context.Background()) // bounded by its own time-out
	}
	if err != nil {
		s.abandon(process)
		return fmt.Errorf("start %s: %w", s.spec.Name, err)
	}
	s.started()
	return nil
}

func (s *Server) launch() (*Process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process != nil {
		return nil, cmp.Or(s.diedUnasked(), ErrRuns)
	}
	process, err := s.spec.Start()
	s.process = process
	return process, err
}

// abandon ends a process that did not become ready, if there is one and nobody else has ended it.
func (s *Server) abandon(process *Process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if process != nil && s.process == process {
		process.Kill()
		s.process = nil
	}
}

// Kill ends the node as kill -9 does and returns when it is gone, with everything it had not written. It reports whether
// the node was running: one that had died by itself is not put down to Kill, and fails the test at its end.
func (s *Server) Kill() (wasRunning bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil || s.diedUnasked() != nil {
		return false
	}
	s.process.Kill()
	s.process = nil
	return true
}

// Stop ends the node as an operator does, with SIGTERM, and returns when it is gone. The error says that it had died
// before, ended badly or had to be killed; nil for a node that is not running because of Kill or Stop.
func (s *Server) Stop() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return nil
	}
	err := s.diedUnasked()
	if err == nil {
		err = s.process.Stop(stopPatience)
	}
	s.process = nil
	if err != nil {
		return fmt.Errorf("stop %s: %w", s.spec.Name, err)
	}
	return nil
}

// Signal sends a signal: SIGSTOP freezes the node, SIGCONT lets it go on. For one that is not running it does nothing.
func (s *Server) Signal(signal os.Signal) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return nil
	}
	return s.process.Signal(signal)
}

// diedUnasked returns an error when the process that should be running is not.
func (s *Server) diedUnasked() error {
	select {
	case <-s.process.Done():
		return fmt.Errorf("it died by itself: %w", s.process.Reason())
	default:
		return nil
	}
}
