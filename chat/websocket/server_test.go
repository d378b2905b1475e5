package websocket_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	coder "github.com/coder/websocket"
	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// client is a visitor's WebSocket.
type client struct {
	t    testing.TB
	ctx  context.Context
	conn *coder.Conn
}

func dialSocket(t testing.TB, address string) *client {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*chattest.WaitLimit)
	t.Cleanup(cancel)
	conn, _, err := coder.Dial(ctx, address, &coder.DialOptions{Subprotocols: []string{"narthex.v1"}})
	chattest.Must(t, err)
	t.Cleanup(func() { conn.CloseNow() })
	return &client{t, ctx, conn}
}

func (c *client) say(frame map[string]any) {
	c.t.Helper()
	data, err := json.Marshal(frame)
	chattest.Must(c.t, err)
	chattest.Must(c.t, c.conn.Write(c.ctx, coder.MessageText, data))
}

func (c *client) ask(churchID uuid.UUID, q chattest.Question) {
	c.t.Helper()
	frame := map[string]any{"type": "message", "message": q.Message, "churchId": churchID, "sessionId": q.Session}
	if q.Client != uuid.Nil {
		frame["clientMessageId"] = q.Client
	}
	c.say(frame)
}

// hear returns the events up to the first that ends the wait.
func (c *client) hear(last func(chattest.Event) bool) (all chattest.Events) {
	c.t.Helper()
	for {
		_, data, err := c.conn.Read(c.ctx)
		if err != nil {
			c.t.Fatalf("after %v: %v", all, err)
		}
		var frame struct {
			Event string         `json:"event"`
			ID    string         `json:"id"`
			Taken int            `json:"taken"`
			Data  map[string]any `json:"data"`
		}
		chattest.Must(c.t, json.Unmarshal(data, &frame))
		if frame.Taken > 0 {
			frame.ID = strings.Replace(frame.ID, ":", fmt.Sprintf(".%d:", frame.Taken), 1) // as in server-sent events
		}
		all = append(all, chattest.Event{Name: frame.Event, ID: frame.ID, Data: frame.Data})
		if last(all[len(all)-1]) {
			return all
		}
	}
}

func named(names ...string) func(chattest.Event) bool {
	return func(e chattest.Event) bool { return slices.Contains(names, e.Name) }
}

func saying(words string) func(chattest.Event) bool {
	return func(e chattest.Event) bool { said, _ := e.Data["text"].(string); return strings.Contains(said, words) }
}

// end waits for the server to close the socket.
func (c *client) end() coder.StatusCode {
	c.t.Helper()
	for {
		if _, _, err := c.conn.Read(c.ctx); err != nil {
			return coder.CloseStatus(err)
		}
	}
}

func TestBothTransportsSayTheSame(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "document", "Hymns", "The hymnal in the pews is the blue one.", false)
	l := dialSocket(t, server.SocketURL)
	for _, message := range []string{"Is there parking?", "When is worship on Sunday?", chattest.ModelQuestion} {
		session := uuid.New()
		l.ask(churchID, chattest.Question{Message: message, Session: session})
		heard := l.hear(named("done", "error"))
		chattest.CheckStream(t, heard)
		streamed := server.Resume(t, churchID, session, heard[0].Data["turnId"].(string), 0)
		if streamed[0].Data["resumed"] != true || heard[0].Data["resumed"] != false {
			t.Errorf("%v and %v", heard[0], streamed[0])
		}
		streamed[0].Data["resumed"] = false
		if !reflect.DeepEqual(heard, streamed) {
			t.Errorf("%s\nover a WebSocket %v\nas a stream      %v", message, heard, streamed)
		}
	}
}

func TestADroppedSocketIsResumedOnAnotherNodeWithoutGapOrDouble(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(chattest.Held(release, 2, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	l := dialSocket(t, server.SocketURL)
	l.ask(churchID, q)
	seen := l.hear(saying("blue "))
	chattest.Must(t, l.conn.CloseNow())

	address := other.SocketURL
	again := dialSocket(t, address)
	again.say(map[string]any{"type": "resume", "turnId": seen[0].Data["turnId"], "sessionId": q.Session, "churchId": churchID, "after": seen[len(seen)-1].ID})
	// Somebody who does not know whether the message arrived sends it again.
	third := dialSocket(t, address)
	third.ask(churchID, q)
	close(release)
	events := append(seen, again.hear(named("done", "error"))...)
	chattest.CheckStream(t, events)
	if events.Text() != "The blue one." {
		t.Errorf("resumed: %v", events)
	}
	whole := third.hear(named("done", "error"))
	chattest.CheckStream(t, whole)
	if whole.Text() != "The blue one." || whole[0].Data["turnId"] != seen[0].Data["turnId"] {
		t.Errorf("sent again: %v", whole)
	}
	if asked := len(server.Upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	again.say(map[string]any{"type": "resume", "turnId": seen[0].Data["turnId"], "after": events[len(events)-1].ID})
	if ack := again.hear(named("ack", "problem", "done"))[0]; ack.Name != "ack" {
		t.Errorf("nothing more to say, but %v", ack)
	}
}

func TestStopOverASocketEndsTheModelsRequestWithin100Milliseconds(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	l := dialSocket(t, server.SocketURL)
	chattest.MustStopSoon(t, func() time.Duration {
		server.Upstream.Script(modeltest.Stream(modeltest.Text("Once upon "), modeltest.Silence()))
		l.ask(churchID, chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()})
		seen := l.hear(saying("Once upon "))
		stopped := time.Now()
		l.say(map[string]any{"type": "stop", "turnId": seen[0].Data["turnId"]})
		chattest.Must(t, server.Upstream.WaitCancelled(l.ctx))
		took := time.Since(stopped)
		var acknowledged, done bool
		l.hear(func(e chattest.Event) bool {
			acknowledged = acknowledged || e.Name == "ack" && e.Data["request"] == "stop"
			done = done || e.Name == "done" && e.Data["finish"] == "stopped"
			return acknowledged && done
		})
		return took
	})
}

func TestFeedbackOverASocketIsKept(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	l := dialSocket(t, server.SocketURL)
	l.ask(churchID, chattest.Question{Message: "Is there parking?", Session: uuid.New()})
	turn := l.hear(named("done"))[0].Data["turnId"]
	l.say(map[string]any{"type": "feedback", "turnId": turn, "value": "down"})
	if ack := l.hear(named("ack", "problem"))[0]; ack.Name != "ack" {
		t.Fatalf("got %v", ack)
	}
	var value string
	chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select value from message_feedback where church_id = $1 and turn_id = $2`, churchID, turn).Scan(&value))
	if value != "down" {
		t.Errorf("kept %q", value)
	}
	l.say(map[string]any{"type": "feedback", "turnId": turn, "value": "sideways"})
	if problem := l.hear(named("ack", "problem"))[0]; problem.Data["code"] != "invalid_feedback" {
		t.Errorf("got %v", problem)
	}
}

func TestAYesOverASocketIsCarriedOut(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := server.NewChurch(t)
	server.Exec(t, `insert into church_voice_agents (church_id) values ($1)`, churchID)
	server.Upstream.Script(modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "submit_prayer_request", Arguments: `{"request":"my mother Ruth"}`}))
	l := dialSocket(t, server.SocketURL)
	l.ask(churchID, chattest.Question{Message: "Please pray for my mother Ruth", Session: uuid.New()})
	asked := chattest.Events(l.hear(named("done"))).Asked()
	if len(asked) != 1 {
		t.Fatalf("asked is %v", asked)
	}
	turn, _, _ := strings.Cut(asked[0].ID, ":")
	for range 2 {
		l.say(map[string]any{"type": "confirm", "turnId": turn, "callId": asked[0].Data["callId"], "accept": true})
		ack := l.hear(named("ack", "problem"))[0]
		if tool, ok := ack.Data["tool"].(map[string]any); !ok || ack.Data["request"] != "confirm" || tool["status"] != "done" || tool["summary"] != "Your prayer request was passed on." || tool["callId"] != asked[0].Data["callId"] {
			t.Errorf("got %v", ack)
		}
	}
	l.say(map[string]any{"type": "confirm", "turnId": turn, "callId": asked[0].Data["callId"], "accept": false})
	if problem := l.hear(named("ack", "problem"))[0]; problem.Data["code"] != "confirmation_answered" {
		t.Errorf("got %v", problem)
	}
	if n := server.Count(t, `select count(*) from visitor_requests where church_id = $1`, churchID); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestAMessageThatIsRefusedLeavesTheSocketOpen(t *testing.T) {
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Turns.PerSession = 1 })
	churchID := server.NewChurch(t)
	l := dialSocket(t, server.SocketURL)
	q := chattest.Question{Message: "Is there parking?", Session: uuid.New()}
	l.ask(uuid.New(), q)
	if problem := l.hear(named("problem", "done"))[0]; problem.Data["code"] != "church_not_found" || problem.Data["retryable"] != false {
		t.Errorf("got %v", problem)
	}
	l.ask(churchID, q)
	chattest.CheckStream(t, l.hear(named("done", "error")))
	l.ask(churchID, q)
	if problem := l.hear(named("problem", "done"))[0]; problem.Data["code"] != "rate_limited" || problem.Data["retryAfter"].(float64) < 1 {
		t.Errorf("got %v", problem)
	}
}

func TestAnOverloadedNodeAsksItsSocketsToComeBackLater(t *testing.T) {
	server := chattest.NewServer(t, func(config *chattest.Config) { config.Turns.Admitted = 1 })
	churchID := server.NewChurch(t)
	_, release := server.Overload(t, churchID)
	l := dialSocket(t, server.SocketURL)
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New(), Client: uuid.New()}
	l.ask(churchID, q)
	problem := l.hear(named("problem", "done"))[0].Data
	if wait, _ := problem["retryAfter"].(float64); problem["code"] != "busy" || problem["retryable"] != true || wait < 2 || wait > 6 {
		t.Errorf("got %v", problem)
	}
	release()
	server.WaitGauge(t, "narthex_overload_in_flight", 0)
	l.ask(churchID, q)
	chattest.CheckStream(t, l.hear(named("done", "error")))
}

func TestAShutdownHandsTheTurnsOfSocketsOver(t *testing.T) {
	server, other := chattest.TwoNodes(t, chattest.Patient)
	churchID := server.NewChurch(t)
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	server.Upstream.Script(chattest.Held(never, 1, "The ", "red ", "one."), modeltest.Reply("The blue one."))
	address := server.SocketURL
	l, idle := dialSocket(t, address), dialSocket(t, address)
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	l.ask(churchID, q)
	seen := l.hear(saying("The "))

	server.Service.Close()
	if code := idle.end(); code != coder.StatusGoingAway {
		t.Errorf("the idle socket was closed with %d", code)
	}
	l.ask(churchID, chattest.Question{Message: "Is there parking?", Session: q.Session})
	if problem := l.hear(named("problem", "start"))[0]; problem.Data["code"] != "shutting_down" {
		t.Errorf("got %v", problem)
	}
	limit, cancel := context.WithCancel(t.Context())
	cancel()
	server.Service.Finish(limit)
	if code := l.end(); code != coder.StatusGoingAway {
		t.Errorf("the other was closed with %d", code)
	}
	again := dialSocket(t, other.SocketURL)
	again.say(map[string]any{"type": "resume", "turnId": seen[0].Data["turnId"], "sessionId": q.Session, "churchId": churchID, "after": len(seen)})
	events := append(seen, again.hear(named("done", "error"))...)
	chattest.CheckStream(t, events)
	if got := events.AfterReset().Text(); got != "The blue one." {
		t.Errorf("answered %q: %v", got, events)
	}
}
