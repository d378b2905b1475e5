package stack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// daemon is a server that outlives the process that starts it. It is recognised by its working folder, dir, and by
// answering probe, which logs in with this home's own password: no other server on the same port can.
type daemon struct {
	name    string // as people call it
	program string // as the process table calls it
	dir     string
	pidFile string // written by the server itself
	logFile string
	signals []syscall.Signal // to stop it, from polite to final

	command func(port int) *exec.Cmd
	probe   func(ctx context.Context, port int) error
}

const (
	startTimeout = time.Minute      // replaying the log after a crash takes a while
	stopPatience = 15 * time.Second // before the next, harder signal
	probeTimeout = 2 * time.Second  // for a server that accepts a connection and then says nothing
	portAttempts = 3                // somebody may take the free port that was just found
)

// hangPatience is how long a server whose process lives may take to answer before it is replaced. On a busy machine an
// answer takes seconds, and others may be using the server. Tests shorten it.
var hangPatience = 20 * time.Second

// wrongPassword is PostgreSQL's code for one.
const wrongPassword = "28P01"

// answers reports whether the server's process lives and answers on port; 0 means that no port is known.
func (d daemon) answers(ctx context.Context, port int) bool {
	if _, running := d.running(); !running || port == 0 {
		return false
	}
	return d.ask(ctx, port, hangPatience) == nil
}

func (d daemon) ask(ctx context.Context, port int, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return d.probe(ctx, port)
}

// start brings the server up and returns its port: the preferred one, or the next that is free.
func (d daemon) start(ctx context.Context, preferred int, progress io.Writer) (int, error) {
	if pid, running := d.running(); running {
		fmt.Fprintf(progress, "%s (process %d) runs but does not answer: stopping it\n", d.name, pid)
	}
	if err := d.stop(ctx); err != nil {
		return 0, err
	}
	for attempt := 1; ; attempt++ {
		port, err := FreePort(preferred)
		if err != nil {
			return 0, err
		}
		if port != preferred {
			fmt.Fprintf(progress, "port %d is taken: %s uses %d\n", preferred, d.name, port)
		}
		err = d.launch(ctx, port)
		if err == nil {
			return port, nil
		}
		lostRace := ctx.Err() == nil && !portFree(port)
		if !lostRace || attempt == portAttempts {
			return 0, fmt.Errorf("start %s: %w", d.name, err)
		}
		preferred = port + 1
	}
}

// launch runs the server in a session of its own, so that Ctrl-C in the terminal does not reach it, and waits until it
// answers. On failure nothing is left running.
func (d daemon) launch(ctx context.Context, port int) error {
	log, err := freshLog(d.logFile)
	if err != nil {
		return err
	}
	defer log.Close()
	credential, err := unprivileged()
	if err != nil {
		return err
	}
	cmd := d.command(port)
	cmd.Dir = d.dir
	// Nothing of the caller's environment: the server outlives it, and that environment may hold keys.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: credential}
	if err := cmd.Start(); err != nil {
		return err
	}
	pid := cmd.Process.Pid
	if err := d.awaitReady(ctx, pid, port); err != nil {
		// The caller's context may be what ended the wait, and the server must not stay behind.
		stopErr := Terminate(context.WithoutCancel(ctx), pid, stopPatience, d.signals...)
		return errors.Join(err, stopErr)
	}
	return cmd.Process.Release()
}

func (d daemon) awaitReady(ctx context.Context, pid, port int) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, fmt.Errorf("it does not answer after %v; its log is %s", startTimeout, d.logFile))
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := d.ask(ctx, port, probeTimeout)
		if err == nil {
			return nil
		}
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == wrongPassword {
			return fmt.Errorf("its data in %s were made with other passwords than those in this home; `go run ./cmd/dev reset` starts afresh", d.dir)
		}
		if reap(pid) {
			return fmt.Errorf("it stopped at once, saying %q; its log is %s; `go run ./cmd/dev reset` starts afresh", lastLine(d.logFile), d.logFile)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// stop ends the server if it runs, and removes a process id that is another program's by now: PostgreSQL refuses to
// start while the process in its file lives. That of a dead process stays, since PostgreSQL learns more from the file.
func (d daemon) stop(ctx context.Context) error {
	pid, running := d.running()
	if running {
		if err := Terminate(ctx, pid, stopPatience, d.signals...); err != nil {
			return fmt.Errorf("stop %s: %w", d.name, err)
		}
		return nil
	}
	if pid == 0 || gone(pid) {
		return nil
	}
	if err := os.Remove(d.pidFile); err != nil {
		return fmt.Errorf("remove the stale process id of %s: %w", d.name, err)
	}
	return nil
}

// running returns the process id that the server noted down, and whether that process is the server.
func (d daemon) running() (int, bool) {
	content, err := os.ReadFile(d.pidFile)
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 {
		return 0, false
	}
	return pid, runsIn(pid, d.program, d.dir)
}

// freshLog opens an empty log and keeps that of the run before.
func freshLog(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	if err := os.Rename(path, path+".old"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
}

// lastLine returns the line of a log that is most likely to say what went wrong.
func lastLine(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	last := ""
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "FATAL") || strings.Contains(line, "# ") && !strings.Contains(line, "WARNING") {
			return line
		}
		if line != "" {
			last = line
		}
	}
	return last
}
