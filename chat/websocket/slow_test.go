package websocket

import (
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat"
	"narthex/chat/live"
)

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
