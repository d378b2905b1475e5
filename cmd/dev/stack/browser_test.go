package stack

import (
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// drawsText lets a browser draw a page and checks that there is ink where the letters are.
func drawsText(t *testing.T, browser string) {
	t.Helper()
	dir := t.TempDir()
	page, picture := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.png")
	writeFile(t, page, `<!doctype html><meta charset="utf-8"><body style="background:#fff;margin:0;font:80px sans-serif;color:#000">¿Qué?`)
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--window-size=400,200", "--screenshot="+picture, "file://"+page)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	image, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	for y := range image.Bounds().Dy() {
		for x := range image.Bounds().Dx() {
			if color.GrayModel.Convert(image.At(x, y)).(color.Gray).Y < 64 {
				dark++
			}
		}
	}
	if dark < 1000 { // five letters 80 pixels high cover several thousand
		t.Errorf("only %d dark pixels: the page has no text", dark)
	}
}

func TestABrowserForTests(t *testing.T) {
	privateHome(t)
	drawsText(t, NeedChromium(t))
}

func TestABrowserNamedInTheEnvironment(t *testing.T) {
	t.Setenv("NARTHEX_CHROMIUM", os.Args[0])
	if path, err := Chromium(t.Context(), io.Discard); err != nil || path != os.Args[0] {
		t.Errorf("got %q, %v", path, err)
	}
	t.Setenv("NARTHEX_CHROMIUM", t.TempDir())
	_, err := Chromium(t.Context(), io.Discard)
	mustContain(t, oneLine(t, err), "NARTHEX_CHROMIUM")
}

func TestAnInstalledBrowserMayBeTooOld(t *testing.T) {
	type versions map[string]string // what programs on PATH say
	const old, recent = "Chromium 148.0.7778.96 built on Debian GNU/Linux 12 (bookworm)", "Chromium 156.0.8041.2 built on Debian GNU/Linux 12 (bookworm)"
	tests := []struct {
		name      string
		installed versions
		unpacked  bool
		want      string // the program, in the folder of those installed or of those unpacked
		said      []string
	}{
		{"a recent one is used", versions{"chromium": recent}, true, "installed/chromium", nil},
		{"an old one gives way to our own", versions{"chromium": old}, true, "unpacked/chromium", []string{"installed/chromium is version 148", "156", "use "}},
		{"a recent one beside an old one is used", versions{"chromium": old, "google-chrome": "Google Chrome 158.0.8127.1 "}, true, "installed/google-chrome", nil},
		{"without our own an old one has to do", versions{"chromium": old}, false, "installed/chromium", []string{"is version 148", "may fail", "no other"}},
		{"one that does not say its version is passed over", versions{"chromium": "please install the snap"}, true, "unpacked/chromium", nil},
		{"none is installed", nil, true, "unpacked/chromium", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			privateHome(t)
			dir := t.TempDir()
			packages := filepath.Join(dir, "packages")
			t.Setenv("NARTHEX_DEV_PACKAGES", packages)
			t.Setenv("NARTHEX_CHROMIUM", "")
			t.Setenv("PATH", filepath.Join(dir, "installed")) // no apt there that could unpack one
			for name, says := range test.installed {
				writeScript(t, filepath.Join(dir, "installed", name), "echo '"+says+"'")
			}
			if test.unpacked {
				writeScript(t, filepath.Join(packages, chromiumFolder(), "chromium"), "echo '"+recent+"'")
			}
			var said strings.Builder
			path, err := Chromium(t.Context(), &said)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.NewReplacer(dir+"/", "", "packages/"+chromiumFolder(), "unpacked").Replace(path); got != test.want {
				t.Errorf("got %s", path)
			}
			for _, part := range test.said {
				mustContain(t, said.String(), part)
			}
			if len(test.said) == 0 && said.Len() > 0 {
				t.Errorf("said %q", said.String())
			}
		})
	}
}

func TestWithoutPackages(t *testing.T) {
	status := "Package: a\nStatus: install ok installed\n\nPackage: chromium-common\nVersion: 1\n\nPackage: b\n"
	if got := string(withoutPackages([]byte(status), "chromium")); got != "Package: a\nStatus: install ok installed\n\nPackage: b\n" {
		t.Errorf("got %q", got)
	}
}

// The machine may have a compiler; that of a machine without one is tried where Debian's packages can be unpacked.
func TestACompilerOfOurOwn(t *testing.T) {
	h := privateHome(t)
	path, err := h.unpackedCompiler(t.Context(), t.Output())
	if _, ownErr := ownReleaseLines(); ownErr != nil {
		mustContain(t, oneLine(t, err), ownErr.Error())
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "hello.c"), filepath.Join(dir, "hello")
	writeFile(t, source, "#include <stdio.h>\n#include <pthread.h>\nint main(void) { return puts(\"hello\") < 0; }\n")
	compile := exec.CommandContext(t.Context(), path, "-pthread", "-o", program, source)
	compile.Env = []string{"PATH=/nowhere:" + filepath.Dir(mustFind(t, "sh")), "TMPDIR=" + dir}
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.CommandContext(t.Context(), program).Output(); err != nil || string(out) != "hello\n" {
		t.Errorf("on %s the program said %q, %v", runtime.GOOS, out, err)
	}
}

func mustFind(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
