package stack

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"narthex/cmd/dev/leaktest"
)

// asChild makes the test binary ensure the servers and print them, as another process of the same user would.
const asChild = "NARTHEX_STACK_TEST_CHILD"

// sharedPackages is where this user's packages are, found before any test moves the home: downloading them for every
// test would take minutes.
var sharedPackages string

func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		servers, err := Ensure(context.Background(), os.Stderr)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := json.NewEncoder(os.Stdout).Encode(servers); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	h, err := openHome()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	sharedPackages = h.packages
	leaktest.VerifyTestMain(m)
}

// privateHome gives the test a home of its own, from which nothing runs any more when the test ends.
func privateHome(t testing.TB) home {
	t.Helper()
	for _, name := range []string{"DATABASE_URL", "DATABASE_ADMIN_URL", "REDIS_URL", "NARTHEX_DEV_MIRROR"} {
		t.Setenv(name, "")
	}
	t.Setenv("NARTHEX_DEV_HOME", openTempDir(t))
	t.Setenv("NARTHEX_DEV_PACKAGES", sharedPackages)
	h, err := openHome()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Down(context.Background()); err != nil {
			t.Errorf("stop the servers of the test: %v", err)
		}
		waitUntilIdle(t, h)
	})
	return h
}

// openTempDir returns a folder that the servers' user can enter; those of the testing package are closed to others.
func openTempDir(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for _, path := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func ensure(t *testing.T) (Servers, string) {
	t.Helper()
	var progress strings.Builder
	servers, err := Ensure(t.Context(), &progress)
	if err != nil {
		t.Fatalf("ensure: %v\nprogress:\n%s", err, progress.String())
	}
	return servers, progress.String()
}

// processesIn returns the processes that work in a folder or below it, on systems that show them in /proc.
func processesIn(t testing.TB, dir string) []int {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, link := range links {
		cwd, err := os.Readlink(link)
		if err != nil || cwd != dir && !strings.HasPrefix(cwd, dir+"/") {
			continue // ended in the meantime, or not ours
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if err == nil && !gone(pid) {
			found = append(found, pid)
		}
	}
	return found
}

// waitUntilIdle waits until the last process of a home has ended: PostgreSQL's children end a moment after it.
func waitUntilIdle(t testing.TB, h home) {
	t.Helper()
	eventually(t, "every process of the home ends", func() bool { return len(processesIn(t, h.dir)) == 0 })
}

func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); <-tick.C {
		if holds() {
			return
		}
	}
	t.Fatalf("waited in vain until %s", what)
}

// oneLine returns the text of an error that a person will read, which must fit on one line.
func oneLine(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error takes several lines: %v", err)
	}
	return err.Error()
}

func mustContain(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not mention %q", text, want)
		}
	}
}
