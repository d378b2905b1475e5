package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/cmd/dev/front"
	"narthex/cmd/dev/stack"
	"narthex/migrations/seed"
)

// firstStart bounds the first start on a machine that has to compile everything, busy with other tests.
const firstStart = 5 * time.Minute

// dev returns the command as a user of this home would run it. Its own servers, not those of the tests, are to be used.
func dev(t *testing.T, home string, args ...string) (*exec.Cmd, *output) {
	t.Helper()
	out := &output{}
	cmd := exec.Command(os.Args[0], args...) // no context: the last one runs when the test's is over
	cmd.Env = os.Environ()
	for _, name := range []string{"DATABASE_URL", "DATABASE_ADMIN_URL", "REDIS_URL", "LISTEN_ADDR", "BASE_URL", "METRICS_ADDR", "SMTP_URL", "MAIL_FROM", "FOUNDER_EMAIL", "TWILIO_ACCOUNT_SID", "IDENTITY_URL", "IDENTITY_PROVIDERS", "POSTHOG_HOST", "POSTHOG_PUBLIC_KEY"} {
		cmd.Env = without(cmd.Env, name)
	}
	cmd.Env = append(cmd.Env, asDev+"=1", "NARTHEX_DEV_HOME="+home)
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// devSays runs dev to its end and returns what it says.
func devSays(t *testing.T, home string, args ...string) (string, error) {
	t.Helper()
	cmd, out := dev(t, home, args...)
	err := cmd.Run()
	return out.String(), err
}

// homeWithPackages returns an empty home that shares this user's packages.
func homeWithPackages(t *testing.T) string {
	t.Helper()
	if os.Getenv("NARTHEX_DEV_PACKAGES") == "" {
		own, err := stack.Home()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("NARTHEX_DEV_PACKAGES", filepath.Join(own, "packages"))
	}
	home := t.TempDir()
	for _, path := range []string{filepath.Dir(home), home} { // the servers' user must get in
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// started is a dev that serves.
type started struct {
	cmd   *exec.Cmd
	out   *output
	ended chan error
}

// startDev runs dev in the background and returns when it says that it is ready.
func startDev(t *testing.T, home string, args ...string) started {
	t.Helper()
	s := started{ended: make(chan error, 1)}
	s.cmd, s.out = dev(t, home, args...)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.ended <- s.cmd.Wait() }()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(firstStart); !strings.Contains(s.out.String(), "Ctrl-C stops Narthex"); {
		select {
		case err := <-s.ended:
			t.Fatalf("ended: %v\n%s", err, s.out)
		case <-tick.C:
			if time.Now().After(end) {
				t.Fatalf("not ready after %v:\n%s", firstStart, s.out)
			}
		}
	}
	return s
}

func TestOneCommandServesTheDemoChurches(t *testing.T) {
	home := homeWithPackages(t)
	t.Cleanup(func() {
		if said, err := devSays(t, home, "down"); err != nil {
			t.Errorf("down: %v: %s", err, said)
		}
	})
	t.Run("from one node", func(t *testing.T) { serveFromOneNode(t, home) })
	t.Run("from two nodes", func(t *testing.T) { serveFromTwoNodes(t, home) })
}

func serveFromOneNode(t *testing.T, home string) {
	one := startDev(t, home)
	cmd, out, ended := one.cmd, one.out, one.ended

	addresses := regexp.MustCompile(`http://\S+/chat/\S+`).FindAllString(out.String(), -1)
	if len(addresses) != len(demoChurches) {
		t.Errorf("the addresses printed are %q", addresses)
	}
	for _, address := range addresses {
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s, %v", address, response.Status, err)
		}
	}
	base, _, _ := strings.Cut(addresses[0], "/chat/")
	if said, err := devSays(t, home); err == nil || !strings.Contains(said, "already running at "+base) {
		t.Errorf("a second copy: %v: %s", err, said)
	}
	said, err := devSays(t, home, "env")
	if err != nil {
		t.Error(err)
	}
	mustContain(t, said, "DATABASE_URL=", "DATABASE_ADMIN_URL=", "REDIS_URL=", "BASE_URL="+base+"\n", "METRICS_ADDR=127.0.0.1:", "MAILBOX_URL=http://127.0.0.1:", "IDENTITY_URL=http://127.0.0.1:", "EVENTS_URL=http://127.0.0.1:")
	mustContain(t, out.String(), base+"/sermons\n")
	mailboxTakesMessages(t, said)
	signUpForTheSermonApp(t, home)
	if said, err := devSays(t, home, "psql", "-Atc", "select slug from churches order by slug"); err != nil {
		t.Errorf("psql: %v: %s", err, said)
	} else {
		mustContain(t, said, "grace-harbor\n", "nueva-vida\n", "st-brigids\n")
	}
	if said, err := devSays(t, home, "redis-cli", "ping"); err != nil || said != "PONG\n" {
		t.Errorf("redis-cli: %v: %s", err, said)
	}

	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("after Ctrl-C: %v\n%s", err, out)
	}
	if said, err := devSays(t, home, "env"); err != nil || !strings.Contains(said, "Narthex itself is not running") {
		t.Errorf("after Ctrl-C the servers should be up, and they alone: %v: %s", err, said)
	}
}

// mailboxTakesMessages looks at the page and the list of the mailbox that env names.
func mailboxTakesMessages(t *testing.T, said string) {
	t.Helper()
	address := regexp.MustCompile(`MAILBOX_URL=(\S+)`).FindStringSubmatch(said)
	if address == nil {
		t.Fatal("no MAILBOX_URL")
	}
	for path, want := range map[string]string{"/": "<title>Mailbox</title>", "/api/messages": `{"messages":[]}`} {
		response, err := http.Get(address[1] + path)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		mustContain(t, string(content), want)
	}
}

func serveFromTwoNodes(t *testing.T, home string) {
	two := startDev(t, home, "--nodes", "2")
	where, err := runClaim{home: home}.read()
	if err != nil || len(where.ServerPIDs) != 2 {
		t.Fatalf("%+v, %v", where, err)
	}
	said, err := devSays(t, home, "env")
	if err != nil {
		t.Error(err)
	}
	mustContain(t, said, "BASE_URL="+where.Base+"\n", "METRICS_ADDR="+where.Nodes[0].Metrics+"\n", "METRICS_ADDR_2="+where.Nodes[1].Metrics+"\n")
	if seen := whoAnswers(t, where.Base); !seen["1"] || !seen["2"] {
		t.Errorf("nodes %v answer", seen)
	}

	talkOnASocket(t, where.Base)
	signUpForTheSermonApp(t, home)

	if err := syscall.Kill(where.ServerPIDs[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return strings.Contains(two.out.String(), "it is started again") })
	eventually(t, func() bool { return strings.Count(two.out.String(), "node 2 is ready (process ") == 2 })
	eventually(t, func() bool { // the front looks at its nodes now and then
		seen := whoAnswers(t, where.Base)
		return seen["1"] && seen["2"]
	})
	where, err = runClaim{home: home}.read()
	if err != nil {
		t.Fatal(err)
	}
	if said, err := devSays(t, home, "down"); err != nil {
		t.Errorf("down: %v: %s", err, said)
	}
	if err := <-two.ended; err != nil {
		t.Errorf("after down: %v\n%s", err, two.out)
	}
	for _, pid := range append(where.ServerPIDs, where.PID) {
		if line := stack.CommandLine(pid); pid == 0 || line != "" {
			t.Errorf("after down, process %d runs %s", pid, line)
		}
	}
}

// whoAnswers asks a demo church a question, twice, and returns the nodes that answered it.
func whoAnswers(t *testing.T, base string) map[string]bool {
	t.Helper()
	client := &http.Client{Timeout: deadline, Transport: &http.Transport{DisableKeepAlives: true}}
	seen := map[string]bool{}
	for range 2 {
		message := fmt.Sprintf(`{"message":"What time is church on Sunday?","churchId":%q,"sessionId":%q}`, seed.ChurchID("grace-harbor"), uuid.New())
		res, err := client.Post(base+"/api/chatbot/stream", "application/json", strings.NewReader(message))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || !strings.Contains(string(answer), "event: done") {
			t.Errorf("%s: %s, %v", res.Status, answer, err)
		}
		seen[res.Header.Get(front.NodeHeader)] = true
	}
	return seen
}

// talkOnASocket asks a question as the chat page does: from the origin that the visitor sees.
func talkOnASocket(t *testing.T, base string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	socket, _, err := websocket.Dial(ctx, base+"/api/chatbot/ws", &websocket.DialOptions{
		Subprotocols: []string{"narthex.v1"}, HTTPHeader: http.Header{"Origin": {base}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.CloseNow()
	message := fmt.Sprintf(`{"type":"message","message":"What time is church on Sunday?","churchId":%q,"sessionId":%q}`, seed.ChurchID("grace-harbor"), uuid.New())
	if err := socket.Write(ctx, websocket.MessageText, []byte(message)); err != nil {
		t.Fatal(err)
	}
	for {
		_, frame, err := socket.Read(ctx)
		if err != nil {
			t.Fatalf("before the answer is done: %v", err)
		}
		if strings.Contains(string(frame), `"event":"done"`) {
			break
		}
	}
	if err := socket.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Errorf("close: %v", err)
	}
}
