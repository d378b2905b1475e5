package visitor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/cmd/loadtest/token"
)

// fakeNarthex answers as Narthex does, over both transports, and notes the questions.
type fakeNarthex struct {
	tokens int
	skip   int  // the token that is left out; 0: none
	close  bool // the connection after each answer

	mu        sync.Mutex
	questions map[string]int
}

type question struct {
	Type, Message, ChurchID, SessionID string
}

func (f *fakeNarthex) note(raw []byte) error {
	var asked question
	if err := json.Unmarshal(raw, &asked); err != nil {
		return err
	}
	for _, id := range []string{asked.ChurchID, asked.SessionID} {
		if _, err := uuid.Parse(id); err != nil {
			return err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.questions[asked.Message]++
	return nil
}

// answer calls say with each event.
func (f *fakeNarthex) answer(say func(seq int, kind, data string)) {
	say(1, "start", `{"turnId":"x"}`)
	say(2, "tier", `{"tier":4,"reason":"model"}`)
	seq := 3
	for place := range f.tokens {
		if place == f.skip && f.skip > 0 {
			continue
		}
		say(seq, "delta", fmt.Sprintf(`{"text":%q}`, token.Append(nil, place, time.Now())))
		seq++
	}
	say(seq, "done", `{"finish":"stop","tier":4,"ms":1}`)
}

func (f *fakeNarthex) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == SocketPath {
		f.socket(w, r)
		return
	}
	raw, err := io.ReadAll(r.Body)
	if err == nil {
		err = f.note(raw)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if f.close {
		w.Header().Set("Connection", "close")
	}
	f.answer(func(seq int, kind, data string) {
		fmt.Fprintf(w, ": comment\n\nevent: %s\nid: turn:%d\n", kind, seq)
		if seq%2 == 0 {
			_ = http.NewResponseController(w).Flush() // events that are split over chunks
		}
		fmt.Fprintf(w, "data: %s\n\n", data)
	})
}

func (f *fakeNarthex) socket(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"narthex.v1"}})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	for {
		_, raw, err := conn.Read(r.Context())
		if err != nil || f.note(raw) != nil {
			return
		}
		f.answer(func(seq int, kind, data string) {
			_ = conn.Write(r.Context(), websocket.MessageText, fmt.Appendf(nil, `{"event":%q,"id":"turn:%d","data":%s}`, kind, seq, data))
		})
	}
}

func serveFake(t *testing.T, f *fakeNarthex) (address string) {
	t.Helper()
	f.questions = make(map[string]int)
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func TestVisitorsHearWholeAnswersOverBothTransports(t *testing.T) {
	for _, transport := range []Transport{SSE, WebSocket} {
		t.Run(string(transport), func(t *testing.T) {
			fake := &fakeNarthex{tokens: 1}
			load := NewLoad(Config{Address: serveFake(t, fake), Transport: transport, Churches: []uuid.UUID{randomID()}, Tokens: 1, Turn: time.Second})
			recorder := load.Record()
			if err := load.Grow(t.Context(), 20, 10*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return recorder.TurnsEnded.Load() >= 200 })
			load.Leave(5 * time.Second)
			if failures := recorder.Failures(); len(failures) > 0 {
				t.Errorf("failures %v", failures)
			}
			if recorder.Tokens.Load() != recorder.TurnsEnded.Load() || recorder.Tiers()[4] != recorder.TurnsEnded.Load() {
				t.Errorf("%d tokens and %v tiers in %d turns", recorder.Tokens.Load(), recorder.Tiers(), recorder.TurnsEnded.Load())
			}
			for asked, times := range fake.questions {
				if times > 1 || !strings.HasSuffix(asked, "(answer in 1 tokens)") {
					t.Errorf("%q was asked %d times", asked, times)
				}
			}
		})
	}
}

func TestAMissingTokenIsNoticedOverBothTransports(t *testing.T) {
	for _, transport := range []Transport{SSE, WebSocket} {
		fake := &fakeNarthex{tokens: 1, skip: 0}
		fake.tokens, fake.skip = 300, 150 // longer than any answer that is asked for: of another length, too
		load := NewLoad(Config{Address: serveFake(t, fake), Transport: transport, Churches: []uuid.UUID{randomID()}, Tokens: 300, Turn: time.Second})
		recorder := load.Record()
		if err := load.Grow(t.Context(), 1, 0); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return recorder.Failures()["gaps between tokens"] > 0 })
		load.Leave(5 * time.Second)
	}
}

func TestAConnectionThatTheServerClosesIsReplaced(t *testing.T) {
	fake := &fakeNarthex{tokens: 1, close: true}
	load := NewLoad(Config{Address: serveFake(t, fake), Transport: SSE, Churches: []uuid.UUID{randomID()}, Tokens: 1, Turn: time.Second})
	recorder := load.Record()
	if err := load.Grow(t.Context(), 2, 0); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return recorder.TurnsEnded.Load() >= 10 })
	load.Leave(5 * time.Second)
	if failures := recorder.Failures(); len(failures) > 0 {
		t.Errorf("failures %v", failures)
	}
}

func TestRefusalsAreCountedByStatus(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"code":"rate_limited"}`)
	}))
	defer server.Close()
	load := NewLoad(Config{Address: server.Listener.Addr().String(), Transport: SSE, Churches: []uuid.UUID{randomID()}, Tokens: 1})
	recorder := load.Record()
	if err := load.Grow(t.Context(), 1, 0); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return recorder.Failures()["asking: status 429 rate_limited"] > 0 })
	load.Leave(0)
}

func TestPacedVisitorsAskAtTheirRate(t *testing.T) {
	address := serveFake(t, &fakeNarthex{tokens: 1})
	const rate, window = 200, 500 * time.Millisecond
	recorder, err := Ask(t.Context(), AskConfig{Address: address, Church: randomID(), Question: "When?", Connections: 5, Rate: rate, Window: window})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := recorder.TurnsEnded.Load(), uint64(rate*window.Seconds()); got < want*8/10 || got > want*11/10 {
		t.Errorf("%d answers, want about %d", got, want)
	}
	if failures := recorder.Failures(); len(failures) > 0 {
		t.Errorf("failures %v", failures)
	}
}

// withoutSockets answers as the fake does, but has so many sockets come about in vain.
func withoutSockets(t *testing.T, refused int64) (address string) {
	t.Helper()
	fake := &fakeNarthex{tokens: 1, questions: make(map[string]int)}
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == SocketPath && asked.Add(1) <= refused {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		fake.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

func TestQuestionsThatCouldNotBeAskedForWantOfAConnectionCount(t *testing.T) {
	const rate, window = 200, 500 * time.Millisecond
	config := AskConfig{Address: withoutSockets(t, 1_000_000), Church: randomID(), Question: "When?", Connections: 4, Transport: Both, Rate: rate, Window: window}
	recorder, err := Ask(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	begun, ended := recorder.TurnsBegun.Load(), recorder.TurnsEnded.Load()
	if due := uint64(rate * window.Seconds()); begun < due*8/10 || begun > due*11/10 || ended < begun*4/10 || ended > begun*6/10 {
		t.Errorf("%d questions of about %d that were due, %d answered: half of the visitors have no connection", begun, due, ended)
	}
	if recorder.Failures()["connecting: status 503"] == 0 {
		t.Errorf("failures %v", recorder.Failures())
	}
}

func TestWhoCouldNotConnectTriesAgainWithTheNextQuestion(t *testing.T) {
	for name, rate := range map[string]float64{"evenly": 20, "as soon as they can": 0} {
		recorder, err := Ask(t.Context(), AskConfig{
			Address: withoutSockets(t, 1), Church: randomID(), Question: "When?", Connections: 1, Transport: WebSocket, Rate: rate, Window: 2 * time.Second,
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if begun, ended := recorder.TurnsBegun.Load(), recorder.TurnsEnded.Load(); ended == 0 || begun-ended != 1 {
			t.Errorf("%s: %d of %d questions were answered, want all but one", name, ended, begun)
		}
	}
}

func TestACrowdThatGetsNoConnectionHasAskedInVain(t *testing.T) {
	load := NewLoad(Config{Address: withoutSockets(t, 1_000_000), Transport: WebSocket, Churches: []uuid.UUID{randomID()}, Tokens: 1, Turn: time.Second})
	recorder := load.Record()
	if err := load.Grow(t.Context(), 2, 0); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return recorder.TurnsBegun.Load() >= 2 })
	load.Leave(0)
	if ended := recorder.TurnsEnded.Load(); ended > 0 {
		t.Errorf("%d were answered", ended)
	}
}

func TestAnAnswerIsCapturedAsItWasSent(t *testing.T) {
	body, err := Capture(t.Context(), serveFake(t, &fakeNarthex{tokens: 1}), randomID(), "When?")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(body), "event: start\nid: turn:1\ndata: {\"turnId\":\"x\"}\n\n") || !strings.HasSuffix(string(body), "\n\n") {
		t.Errorf("captured %q", body)
	}
}

func TestIdleVisitorsAnswerPingsAndNoticeClosing(t *testing.T) {
	pinged, closing := make(chan error, 8), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			pinged <- err
			return
		}
		defer conn.CloseNow()
		ctx, cancel := context.WithTimeout(conn.CloseRead(context.Background()), 5*time.Second)
		defer cancel()
		pinged <- conn.Ping(ctx)
		<-closing
	}))
	defer server.Close()
	idle, err := OpenIdle(t.Context(), server.Listener.Addr().String(), 8)
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	for range 8 {
		if err := <-pinged; err != nil {
			t.Error(err)
		}
	}
	if idle.Lost() != 0 {
		t.Errorf("%d connections lost", idle.Lost())
	}
	close(closing)
	waitFor(t, func() bool { return idle.Lost() == 8 })
}

func TestIdleVisitorsSayWhenThereIsNoSocket(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	if _, err := OpenIdle(t.Context(), server.Listener.Addr().String(), 3); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("%v, want a 404", err)
	}
}

func TestQuestionsAreNeverTheSame(t *testing.T) {
	seen := make(map[string]bool)
	for range 20_000 {
		asked := newQuestion(9)
		if seen[asked] || strings.ContainsAny(asked, `"\`) {
			t.Fatalf("%q", asked)
		}
		seen[asked] = true
	}
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come to pass")
		}
	}
}
