package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// Child is a program that runs beside us.
type Child struct {
	name  string
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // why it ended, once ended is closed
	said  *tail
}

// Spec says what to run.
type Spec struct {
	Name        string // in messages
	Path        string
	Args        []string
	Environment []string
	Stdin       io.Reader
	Stdout      io.Writer // nil: with what goes to its standard error
	Log         io.Writer // gets its standard error too; may be nil. The end of it is kept for messages in any case
	Files       int       // that it may have open; 0: as many as we
}

// Start runs a program. It gets a process group of its own, so that Ctrl-C reaches it through Stop alone, and it dies
// with us whatever happens to us.
func Start(spec Spec) (*Child, error) {
	c := &Child{name: spec.Name, cmd: spec.command(), ended: make(chan struct{}), said: &tail{}}
	c.cmd.Env, c.cmd.Stdin, c.cmd.Stdout, c.cmd.Stderr = spec.Environment, spec.Stdin, spec.Stdout, c.said
	if spec.Log != nil {
		c.cmd.Stderr = io.MultiWriter(c.said, spec.Log)
	}
	if spec.Stdout == nil {
		c.cmd.Stdout = c.cmd.Stderr
	}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(c.cmd.SysProcAttr)
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", spec.Name, err)
	}
	go func() { // ends with the child, for which Stop and Wait wait
		c.err = c.cmd.Wait()
		close(c.ended)
	}()
	return c, nil
}

// command has a shell set the limit of files, because a process that has begun has read its own, and become the program.
func (spec Spec) command() *exec.Cmd {
	if spec.Files == 0 {
		return exec.Command(spec.Path, spec.Args...)
	}
	script := fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, spec.Files)
	return exec.Command("/bin/sh", append([]string{"-c", script, spec.Path}, spec.Args...)...)
}

// PID is the child's process id.
func (c *Child) PID() int { return c.cmd.Process.Pid }

// Ended is closed when the child has ended.
func (c *Child) Ended() <-chan struct{} { return c.ended }

// Wait waits for the end of a child that ends by itself. When ctx ends first, the child is stopped.
func (c *Child) Wait(ctx context.Context) error {
	select {
	case <-c.ended:
	case <-ctx.Done():
		c.Stop(stopPatience)
		return context.Cause(ctx)
	}
	if c.err != nil {
		return c.Failure()
	}
	return nil
}

// stopPatience is for programs that have nothing to finish.
const stopPatience = 5 * time.Second

// Stop asks the child to end, and kills it when it has not within patience.
func (c *Child) Stop(patience time.Duration) {
	_ = c.cmd.Process.Signal(syscall.SIGTERM) // fails only for a child that has ended
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-c.ended:
	case <-timer.C:
		_ = c.cmd.Process.Kill()
		<-c.ended
	}
}

// Failure says that the child ended although it should run, and what it said last.
func (c *Child) Failure() error {
	<-c.ended
	err := c.err
	if err == nil {
		err = errors.New("exit status 0")
	}
	return fmt.Errorf("%s ended: %w\n%s", c.name, err, c.said)
}

// Self returns the path of this program, for children that are sub-commands of it.
func Self() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program: %w", err)
	}
	return path, nil
}

// tail keeps the end of what was written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

const tailBytes = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - tailBytes; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.kept))
}
