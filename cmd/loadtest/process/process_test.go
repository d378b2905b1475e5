package process_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"narthex/cmd/loadtest/process"
)

// The test binary is also the program that the tests start.
const roleVariable = "NARTHEX_LOADTEST_ROLE"

func TestMain(m *testing.M) {
	switch role, argument, _ := strings.Cut(os.Getenv(roleVariable), "="); role {
	case "":
		goleak.VerifyTestMain(m)
	case "sleep":
		fmt.Println("sleeping")
		select {}
	case "fail":
		fmt.Fprintln(os.Stderr, "cannot go on:", argument)
		os.Exit(3)
	case "parent": // starts a child, says its process id, and waits to be killed
		child, err := process.Start(spec("sleep"))
		if err != nil {
			os.Exit(1)
		}
		fmt.Println(child.PID())
		select {}
	}
}

func spec(role string) process.Spec {
	return process.Spec{Name: role, Path: os.Args[0], Environment: append(os.Environ(), roleVariable+"="+role)}
}

func start(t *testing.T, role string) *process.Child {
	t.Helper()
	child, err := process.Start(spec(role))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Stop(time.Second) })
	return child
}

func TestAChildIsStopped(t *testing.T) {
	child := start(t, "sleep")
	child.Stop(5 * time.Second)
	if syscall.Kill(child.PID(), 0) == nil {
		t.Error("it is still there")
	}
}

func TestAChildThatFailsSaysWhy(t *testing.T) {
	err := start(t, "fail=no bread").Wait(t.Context())
	if err == nil || !strings.Contains(err.Error(), "cannot go on: no bread") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("got %v", err)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	child := start(t, "sleep")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := child.Wait(ctx); err == nil {
		t.Error("no error")
	}
	if syscall.Kill(child.PID(), 0) == nil {
		t.Error("the child is still there")
	}
}

func TestNoChildOutlivesAKilledParent(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), roleVariable+"=parent")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var orphan int
	if _, err := fmt.Fscan(out, &orphan); err != nil {
		t.Fatal(err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	for deadline := time.Now().Add(5 * time.Second); running(orphan); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			_ = syscall.Kill(orphan, syscall.SIGKILL)
			t.Fatal("it runs on")
		}
	}
}

// running reports whether a process is there and not only waiting for somebody to notice its end.
func running(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestProcessorTimeIsCounted(t *testing.T) {
	before, err := process.CPU(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	machineBefore, err := process.MachineCPU()
	if err != nil {
		t.Fatal(err)
	}
	var usage syscall.Rusage
	burnt := func() time.Duration {
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
		return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	for began := burnt(); burnt()-began < 200*time.Millisecond; {
	}
	after, err := process.CPU(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if used := after - before; used < 180*time.Millisecond || used > 2*time.Second {
		t.Errorf("counted %v of 200 ms", used)
	}
	if machineAfter, err := process.MachineCPU(); err != nil || machineAfter-machineBefore < 150*time.Millisecond {
		t.Errorf("the machine counted %v, %v", machineAfter-machineBefore, err)
	}
}

func TestMemoryIsCounted(t *testing.T) {
	before, err := process.MemoryOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	after, err := process.MemoryOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if grown := after.RSS - before.RSS; grown < 60<<20 || after.PSS > after.RSS {
		t.Errorf("grew by %d MiB of 64; %+v", grown>>20, after)
	}
	block[0] = 2
}

func TestTheRuntimesFiguresAreRead(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "# HELP go_goroutines Number.\ngo_goroutines 42\ngo_memstats_heap_inuse_bytes 1.5e+06\ngo_memstats_stack_inuse_bytes 65536\n")
	}))
	defer server.Close()
	got, err := process.RuntimeOf(t.Context(), server.Listener.Addr().String())
	http.DefaultClient.CloseIdleConnections()
	if want := (process.Runtime{HeapInuse: 1_500_000, StackInuse: 65536, Goroutines: 42}); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

func TestAChildMayOpenOnlySoManyFiles(t *testing.T) {
	limited := process.Spec{Name: "limited", Path: "/bin/sh", Args: []string{"-c", `[ "$(ulimit -n)" = 123 ] && [ "$1" = "a word" ]`, "sh", "a word"}, Files: 123}
	child, err := process.Start(limited)
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Wait(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestACounterIsSummedOverItsLabels(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "# HELP fell counts\nfell{where=\"there and here\"} 2\nfell{where=\"here\"} 1.5\nfellow 9\n")
	}))
	defer server.Close()
	if sum, err := process.CountOf(t.Context(), server.Listener.Addr().String(), "fell"); sum != 3.5 || err != nil {
		t.Errorf("%v, %v", sum, err)
	}
}
