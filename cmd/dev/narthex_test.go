package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	return fakes(t, how, 1)
}

// fakes returns one with several nodes.
func fakes(t *testing.T, how string, count int) (narthex, addresses, *output) {
	t.Helper()
	where := addresses{Listen: freeForTest(t), Base: "http://demo.example"}
	for range count {
		where.Nodes = append(where.Nodes, nodeAddresses{Listen: freeForTest(t), Metrics: freeForTest(t)})
	}
	out := &output{}
	servers := stack.Servers{DatabaseURL: "app-url", DatabaseAdminURL: "owner-url", RedisURL: "redis-url"}
	inherited := append(os.Environ(), asNarthex+"="+how, "FOUNDER_EMAIL=founder@example.org", "NARTHEX_TRUSTED_PROXIES=10.0.0.0/8")
	return narthex{program: os.Args[0], dir: t.TempDir(), environment: environment(inherited, servers, where), out: out}, where, out
}

func freeForTest(t *testing.T) string {
	t.Helper()
	address, err := stack.LastingAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
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

func TestModuleRootOutsideAModule(t *testing.T) {
	t.Chdir(t.TempDir())
	if root, err := moduleRoot(t.Context()); err == nil {
		t.Errorf("found %s", root)
	}
}

func TestBuildErrorsAreShown(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module broken\n", "static/assets/a.js": "", "cmd/narthex/main.go": "package main\nfunc main() { undefined() }\n"} {
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
