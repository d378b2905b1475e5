package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"narthex/cmd/dev/stack"
)

// running describes the one copy of Narthex that runs on a stack. While it starts, only its dev is known.
type running struct {
	PID        int   `json:"pid"`         // of dev
	ServerPIDs []int `json:"server_pids"` // of narthex serve, each node's; 0 for one that does not run just now
	addresses
}

// runClaim is the right to run Narthex on a stack; it ends with the process that holds it.
type runClaim struct {
	home string
	lock *flock.Flock
}

// claimRun takes the claim, or says where the copy runs that has it. Nodes that outlived a killed dev are stopped.
func claimRun(ctx context.Context, home string) (runClaim, error) {
	claim := runClaim{home: home, lock: flock.New(filepath.Join(home, "run.lock"))}
	// Whoever only looks who runs holds the lock for a moment.
	patience, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	taken, err := claim.lock.TryLockContext(patience, 10*time.Millisecond)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return claim, fmt.Errorf("claim the right to run: %w", err)
	}
	if !taken {
		other, err := claim.read()
		if err != nil || other.Base == "" {
			return claim, fmt.Errorf("another copy is just starting (process %d)", other.PID)
		}
		return claim, fmt.Errorf("already running at %s (process %d)", other.Base, other.PID)
	}
	err = claim.stopOrphans(ctx)
	if err == nil {
		err = claim.record(running{PID: os.Getpid()})
	}
	if err != nil {
		claim.release()
		return claim, fmt.Errorf("claim the right to run: %w", err)
	}
	return claim, nil
}

// findRunning returns the copy that runs, if one does.
func findRunning(home string) (running, bool) {
	claim := runClaim{home: home, lock: flock.New(filepath.Join(home, "run.lock"))}
	taken, err := claim.lock.TryRLock()
	if err != nil {
		return running{}, false
	}
	if taken {
		_ = claim.lock.Unlock() // fails only for a closed file
		return running{}, false
	}
	found, err := claim.read()
	return found, err == nil
}

// stopRunning ends the copy that runs, and nodes that outlived their dev.
func stopRunning(ctx context.Context, home string) error {
	if found, ok := findRunning(home); ok {
		// dev passes the signal on and waits for the server, a little longer than we do before we insist.
		if err := stack.Terminate(ctx, found.PID, stopPatience+5*time.Second, syscall.SIGTERM, syscall.SIGKILL); err != nil {
			return fmt.Errorf("stop Narthex: %w", err)
		}
	}
	return runClaim{home: home}.stopOrphans(ctx)
}

func (c runClaim) record(r running) error {
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path()+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(c.path()+".new", c.path())
}

func (c runClaim) read() (running, error) {
	var r running
	content, err := os.ReadFile(c.path())
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(content, &r)
}

// stopOrphans ends the nodes of a dev that was killed. A process must still be that program: ids are used again.
func (c runClaim) stopOrphans(ctx context.Context) error {
	left, err := c.read()
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		left = running{} // not ours to read, so it names nobody
	}
	program := filepath.Join(c.home, "bin", "narthex")
	var stopping errgroup.Group
	for _, pid := range left.ServerPIDs {
		if pid > 1 && strings.HasPrefix(stack.CommandLine(pid), program+" serve") {
			stopping.Go(func() error { return stack.Terminate(ctx, pid, stopPatience, syscall.SIGTERM, syscall.SIGKILL) })
		}
	}
	if err := stopping.Wait(); err != nil {
		return fmt.Errorf("stop the server of an earlier run: %w", err)
	}
	return os.Remove(c.path())
}

// release gives the claim up. The record goes first: whoever sees it must also see the lock.
func (c runClaim) release() {
	_ = os.Remove(c.path()) // a record without a lock counts for nothing
	_ = c.lock.Unlock()     // fails only for a closed file
}

func (c runClaim) path() string { return filepath.Join(c.home, "run.json") }
