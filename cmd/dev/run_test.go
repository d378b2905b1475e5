package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"narthex/cmd/dev/stack"
)

// firstStart bounds the first start on a machine that has to compile everything, busy with other tests.
const firstStart = 5 * time.Minute

// dev returns the command as a user of this home would run it. Its own servers, not those of the tests, are to be used.
func dev(t *testing.T, home string, args ...string) (*exec.Cmd, *output) {
	t.Helper()
	out := &output{}
	cmd := exec.Command(os.Args[0], args...) // no context: the last one runs when the test's is over
	cmd.Env = os.Environ()
	for _, name := range []string{"DATABASE_URL", "DATABASE_ADMIN_URL", "REDIS_URL", "LISTEN_ADDR", "BASE_URL", "METRICS_ADDR"} {
		cmd.Env = without(cmd.Env, name)
	}
	cmd.Env = append(cmd.Env, asDev+"=1", "NARTHEX_DEV_HOME="+home)
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// devSays runs dev to its end and returns what it says.
func devSays(t *testing.T, home string, args ...string) (string, error) {
	t.Helper()
	cmd, out := dev(t, home, args...)
	err := cmd.Run()
	return out.String(), err
}

// homeWithPackages returns an empty home that shares this user's packages.
func homeWithPackages(t *testing.T) string {
	t.Helper()
	if os.Getenv("NARTHEX_DEV_PACKAGES") == "" {
		own, err := stack.Home()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("NARTHEX_DEV_PACKAGES", filepath.Join(own, "packages"))
	}
	home := t.TempDir()
	for _, path := range []string{filepath.Dir(home), home} { // the servers' user must get in
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

func TestOneCommandServesTheDemoChurches(t *testing.T) {
	home := homeWithPackages(t)
	t.Cleanup(func() {
		if said, err := devSays(t, home, "down"); err != nil {
			t.Errorf("down: %v: %s", err, said)
		}
	})
	cmd, out := dev(t, home)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(firstStart); !strings.Contains(out.String(), "Ctrl-C stops Narthex"); {
		select {
		case err := <-ended:
			t.Fatalf("ended: %v\n%s", err, out)
		case <-tick.C:
			if time.Now().After(end) {
				t.Fatalf("not ready after %v:\n%s", firstStart, out)
			}
		}
	}

	addresses := regexp.MustCompile(`http://\S+/chat/\S+`).FindAllString(out.String(), -1)
	if len(addresses) != len(demoChurches) {
		t.Errorf("the addresses printed are %q", addresses)
	}
	for _, address := range addresses {
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s, %v", address, response.Status, err)
		}
	}
	base, _, _ := strings.Cut(addresses[0], "/chat/")
	if said, err := devSays(t, home); err == nil || !strings.Contains(said, "already running at "+base) {
		t.Errorf("a second copy: %v: %s", err, said)
	}
	said, err := devSays(t, home, "env")
	if err != nil {
		t.Error(err)
	}
	mustContain(t, said, "DATABASE_URL=", "DATABASE_ADMIN_URL=", "REDIS_URL=", "BASE_URL="+base+"\n", "METRICS_ADDR=127.0.0.1:")
	if said, err := devSays(t, home, "psql", "-Atc", "select slug from churches order by slug"); err != nil {
		t.Errorf("psql: %v: %s", err, said)
	} else {
		mustContain(t, said, "grace-harbor\n", "nueva-vida\n", "st-brigids\n")
	}
	if said, err := devSays(t, home, "redis-cli", "ping"); err != nil || said != "PONG\n" {
		t.Errorf("redis-cli: %v: %s", err, said)
	}

	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("after Ctrl-C: %v\n%s", err, out)
	}
	if said, err := devSays(t, home, "env"); err != nil || !strings.Contains(said, "Narthex itself is not running") {
		t.Errorf("after Ctrl-C the servers should be up, and they alone: %v: %s", err, said)
	}
}
