package stack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

var compilerHints = hints{
	"debian": "check that the mirror can be reached, or run `apt-get install gcc libc6-dev`",
	"ubuntu": "run `apt-get install gcc libc6-dev`",
	"fedora": "run `dnf install gcc`",
	"arch":   "run `pacman -S gcc`",
	"alpine": "run `apk add gcc musl-dev`",
	"darwin": "run `xcode-select --install`",
	"":       "install a C compiler",
}

// Compiler returns the path of a C compiler, which Go's race detector needs: what CC names, else one installed on this
// machine, else that of this Debian release, unpacked into a private folder.
func Compiler(ctx context.Context, progress io.Writer) (path string, err error) {
	for _, name := range []string{os.Getenv("CC"), "gcc", "clang", "cc"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	h, err := openHome()
	if err != nil {
		return "", err
	}
	path, err = h.unpackedCompiler(ctx, progress)
	if err != nil {
		return "", fmt.Errorf("no C compiler: %w; %s, or set CC", err, adviceFor(runtime.GOOS, osRelease(), compilerHints))
	}
	return path, nil
}

// unpackedCompiler uses this system's own release: what it compiles must run with the system's C library.
func (h home) unpackedCompiler(ctx context.Context, progress io.Writer) (string, error) {
	set := packageSet{
		folder:   "compiler-" + osReleaseField(osRelease(), "VERSION_CODENAME") + "-1",
		title:    "a C compiler",
		packages: []string{"gcc", "libc6-dev"}, // with all they need, down to the C library to link with
		finish:   wrapCompiler,
	}
	program := filepath.Join(h.packages, set.folder, "cc")
	if fileExists(program) {
		return program, nil
	}
	var err error
	if set.sources, err = ownReleaseLines(); err != nil {
		return "", err
	}
	_, err = h.unpack(ctx, set, progress)
	return program, err
}

// wrapCompiler makes every program of the compiler run with the libraries that came with it, and adds the script cc,
// which makes it look for headers and libraries there as well.
func wrapCompiler(root, prefix string) error {
	loader, err := findLoader(root)
	if err != nil {
		return err
	}
	libraries, err := libraryFolders(root)
	if err != nil {
		return err
	}
	start := loaderCall(moved(loader, root, prefix), movedAll(libraries, root, prefix))
	for _, folder := range []string{"usr/bin", "usr/lib/gcc", "usr/libexec/gcc"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || !entry.Type().IsRegular() || !executable(path) {
				return err
			}
			return wrap(path, start, root, prefix)
		})
		if err != nil {
			return err
		}
	}
	// -B is where it looks for the assembler and the linker before it looks on PATH.
	words := []string{prefix + "/usr/bin/gcc", "-B" + prefix + "/usr/bin", "--sysroot=" + prefix}
	script := shellScript("exec " + quoteAll(words) + ` "$@"`)
	return writeProgram(filepath.Join(root, "cc"), script)
}
