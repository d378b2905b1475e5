package sse_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

// send posts a raw body and returns the problem that comes back.
func postRaw(t *testing.T, server *chattest.Server, contentType, body string) (status int, problem map[string]any, header http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.StreamURL, strings.NewReader(body))
	chattest.Must(t, err)
	req.Header.Set("Content-Type", contentType)
	res, err := http.DefaultClient.Do(req)
	chattest.Must(t, err)
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		if got := res.Header.Get("Content-Type"); got != "application/problem+json" {
			t.Errorf("content type %q", got)
		}
		chattest.Must(t, json.NewDecoder(res.Body).Decode(&problem))
	}
	return res.StatusCode, problem, res.Header
}

func TestBadInputGetsItsProblem(t *testing.T) {
	server := chattest.NewServer(t)
	churchID, off, unsubscribed := server.NewChurch(t), server.NewChurch(t), server.NewChurch(t)
	server.Exec(t, `update premium_churches set chatbot_enabled = false where church_id = $1`, off)
	server.Exec(t, `delete from premium_churches where church_id = $1`, unsubscribed)
	message := func(church uuid.UUID, text, extra string) string {
		return fmt.Sprintf(`{"message":%q,"churchId":%q,"sessionId":%q%s}`, text, church, uuid.New(), extra)
	}
	const asJSON = "application/json"
	for name, test := range map[string]struct {
		contentType, body string
		status            int
		code              string
	}{
		"no message":         {asJSON, message(churchID, "", ""), 400, "message_required"},
		"2,001 characters":   {asJSON, message(churchID, strings.Repeat("a", 2001), ""), 400, "message_too_long"},
		"broken JSON":        {asJSON, `{"message":`, 400, "invalid_json"},
		"5 MB":               {asJSON, message(churchID, strings.Repeat("a", 5<<20), ""), 413, "body_too_large"},
		"invalid UTF-8":      {asJSON, "{\"message\":\"\xff\"}", 400, "invalid_text"},
		"NUL":                {asJSON, strings.Replace(message(churchID, "aXb", ""), "X", `\u0000`, 1), 400, "invalid_text"},
		"an unknown church":  {asJSON, message(uuid.New(), "hi", ""), 404, "church_not_found"},
		"no subscription":    {asJSON, message(unsubscribed, "hi", ""), 404, "chat_not_enabled"},
		"a disabled chatbot": {asJSON, message(off, "hi", ""), 404, "chat_not_enabled"},
		"an unknown agent":   {asJSON, message(churchID, "hi", `,"agentType":"bishop"`), 400, "unknown_agent"},
		"a bad UUID":         {asJSON, `{"message":"hi","churchId":"x","sessionId":"y"}`, 400, "invalid_church_id"},
		"a form":             {"application/x-www-form-urlencoded", "message=hi", 415, "unsupported_media_type"},
		"no content type":    {"", message(churchID, "hi", ""), 415, "unsupported_media_type"},
	} {
		t.Run(name, func(t *testing.T) {
			status, problem, _ := postRaw(t, server, test.contentType, test.body)
			if status != test.status || problem["code"] != test.code || problem["detail"] == "" || problem["detail"] == nil {
				t.Errorf("%d %v", status, problem)
			}
		})
	}
	var stored int
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from conversations`).Scan(&stored))
	if stored != 0 {
		t.Errorf("%d conversations came of refused messages", stored)
	}
}

func TestTooManyMessagesAreRefusedUntilLater(t *testing.T) {
	for name, config := range map[string]turns.Config{"of one session": {PerSession: 3}, "from one address": {PerAddress: 3}} {
		t.Run(name, func(t *testing.T) {
			server := chattest.NewServer(t, func(settings *chattest.Config) { settings.Turns = config })
			churchID, other := server.NewChurch(t), server.NewChurch(t)
			session := uuid.New()
			body := func(church uuid.UUID) string {
				return fmt.Sprintf(`{"message":"Is there parking?","churchId":%q,"sessionId":%q}`, church, session)
			}
			for range 3 {
				if status, problem, _ := postRaw(t, server, "application/json", body(churchID)); status != 200 {
					t.Fatalf("%d %v", status, problem)
				}
			}
			status, problem, header := postRaw(t, server, "application/json; charset=utf-8", body(churchID))
			if status != 429 || problem["code"] != "rate_limited" || header.Get("Retry-After") == "" {
				t.Errorf("%d %v %v", status, problem, header)
			}
			if status, _, _ := postRaw(t, server, "application/json", body(other)); status != 200 {
				t.Errorf("another church pays for it: %d", status)
			}
		})
	}
}

func TestAStreamHasItsHeadersAndIsKeptAlive(t *testing.T) {
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Timing.KeepAlive = 20 * time.Millisecond })
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(modeltest.Stream(modeltest.Hold(release), modeltest.Text("Blue."), modeltest.Finish("stop"), modeltest.Done()))
	res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
	chattest.Must(t, err)
	defer res.Body.Close()
	for name, want := range map[string]string{"Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	comments := 0
	lines := bufio.NewScanner(res.Body)
	for comments < 3 && lines.Scan() {
		if strings.HasPrefix(lines.Text(), ":") {
			comments++
		}
	}
	close(release)
	var rest []string
	for lines.Scan() {
		rest = append(rest, lines.Text())
	}
	if comments < 3 || !strings.Contains(strings.Join(rest, "\n"), "event: done") {
		t.Errorf("%d comments, then %q", comments, rest)
	}
}

func TestAStreamOutlastsTheServersTimeouts(t *testing.T) {
	const limit = 600 * time.Millisecond // enough for a busy machine to read a question
	server := chattest.NewServer(t, func(config *chattest.Config) { config.RequestTimeout = limit })
	churchID := server.NewChurch(t)
	server.Upstream.Script(modeltest.Stream(modeltest.Pause(2*limit), modeltest.Text("Blue"), modeltest.Pause(2*limit), modeltest.Text(" one."), modeltest.Finish("stop"), modeltest.Done()))
	events := server.Ask(t, churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
	if events.Text() != "Blue one." || events[len(events)-1].Name != "done" {
		t.Errorf("%v", events)
	}
}

func TestABodyThatNeverEndsIsRefused(t *testing.T) {
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Timing.Body = 50 * time.Millisecond })
	address, err := url.Parse(server.StreamURL)
	chattest.Must(t, err)
	conn, err := net.Dial("tcp", address.Host)
	chattest.Must(t, err)
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST /api/chatbot/stream HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"message\"")
	chattest.Must(t, err)
	chattest.Must(t, conn.SetReadDeadline(time.Now().Add(chattest.WaitLimit)))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	chattest.Must(t, err)
	defer res.Body.Close()
	if res.StatusCode != 400 {
		t.Errorf("status %d", res.StatusCode)
	}
}
