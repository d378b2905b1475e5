package nodes

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"narthex/cmd/dev/stack"
)

// Build returns the path of the server's program, built from the sources as they are. One process builds once; an
// unchanged program is not linked again. The file is the test's own: whatever others build while the test runs, a node
// that starts again is still the same program.
func Build(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "narthex")
	if err := provide(t.Context(), program); err != nil {
		t.Fatal(err)
	}
	return program
}

var built struct {
	once sync.Once
	err  error
}

// provide puts the program at path. The stack's home keeps the last one built of each checkout, which its test processes share.
func provide(ctx context.Context, path string) error {
	home, err := stack.Home()
	if err != nil {
		return err
	}
	module, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return fmt.Errorf("build narthex: find the checkout: %w", err)
	}
	shared := filepath.Join(home, "test", fmt.Sprintf("narthex-%08x", crc32.ChecksumIEEE(module)))
	if err := os.MkdirAll(filepath.Dir(shared), 0o755); err != nil {
		return fmt.Errorf("build narthex: %w", err)
	}
	lock := flock.New(shared + ".lock")
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return fmt.Errorf("build narthex: wait for another build: %w", err)
	}
	defer lock.Unlock() // fails only for a closed file
	built.once.Do(func() {
		// Without the revision, or every commit would link it again.
		out, err := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-o", shared, "narthex/cmd/narthex").CombinedOutput()
		if err != nil {
			built.err = fmt.Errorf("build narthex: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		return built.err
	}
	if err := os.Link(shared, path); err == nil {
		return nil
	}
	if err := copyProgram(path, shared); err != nil { // on another file system
		return fmt.Errorf("build narthex: %w", err)
	}
	return nil
}

func copyProgram(to, from string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}

// Run executes a sub-command of the program to its end and returns what it printed. It fails the test when the command
// fails.
func Run(t testing.TB, program string, environment []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = environment
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("narthex %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
