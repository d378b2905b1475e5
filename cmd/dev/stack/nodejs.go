package stack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

var nodeHints = hints{
	"debian": "check that the mirror and npm's registry can be reached",
	"ubuntu": "install Node.js 22 or newer with npm, or debian-archive-keyring and set NARTHEX_DEV_MIRROR",
	"fedora": "run `dnf install nodejs npm`",
	"arch":   "run `pacman -S nodejs npm`",
	"alpine": "run `apk add nodejs npm`",
	"darwin": "run `brew install node`",
	"":       "install Node.js 22 or newer with npm",
}

// oldestNode is the oldest Node.js that the clients under test run on.
const oldestNode = 22

// nodePackages names the Node.js that is fetched where there is none: packages that hold the program and nothing else.
//
//go:embed nodejs/package.json nodejs/package-lock.json
var nodePackages embed.FS

// Node returns the path of Node.js for tests of clients: NARTHEX_NODE if set, else one installed on this machine if it is
// new enough, else one fetched by npm into a private folder.
func Node(ctx context.Context, progress io.Writer) (path string, err error) {
	if named := os.Getenv("NARTHEX_NODE"); named != "" {
		if !executable(named) {
			return "", fmt.Errorf("NARTHEX_NODE names %s, which is no program", named)
		}
		return named, nil
	}
	if path := findProgram("node"); path != "" && nodeMajor(ctx, path) >= oldestNode {
		return path, nil
	}
	h, err := openHome()
	if err != nil {
		return "", err
	}
	path, err = h.fetchedNode(ctx, progress)
	if err != nil {
		return "", fmt.Errorf("no Node.js: %w; %s, or set NARTHEX_NODE", err, adviceFor(runtime.GOOS, osRelease(), nodeHints))
	}
	return path, nil
}

// NodeModules returns a folder with the packages that a package.json and its package-lock.json name, fetching them if need
// be. The lock's hashes say what they must be; their scripts are not run.
func NodeModules(ctx context.Context, manifest fs.FS, progress io.Writer) (folder string, err error) {
	h, err := openHome()
	if err != nil {
		return "", err
	}
	prefix, err := h.npmInstall(ctx, "the npm packages for tests", manifest, progress)
	if err != nil {
		return "", fmt.Errorf("no npm packages: %w; %s", err, adviceFor(runtime.GOOS, osRelease(), nodeHints))
	}
	return filepath.Join(prefix, "node_modules"), nil
}

func nodeMajor(ctx context.Context, path string) int {
	return majorIn(ctx, regexp.MustCompile(`^v(\d+)\.`), path, "--version")
}

func (h home) fetchedNode(ctx context.Context, progress io.Writer) (string, error) {
	manifest, err := fs.Sub(nodePackages, "nodejs")
	if err != nil {
		return "", err
	}
	prefix, err := h.npmInstall(ctx, "Node.js", manifest, progress)
	if err != nil {
		return "", err
	}
	programs, err := filepath.Glob(filepath.Join(prefix, "node_modules/node-*/bin/node"))
	if err != nil {
		return "", err
	}
	if len(programs) == 0 {
		return "", fmt.Errorf("there is none to fetch for %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	return programs[0], startsUp(ctx, programs[0])
}

// npmInstall returns a folder that holds what a lock file names. The folder's name tells the lock file, so that another one
// gets another folder.
func (h home) npmInstall(ctx context.Context, title string, manifest fs.FS, progress io.Writer) (prefix string, err error) {
	files := make(map[string][]byte, 2)
	sum := sha256.New()
	for _, name := range []string{"package.json", "package-lock.json"} {
		if files[name], err = fs.ReadFile(manifest, name); err != nil {
			return "", err
		}
		_, _ = sum.Write(files[name]) // a hash takes everything
	}
	prefix = filepath.Join(h.packages, "npm-"+hex.EncodeToString(sum.Sum(nil))[:16])
	if fileExists(prefix) {
		return prefix, nil
	}
	npm, err := h.npm(ctx, progress)
	if err != nil {
		return "", err
	}
	unlock, err := lock(ctx, h.packages, progress)
	if err != nil {
		return "", err
	}
	defer unlock()
	if fileExists(prefix) { // made by somebody else in the meantime
		return prefix, nil
	}
	work := prefix + ".part"
	if err := os.RemoveAll(work); err != nil {
		return "", err
	}
	if err := os.Mkdir(work, 0o755); err != nil {
		return "", err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(work, name), content, 0o644); err != nil {
			return "", err
		}
	}
	fmt.Fprintf(progress, "fetching %s with npm\n", title)
	// Engines are npm's worry about the Node.js that it runs on itself, which is not the one that is to run the packages.
	install := exec.CommandContext(ctx, npm, "ci", "--prefix", work, "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--engine-strict=false")
	if out, err := install.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w: %s", err, npmComplaint(out))
	}
	return prefix, os.Rename(work, prefix)
}

// npmComplaint picks the line of npm's output that tells what went wrong; the last ones name its log file.
func npmComplaint(out []byte) string {
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"npm error ", "npm ERR! "} {
			if said, ok := strings.CutPrefix(line, mark); ok && !strings.HasPrefix(said, "code ") {
				return said
			}
		}
	}
	return lastOf(out)
}

// npm returns the path of an npm: one installed on this machine, else Debian's, unpacked into a private folder with the
// Node.js that it runs on.
func (h home) npm(ctx context.Context, progress io.Writer) (string, error) {
	if path, err := exec.LookPath("npm"); err == nil && startsUp(ctx, path) == nil {
		return path, nil
	}
	return h.unpackedNPM(ctx, progress)
}

func (h home) unpackedNPM(ctx context.Context, progress io.Writer) (string, error) {
	set := packageSet{
		folder:   "npm-" + release + "-1",
		title:    "npm",
		packages: []string{"npm"},
		finish:   wrapNPM,
	}
	program := filepath.Join(h.packages, set.folder, "npm")
	if fileExists(program) {
		return program, nil
	}
	lines, architecture, err := releaseLines(ctx)
	if err != nil {
		return "", fmt.Errorf("npm is not installed: %w", err)
	}
	set.sources, set.status = lines, presumedStatus(architecture, presumedByNPM...)
	_, err = h.unpack(ctx, set, progress)
	return program, err
}

// presumedByNPM are what npm needs for building native packages and its dependencies for building themselves: half of all
// that would be downloaded.
var presumedByNPM = []string{"corepack", "eslint", "gyp", "handlebars", "libnode-dev", "node-babel7", "node-babel7-runtime", "node-core-js", "node-corepack", "node-uuid", "python3", "terser", "webpack"}

// wrapNPM makes Debian's npm run from here. Its Node.js reads parts of itself from a folder that it names by its place in
// an installed system; made relative, in as many bytes, that is found from the prefix. So npm works there, and is told by
// --prefix where it is to install.
func wrapNPM(root, prefix string) error {
	loader, err := findLoader(root)
	if err != nil {
		return err
	}
	libraries, err := libraryFolders(root)
	if err != nil {
		return err
	}
	parts, err := filepath.Glob(filepath.Join(root, "usr/lib/*/libnode.so.*"))
	if err != nil {
		return err
	}
	for _, path := range append(parts, filepath.Join(root, "usr/bin/node")) {
		if err := replaceIn(path, "/usr/share/nodejs/", "usr/share/nodejs//"); err != nil {
			return err
		}
	}
	words := append(loaderCall(moved(loader, root, prefix), movedAll(libraries, root, prefix)),
		prefix+"/usr/bin/node", prefix+"/usr/share/nodejs/npm/bin/npm-cli.js")
	script := shellScript(
		"export NODE_PATH="+quote(prefix+"/usr/share/nodejs"),
		"cd "+quote(prefix),
		"exec "+quoteAll(words)+` "$@"`,
	)
	return writeProgram(filepath.Join(root, "npm"), script)
}

// replaceIn replaces a text in a program by one of the same length.
func replaceIn(path, before, after string) error {
	content, err := os.ReadFile(path)
	if err != nil || len(before) != len(after) {
		return err
	}
	return os.WriteFile(path, bytes.ReplaceAll(content, []byte(before), []byte(after)), 0o755)
}
