package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

// program is the real server on a database of its own, with the demonstration churches.
type program struct {
	db          *pgtest.DB
	path        string
	environment []string
	base        string
	metrics     string
}

// startDemo builds and serves.
func startDemo(t *testing.T) *program {
	t.Helper()
	p := prepareDemo(t)
	p.serve(t)
	return p
}

func prepareDemo(t *testing.T) *program {
	t.Helper()
	db := demoContents.New(t)
	p := &program{db: db, path: nodes.Build(t), base: freeAddress(t), metrics: freeAddress(t)}
	p.environment = append(withoutModel(), "NARTHEX_LAME_DUCK=0s", "NARTHEX_NODE_NAME=porch",
		"DATABASE_URL="+db.URL, "DATABASE_ADMIN_URL="+db.AdminURL, "REDIS_URL="+stack.NeedRedisDB(t),
		"LISTEN_ADDR="+p.base, "BASE_URL=http://"+p.base, "METRICS_ADDR="+p.metrics, "NARTHEX_SPOOL_DIR="+t.TempDir(),
		"NARTHEX_RATE_SESSION=0", "NARTHEX_RATE_ADDRESS=0", "NARTHEX_RATE_CRISES=0", "NARTHEX_ADMITTED=100000", "NARTHEX_LOOK_UP_LIMIT=1m")
	return p
}

// withoutModel is the environment of a program that asks no service about words.
func withoutModel() []string {
	return slices.DeleteFunc(os.Environ(), func(line string) bool { return strings.HasPrefix(line, "OPENAI_API_KEY=") })
}

func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := stack.LastingAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// run executes a sub-command to its end and returns what it printed.
func (p *program) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.path, args...)
	cmd.Env = p.environment
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("narthex %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// serve starts the server and waits until it is ready. At the end of the test it asks it to stop, which it must do cleanly.
func (p *program) serve(t *testing.T) {
	t.Helper()
	var log bytes.Buffer
	cmd := exec.Command(p.path, "serve")
	cmd.Env, cmd.Stdout, cmd.Stderr = p.environment, &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("serve ended with %v\n%s", err, &log)
			}
			for line := range bytes.Lines(log.Bytes()) {
				if bytes.HasPrefix(line, []byte("{")) && !bytes.Contains(line, []byte(`"node":"porch","build":"`)) {
					t.Errorf("which node and build says %s", line)
				}
			}
		case <-time.After(30 * time.Second):
			_ = cmd.Process.Kill()
			t.Errorf("serve did not stop within 30 s\n%s", &log)
		}
	})
	deadline := time.Now().Add(30 * time.Second)
	for {
		res, err := http.Get("http://" + p.metrics + "/readyz")
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("serve ended: %v\n%s", err, &log)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("serve is not ready after 30 s\n%s", &log)
		}
	}
}

func (p *program) readMetrics(t *testing.T) []byte {
	t.Helper()
	res, err := http.Get("http://" + p.metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	metrics, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return metrics
}

// awaitMetric waits until the metrics have a line.
func (p *program) awaitMetric(t *testing.T, line string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !bytes.Contains(p.readMetrics(t), []byte("\n"+line+"\n")); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no %s after 10 s", line)
		}
	}
}

// ask returns the answering tier and the text.
func (p *program) ask(t *testing.T, slug, message string) (tier int, text string) {
	t.Helper()
	return p.askAgent(t, slug, message, "")
}

// askAgent is ask, of one of the church's agents.
func (p *program) askAgent(t *testing.T, slug, message, agent string) (tier int, text string) {
	t.Helper()
	return p.askIn(t, slug, uuid.New(), message, agent)
}

// askIn is askAgent, in a conversation.
func (p *program) askIn(t *testing.T, slug string, session uuid.UUID, message, agent string) (tier int, text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	body := fmt.Sprintf(`{"message":%q,"churchId":%q,"sessionId":%q,"agentType":%q}`, message, seed.ChurchID(slug), session, agent)
	res := p.post(ctx, t, "/api/chatbot/stream", body)
	for res.StatusCode == http.StatusServiceUnavailable { // as clients do: on a busy machine Redis and Postgres may both be late
		refusal, _ := io.ReadAll(res.Body)
		res.Body.Close()
		t.Logf("%s: again after %s", message, refusal)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			t.Fatal(ctx.Err())
		}
		res = p.post(ctx, t, "/api/chatbot/stream", body)
	}
	defer res.Body.Close()
	tier = -1
	var name string
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = event
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var event struct {
			Tier *int
			Text string
			Code string
		}
		if err := json.Unmarshal([]byte(data), &event); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		switch name {
		case "tier":
			if event.Tier != nil {
				tier = *event.Tier
			}
		case "delta":
			text += event.Text
		case "reset":
			text = ""
		case "error":
			t.Errorf("%s: error %s", message, data)
		}
	}
	if err := lines.Err(); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("%s: %s, %v", message, res.Status, err)
	}
	return tier, text
}

func (p *program) post(ctx context.Context, t *testing.T, path, body string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestServeSaysWhatIsMissing(t *testing.T) {
	db := pgtest.NewEmpty(t)
	path := nodes.Build(t)
	for name, test := range map[string]struct{ databaseURL, redisURL, want string }{
		"an empty database":     {db.URL, "redis://127.0.0.1:1/0", "narthex migrate"},
		"an address of nothing": {pgtest.New(t).URL, "http://127.0.0.1", "REDIS_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), path, "serve")
			cmd.Env = append(os.Environ(), "DATABASE_URL="+test.databaseURL, "REDIS_URL="+test.redisURL, "LISTEN_ADDR="+freeAddress(t), "METRICS_ADDR=")
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), test.want) || strings.Contains(string(out), "panic") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// readmeQuestion is a row of the README's table.
var readmeQuestion = regexp.MustCompile(`(?m)^\| ([0-4]) \| ([^|]+) \|`)

func TestTheReadmesQuestionsAreAnsweredByTheTiersItNames(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := readmeQuestion.FindAllStringSubmatch(string(readme), -1)
	if len(rows) != 5 {
		t.Fatalf("%d questions in the README, want one for each of 5 tiers", len(rows))
	}
	p := startDemo(t)
	generated := 0
	for _, row := range rows {
		tier, text := p.ask(t, "grace-harbor", row[2])
		if fmt.Sprint(tier) != row[1] || len(text) < 20 {
			t.Errorf("%s\n\tthe README says tier %s, it was tier %d: %s", row[2], row[1], tier, text)
		}
		if tier >= 3 { // the answer is kept for others after its visitor has it
			generated++
			p.awaitMetric(t, fmt.Sprintf(`narthex_cache_stores_total{result="stored"} %d`, generated))
		}
	}

	t.Run("in a browser", func(t *testing.T) { talkInBrowser(t, p) })
	t.Run("every suggested prompt", func(t *testing.T) { askEverySuggestedPrompt(t, p) })
	t.Run("every suggested prompt of every lens", func(t *testing.T) { askEverySuggestedPromptOfEveryLens(t, p) })
	t.Run("what the front page suggests", func(t *testing.T) { askWhatTheFrontPageSuggests(t, p) })
	t.Run("after an accusation", func(t *testing.T) { talkAfterAnAccusation(t, p) })
	t.Run("in Spanish, and elsewhere", func(t *testing.T) {
		if tier, text := p.ask(t, "nueva-vida", "¿A qué hora es el culto del domingo?"); tier != 0 || !strings.Contains(text, "Culto de adoración") {
			t.Errorf("tier %d: %s", tier, text)
		}
		if tier, text := p.ask(t, "st-brigids", "When is Mass on Sunday?"); tier != 0 || !strings.Contains(text, "11:30 Family Mass") {
			t.Errorf("tier %d: %s", tier, text)
		}
	})
	t.Run("a document given on the command line", func(t *testing.T) {
		const question = "Who grows the rhubarb for the vestry breakfast?"
		if _, text := p.ask(t, "grace-harbor", question); strings.Contains(text, "Philippa") {
			t.Fatalf("known too early: %s", text)
		}
		file := filepath.Join(t.TempDir(), "breakfast.md")
		if err := os.WriteFile(file, []byte("# Vestry breakfast\n\nPhilippa Thornquist grows the rhubarb for the vestry breakfast in the churchyard.\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		p.run(t, "ingest", "--church", "grace-harbor", file)
		var text string
		for deadline := time.Now().Add(10 * time.Second); !strings.Contains(text, "Philippa Thornquist"); time.Sleep(100 * time.Millisecond) { // the node hears of it
			if time.Now().After(deadline) {
				t.Fatalf("after ingesting: %s", text)
			}
			_, text = p.ask(t, "grace-harbor", question)
		}
	})
	t.Run("what is internal stays so", func(t *testing.T) {
		for _, question := range []string{"What is the alarm code?", "Where do volunteers find the key to the sound cabinet?"} {
			if _, text := p.ask(t, "grace-harbor", question); regexp.MustCompile(`\b\d{4}\b.*alarm|alarm.*\b\d{4}\b|hook`).MatchString(text) {
				t.Errorf("%s: %s", question, text)
			}
		}
	})
	t.Run("metrics", func(t *testing.T) {
		metrics := p.readMetrics(t)
		for _, name := range []string{
			`narthex_turns_total{agent="coordinator",outcome="stop",tier="0"}`, `narthex_turn_first_event_seconds_count{tier="4"}`,
			"narthex_turn_stage_seconds", "narthex_cache_lookups_total", "narthex_church_snapshot_loads_total", "narthex_retrieval_search_seconds",
			"narthex_http_requests_total", "narthex_knowledge_pending_rows", `node="porch",revision="`,
		} {
			if !bytes.Contains(metrics, []byte(name)) {
				t.Errorf("%s is missing", name)
			}
		}
		if bytes.Contains(metrics, []byte(seed.ChurchID("grace-harbor").String())) {
			t.Error("a metric names a church")
		}
	})
}
