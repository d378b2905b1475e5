package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// mostAtStart is what a server may hold in memory of its own that nobody has asked anything yet, in MiB: half as much again as it takes.
// What is mapped of the program's file, some 60 MiB, is the system's to take back and not counted. It took 160 and more when it bundled
// modules, parsed every page, copied tables and gave nothing back.
const mostAtStart = 60

func TestAServerThatHasJustStartedIsSmall(t *testing.T) {
	p := prepareDemo(t)
	s := startProgram(t, p.path, p.environment...)
	s.await(t, "http://"+p.metrics+"/readyz", http.StatusOK, `"postgres":"ok"`)
	deadline := time.Now().Add(20 * time.Second)
	for held := resident(t, s.cmd.Process.Pid); held > mostAtStart; held = resident(t, s.cmd.Process.Pid) {
		if time.Now().After(deadline) {
			t.Fatalf("it holds %d MiB, at most %d are expected", held, mostAtStart)
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.await(t, "http://"+p.base+"/chat/grace-harbor", http.StatusOK, "Grace Harbor")
	s.stop(t)
}

// resident is how much of a process is in memory that is not in a file, in MiB.
func resident(t *testing.T, pid int) (mebibytes int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(status), "RssAnon:")
	if _, err := fmt.Sscan(rest, &mebibytes); err != nil || !found {
		t.Fatalf("read what is resident: %v", err)
	}
	return mebibytes >> 10
}
