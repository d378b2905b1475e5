package websocket_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/cmd/dev/stack"
)

// page is testdata/page.mjs, at work with the client of our pages.
type page struct {
	t      *testing.T
	lines  *bufio.Scanner
	orders io.Writer
}

// visit is where a page asks or goes on, until it is told these words; "" is to the end.
type visit struct {
	Base  string `json:"base"`
	Until string `json:"until"`
}

func openPage(t *testing.T, churchID uuid.UUID, q chattest.Question, visits ...visit) *page {
	t.Helper()
	dir := t.TempDir()
	chattest.Must(t, os.CopyFS(dir, os.DirFS("../../static/assets/js")))
	script, err := os.ReadFile("testdata/page.mjs")
	chattest.Must(t, err)
	path := filepath.Join(dir, "page.mjs")
	chattest.Must(t, os.WriteFile(path, script, 0o600))
	chattest.Must(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o600))
	request := map[string]any{"message": q.Message, "churchId": churchID, "sessionId": q.Session, "clientMessageId": q.Client, "history": []any{}}
	argument, err := json.Marshal(map[string]any{"request": request, "visits": visits})
	chattest.Must(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 2*chattest.WaitLimit)
	command := exec.CommandContext(ctx, stack.NeedNode(t), path, string(argument))
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.StdoutPipe()
	chattest.Must(t, err)
	orders, err := command.StdinPipe()
	chattest.Must(t, err)
	chattest.Must(t, command.Start())
	t.Cleanup(func() {
		if t.Failed() {
			cancel()
		}
		if err := command.Wait(); err != nil {
			t.Errorf("%v\n%s", err, &complaints)
		}
		cancel()
	})
	return &page{t: t, lines: bufio.NewScanner(out), orders: orders}
}

// hear returns the events up to the first that ends the wait.
func (p *page) hear(last func(chattest.Event) bool) (all chattest.Events) {
	p.t.Helper()
	for p.lines.Scan() {
		var event chattest.Event
		chattest.Must(p.t, json.Unmarshal(p.lines.Bytes(), &event))
		all = append(all, event)
		if last(event) {
			return all
		}
	}
	p.t.Fatalf("the page says nothing more after %v", all)
	return nil
}

// goOn has the page go on at the next server, or end.
func (p *page) goOn() {
	p.t.Helper()
	_, err := io.WriteString(p.orders, "\n")
	chattest.Must(p.t, err)
}

func TestAPageReadsATurnThatWasTakenOverAndComesBackToItOverItsSocket(t *testing.T) {
	other := chattest.NewServer(t, chattest.Patient)
	address, network := stack.NewOutage(t, other.RedisURL)
	cutOff := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Beside, config.RedisURL = other, address })
	t.Cleanup(network.Restore)
	churchID := cutOff.NewChurch(t)
	never, more := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(never) })
	cutOff.Upstream.Script(chattest.Held(never, 2, "The ", "red ", "one."), chattest.Held(more, 2, "A ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	p := openPage(t, churchID, q, visit{cutOff.URL, "red "}, visit{other.URL, "blue "}, visit{other.URL, ""})

	seen := p.hear(saying("red "))
	network.Cut()
	p.goOn()
	taken := p.hear(saying("blue "))
	p.goOn()
	close(more)
	rest := p.hear(named("done", "error"))
	p.goOn()
	if rest[0].Name != "delta" {
		t.Errorf("who comes back after the take-over is told %v", rest)
	}
	events := slices.Concat(seen, taken, rest)
	if len(taken) > 0 && taken[0].Name == "start" { // what was seen is void
		events = slices.Concat(taken, rest)
	}
	chattest.CheckStream(t, events)
	if got := events.AfterReset().Text(); got != "A blue one." || got == events.Text() {
		t.Errorf("the page has read %q", events.Text())
	}
}
