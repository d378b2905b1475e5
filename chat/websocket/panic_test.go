package websocket

import (
	"testing"
	"testing/synctest"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat"
	"narthex/chat/live"
)

func TestAPanicCostsOneSocket(t *testing.T) {
	for name, fault := range map[string]func(b *bubble, v *visitor){
		"where a message is answered": func(b *bubble, v *visitor) {
			b.turns.begin = func(*live.Run) { panic("a fault over a message") }
			v.say(b.turns.message(uuid.New()))
		},
		"where a frame is read": func(b *bubble, v *visitor) {
			b.turns.fault = true
			v.say(map[string]any{"type": "feedback", "turnId": b.turns.turn(0).Ref.Turn, "sessionId": b.turns.turn(0).Ref.Session, "value": "up"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBubble(t, Config{})
				other := b.visit(t).listen()
				other.say(b.turns.message(uuid.New()))
				other.hearUntil("start")

				v := b.visit(t).listen()
				fault(b, v)
				v.expectEnd(int(closeInternal.code))
				synctest.Wait()
				if open := testutil.ToFloat64(b.metrics.open); open != 1 {
					t.Errorf("%v sockets count as open", open)
				}
				if n, err := testutil.GatherAndCount(b.registry, "narthex_websockets_open"); err != nil || n != 1 {
					t.Errorf("%d, %v", n, err)
				}
				say(b.turns.turn(0), chat.DeltaEvent("Sunday "), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
				other.hearUntil("done")
			})
		})
	}
}
