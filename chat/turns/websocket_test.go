package turns_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	coder "github.com/coder/websocket"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/model/modeltest"
	"narthex/chat/sse"
	"narthex/chat/websocket"
	"narthex/static/web"
)

// socketServer serves a porch's WebSockets and returns their address.
func (p *porch) socketServer(t testing.TB) string {
	t.Helper()
	sockets, err := websocket.New(p.service, sse.NewHandler(p.service, nil, sse.Timing{}).ClientAddress, websocket.Config{})
	must(t, err)
	router := chi.NewRouter()
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), nil)
	sockets.Routes(router, func(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc { return edge.Handle(h) })
	server := httptest.NewServer(router)
	t.Cleanup(server.Close)
	runUntilCleanup(t, sockets.Run)
	return server.URL + "/api/chatbot/ws"
}

// line is a WebSocket to a server.
type line struct {
	t    testing.TB
	ctx  context.Context
	conn *coder.Conn
}

func dialSocket(t testing.TB, address string) *line {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*waitLimit)
	t.Cleanup(cancel)
	conn, _, err := coder.Dial(ctx, address, &coder.DialOptions{Subprotocols: []string{"narthex.v1"}})
	must(t, err)
	t.Cleanup(func() { conn.CloseNow() })
	return &line{t, ctx, conn}
}

func (l *line) say(frame map[string]any) {
	l.t.Helper()
	data, err := json.Marshal(frame)
	must(l.t, err)
	must(l.t, l.conn.Write(l.ctx, coder.MessageText, data))
}

func (l *line) ask(churchID uuid.UUID, q question) {
	l.t.Helper()
	frame := map[string]any{"type": "message", "message": q.message, "churchId": churchID, "sessionId": q.session}
	if q.client != uuid.Nil {
		frame["clientMessageId"] = q.client
	}
	l.say(frame)
}

// hear returns the events up to the first that ends the wait.
func (l *line) hear(last func(event) bool) (all []event) {
	l.t.Helper()
	for {
		_, data, err := l.conn.Read(l.ctx)
		if err != nil {
			l.t.Fatalf("after %v: %v", all, err)
		}
		var frame struct {
			Event string         `json:"event"`
			ID    string         `json:"id"`
			Data  map[string]any `json:"data"`
		}
		must(l.t, json.Unmarshal(data, &frame))
		all = append(all, event{frame.Event, frame.ID, frame.Data})
		if last(all[len(all)-1]) {
			return all
		}
	}
}

func named(names ...string) func(event) bool {
	return func(e event) bool { return slices.Contains(names, e.name) }
}

func saying(words string) func(event) bool {
	return func(e event) bool { said, _ := e.data["text"].(string); return strings.Contains(said, words) }
}

// end waits for the server to close the socket.
func (l *line) end() coder.StatusCode {
	l.t.Helper()
	for {
		if _, _, err := l.conn.Read(l.ctx); err != nil {
			return coder.CloseStatus(err)
		}
	}
}

func TestBothTransportsSayTheSame(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	p.knows(t, churchID, "document", "Hymns", "The hymnal in the pews is the blue one.", false)
	l := dialSocket(t, p.socketServer(t))
	for _, message := range []string{"Is there parking?", "When is worship on Sunday?", hymnal} {
		session := uuid.New()
		l.ask(churchID, question{message: message, session: session})
		heard := l.hear(named("done", "error"))
		checkStream(t, heard)
		streamed := p.resume(t, churchID, session, heard[0].data["turnId"].(string), 0)
		if streamed[0].data["resumed"] != true || heard[0].data["resumed"] != false {
			t.Errorf("%v and %v", heard[0], streamed[0])
		}
		streamed[0].data["resumed"] = false
		if !reflect.DeepEqual(heard, streamed) {
			t.Errorf("%s\nover a WebSocket %v\nas a stream      %v", message, heard, streamed)
		}
	}
}

func TestADroppedSocketIsResumedOnAnotherNodeWithoutGapOrDouble(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 2, "The ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New(), client: uuid.New()}
	l := dialSocket(t, p.socketServer(t))
	l.ask(churchID, q)
	seen := l.hear(saying("blue "))
	must(t, l.conn.CloseNow())

	address := other.socketServer(t)
	again := dialSocket(t, address)
	again.say(map[string]any{"type": "resume", "turnId": seen[0].data["turnId"], "sessionId": q.session, "churchId": churchID, "after": seen[len(seen)-1].id})
	// Somebody who does not know whether the message arrived sends it again.
	third := dialSocket(t, address)
	third.ask(churchID, q)
	close(release)
	events := append(seen, again.hear(named("done", "error"))...)
	checkStream(t, events)
	if text(events) != "The blue one." {
		t.Errorf("resumed: %v", events)
	}
	whole := third.hear(named("done", "error"))
	checkStream(t, whole)
	if text(whole) != "The blue one." || whole[0].data["turnId"] != seen[0].data["turnId"] {
		t.Errorf("sent again: %v", whole)
	}
	if asked := len(p.upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	again.say(map[string]any{"type": "resume", "turnId": seen[0].data["turnId"], "after": events[len(events)-1].id})
	if ack := again.hear(named("ack", "problem", "done"))[0]; ack.name != "ack" {
		t.Errorf("nothing more to say, but %v", ack)
	}
}

func TestStopOverASocketEndsTheModelsRequestWithin100Milliseconds(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newChurch(t)
	l := dialSocket(t, p.socketServer(t))
	mustStopSoon(t, func() time.Duration {
		p.upstream.Script(modeltest.Stream(modeltest.Text("Once upon "), modeltest.Silence()))
		l.ask(churchID, question{message: hymnal, session: uuid.New()})
		seen := l.hear(saying("Once upon "))
		stopped := time.Now()
		l.say(map[string]any{"type": "stop", "turnId": seen[0].data["turnId"]})
		must(t, p.upstream.WaitCancelled(l.ctx))
		took := time.Since(stopped)
		var acknowledged, done bool
		l.hear(func(e event) bool {
			acknowledged = acknowledged || e.name == "ack" && e.data["request"] == "stop"
			done = done || e.name == "done" && e.data["finish"] == "stopped"
			return acknowledged && done
		})
		return took
	})
}

func TestFeedbackOverASocketIsKept(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	l := dialSocket(t, p.socketServer(t))
	l.ask(churchID, question{message: "Is there parking?", session: uuid.New()})
	turn := l.hear(named("done"))[0].data["turnId"]
	l.say(map[string]any{"type": "feedback", "turnId": turn, "value": "down"})
	if ack := l.hear(named("ack", "problem"))[0]; ack.name != "ack" {
		t.Fatalf("got %v", ack)
	}
	var value string
	must(t, p.db.Admin.QueryRow(t.Context(), `select value from message_feedback where church_id = $1 and turn_id = $2`, churchID, turn).Scan(&value))
	if value != "down" {
		t.Errorf("kept %q", value)
	}
	l.say(map[string]any{"type": "feedback", "turnId": turn, "value": "sideways"})
	if problem := l.hear(named("ack", "problem"))[0]; problem.data["code"] != "invalid_feedback" {
		t.Errorf("got %v", problem)
	}
}

func TestAMessageThatIsRefusedLeavesTheSocketOpen(t *testing.T) {
	p := openPorch(t, func(s *settings) { s.config.PerSession = 1 })
	churchID := p.newChurch(t)
	l := dialSocket(t, p.socketServer(t))
	q := question{message: "Is there parking?", session: uuid.New()}
	l.ask(uuid.New(), q)
	if problem := l.hear(named("problem", "done"))[0]; problem.data["code"] != "church_not_found" || problem.data["retryable"] != false {
		t.Errorf("got %v", problem)
	}
	l.ask(churchID, q)
	checkStream(t, l.hear(named("done", "error")))
	l.ask(churchID, q)
	if problem := l.hear(named("problem", "done"))[0]; problem.data["code"] != "rate_limited" || problem.data["retryAfter"].(float64) < 1 {
		t.Errorf("got %v", problem)
	}
}

func TestAShutdownHandsTheTurnsOfSocketsOver(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	p.upstream.Script(held(never, 1, "The ", "red ", "one."), modeltest.Reply("The blue one."))
	address := p.socketServer(t)
	l, idle := dialSocket(t, address), dialSocket(t, address)
	q := question{message: hymnal, session: uuid.New()}
	l.ask(churchID, q)
	seen := l.hear(saying("The "))

	p.service.Close()
	if code := idle.end(); code != coder.StatusGoingAway {
		t.Errorf("the idle socket was closed with %d", code)
	}
	l.ask(churchID, question{message: "Is there parking?", session: q.session})
	if problem := l.hear(named("problem", "start"))[0]; problem.data["code"] != "shutting_down" {
		t.Errorf("got %v", problem)
	}
	limit, cancel := context.WithCancel(t.Context())
	cancel()
	p.service.Finish(limit)
	if code := l.end(); code != coder.StatusGoingAway {
		t.Errorf("the other was closed with %d", code)
	}
	again := dialSocket(t, other.socketServer(t))
	again.say(map[string]any{"type": "resume", "turnId": seen[0].data["turnId"], "sessionId": q.session, "churchId": churchID, "after": len(seen)})
	events := append(seen, again.hear(named("done", "error"))...)
	checkStream(t, events)
	if got := text(afterReset(events)); got != "The blue one." {
		t.Errorf("answered %q: %v", got, events)
	}
}
