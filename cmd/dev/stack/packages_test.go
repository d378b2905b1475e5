package stack

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// archive is a Debian archive with one package, "greeting", served on the loopback address.
type archive struct {
	deb     string // the package's file
	url     string
	mu      sync.Mutex
	fetches []string // the Range header of each request for the package
}

// buildGreeting makes the package in a version, with one more file.
func buildGreeting(t *testing.T, deb, version, extra string) {
	t.Helper()
	tree := t.TempDir()
	if err := os.Chmod(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(tree, "DEBIAN/control"), "Package: greeting\nVersion: "+version+"\nArchitecture: all\nMaintainer: none\nDescription: says hello\n")
	writeFile(t, filepath.Join(tree, "lib/greeting/hello"), "hello\n")
	ballast := make([]byte, 256<<10) // so that half a package is more than a network packet
	if _, err := rand.Read(ballast); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(tree, extra), string(ballast))
	if err := os.MkdirAll(filepath.Dir(deb), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("dpkg-deb", "--build", tree, deb).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func newArchive(t *testing.T) *archive {
	t.Helper()
	served := t.TempDir()
	a := &archive{deb: filepath.Join(served, "greeting_1.0_all.deb")}
	buildGreeting(t, a.deb, "1.0", "usr/share/greeting/ballast")
	content, err := os.ReadFile(a.deb)
	if err != nil {
		t.Fatal(err)
	}
	index := fmt.Sprintf("Package: greeting\nVersion: 1.0\nArchitecture: all\nMaintainer: none\nFilename: ./greeting_1.0_all.deb\nSize: %d\nSHA256: %x\nDescription: says hello\n", len(content), sha256.Sum256(content))
	writeFile(t, filepath.Join(served, "Packages"), index)
	writeFile(t, filepath.Join(served, "Release"), fmt.Sprintf("Date: Thu, 01 Jan 2026 00:00:00 UTC\nSHA256:\n %x %d Packages\n", sha256.Sum256([]byte(index)), len(index)))

	files := http.FileServer(http.Dir(served))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".deb") {
			a.mu.Lock()
			a.fetches = append(a.fetches, r.Header.Get("Range"))
			a.mu.Unlock()
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	a.url = server.URL
	return a
}

func (a *archive) set() packageSet {
	return packageSet{
		folder:   "greeting-1",
		title:    "a greeting",
		sources:  []string{"deb [trusted=yes] " + a.url + " ./"},
		packages: []string{"greeting"},
		finish: func(root, _ string) error {
			return os.WriteFile(filepath.Join(root, "finished"), nil, 0o644)
		},
	}
}

func (a *archive) fetched() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.fetches
}

// unpackGreeting unpacks the archive's package into a folder of packages and checks that it is whole.
func unpackGreeting(t *testing.T, a *archive, packages string) (progress string) {
	t.Helper()
	var out strings.Builder
	prefix, err := home{packages: packages}.unpack(t.Context(), a.set(), &out)
	if err != nil {
		t.Fatalf("%v\nprogress:\n%s", err, out.String())
	}
	for _, name := range []string{"usr/lib/greeting/hello", "usr/share/greeting/ballast", "finished"} {
		if !fileExists(filepath.Join(prefix, name)) {
			t.Errorf("%s is missing", name)
		}
	}
	if fileExists(prefix + ".part") {
		t.Error("the working folder stayed behind")
	}
	return out.String()
}

func TestUnpack(t *testing.T) {
	a, packages := newArchive(t), t.TempDir()
	mustContain(t, unpackGreeting(t, a, packages), "downloading a greeting: 100%", "unpacking")
	if progress := unpackGreeting(t, a, packages); progress != "" {
		t.Errorf("the second time said %q", progress)
	}
	if got := len(a.fetched()); got != 1 {
		t.Errorf("the package was fetched %d times", got)
	}
}

func TestUnpackGoesOnWithAKilledDownload(t *testing.T) {
	a, packages := newArchive(t), t.TempDir()
	whole, err := os.ReadFile(a.deb)
	if err != nil {
		t.Fatal(err)
	}
	partial := filepath.Join(packages, "greeting-1.part/apt/cache/archives/partial/greeting_1.0_all.deb")
	writeFile(t, partial, string(whole[:100<<10]))

	mustContain(t, unpackGreeting(t, a, packages), "going on with an earlier download")
	if got := a.fetched(); len(got) != 1 || !strings.HasPrefix(got[0], "bytes=") {
		t.Errorf("the package was fetched with the ranges %q, not resumed", got)
	}
}

func TestUnpackRedoesADamagedDownload(t *testing.T) {
	for name, damage := range map[string]func(whole []byte) []byte{
		"cut":              func(whole []byte) []byte { return whole[:len(whole)/2] },
		"empty":            func([]byte) []byte { return nil },
		"of other content": func(whole []byte) []byte { return make([]byte, len(whole)) },
	} {
		t.Run(name, func(t *testing.T) {
			a, packages := newArchive(t), t.TempDir()
			whole, err := os.ReadFile(a.deb)
			if err != nil {
				t.Fatal(err)
			}
			archives := filepath.Join(packages, "greeting-1.part/apt/cache/archives")
			writeFile(t, filepath.Join(archives, "greeting_1.0_all.deb"), string(damage(whole)))
			writeFile(t, filepath.Join(archives, "partial/greeting_1.0_all.deb"), string(damage(whole)))
			unpackGreeting(t, a, packages)
		})
	}
}

func TestUnpackLeavesOutAVersionThatTheMirrorReplaced(t *testing.T) {
	a, packages := newArchive(t), t.TempDir()
	old := filepath.Join(packages, "greeting-1.part/apt/cache/archives/greeting_0.9_all.deb")
	buildGreeting(t, old, "0.9", "usr/share/greeting/old")
	unpackGreeting(t, a, packages)
	if fileExists(filepath.Join(packages, "greeting-1/usr/share/greeting/old")) {
		t.Error("a file of the old version is part of the result")
	}
}

func TestUnpackStartsOverAfterAKilledUnpacking(t *testing.T) {
	a, packages := newArchive(t), t.TempDir()
	leftover := filepath.Join(packages, "greeting-1.part/root/usr/lib/leftover")
	writeFile(t, leftover, "")
	unpackGreeting(t, a, packages)
	if fileExists(filepath.Join(packages, "greeting-1/usr/lib/leftover")) {
		t.Error("a file of the killed run is part of the result")
	}
}

func TestUnpackTwiceAtOnceDownloadsOnce(t *testing.T) {
	a, packages := newArchive(t), t.TempDir()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := (home{packages: packages}).unpack(t.Context(), a.set(), io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if got := len(a.fetched()); got != 1 {
		t.Errorf("the package was fetched %d times", got)
	}
}

// notice calls do once when a line of progress is written.
type notice struct {
	line string
	do   func()
}

func (n *notice) Write(p []byte) (int, error) {
	if n.do != nil && strings.Contains(string(p), n.line) {
		n.do()
		n.do = nil
	}
	return len(p), nil
}

func TestUnpackWaitsForADownloadThatOutlivedItsRun(t *testing.T) {
	a, packages := newArchive(t), t.TempDir()
	path := filepath.Join(packages, "greeting-1.part/apt/state/lists/lock")
	writeFile(t, path, "")
	held, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := syscall.FcntlFlock(held.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: syscall.F_WRLCK}); err != nil {
		t.Fatal(err)
	}
	waiting := false
	progress := &notice{line: "an earlier download is still running", do: func() {
		waiting = true
		if err := held.Close(); err != nil { // which gives the lock up
			t.Error(err)
		}
	}}
	if _, err := (home{packages: packages}).unpack(t.Context(), a.set(), progress); err != nil {
		t.Fatal(err)
	}
	if !waiting {
		t.Error("the lock was not respected")
	}
}

func TestUnpackWithoutAPackageSaysWhich(t *testing.T) {
	a := newArchive(t)
	set := a.set()
	set.packages = []string{"farewell"}
	_, err := home{packages: t.TempDir()}.unpack(t.Context(), set, io.Discard)
	mustContain(t, oneLine(t, err), "a greeting", "farewell")
}

func TestWithoutNetworkTheErrorSaysWhatToDo(t *testing.T) {
	h := privateHome(t)
	h.packages = t.TempDir()
	t.Setenv("NARTHEX_DEV_MIRROR", "http://127.0.0.1:1/debian")
	_, err := h.unpackedServers(t.Context(), io.Discard)
	mustContain(t, oneLine(t, err), "http://127.0.0.1:1/debian", "NARTHEX_DEV_MIRROR", "set DATABASE_URL and REDIS_URL")
	if fileExists(filepath.Join(h.packages, "servers-"+release+"-1")) {
		t.Error("a folder without servers got their name")
	}
}
