package stack

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// home is the folder that holds one private stack: data, logs, state and passwords.
type home struct {
	dir      string
	packages string // the unpacked packages, which several homes may share
}

// Home returns the folder of this user's stack, making it if need be.
func Home() (string, error) {
	h, err := openHome()
	return h.dir, err
}

func openHome() (home, error) {
	dir, err := homeDir()
	if err != nil {
		return home{}, fmt.Errorf("find a folder for the stack: %w", err)
	}
	if dir, err = makeDir(dir); err != nil {
		return home{}, fmt.Errorf("make the stack's folder: %w", err)
	}
	if err := reachable(dir); err != nil {
		return home{}, err
	}
	packages := os.Getenv("NARTHEX_DEV_PACKAGES")
	if packages == "" {
		packages = filepath.Join(dir, "packages")
	}
	if packages, err = makeDir(packages); err != nil {
		return home{}, fmt.Errorf("make the folder for packages: %w", err)
	}
	return home{dir: dir, packages: packages}, nil
}

func homeDir() (string, error) {
	if dir := os.Getenv("NARTHEX_DEV_HOME"); dir != "" {
		return dir, nil
	}
	if os.Geteuid() == 0 {
		return "/var/lib/narthex-dev", nil // root's own cache folder cannot be entered by the servers' user
	}
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "narthex-dev"), err
}

// makeDir makes a folder that others may enter whatever the umask, and returns its real path: a process's working
// folder, by which servers are recognised, is reported without links.
func makeDir(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(path, 0o755); err != nil {
			return "", err
		}
		if err := os.Chmod(path, 0o755); err != nil {
			return "", err
		}
	}
	return filepath.EvalSymlinks(path)
}

// privateDir makes a folder that only the servers' user may enter.
func privateDir(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return giveAway(path)
}

// lock waits until no other process works on the folder dir. The lock ends with the process that holds it.
func lock(ctx context.Context, dir string, progress io.Writer) (unlock func(), err error) {
	file := flock.New(filepath.Join(dir, "lock"))
	taken, err := file.TryLock()
	if err == nil && !taken {
		const patience = time.Second // ordinary waits are a few milliseconds and not worth a line
		early, cancel := context.WithTimeout(ctx, patience)
		taken, err = file.TryLockContext(early, 5*time.Millisecond)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			fmt.Fprintln(progress, "waiting for another process that is setting up the servers")
			taken, err = file.TryLockContext(ctx, 50*time.Millisecond)
		}
	}
	if err != nil || !taken {
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return func() { _ = file.Unlock() }, nil // unlocking fails only for a closed file, which holds no lock
}

// state is what a later process needs to find the servers again.
type state struct {
	Postgres serverState `json:"postgres"`
	Redis    serverState `json:"redis"`
}

type serverState struct {
	Port int    `json:"port"`
	PID  int    `json:"pid"`
	Bin  string `json:"bin"` // the folder of the server's programs, clients included
}

// readState returns what is known; nothing, if the file is missing or unreadable: the servers are then started anew.
func (h home) readState() state {
	var s state
	content, err := os.ReadFile(h.statePath())
	if err != nil || json.Unmarshal(content, &s) != nil {
		return state{}
	}
	return s
}

func (h home) writeState(s state) error {
	return writeJSON(h.statePath(), s)
}

func (h home) statePath() string { return filepath.Join(h.dir, "state.json") }

// passwords are random and stay with the data: other users of this machine reach the same loopback address, and the
// owner's role may do anything that the server's user may.
type passwords struct {
	Owner string `json:"owner"`
	App   string `json:"app"`
	Redis string `json:"redis"`
}

func (h home) passwords() (passwords, error) {
	var p passwords
	path := filepath.Join(h.dir, "passwords.json")
	content, err := os.ReadFile(path)
	switch {
	case err == nil:
		if err := json.Unmarshal(content, &p); err != nil {
			return p, fmt.Errorf("read %s: %w; `go run ./cmd/dev reset` starts afresh", path, err)
		}
		return p, nil
	case !errors.Is(err, os.ErrNotExist):
		return p, err
	}
	p = passwords{Owner: rand.Text(), App: rand.Text(), Redis: rand.Text()}
	return p, writeJSON(path, p)
}

// writeJSON replaces a file whole: a reader never sees half of it.
func writeJSON(path string, value any) error {
	content, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", append(content, '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
