package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"narthex/cmd/dev/stack"
)

// output collects what a child process prints while the test reads it.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// fake returns a narthex that behaves as told, and where it is.
func fake(t *testing.T, how string) (narthex, addresses, *output) {
	t.Helper()
	where := addresses{Listen: freeForTest(t), Metrics: freeForTest(t), Base: "http://demo.example"}
	out := &output{}
	servers := stack.Servers{DatabaseURL: "app-url", DatabaseAdminURL: "owner-url", RedisURL: "redis-url"}
	inherited := append(os.Environ(), asNarthex+"="+how, "FOUNDER_EMAIL=founder@example.org")
	return narthex{program: os.Args[0], dir: t.TempDir(), environment: environment(inherited, servers, where), out: out}, where, out
}

func freeForTest(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func TestMigrateAndSeedGetTheOwnersAddress(t *testing.T) {
	n, _, out := fake(t, "well")
	for _, step := range [][]string{{"migrate"}, {"seed", "--demo"}} {
		if err := n.do(t.Context(), step...); err != nil {
			t.Fatal(err)
		}
		mustContain(t, out.String(), strings.Join(step, " ")+" with DATABASE_URL=app-url DATABASE_ADMIN_URL=owner-url extra=founder@example.org")
	}
}

func TestAFailedStepSaysWhich(t *testing.T) {
	n, _, _ := fake(t, "dies")
	err := n.do(t.Context(), "migrate")
	if err == nil {
		t.Fatal("no error")
	}
	mustContain(t, err.Error(), "narthex migrate", "exit status 3")
}

func TestServeUntilASignalComes(t *testing.T) {
	n, where, out := fake(t, "well")
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	ready := false
	err := n.serve(ctx, where, func(pid int) error {
		ready = true
		if !strings.Contains(stack.CommandLine(pid), "serve") {
			t.Errorf("process %d is no server", pid)
		}
		cancel()
		return nil
	})
	if err != nil || !ready {
		t.Errorf("ready %v, %v", ready, err)
	}
	mustContain(t, out.String(), "serve with DATABASE_URL=app-url DATABASE_ADMIN_URL= extra=founder@example.org", "received terminated")
}

func TestAnImpatientSecondSignalReachesTheServer(t *testing.T) {
	n, where, out := fake(t, "stubborn")
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	var watcher sync.WaitGroup
	err := n.serve(ctx, where, func(int) error {
		cancel()
		watcher.Go(func() {
			eventually(t, func() bool { return strings.Contains(out.String(), "received terminated") })
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				t.Error(err)
			}
		})
		return nil
	})
	watcher.Wait()
	if err != nil {
		t.Error(err)
	}
	mustContain(t, out.String(), "received interrupt")
}

func TestAServerThatEndsBeforeItIsReady(t *testing.T) {
	n, where, _ := fake(t, "dies")
	err := n.serve(t.Context(), where, func(int) error {
		t.Error("it was never ready")
		return nil
	})
	if !errors.Is(err, errEnded) {
		t.Errorf("got %v", err)
	}
	mustContain(t, err.Error(), "exit status 3")
}

func TestAServerThatEndsByItself(t *testing.T) {
	n, where, _ := fake(t, "ends")
	err := n.serve(t.Context(), where, func(pid int) error {
		return syscall.Kill(pid, syscall.SIGTERM)
	})
	if err == nil {
		t.Fatal("no error")
	}
	mustContain(t, err.Error(), "ended by itself", "exit status 4")
}

func TestAServerIsStoppedWhenItCannotBeAnnounced(t *testing.T) {
	n, where, out := fake(t, "well")
	refused := errors.New("refused")
	if err := n.serve(t.Context(), where, func(int) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	mustContain(t, out.String(), "received terminated")
}

func TestAddresses(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	var progress strings.Builder
	next, err := freeAddress(port, "Narthex", &progress)
	if err != nil || next == listener.Addr().String() {
		t.Errorf("got %s, %v", next, err)
	}
	mustContain(t, progress.String(), "port "+strconv.Itoa(port)+" is taken: Narthex uses ")

	tests := []struct {
		name string
		env  map[string]string
		want addresses
	}{
		{"all named", map[string]string{"LISTEN_ADDR": "127.0.0.1:81", "BASE_URL": "https://chat.example", "METRICS_ADDR": "127.0.0.1:82"},
			addresses{Listen: "127.0.0.1:81", Base: "https://chat.example", Metrics: "127.0.0.1:82"}},
		{"listening everywhere", map[string]string{"LISTEN_ADDR": ":81", "METRICS_ADDR": "0.0.0.0:82"},
			addresses{Listen: ":81", Base: "http://127.0.0.1:81", Metrics: "0.0.0.0:82"}},
		{"listening on IPv6", map[string]string{"LISTEN_ADDR": "[::]:81", "METRICS_ADDR": "[::1]:82"},
			addresses{Listen: "[::]:81", Base: "http://127.0.0.1:81", Metrics: "[::1]:82"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := chooseAddresses(func(name string) string { return test.env[name] }, &progress)
			if err != nil || got != test.want {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestModuleRootOutsideAModule(t *testing.T) {
	t.Chdir(t.TempDir())
	if root, err := moduleRoot(t.Context()); err == nil {
		t.Errorf("found %s", root)
	}
}

func TestBuildErrorsAreShown(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module broken\n", "cmd/narthex/main.go": "package main\nfunc main() { undefined() }\n"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if _, err := buildNarthex(t.Context(), root, t.TempDir(), &out); err == nil {
		t.Error("no error")
	}
	mustContain(t, out.String(), "undefined: undefined")
}
