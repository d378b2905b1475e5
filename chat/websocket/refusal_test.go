package websocket

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat"
)

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
		"a yes to nothing":           {`{"type":"confirm","turnId":"` + id + `","sessionId":"` + id + `","callId":"` + id + `","accept":true}`, "confirmation_over"},
		"neither yes nor no":         {`{"type":"confirm","turnId":"` + id + `","sessionId":"` + id + `","callId":"` + id + `"}`, "invalid_answer"},
		"a yes to no call":           {`{"type":"confirm","turnId":"` + id + `","sessionId":"` + id + `","accept":true}`, "invalid_call_id"},
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
		if b.large.reading() != 0 {
			t.Error("its place among the large frames is still taken")
		}
	})
}

func TestOnlySoManyLargeFramesAreReadAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		half := encoded(final|textual, make([]byte, 2*largeFrame))[:largeFrame*3/2]
		for address := 0; b.large.reading() < maxLargeFrames; address++ {
			b.visitFrom(t, fmt.Sprint(address)).listen().raw(half)
			synctest.Wait()
		}
		v := b.visitFrom(t, "another").listen()
		v.raw(half)
		v.expectEnd(1013)
		v = b.visitFrom(t, "another").listen() // small ones are read all the same
		v.expectOpen()
	})
}

func TestWhoOnlyHalfSendsLargeFramesKeepsNobodyElsesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		large := encoded(final|textual, []byte(`{"type":"ping","padding":"`+strings.Repeat("x", 2*largeFrame)+`"}`))
		flood := func(address string) {
			for range maxLargeFrames {
				v := b.visitFrom(t, address).listen()
				v.raw(large[:largeFrame*3/2])
			}
			synctest.Wait()
		}
		flood("a")
		v := b.visitFrom(t, "a").listen()
		v.raw(large)
		v.expectEnd(1013)
		for _, address := range []string{"b", "c", "d"} { // each of which is the next to flood
			v := b.visitFrom(t, address).listen()
			v.raw(large)
			v.hearUntil("pong")
			flood(address)
		}
		time.Sleep(15 * time.Second) // the time that a frame has
		synctest.Wait()
		if left := b.large.reading(); left != 0 {
			t.Errorf("%d are still read", left)
		}
	})
}
