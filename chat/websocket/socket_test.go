package websocket

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat"
	"narthex/chat/live"
)

func TestASocketCarriesManyTurnsOneAfterAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		for n := range 20 {
			v.say(b.turns.message(uuid.New()))
			start := v.hear()
			say(b.turns.turn(n), chat.DeltaEvent("Sunday "), chat.DeltaEvent("at nine."), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
			heard := append([]heardFrame{start}, v.hearUntil("done")...)
			var words strings.Builder
			for i, frame := range heard {
				if want := fmt.Sprintf("%s:%d", b.turns.turn(n).Ref.Turn, i+1); frame.ID != want {
					t.Errorf("id %s instead of %s", frame.ID, want)
				}
				if text, ok := frame.Data["text"].(string); ok {
					words.WriteString(text)
				}
			}
			if heard[0].Event != "start" || words.String() != "Sunday at nine." {
				t.Errorf("turn %d: %+v", n, heard)
			}
		}
	})
}

func TestOnlySoManyTurnsStreamAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		for range maxSocketTurns {
			v.say(b.turns.message(uuid.New()))
			v.hearUntil("start")
		}
		client := uuid.New()
		v.say(b.turns.message(client))
		if data := v.expectProblem("too_many_turns"); data["clientMessageId"] != client.String() || data["request"] != "message" || data["retryable"] != true {
			t.Errorf("problem %v", data)
		}
		say(b.turns.turn(0), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
		v.hearUntil("done")
		synctest.Wait()
		v.say(b.turns.message(client))
		v.hearUntil("start")
	})
}

func TestWhatIsSaidFirstIsAcceptedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		hold := make(chan struct{})
		b.turns.hold = hold
		first, second := b.turns.message(uuid.New()), b.turns.message(uuid.New())
		v.say(first)
		synctest.Wait()
		v.say(second)
		v.expectOpen() // nothing else waits
		close(hold)
		v.hearUntil("start")
		v.hearUntil("start")
		if got := b.turns.turn(0).Ref.Session; got != first["sessionId"] {
			t.Errorf("the turn of %v was begun before that of %v", got, first["sessionId"])
		}
	})
}

func TestATurnIsCarriedOnceAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		message := b.turns.message(uuid.New())
		v.say(message)
		v.hearUntil("start")
		v.say(message)
		v.expectProblem("turn_in_progress")
		v.say(map[string]any{"type": "resume", "turnId": b.turns.turn(0).Ref.Turn})
		v.expectProblem("turn_in_progress")
		say(b.turns.turn(0), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
		if heard := v.hear(); heard.Event != "done" {
			t.Errorf("got %+v", heard)
		}
	})
}

func TestTheSessionMayBeLeftOutWhereTheSocketKnowsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.say(b.turns.message(uuid.New()))
		v.hearUntil("start")
		ref := b.turns.turn(0).Ref
		v.say(map[string]any{"type": "feedback", "turnId": ref.Turn, "value": "up"})
		if ack := v.hear(); ack.Event != "ack" || ack.Data["request"] != "feedback" || ack.Data["turnId"] != ref.Turn.String() {
			t.Errorf("got %+v", ack)
		}
		v.say(map[string]any{"type": "stop", "turnId": ref.Turn})
		events := map[string]bool{v.hear().Event: true, v.hear().Event: true}
		if !events["done"] || !events["ack"] {
			t.Errorf("got %v", events)
		}
		if b.turns.stopped[0] != ref {
			t.Errorf("stopped %v instead of %v", b.turns.stopped[0], ref)
		}

		other := b.visit(t).listen()
		other.say(map[string]any{"type": "resume", "turnId": ref.Turn, "after": 0})
		other.expectProblem("invalid_session_id")
		other.say(map[string]any{"type": "resume", "turnId": ref.Turn, "after": 0, "sessionId": ref.Session})
		if heard := other.hearUntil("done"); len(heard) != 2 {
			t.Errorf("resumed: %+v", heard)
		}
		synctest.Wait()
		other.say(map[string]any{"type": "stop", "turnId": ref.Turn})
		other.hearUntil("ack")
		if b.turns.stopped[1].Session != ref.Session {
			t.Errorf("stopped %v", b.turns.stopped[1])
		}
	})
}

func TestResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.say(b.turns.message(uuid.New()))
		turn := b.turns
		v.hearUntil("start")
		r := turn.turn(0)
		say(r, chat.DeltaEvent("one"), chat.DeltaEvent("two"))
		v.hear()
		v.hear()
		v.conn.Close()
		for _, after := range []any{2, fmt.Sprintf("%s:2", r.Ref.Turn), "2"} {
			again := b.visit(t).listen()
			again.say(map[string]any{"type": "resume", "turnId": r.Ref.Turn, "sessionId": r.Ref.Session, "after": after})
			if heard := again.hear(); heard.ID != fmt.Sprintf("%s:3", r.Ref.Turn) || heard.Data["text"] != "two" {
				t.Errorf("after %v: %+v", after, heard)
			}
			again.conn.Close()
		}
		again := b.visit(t).listen()
		for _, bad := range []any{"last", -1, uuid.NewString() + ":2", []int{1}} {
			again.say(map[string]any{"type": "resume", "turnId": r.Ref.Turn, "sessionId": r.Ref.Session, "after": bad})
			again.expectProblem("invalid_event_id")
		}
		again.say(map[string]any{"type": "resume", "turnId": uuid.New(), "sessionId": r.Ref.Session, "after": 0})
		again.expectProblem("turn_not_found")
		again.say(map[string]any{"type": "resume", "turnId": r.Ref.Turn, "sessionId": uuid.New(), "after": 0})
		again.expectProblem("turn_not_found")
	})
}

func TestWhoHasSeenAllOfATurnIsToldSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.say(b.turns.message(uuid.New()))
		v.hearUntil("start")
		ref := b.turns.turn(0).Ref
		say(b.turns.turn(0), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
		v.hearUntil("done")
		synctest.Wait()
		v.say(map[string]any{"type": "resume", "turnId": ref.Turn, "after": 2})
		if ack := v.hear(); ack.Event != "ack" || ack.Data["request"] != "resume" || ack.Data["turnId"] != ref.Turn.String() {
			t.Errorf("got %+v", ack)
		}
	})
}

func TestFramesThatComeToNothingGetAProblemAndTheSocketStaysOpen(t *testing.T) {
	message := func(fields string) string {
		return fmt.Sprintf(`{"type":"message","message":"hi","churchId":%q,"sessionId":%q%s}`, uuid.New(), uuid.New(), fields)
	}
	id := uuid.NewString()
	for name, test := range map[string]struct{ frame, code string }{
		"no JSON":                    {`hello`, "invalid_json"},
		"an array":                   {`[]`, "invalid_json"},
		"null":                       {`null`, "unknown_type"},
		"no type":                    {`{}`, "unknown_type"},
		"an unknown type":            {`{"type":"subscribe"}`, "unknown_type"},
		"a type that is no text":     {`{"type":1}`, "invalid_json"},
		"an empty frame":             {``, "invalid_json"},
		"a message without a church": {`{"type":"message","message":"hi"}`, "invalid_church_id"},
		"a message without words":    {strings.Replace(message(""), `"hi"`, `" "`, 1), "message_required"},
		"a long message":             {strings.Replace(message(""), `"hi"`, `"`+strings.Repeat("a", 2001)+`"`, 1), "message_too_long"},
		"an unknown agent":           {message(`,"agentType":"bishop"`), "unknown_agent"},
		"a stop of nothing":          {`{"type":"stop"}`, "invalid_turn_id"},
		"a stop of nobody's":         {`{"type":"stop","turnId":"` + id + `"}`, "invalid_session_id"},
		"a stop of another's":        {`{"type":"stop","turnId":"` + id + `","sessionId":"` + id + `"}`, "turn_not_found"},
		"a stop with a bad church":   {`{"type":"stop","turnId":"` + id + `","sessionId":"` + id + `","churchId":"x"}`, "invalid_church_id"},
		"a stop with a bad session":  {`{"type":"stop","turnId":"` + id + `","sessionId":"x"}`, "invalid_session_id"},
		"feedback on nothing":        {`{"type":"feedback","turnId":"` + id + `","sessionId":"` + id + `","value":"up"}`, "turn_not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				v := newBubble(t, Config{}).visit(t).listen()
				v.send(final|textual, []byte(test.frame))
				v.expectProblem(test.code)
				v.expectOpen()
			})
		})
	}
}

func TestAProblemSaysWhenToTryAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		b.turns.refuse = chat.ErrRateLimited.After(2500 * time.Millisecond)
		v := b.visit(t).listen()
		v.say(b.turns.message(uuid.New()))
		if data := v.expectProblem("rate_limited"); data["retryable"] != true || data["retryAfter"] != 3.0 {
			t.Errorf("problem %v", data)
		}
	})
}

func TestRepeatedGarbageEndsTheSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		for range 10 {
			v.send(final|textual, []byte("?"))
		}
		for range 4 {
			v.expectProblem("invalid_json")
		}
		v.expectEnd(1008)

		rare := b.visit(t).listen() // now and then it is forgiven
		for range 100 {
			rare.send(final|textual, []byte("?"))
			rare.expectProblem("invalid_json")
			time.Sleep(2 * time.Second)
		}
		rare.expectOpen()
	})
}

func TestAFloodEndsTheSocket(t *testing.T) {
	for name, frame := range map[string][]byte{
		"pings of the protocol":     encoded(final|textual, []byte(`{"type":"ping"}`)),
		"pings of WebSocket":        encoded(final|pinging, nil),
		"pings with a payload":      encoded(final|pinging, []byte("x")),
		"pongs":                     encoded(final|ponging, nil),
		"pongs with a payload":      encoded(final|ponging, []byte("x")),
		"stops of what there isn't": encoded(final|textual, []byte(`{"type":"stop","turnId":"x"}`)),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBubble(t, Config{})
				v := b.visit(t).listen()
				for range 100 {
					v.raw(frame)
				}
				v.expectEnd(4429)

				v = b.visit(t).listen()
				for range 300 {
					v.raw(frame)
					time.Sleep(frameCost)
				}
				select {
				case code := <-v.ended:
					t.Errorf("ten frames a second were too many: %d", code)
				default:
				}
			})
		})
	}
}

func TestFramesThatBreakTheProtocolEndTheSocket(t *testing.T) {
	for name, test := range map[string]struct {
		sent []byte
		code int
	}{
		"binary":               {encoded(final|binaryish, []byte(`{"type":"ping"}`)), 1003},
		"not UTF-8":            {encoded(final|textual, []byte("{\"type\":\"ping\xff\"}")), 1007},
		"not masked":           {append([]byte{final | textual, 15}, `{"type":"ping"}`...), 1002},
		"reserved bits":        {encoded(final|textual|0x40, []byte(`{"type":"ping"}`)), 1002},
		"an unknown opcode":    {encoded(final|0x5, nil), 1002},
		"a part of nothing":    {encoded(final|continued, []byte("x")), 1002},
		"a new one too early":  {append(encoded(textual, []byte(`{`)), encoded(final|textual, []byte(`{}`))...), 1002},
		"a control frame cut":  {encoded(pinging, nil), 1002},
		"a long control frame": {encoded(final|pinging, make([]byte, 126)), 1002},
		"too long":             {encoded(final|textual, make([]byte, maxSocketFrame+1)), 1009},
		"too long in parts":    {append(encoded(textual, make([]byte, maxSocketFrame)), encoded(final|continued, make([]byte, 2))...), 1009},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBubble(t, Config{})
				v := b.visit(t).listen()
				v.raw(test.sent)
				v.expectEnd(test.code)
				synctest.Wait()
				if n := testutil.ToFloat64(b.metrics.closes.WithLabelValues(fmt.Sprint(test.code))); n != 1 {
					t.Errorf("counted %v times", n)
				}
			})
		})
	}
}

func TestALongHistoryIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		message := b.turns.message(uuid.New())
		var history []chat.HistoryItem
		for range chat.MaxHistoryItems {
			history = append(history, chat.HistoryItem{Role: "user", Content: strings.Repeat("a", chat.MaxHistoryContentRunes)})
		}
		message["history"] = history
		v.say(message)
		v.hearUntil("start")
		if len(b.large) != 0 {
			t.Error("its place among the large frames is still taken")
		}
	})
}

func TestOnlySoManyLargeFramesAreReadAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		half := encoded(final|textual, make([]byte, 2*largeFrame))[:largeFrame*3/2]
		for range maxLargeFrames {
			v := b.visit(t).listen()
			v.raw(half)
		}
		synctest.Wait()
		v := b.visit(t).listen()
		v.raw(half)
		v.expectEnd(1013)
		v = b.visit(t).listen() // small ones are read all the same
		v.expectOpen()
	})
}

func TestEventsThatWaitTogetherLeaveInOneWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		b.turns.begin = func(r *live.Run) {
			for i := range 99 {
				say(r, chat.DeltaEvent(fmt.Sprintf("word %d ", i)))
			}
		}
		v := b.visit(t).listen()
		before := b.listener.writes.Load()
		v.say(b.turns.message(uuid.New()))
		for range 100 {
			v.hear()
		}
		synctest.Wait()
		if writes := b.listener.writes.Load() - before; writes != 1 {
			t.Errorf("%d writes", writes)
		}
	})
}

func TestAReaderThatFallsBehindIsSentToTheJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t)
		v.say(b.turns.message(uuid.New()))
		synctest.Wait() // the server has written start, which nobody takes
		for range 200 {
			say(b.turns.turn(0), chat.DeltaEvent(strings.Repeat("blah ", 100)))
		}
		v.listen()
		v.hearUntil("start")
		v.expectEnd(4409)
		synctest.Wait()
		if n := testutil.ToFloat64(b.metrics.slow); n != 1 {
			t.Errorf("%v slow readers were counted", n)
		}
	})
}

func TestASlowReaderOverTCPCostsTheTurnNothing(t *testing.T) {
	turns := &playedTurns{}
	rig, open := socketsUnderTest(t, turns, Config{Write: 300 * time.Millisecond, Farewell: 200 * time.Millisecond})
	server := httptest.NewServer(open)
	defer server.Close()
	dialer := net.Dialer{}
	conn, err := dialer.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	slow, quick := visit(t, conn), dialTCP(t, server).listen()
	id := uuid.New()
	message := turns.message(id)
	slow.say(message)
	if kind, _, err := slow.frame(); kind != final|textual || err != nil {
		t.Fatal(kind, err)
	}
	quick.say(map[string]any{"type": "resume", "turnId": turns.turn(0).Ref.Turn, "sessionId": message["sessionId"]})
	quick.hearUntil("start")
	words := strings.Repeat("blah ", 4000)
	for range 400 { // 8 MB: more than any socket buffer
		say(turns.turn(0), chat.DeltaEvent(words))
		if heard := quick.hear(); heard.Data["text"] != words {
			t.Fatalf("the quick reader got %.100v", heard)
		}
	}
	deadline := time.Now().Add(time.Minute)
	for testutil.ToFloat64(rig.metrics.slow) == 0 {
		if time.Now().After(deadline) {
			t.Fatal("the slow reader was not dropped")
		}
		time.Sleep(10 * time.Millisecond)
	}
	say(turns.turn(0), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
	quick.hearUntil("done")
}

func dialTCP(t testing.TB, server *httptest.Server, headers ...string) *visitor {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return visit(t, conn, headers...)
}

func TestPingsAndAnswersDoNotMixWithinFrames(t *testing.T) {
	turns := &playedTurns{begin: func(r *live.Run) {
		go func() {
			for i := range 50 {
				say(r, chat.DeltaEvent(strings.Repeat("x", 37*i)))
			}
			say(r, chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
		}()
	}}
	_, open := socketsUnderTest(t, turns, Config{Ping: beats * time.Millisecond})
	server := httptest.NewServer(open)
	defer server.Close()
	var visitors []*visitor
	for range 20 {
		visitors = append(visitors, dialTCP(t, server).listen())
	}
	for range 5 {
		for _, v := range visitors {
			v.say(turns.message(uuid.New()))
			v.say(turns.message(uuid.New()))
			v.send(final|pinging, []byte("x"))
		}
		for _, v := range visitors {
			length := map[string]int{} // what each turn has said so far
			for done := 0; done < 2; {
				heard := v.hear()
				turn, _, _ := strings.Cut(heard.ID, ":")
				switch heard.Event {
				case "delta":
					length[turn] += len(heard.Data["text"].(string))
				case "done":
					done++
					if length[turn] != 37*50*49/2 {
						t.Fatalf("the answer had %d letters", length[turn])
					}
				case "start":
				default:
					t.Fatalf("got %+v", heard)
				}
			}
		}
	}
}

func TestAVisitorWhoLeavesLetsGoOfItsTurns(t *testing.T) {
	for name, leave := range map[string]func(*visitor){
		"with a farewell": func(v *visitor) { v.send(final|closing, []byte{0x03, 0xe8}) },
		"without":         func(v *visitor) { v.conn.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBubble(t, Config{})
				v := b.visit(t).listen()
				v.say(b.turns.message(uuid.New()))
				v.hearUntil("start")
				leave(v)
				synctest.Wait()
				if b.turns.readers.Load() != 0 {
					t.Error("somebody still follows the turn")
				}
				if n := testutil.ToFloat64(b.metrics.open); n != 0 {
					t.Errorf("%v are counted as open", n)
				}
			})
		})
	}
}

func TestHandshakes(t *testing.T) {
	turns := &playedTurns{}
	_, open := socketsUnderTest(t, turns, Config{Origins: []string{"https://*.example.org", "chapel.example"}})
	server := httptest.NewServer(open)
	defer server.Close()
	_, anyOrigin := socketsUnderTest(t, turns, Config{})
	everybody := httptest.NewServer(anyOrigin)
	defer everybody.Close()
	for name, test := range map[string]struct {
		server       *httptest.Server
		origin       string
		protocols    []string
		status       int
		code, spoken string
	}{
		"ours among others":           {everybody, "", []string{"graphql-ws", "narthex.v1"}, 101, "", "narthex.v1"},
		"no sub-protocol":             {everybody, "", nil, 101, "", ""},
		"only others":                 {everybody, "", []string{"graphql-ws", "narthex.v2"}, 400, "unknown_subprotocol", ""},
		"any page":                    {everybody, "https://elsewhere.example", []string{"narthex.v1"}, 101, "", "narthex.v1"},
		"a sandboxed page":            {everybody, "null", []string{"narthex.v1"}, 101, "", "narthex.v1"},
		"no browser":                  {server, "", nil, 101, "", ""},
		"our own page":                {server, server.URL, nil, 101, "", ""},
		"an allowed page":             {server, "https://www.example.org", nil, 101, "", ""},
		"an allowed host":             {server, "http://Chapel.example", nil, 101, "", ""},
		"the wrong scheme":            {server, "http://www.example.org", nil, 403, "origin_not_allowed", ""},
		"a stranger's page":           {server, "https://elsewhere.example", nil, 403, "origin_not_allowed", ""},
		"a page that looks like ours": {server, "https://chapel.example.evil.example", nil, 403, "origin_not_allowed", ""},
		"a sandboxed stranger":        {server, "null", nil, 403, "origin_not_allowed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			options := &websocket.DialOptions{Subprotocols: test.protocols, HTTPHeader: http.Header{}}
			if test.origin != "" {
				options.HTTPHeader.Set("Origin", test.origin)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			conn, res, err := websocket.Dial(ctx, test.server.URL, options)
			if res == nil || res.StatusCode != test.status {
				t.Fatalf("%v, %v", res, err)
			}
			if test.status != http.StatusSwitchingProtocols {
				body := make([]byte, 1000)
				n, _ := res.Body.Read(body)
				if !strings.Contains(string(body[:n]), `"code":"`+test.code+`"`) || res.Header.Get("Content-Type") != "application/problem+json" {
					t.Errorf("%s", body[:n])
				}
				return
			}
			if conn.Subprotocol() != test.spoken {
				t.Errorf("speaks %q", conn.Subprotocol())
			}
			if err := conn.Close(websocket.StatusNormalClosure, ""); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestWhoIsNoWebSocketIsTold(t *testing.T) {
	_, open := socketsUnderTest(t, &playedTurns{}, Config{})
	recorder := httptest.NewRecorder()
	open(recorder, httptest.NewRequest(http.MethodGet, "/api/chatbot/ws", nil))
	if recorder.Code != http.StatusBadRequest || !strings.Contains(recorder.Body.String(), "websocket_expected") {
		t.Errorf("%d %s", recorder.Code, recorder.Body)
	}
}

func TestOnlySoManySocketsAreOpen(t *testing.T) {
	rig, open := socketsUnderTest(t, &playedTurns{}, Config{MaxOpen: 1})
	server := httptest.NewServer(open)
	defer server.Close()
	first := dialTCP(t, server).listen()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, res, err := websocket.Dial(ctx, server.URL, nil)
	if err == nil || res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%v, %v", res, err)
	}
	first.expectOpen()
	close(rig.shutdown)
	first.expectEnd(1001)
	_, res, err = websocket.Dial(ctx, server.URL, nil)
	if err == nil || res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("%v, %v", res, err)
	}
}

func TestOriginPatternsAreChecked(t *testing.T) {
	for _, bad := range []string{"[", ""} {
		if _, err := New(nil, nil, Config{Origins: []string{bad}}); err == nil {
			t.Errorf("took %q", bad)
		}
	}
}

func TestFramesSentWithTheHandshakeAreRead(t *testing.T) {
	turns := &playedTurns{}
	_, open := socketsUnderTest(t, turns, Config{})
	server := httptest.NewServer(open)
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	v := newVisitor(t, conn)
	v.raw(append([]byte("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: bm90IHNvIHJhbmRvbSBrZQ==\r\n\r\n"), append(encoded(final|textual, []byte(`{"type":"ping"}`)), encoded(final|textual, []byte(`{"type":"ping"}`))...)...))
	v.lines = readHandshake(t, conn)
	v.listen()
	for range 2 {
		if heard := v.hear(); heard.Event != "pong" {
			t.Errorf("got %+v", heard)
		}
	}
}
