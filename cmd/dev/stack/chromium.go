package stack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

var chromiumHints = hints{
	"debian": "check that the mirror can be reached, or run `apt-get install chromium fonts-dejavu-core`",
	"ubuntu": "install Google Chrome, or run `snap install chromium`",
	"fedora": "run `dnf install chromium dejavu-sans-fonts`",
	"arch":   "run `pacman -S chromium ttf-dejavu`",
	"alpine": "run `apk add chromium font-dejavu`",
	"darwin": "run `brew install --cask google-chrome`",
	"":       "install Chromium or Google Chrome",
}

// oldestChromium is the oldest major version with which all tests are known to pass. They speak the protocol of the version
// that cdproto was made from, which its minor version names, and an older browser need not know all of that: 148 answers
// "Invalid parameters (-32602)" in 16 tests.
const oldestChromium = 156

// Chromium returns the path of a browser for tests: NARTHEX_CHROMIUM if set, else one installed on this machine that is not
// too old, else that of this Debian release, unpacked with fonts into a private folder. Root must pass it --no-sandbox.
func Chromium(ctx context.Context, progress io.Writer) (path string, err error) {
	if named := os.Getenv("NARTHEX_CHROMIUM"); named != "" {
		if !executable(named) {
			return "", fmt.Errorf("NARTHEX_CHROMIUM names %s, which is no program", named)
		}
		return named, nil
	}
	installed, version := installedChromium(ctx)
	if version >= oldestChromium {
		return installed, nil
	}
	h, err := openHome()
	if err != nil {
		return "", err
	}
	path, err = h.unpackedChromium(ctx, progress)
	switch {
	case installed == "" && err != nil:
		advice := adviceFor(runtime.GOOS, osRelease(), chromiumHints)
		return "", fmt.Errorf("no Chromium: %w; %s, or set NARTHEX_CHROMIUM", err, advice)
	case err != nil:
		fmt.Fprintf(progress, "%s is version %d: tests of pages may fail before %d, but there is no other (%v)\n", installed, version, oldestChromium, err)
		return installed, nil
	case installed != "":
		fmt.Fprintf(progress, "%s is version %d: tests of pages may fail before %d, so they use %s\n", installed, version, oldestChromium, path)
	}
	return path, nil
}

// installedChromium returns a browser of this machine with its major version: the first that is not too old, else the first
// that starts, else nothing.
func installedChromium(ctx context.Context) (path string, version int) {
	const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
	for _, name := range []string{"chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome", mac} {
		// Ubuntu's chromium-browser may be a script that only says to install a snap.
		candidate, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		found, err := chromiumVersion(ctx, candidate)
		if err == nil && (path == "" || found >= oldestChromium) {
			path, version = candidate, found
		}
		if version >= oldestChromium {
			break
		}
	}
	return path, version
}

var chromiumRelease = regexp.MustCompile(`\b(\d+)(\.\d+){3}\b`)

// chromiumVersion returns the major version that a browser says it has.
func chromiumVersion(ctx context.Context, path string) (int, error) {
	says, err := askVersion(ctx, path)
	if err != nil {
		return 0, err
	}
	release := chromiumRelease.FindSubmatch(says)
	if release == nil {
		return 0, fmt.Errorf("%s does not say its version: %s", path, lastOf(says))
	}
	return strconv.Atoi(string(release[1]))
}

// startsUp checks that a program finds all its libraries.
func startsUp(ctx context.Context, path string) error {
	_, err := askVersion(ctx, path)
	return err
}

func askVersion(ctx context.Context, path string) (says []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	says, err = exec.CommandContext(ctx, path, "--version").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s does not start: %w: %s", path, err, lastOf(says))
	}
	return says, nil
}

// unpackedChromium uses this system's own release and C library: Chromium starts itself again by the path of its running
// program, which behind another loader would be the loader's. Libraries that the system lacks come along.
func (h home) unpackedChromium(ctx context.Context, progress io.Writer) (string, error) {
	set := packageSet{
		folder:   chromiumFolder(),
		title:    "Chromium",
		packages: []string{"chromium", "fonts-dejavu-core", "fontconfig-config"},
		omit:     []string{"libc6", "libc-bin"}, // the system's own, which its loader belongs to
		finish:   finishChromium,
	}
	program := filepath.Join(h.packages, set.folder, "chromium")
	if fileExists(program) {
		return program, nil
	}
	var err error
	if set.sources, err = ownReleaseLines(); err != nil {
		return "", err
	}
	status, err := os.ReadFile("/var/lib/dpkg/status")
	if err != nil {
		return "", fmt.Errorf("read what is installed: %w", err)
	}
	// An installed browser that were of use would have been taken already.
	set.status = withoutPackages(status, "chromium")
	if _, err := h.unpack(ctx, set, progress); err != nil {
		return "", err
	}
	return program, startsUp(ctx, program)
}

// chromiumFolder is named after the system's release: a system that was upgraded needs another browser. The number counts up
// when what was unpacked before is of no use any more.
func chromiumFolder() string {
	return "chromium-" + osReleaseField(osRelease(), "VERSION_CODENAME") + "-1"
}

// ownReleaseLines returns the sources of the Debian that this system is.
func ownReleaseLines() ([]string, error) {
	if findProgram("apt-get") == "" || findProgram("dpkg") == "" {
		return nil, errNoApt
	}
	keyring, err := debianKeyring()
	if err != nil {
		return nil, err
	}
	system, err := readAptSources("/etc/apt")
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, source := range ownSources(system, osReleaseField(osRelease(), "VERSION_CODENAME")) {
		lines = append(lines, source.line(keyring))
	}
	if len(lines) == 0 {
		return nil, errors.New("apt's sources name no mirror for this release of Debian")
	}
	return lines, nil
}

// withoutPackages drops from a dpkg status file the packages whose name begins so.
func withoutPackages(status []byte, prefix string) []byte {
	var kept [][]byte
	for paragraph := range bytes.SplitSeq(status, []byte("\n\n")) {
		if !bytes.HasPrefix(bytes.TrimSpace(paragraph), []byte("Package: "+prefix)) {
			kept = append(kept, paragraph)
		}
	}
	return bytes.Join(kept, []byte("\n\n"))
}

// finishChromium writes the script that starts the browser with the libraries and fonts that came with it. They are of
// the system's own release, so the programs that it starts may inherit the library path.
func finishChromium(root, prefix string) error {
	libraries, err := libraryFolders(root)
	if err != nil {
		return err
	}
	// Fonts of the system first; the include brings its rules, and nothing if it has none.
	fonts := `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>` + prefix + `/usr/share/fonts</dir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
	if err := os.WriteFile(filepath.Join(root, "fonts.conf"), []byte(fonts), 0o644); err != nil {
		return err
	}
	script := shellScript(
		"export LD_LIBRARY_PATH="+quote(strings.Join(movedAll(libraries, root, prefix), ":")),
		"export FONTCONFIG_FILE="+quote(prefix+"/fonts.conf"),
		"exec "+quote(prefix+"/usr/lib/chromium/chromium")+` "$@"`,
	)
	return writeProgram(filepath.Join(root, "chromium"), script)
}
