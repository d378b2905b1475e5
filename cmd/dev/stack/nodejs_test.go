package stack

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestNodeForTests(t *testing.T) {
	privateHome(t)
	out, err := exec.CommandContext(t.Context(), NeedNode(t), "--print", "typeof fetch + 6 * 7").CombinedOutput()
	if err != nil || string(out) != "function42\n" {
		t.Errorf("said %q, %v", out, err)
	}
}

func TestNodeNamedInTheEnvironment(t *testing.T) {
	t.Setenv("NARTHEX_NODE", os.Args[0])
	if path, err := Node(t.Context(), io.Discard); err != nil || path != os.Args[0] {
		t.Errorf("got %q, %v", path, err)
	}
	t.Setenv("NARTHEX_NODE", t.TempDir())
	_, err := Node(t.Context(), io.Discard)
	mustContain(t, oneLine(t, err), "NARTHEX_NODE")
}

// The machine may have an npm; that of a machine without one is tried where Debian's packages can be unpacked.
func TestAnNPMOfOurOwn(t *testing.T) {
	h := privateHome(t)
	path, err := h.unpackedNPM(t.Context(), t.Output())
	if _, _, ownErr := releaseLines(t.Context()); ownErr != nil {
		mustContain(t, oneLine(t, err), ownErr.Error())
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "package.json"), `{"name":"empty","version":"1.0.0","private":true}`)
	writeFile(t, filepath.Join(dir, "package-lock.json"), `{"name":"empty","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{"":{"name":"empty","version":"1.0.0"}}}`)
	install := exec.CommandContext(t.Context(), path, "ci", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund")
	install.Env = []string{"PATH=/nowhere:" + filepath.Dir(mustFind(t, "sh")), "HOME=" + dir}
	if out, err := install.CombinedOutput(); err != nil || !strings.Contains(string(out), "up to date") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestWhatNPMRefusesIsSaidInOneLine(t *testing.T) {
	h := privateHome(t)
	h.packages = t.TempDir() // nothing of it is to stay
	manifest := fstest.MapFS{
		"package.json":      {Data: []byte(`{"name":"wrong","version":"1.0.0","dependencies":{"ai":"7.0.173"}}`)},
		"package-lock.json": {Data: []byte(`{"name":"wrong","version":"1.0.0","lockfileVersion":3,"packages":{"":{"name":"wrong","version":"1.0.0"}}}`)},
	}
	_, err := h.npmInstall(t.Context(), "nothing", manifest, io.Discard)
	mustContain(t, oneLine(t, err), "npm ci", "lock")
}
