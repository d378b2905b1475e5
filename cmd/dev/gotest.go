package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"narthex/cmd/dev/stack"
)

type testCommand struct {
	Args []string `arg:"" optional:"" passthrough:"" name:"packages" help:"Packages (default ./...), then flags of go test after --."`
}

// Run brings up what tests need, checks the code, tests, and fails for failed and for skipped tests.
func (c testCommand) Run(ctx context.Context) error {
	packages, flags := splitTestArgs(c.Args)
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	environment, cleanUp, err := testEnvironment(ctx, os.Stderr)
	defer cleanUp()
	if err != nil {
		return err
	}
	if err := runChecks(ctx, root, environment, packages, os.Stderr); err != nil {
		return err
	}
	args := append([]string{"test", "-race", "-json", "-vet=off", "-timeout=" + packageLimit, "-p=" + strconv.Itoa(packagesAtOnce())}, compilerFlags()...)
	args = append(args, flags...)
	return runTests(ctx, goCommand(ctx, root, environment, append(args, longestFirst(packages)...)...), verbose(flags), os.Stdout)
}

// packageLimit is several times what the longest package takes on two cores: on a busy machine a test may be slow, and must
// not fail for it.
const packageLimit = "40m"

// packagesAtOnce is twice as many as there are processors: a package's tests mostly run one after the other, and each waits for its
// servers, its browser or a clock most of its time. It is bounded by what one PostgreSQL bears: each package holds some ten connections.
func packagesAtOnce() int {
	return min(2*runtime.NumCPU(), 8)
}

// longest are the packages whose tests take longest, the longest of them first.
var longest = []string{"./cmd/narthex", "./chat/pages", "./chat/tier", "./chat/turns"}

// longestFirst has a run of everything begin with what takes longest: begun last, that would run alone while a core has nothing to do.
// go test begins packages in the order in which they are named first.
func longestFirst(packages []string) []string {
	if !slices.Equal(packages, everything) {
		return packages
	}
	return append(slices.Clone(longest), packages...)
}

// everything is what is tested when nothing is named.
var everything = []string{"./..."}

// splitTestArgs tells packages from flags of go test: flags begin at "--", or at the first that looks like one.
func splitTestArgs(args []string) (packages, flags []string) {
	for i, arg := range args {
		if arg == "--" {
			flags = args[i+1:]
			break
		}
		if strings.HasPrefix(arg, "-") {
			flags = args[i:]
			break
		}
		packages = append(packages, arg)
	}
	if len(packages) == 0 {
		packages = everything
	}
	return packages, flags
}

// testEnvironment brings up the servers, the browser and Node.js once, before any test's time-out runs. The servers stay up for
// the next run, except in CI, whose machine is left as it was found.
func testEnvironment(ctx context.Context, progress io.Writer) (environment []string, cleanUp func(), err error) {
	cleanUp = func() {}
	if _, err := stack.Running(ctx); errors.Is(err, stack.ErrNotRunning) && os.Getenv("CI") != "" {
		cleanUp = func() {
			if err := stack.Down(context.WithoutCancel(ctx)); err != nil {
				fmt.Fprintln(progress, "dev:", err)
			}
		}
	}
	servers, err := stack.Ensure(ctx, progress)
	if err != nil {
		return nil, cleanUp, err
	}
	chromium, err := stack.Chromium(ctx, progress)
	if err != nil {
		return nil, cleanUp, err
	}
	node, err := stack.Node(ctx, progress)
	if err != nil {
		return nil, cleanUp, err
	}
	compiler, err := stack.Compiler(ctx, progress)
	if err != nil {
		return nil, cleanUp, err
	}
	return append(os.Environ(),
		"DATABASE_URL="+servers.DatabaseURL,
		"DATABASE_ADMIN_URL="+servers.DatabaseAdminURL,
		"REDIS_URL="+servers.RedisURL,
		"NARTHEX_CHROMIUM="+chromium,
		"NARTHEX_NODE="+node,
		"CC="+compiler,
		"CGO_ENABLED=1", // the race detector needs it
	), cleanUp, nil
}

func goCommand(ctx context.Context, root string, environment []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = root, environment
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) } // go passes it on to the tests
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// runTests runs `go test -json` and prints what `go test` would, with a closing line that counts.
func runTests(ctx context.Context, cmd *exec.Cmd, verbose bool, out io.Writer) error {
	cmd.Stderr = out
	events, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r := newReport(out, verbose)
	readErr := r.read(events)
	waitErr := cmd.Wait()
	if readErr != nil {
		return fmt.Errorf("read the test events: %w", readErr)
	}
	r.close()
	if r.failed > 0 || r.skipped > 0 {
		return errSaid
	}
	if waitErr != nil {
		return programError(ctx, "go test", waitErr)
	}
	return nil
}

// verbose reports whether somebody asked to see every test.
func verbose(flags []string) bool {
	for _, flag := range flags {
		switch strings.TrimLeft(flag, "-") {
		case "v", "v=true", "test.v", "bench":
			return true
		}
		if strings.HasPrefix(strings.TrimLeft(flag, "-"), "bench=") {
			return true
		}
	}
	return false
}
