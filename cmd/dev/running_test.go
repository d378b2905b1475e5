package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"narthex/cmd/dev/stack"
)

func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(deadline); time.Now().Before(end); <-tick.C {
		if holds() {
			return
		}
	}
	t.Error("waited in vain")
}

func TestASecondCopySaysWhereTheFirstRuns(t *testing.T) {
	home := t.TempDir()
	first, err := claimRun(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := claimRun(t.Context(), home); err == nil {
		t.Fatal("two copies at once")
	} else {
		mustContain(t, err.Error(), "just starting (process "+strconv.Itoa(os.Getpid())+")")
	}
	if err := first.record(running{PID: 7, addresses: addresses{Base: "http://demo.example"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := claimRun(t.Context(), home); err == nil {
		t.Fatal("two copies at once")
	} else {
		mustContain(t, err.Error(), "already running at http://demo.example (process 7)")
	}
	if found, ok := findRunning(home); !ok || found.Base != "http://demo.example" {
		t.Errorf("found %+v, %v", found, ok)
	}

	first.release()
	if found, ok := findRunning(home); ok {
		t.Errorf("found %+v after its end", found)
	}
	second, err := claimRun(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	second.release()
}

// orphan starts the fake server as `dev` does, and returns when it runs.
func orphan(t *testing.T, program string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program, "serve")
	cmd.Env = append(os.Environ(), asNarthex+"=well", "LISTEN_ADDR="+freeForTest(t), "METRICS_ADDR="+freeForTest(t))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func TestTheNodesOfAKilledRunAreStopped(t *testing.T) {
	home := t.TempDir()
	program := filepath.Join(home, "bin", "narthex")
	if err := os.MkdirAll(filepath.Dir(program), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	left, second := orphan(t, program), orphan(t, program)
	if err := (runClaim{home: home}).record(running{PID: 1 << 30, ServerPIDs: []int{0, left.Process.Pid, second.Process.Pid}}); err != nil {
		t.Fatal(err)
	}
	claim, err := claimRun(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	defer claim.release()
	for _, node := range []*exec.Cmd{left, second} {
		if line := stack.CommandLine(node.Process.Pid); line != "" {
			t.Errorf("still running: %s", line)
		}
		if err := node.Process.Release(); err != nil { // its exit has been collected
			t.Error(err)
		}
	}
}

func TestAProcessThatIsNoServerIsLeftAlone(t *testing.T) {
	home := t.TempDir()
	other := orphan(t, os.Args[0]) // not the program that this home would run
	if err := (runClaim{home: home}).record(running{PID: 1 << 30, ServerPIDs: []int{other.Process.Pid}}); err != nil {
		t.Fatal(err)
	}
	if err := stopRunning(t.Context(), home); err != nil {
		t.Fatal(err)
	}
	if stack.CommandLine(other.Process.Pid) == "" {
		t.Error("it was ended")
	}
	if err := other.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = other.Wait() // killed: its exit is no news
}
