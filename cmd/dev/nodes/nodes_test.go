package nodes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/stack"
)

// start runs a cluster of fakes.
func start(t testing.TB, count int, how string) *Cluster {
	t.Helper()
	return Start(t, Config{Count: count, Program: os.Args[0], Environment: append(os.Environ(), asNode+"="+how)})
}

// get asks on a connection of its own.
func get(t *testing.T, url string) (node, body string) {
	t.Helper()
	client := &http.Client{Timeout: deadline, Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %s, %v", url, res.Status, content, err)
	}
	return res.Header.Get(front.NodeHeader), string(content)
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(deadline); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

func TestEachNodeIsAProcessOfItsOwn(t *testing.T) {
	c := start(t, 3, "well")
	for i, s := range c.Nodes() {
		if _, pid := get(t, s.URL()+"/pid"); pid != strconv.Itoa(s.PID()) {
			t.Errorf("%s is process %d, but %s answers", s.Name(), s.PID(), pid)
		}
		node, pid := get(t, c.URL()+"/pid")
		if node != strconv.Itoa(i+1) || pid != strconv.Itoa(s.PID()) {
			t.Errorf("%v: node %s, process %s answers in the turn of %s", c, node, pid, s.Name())
		}
		_, environment := get(t, s.URL()+"/environment")
		for _, want := range []string{"BASE_URL=" + c.URL(), "LISTEN_ADDR=" + strings.TrimPrefix(s.URL(), "http://"), "NARTHEX_TRUSTED_PROXIES=127.0.0.0/8"} {
			if !strings.Contains(environment, want+"\n") {
				t.Errorf("%s has no %s", s.Name(), want)
			}
		}
	}
}

func TestKillCutsEveryStreamOfOneNodeAndNoneOfTheOther(t *testing.T) {
	const streams = 40
	c := start(t, 2, "well")
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var mu sync.Mutex
	ended := map[string]int{}
	var reading, begun sync.WaitGroup
	begun.Add(streams)
	for i := range streams {
		method := []string{http.MethodGet, http.MethodPost}[i/2%2]
		reading.Go(func() {
			node, err := readStream(ctx, client, method, c.URL()+"/stream", begun.Done)
			if !errors.Is(err, context.Canceled) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("a stream of node %s ends with %v", node, err)
			}
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, io.ErrUnexpectedEOF) {
				ended[node]++
			}
		})
	}
	begun.Wait()
	pid := c.Node(0).PID()
	if !c.Node(0).Kill() || c.Node(0).PID() != 0 || c.Node(0).Kill() {
		t.Error("the node was not killed once")
	}
	if stack.CommandLine(pid) != "" {
		t.Error("the process is still there")
	}
	eventually(t, "the visitors of the dead node know", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return ended["1"] == streams/2
	})
	for range 4 {
		if node, _ := get(t, c.URL()+"/pid"); node != "2" {
			t.Errorf("node %s answers", node)
		}
	}
	if err := c.Node(0).Start(); err != nil {
		t.Fatal(err)
	}
	if err := c.Node(0).Start(); !errors.Is(err, ErrRuns) {
		t.Errorf("started twice: %v", err)
	}
	seen := map[string]bool{}
	for range 2 {
		node, _ := get(t, c.URL()+"/pid")
		seen[node] = true
	}
	if !seen["1"] || c.Node(0).PID() == pid {
		t.Errorf("started again, nodes %v answer", seen)
	}
	cancel()
	reading.Wait()
	if ended["2"] != 0 {
		t.Errorf("%d streams of the other node broke off", ended["2"])
	}
}

// readStream reads until something ends the stream. It says that it has begun after the first line.
func readStream(ctx context.Context, client *http.Client, method, url string, begun func()) (node string, err error) {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return "", err
	}
	res, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	lines := bufio.NewReader(res.Body)
	for first := true; ; first = false {
		if _, err := lines.ReadString('\n'); err != nil {
			return res.Header.Get(front.NodeHeader), err
		}
		if first {
			begun()
		}
	}
}

func TestAFrozenNodeIsPassedOver(t *testing.T) {
	c := start(t, 2, "well")
	if err := c.Node(1).Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the front has noticed", func() bool { return !c.Front().Status()[1].Ready })
	for range 4 {
		if node, _ := get(t, c.URL()+"/pid"); node != "1" {
			t.Errorf("node %s answers", node)
		}
	}
	// It stays frozen: the end of the test must be able to stop it.
}

func TestStopEndsANodeInOrderAndStartsAgain(t *testing.T) {
	c := start(t, 2, "well")
	before := c.Node(0).PID()
	for range 2 { // the second time there is nothing to do
		if err := c.Node(0).Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Node(0).Start(); err != nil {
		t.Fatal(err)
	}
	if now := c.Node(0).PID(); now == before || now == 0 {
		t.Errorf("process %d follows %d", now, before)
	}
}

func TestANodeMayBeKilledWhileItStarts(t *testing.T) {
	c := start(t, 1, "well")
	s := c.Node(0)
	s.Kill()
	s.spec.Environment = append(s.spec.Environment, asNode+"=slow")
	started := make(chan error, 1)
	go func() { started <- s.Start() }()
	eventually(t, "it runs", func() bool { return s.PID() != 0 })
	s.Kill()
	if err := <-started; !errors.Is(err, ErrEnded) {
		t.Errorf("got %v", err)
	}
	if s.PID() != 0 {
		t.Errorf("process %d is left", s.PID())
	}
}

// recorder is a test whose failures are looked at by another.
type recorder struct {
	testing.TB
	out      bytes.Buffer
	mu       sync.Mutex
	failures []string
	cleanUps []func()
}

func (r *recorder) Cleanup(f func())  { r.cleanUps = append(r.cleanUps, f) }
func (r *recorder) Output() io.Writer { return r }
func (r *recorder) Helper()           {}

func (r *recorder) Error(args ...any)            { r.fail(fmt.Sprint(args...)) }
func (r *recorder) Errorf(f string, args ...any) { r.fail(fmt.Sprintf(f, args...)) }
func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.Write(p)
}
func (r *recorder) fail(failure string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, failure)
}

func (r *recorder) end() (output string, failures []string) {
	for i := len(r.cleanUps) - 1; i >= 0; i-- {
		r.cleanUps[i]()
	}
	return r.out.String(), r.failures
}

func TestWhatEndsATestBadly(t *testing.T) {
	t.Run("a node that dies unasked", func(t *testing.T) {
		r := &recorder{TB: t}
		c := start(r, 2, "well")
		pid := c.Node(1).PID()
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it is gone", func() bool { return stack.CommandLine(pid) == "" })
		<-c.Node(1).process.Done()
		if c.Node(1).Kill() {
			t.Error("Kill takes it on itself")
		}
		if _, failures := r.end(); len(failures) != 1 || !strings.Contains(failures[0], "node 2: it died by itself: signal: killed") {
			t.Errorf("got %q", failures)
		}
	})
	t.Run("a node that ends badly", func(t *testing.T) {
		r := &recorder{TB: t}
		start(r, 1, "ends badly")
		output, failures := r.end()
		if len(failures) != 1 || !strings.Contains(failures[0], "node 1: exit status 4") {
			t.Errorf("got %q", failures)
		}
		for _, want := range []string{"node 1 | serving ends badly, process ", "node 1 | the last word, without an end of line\n"} {
			if !strings.Contains(output, want) {
				t.Errorf("%q is missing in %q", want, output)
			}
		}
	})
}

func TestANodeThatEndsBeforeItIsReady(t *testing.T) {
	s := newServer(t, "node 1", os.Args[0], append(os.Environ(), asNode+"=dies"))
	if err := s.Start(); !errors.Is(err, ErrEnded) || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("got %v", err)
	}
	if err := s.Stop(); err != nil {
		t.Errorf("nothing is left to stop: %v", err)
	}
}

// On Linux, that is: elsewhere no kernel tells children of their parent's death. It runs itself as the test to be killed.
func TestNothingOutlivesATestThatIsKilled(t *testing.T) {
	if os.Getenv(asTest) != "" {
		c := start(t, 2, "well")
		fmt.Println("PIDS", c.Node(0).PID(), c.Node(1).PID())
		<-t.Context().Done()
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestNothingOutlivesATestThatIsKilled$")
	cmd.Env = append(os.Environ(), asTest+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var one, two int
	lines := bufio.NewScanner(out)
	for one == 0 && lines.Scan() {
		_, _ = fmt.Sscanf(lines.Text(), "PIDS %d %d", &one, &two)
	}
	if one == 0 || stack.CommandLine(one) == "" || stack.CommandLine(two) == "" {
		t.Errorf("processes %d and %d do not run", one, two)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed: how it ended is no news
	eventually(t, "its nodes are gone", func() bool { return stack.CommandLine(one) == "" && stack.CommandLine(two) == "" })
}

func TestTheServerIsBuiltAndRuns(t *testing.T) {
	program := Build(t)
	if said := Run(t, program, os.Environ(), "--help"); !strings.Contains(said, "serve") {
		t.Errorf("it says %q", said)
	}
	if again := Build(t); again == program {
		t.Error("two callers share a file")
	}
}

func TestLinesAreWholeAndPrefixed(t *testing.T) {
	var out bytes.Buffer
	l := &prefixedLines{out: &out, prefix: "node 1 | "}
	for _, part := range []string{"a", "b\nc\n\nd", "", "e\n", "f"} {
		if n, err := l.Write([]byte(part)); err != nil || n != len(part) {
			t.Fatalf("wrote %d, %v", n, err)
		}
	}
	l.finish()
	if want := "node 1 | ab\nnode 1 | c\nnode 1 | \nnode 1 | de\nnode 1 | f\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}
