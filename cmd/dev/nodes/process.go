package nodes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Spec says how one node is run.
type Spec struct {
	Name        string // stands before each line of its output, if there is one
	Program     string
	Dir         string // "" is our own
	Environment []string
	Listen      string // LISTEN_ADDR
	Metrics     string // METRICS_ADDR, on which it is asked whether it is ready
	Out         io.Writer
	// Bereaved is the signal that the process gets when ours dies; Linux alone knows how. 0 is none.
	Bereaved syscall.Signal
}

// Process is a running node. Whoever starts one sees to it that it ends: with [Process.Stop] or [Process.Kill], or by
// waiting for [Process.Done].
type Process struct {
	spec Spec
	cmd  *exec.Cmd
	done chan struct{}
	err  error // how it ended; to be read once done is closed
}

const (
	readyTimeout  = time.Minute // from a node's start until it answers
	readyEvery    = 50 * time.Millisecond
	outputTimeout = 5 * time.Second // for what a helper process of a node has to say after the node has ended
)

// ErrEnded says that a node ended before it was ready.
var ErrEnded = errors.New("narthex serve ended before it was ready")

// Start runs `narthex serve`. It does not wait until the node is ready.
func (spec Spec) Start() (*Process, error) {
	cmd := exec.Command(spec.Program, "serve")
	cmd.Dir, cmd.WaitDelay = spec.Dir, outputTimeout
	cmd.Env = append([]string{"NARTHEX_LAME_DUCK=0s"}, spec.Environment...) // no load balancer sends anybody here
	cmd.Env = append(cmd.Env, "LISTEN_ADDR="+spec.Listen, "METRICS_ADDR="+spec.Metrics)
	cmd.Stdout, cmd.Stderr = spec.Out, spec.Out
	finishOutput := func() {}
	if spec.Name != "" {
		lines := &prefixedLines{out: spec.Out, prefix: spec.Name + " | "}
		cmd.Stdout, cmd.Stderr, finishOutput = lines, lines, lines.finish
	}
	// In a process group of its own, or Ctrl-C would reach it twice: from the terminal and from us.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	setBereaved(cmd.SysProcAttr, spec.Bereaved)

	p := &Process{spec: spec, cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() { // ends with the process
		// For the kernel the parent is the thread that started the process, not the program: it must last as long.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err != nil {
			return
		}
		p.err = cmd.Wait()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its helpers, if any are left
		finishOutput()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("narthex serve: %w", err)
	}
	return p, nil
}

// PID returns the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the process has ended and its output is complete.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err says how the process ended; nil is exit status 0. It is to be called after Done.
func (p *Process) Err() error { return p.err }

// Reason is Err for people: it says "exit status 0" too.
func (p *Process) Reason() error {
	if p.err == nil {
		return errors.New("exit status 0")
	}
	return p.err
}

// AwaitReady waits until the node takes requests, for a minute at most. The error is [ErrEnded] when it ended instead.
func (p *Process) AwaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyTimeout, fmt.Errorf("narthex serve is not ready after %v", readyTimeout))
	defer cancel()
	client := &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	tick := time.NewTicker(readyEvery)
	defer tick.Stop()
	for {
		if isReady(ctx, client, "http://"+Dialable(p.spec.Metrics)+"/readyz") {
			return nil
		}
		select {
		case <-p.done:
			return fmt.Errorf("%w: %w", ErrEnded, p.Reason())
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

func isReady(ctx context.Context, client *http.Client, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// Signal sends a signal to the process; one that has ended does not mind.
func (p *Process) Signal(signal os.Signal) error {
	if err := p.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("send %v to narthex serve: %w", signal, err)
	}
	return nil
}

// Kill ends the process as kill -9 does, and returns when it is gone.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // fails only when it has ended
	<-p.done
}

// Stop asks the process to end and waits, up to patience; then it is killed. The error says how it ended, if not well.
func (p *Process) Stop(patience time.Duration) error {
	err := p.Signal(syscall.SIGTERM)
	if err == nil {
		err = p.Signal(syscall.SIGCONT) // one that was frozen hears nothing until it goes on
	}
	if err != nil {
		p.Kill()
		return err
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.done:
		return p.err
	case <-timer.C:
		p.Kill()
		return fmt.Errorf("narthex serve did not end within %v and was killed", patience)
	}
}
