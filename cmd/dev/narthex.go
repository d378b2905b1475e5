package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"narthex/cmd/dev/stack"
)

// moduleRoot returns the folder with go.mod, from wherever below it dev was started.
func moduleRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("find the module: %w", err)
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return "", errors.New("run this inside Narthex's source folder")
	}
	return filepath.Dir(file), nil
}

// buildNarthex builds the server into the stack's home, where an unchanged program is not linked again.
func buildNarthex(ctx context.Context, root, home string, out io.Writer) (string, error) {
	fmt.Fprintln(out, "building narthex")
	program := filepath.Join(home, "bin", "narthex")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/narthex")
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, out, out
	if err := cmd.Run(); err != nil {
		return "", programError(ctx, "build narthex", err)
	}
	return program, nil
}

// environment is ours with the addresses of everything; variables that name something else keep their value.
func environment(inherited []string, servers stack.Servers, where addresses) []string {
	return append(inherited,
		"DATABASE_URL="+servers.DatabaseURL,
		"DATABASE_ADMIN_URL="+servers.DatabaseAdminURL,
		"REDIS_URL="+servers.RedisURL,
		"LISTEN_ADDR="+where.Listen,
		"BASE_URL="+where.Base,
		"METRICS_ADDR="+where.Metrics,
		"NARTHEX_SEED_DEMO=1",
		"NARTHEX_ALLOW_SIMULATED_PAYMENTS=1", // no payment provider on a developer's machine
	)
}

// narthex is the server's program with what it is run with.
type narthex struct {
	program     string
	dir         string
	environment []string
	out         io.Writer
}

const (
	readyTimeout = time.Minute      // from the server's start until it answers
	stopPatience = 40 * time.Second // running turns may finish; then the server is killed
)

// do runs a sub-command to its end.
func (n narthex) do(ctx context.Context, subcommand ...string) error {
	line := "narthex " + strings.Join(subcommand, " ")
	fmt.Fprintln(n.out, line)
	cmd := exec.CommandContext(ctx, n.program, subcommand...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = n.dir, n.environment, n.out, n.out
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Run(); err != nil {
		return programError(ctx, line, err)
	}
	return nil
}

// programError says what a program failed at, or that it was we who ended it.
func programError(ctx context.Context, doing string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// serve runs the server until ctx ends or it ends by itself. Once it is ready it calls ready with its process id.
func (n narthex) serve(ctx context.Context, where addresses, ready func(pid int) error) error {
	cmd := exec.Command(n.program, "serve")
	cmd.Dir, cmd.Stdout, cmd.Stderr = n.dir, n.out, n.out
	cmd.Env = without(n.environment, "DATABASE_ADMIN_URL") // the server works as the app's role
	// In a process group of its own, or Ctrl-C would reach it twice: from the terminal and from us.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("narthex serve: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }() // every path below waits for it

	err := n.awaitReady(ctx, where.Metrics, ended)
	if err == nil {
		err = ready(cmd.Process.Pid)
	}
	if errors.Is(err, errEnded) {
		return err
	}
	if err != nil {
		return errors.Join(err, stopAndWait(cmd.Process, ended))
	}
	select {
	case err := <-ended:
		return fmt.Errorf("narthex serve ended by itself: %w", exitReason(err))
	case <-ctx.Done():
		return stopAndWait(cmd.Process, ended)
	}
}

// errEnded says that the server ended before it was ready.
var errEnded = errors.New("narthex serve ended before it was ready")

func (n narthex) awaitReady(ctx context.Context, address string, ended <-chan error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readyTimeout, fmt.Errorf("narthex serve is not ready after %v", readyTimeout))
	defer cancel()
	client := &http.Client{Timeout: 2 * time.Second}
	defer client.CloseIdleConnections()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		if isReady(ctx, client, "http://"+dialable(address)+"/readyz") {
			return nil
		}
		select {
		case err := <-ended:
			return fmt.Errorf("%w: %w", errEnded, exitReason(err))
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

// stopAndWait asks the server to end, passes on what impatient signals follow, and kills a server that does not end.
func stopAndWait(server *os.Process, ended <-chan error) error {
	more := make(chan os.Signal, 1)
	signal.Notify(more, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(more)
	patience := time.NewTimer(stopPatience)
	defer patience.Stop()
	var pass os.Signal = syscall.SIGTERM
	for {
		if err := server.Signal(pass); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("stop narthex serve: %w", err)
		}
		select {
		case <-ended: // it was told to end, so how it did is of no interest
			return nil
		case pass = <-more:
		case <-patience.C:
			pass = os.Kill
			patience.Reset(stopPatience)
		}
	}
}

func exitReason(err error) error {
	if err == nil {
		return errors.New("exit status 0")
	}
	return err
}

// without drops every setting of a variable.
func without(environment []string, name string) []string {
	var kept []string
	for _, setting := range environment {
		if !strings.HasPrefix(setting, name+"=") {
			kept = append(kept, setting)
		}
	}
	return kept
}
