package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"narthex/cmd/dev/stack"
	"narthex/static/bundle"
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

// buildNarthex bundles the modules of the pages and builds the server into the stack's home, where an unchanged program is not linked
// again.
func buildNarthex(ctx context.Context, root, home string, out io.Writer) (string, error) {
	fmt.Fprintln(out, "building narthex")
	if err := bundle.Folder(filepath.Join(root, "static")).Write(); err != nil {
		return "", err
	}
	program := filepath.Join(home, "bin", "narthex")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/narthex")
	cmd.Dir, cmd.Stdout, cmd.Stderr = root, out, out
	if err := cmd.Run(); err != nil {
		return "", programError(ctx, "build narthex", err)
	}
	return program, nil
}

// environment is ours with the addresses of everything but the nodes; variables that name something else keep their
// value.
func environment(inherited []string, servers stack.Servers, where addresses) []string {
	ours := append(inherited[:len(inherited):len(inherited)],
		"DATABASE_URL="+servers.DatabaseURL,
		"DATABASE_ADMIN_URL="+servers.DatabaseAdminURL,
		"REDIS_URL="+servers.RedisURL,
		"BASE_URL="+where.Base,
		"NARTHEX_SEED_DEMO=1",
		"NARTHEX_TRYING_OUT=1",               // our Postgres does not wait for its disk
		"NARTHEX_ALLOW_SIMULATED_PAYMENTS=1", // no payment provider on a developer's machine
	)
	if len(where.Nodes) > 1 {
		const proxies = "NARTHEX_TRUSTED_PROXIES"
		network := "127.0.0.0/8" // the front's
		if more := lookup(inherited, proxies); more != "" {
			network = more + "," + network
		}
		ours = append(ours, proxies+"="+network)
	}
	return ours
}

// lookup returns the value that counts: the last.
func lookup(environment []string, name string) (value string) {
	for _, setting := range environment {
		if found, ok := strings.CutPrefix(setting, name+"="); ok {
			value = found
		}
	}
	return value
}

// narthex is the server's program with what it is run with.
type narthex struct {
	program     string
	dir         string
	environment []string
	out         io.Writer
}

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
