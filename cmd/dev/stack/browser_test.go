package stack

import (
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
