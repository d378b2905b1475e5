package websocket

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

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

// Clients find a turn by what stands before the colon of an id, and those that know no better resume with the id as it is.
func TestTheFramesOfATurnThatWasTakenOverAreNamedAfterTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.say(b.turns.message(uuid.New()))
		v.hearUntil("start")
		r := b.turns.turn(0)
		say(r, chat.DeltaEvent("red"))
		r.Append(live.AppendTakeover(nil), false)
		say(r, chat.DeltaEvent("blue"), chat.DeltaEvent("one"))
		first, reset, blue, one := v.hear(), v.hear(), v.hear(), v.hear()
		for i, heard := range []heardFrame{first, reset, blue, one} {
			if want := fmt.Sprintf("%s:%d", r.Ref.Turn, i+2); heard.ID != want || (heard.Taken == 0) != (i == 0) || heard.Taken != reset.Taken && i > 0 {
				t.Errorf("%+v, want id %s", heard, want)
			}
		}
		v.conn.Close()
		for after, want := range map[string]heardFrame{fmt.Sprintf("%s.%d:4", r.Ref.Turn, blue.Taken): one, blue.ID: {Event: "start"}, "4": {Event: "start"}} {
			again := b.visit(t).listen()
			again.say(map[string]any{"type": "resume", "turnId": r.Ref.Turn, "sessionId": r.Ref.Session, "after": after})
			if heard := again.hear(); heard.Event != want.Event || want.ID != "" && heard.ID != want.ID {
				t.Errorf("after %s: %+v", after, heard)
			}
			again.conn.Close()
		}
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
