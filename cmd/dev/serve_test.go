package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
)

// once calls do when the nodes are ready for the first time.
func once(do func(pids []int) error) noteFunc {
	called := false
	return func(pids []int, ready bool) error {
		if !ready || called {
			return nil
		}
		called = true
		return do(pids)
	}
}

func TestServeUntilASignalComes(t *testing.T) {
	n, where, out := fake(t, "well")
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	ready := false
	err := n.serve(ctx, where, once(func(pids []int) error {
		ready = true
		if len(pids) != 1 || !strings.Contains(stack.CommandLine(pids[0]), "serve") {
			t.Errorf("process %d is no server", pids)
		}
		cancel()
		return nil
	}))
	if err != nil || !ready {
		t.Errorf("ready %v, %v", ready, err)
	}
	mustContain(t, out.String(), "serve with DATABASE_URL=app-url DATABASE_ADMIN_URL= extra=founder@example.org", "received terminated")
	if strings.Contains(out.String(), "node 1") {
		t.Errorf("a single node needs no name: %s", out)
	}
}

func TestAnImpatientSecondSignalReachesEveryNode(t *testing.T) {
	for _, count := range []int{1, 3} {
		t.Run(strconv.Itoa(count), func(t *testing.T) {
			n, where, out := fakes(t, "stubborn", count)
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			defer cancel()
			var watcher sync.WaitGroup
			err := n.serve(ctx, where, once(func([]int) error {
				cancel()
				watcher.Go(func() {
					eventually(t, func() bool { return strings.Count(out.String(), "received terminated") == count })
					if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
						t.Error(err)
					}
				})
				return nil
			}))
			watcher.Wait()
			if err != nil {
				t.Error(err)
			}
			if strings.Count(out.String(), "received interrupt") != count {
				t.Errorf("it did not reach all:\n%s", out)
			}
		})
	}
}

func TestAServerThatEndsBeforeItIsReady(t *testing.T) {
	for _, count := range []int{1, 2} {
		t.Run(strconv.Itoa(count), func(t *testing.T) {
			n, where, _ := fakes(t, "dies", count)
			err := n.serve(t.Context(), where, once(func([]int) error {
				t.Error("it was never ready")
				return nil
			}))
			if !errors.Is(err, nodes.ErrEnded) {
				t.Errorf("got %v", err)
			}
			mustContain(t, err.Error(), "exit status 3")
		})
	}
}

func TestASingleServerThatEndsByItselfEndsTheCommand(t *testing.T) {
	n, where, _ := fake(t, "ends")
	err := n.serve(t.Context(), where, once(func(pids []int) error { return syscall.Kill(pids[0], syscall.SIGTERM) }))
	if err == nil {
		t.Fatal("no error")
	}
	mustContain(t, err.Error(), "ended by itself", "exit status 4")
}

func TestServersAreStoppedWhenTheyCannotBeAnnounced(t *testing.T) {
	for _, count := range []int{1, 2} {
		t.Run(strconv.Itoa(count), func(t *testing.T) {
			n, where, out := fakes(t, "well", count)
			refused := errors.New("refused")
			if err := n.serve(t.Context(), where, once(func([]int) error { return refused })); !errors.Is(err, refused) {
				t.Errorf("got %v", err)
			}
			if strings.Count(out.String(), "received terminated") != count {
				t.Errorf("not all were stopped:\n%s", out)
			}
		})
	}
}

func TestAFrontThatCannotListenStartsNothing(t *testing.T) {
	n, where, out := fakes(t, "well", 2)
	where.Listen = "192.0.2.1:80" // no address of any machine
	if err := n.serve(t.Context(), where, once(func([]int) error { return nil })); err == nil {
		t.Error("no error")
	}
	if out.String() != "" {
		t.Errorf("it says:\n%s", out)
	}
}

// visit asks the front, on a connection of its own, and returns who answers: the node and what it says.
func visit(t *testing.T, where addresses) (node, says string) {
	t.Helper()
	client := &http.Client{Timeout: deadline, Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get("http://" + where.Listen)
	if err != nil {
		t.Error(err)
		return "", ""
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("%s, %s, %v", res.Status, body, err)
	}
	return res.Header.Get(front.NodeHeader), string(body)
}

func TestANodeThatIsKilledIsStartedAgainBehindTheFront(t *testing.T) {
	n, where, out := fakes(t, "well", 2)
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	var now atomic.Pointer[[]int]
	var missed atomic.Bool // for as long as it takes to start a process again
	served := make(chan error, 1)
	go func() {
		served <- n.serve(ctx, where, func(pids []int, ready bool) error {
			if ready {
				now.Store(&pids)
				if slices.Contains(pids, 0) {
					missed.Store(true)
				}
			}
			return nil
		})
	}()
	eventually(t, func() bool { return now.Load() != nil })
	first := *now.Load()
	for range 2 {
		node, says := visit(t, where)
		number, _ := strconv.Atoi(node)
		if number < 1 || says != strconv.Itoa(first[number-1])+" 127.0.0.1 10.0.0.0/8,127.0.0.0/8" {
			t.Errorf("of processes %d node %q says %q", first, node, says)
		}
	}

	if err := syscall.Kill(first[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return strings.Contains(out.String(), "it is started again in 500ms") })
	mustContain(t, out.String(), "dev    | node 2: narthex serve (process "+strconv.Itoa(first[1])+") ended by itself: signal: killed; it is started again in 500ms\n")
	eventually(t, missed.Load)
	for range 3 {
		visit(t, where) // no visitor is led to where nobody is; on a busy machine the node may be back by now
	}
	eventually(t, func() bool {
		return strings.Count(out.String(), "dev    | node 2 is ready (process ") == 2 && !slices.Contains(*now.Load(), 0)
	})
	second := *now.Load()
	if second[0] != first[0] || second[1] == first[1] {
		t.Errorf("processes %d follow %d", second, first)
	}
	seen := map[string]bool{}
	eventually(t, func() bool { // the front asks now and then who is ready
		node, _ := visit(t, where)
		seen[node] = true
		return seen["1"] && seen["2"]
	})
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
	mustContain(t, out.String(), "node 1 | received terminated\n", "node 2 | received terminated\n")
	for _, pid := range second {
		if stack.CommandLine(pid) != "" {
			t.Errorf("process %d is left", pid)
		}
	}
}
