package websocket

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat"
)

func TestTheServerPingsEveryHalfMinuteAndAnswersKeepASocketOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		last := <-v.pings
		for range 20 {
			at := <-v.pings
			if every := at.Sub(last); every != 30*time.Second {
				t.Errorf("pinged after %v", every)
			}
			last = at
		}
		v.expectOpen()
	})
}

func TestPingsAreSpreadOverTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		var visitors []*visitor
		for range 64 {
			visitors = append(visitors, b.visit(t).listen())
		}
		moments := map[time.Time]bool{}
		for _, v := range visitors {
			moments[<-v.pings] = true
		}
		if len(moments) < 10 {
			t.Errorf("64 sockets were pinged at %d moments", len(moments))
		}
	})
}

func TestASilentClientIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.mute.Store(true)
		from := time.Now()
		v.expectEnd(4408)
		// It does not answer the close frame either, which is waited for a little.
		if after := time.Since(from); after < 75*time.Second || after > 75*time.Second+30*time.Second/4+5*time.Second {
			t.Errorf("dropped after %v", after)
		}
		synctest.Wait()
		if n := testutil.ToFloat64(b.metrics.closes.WithLabelValues("4408")); n != 1 {
			t.Errorf("counted %v times", n)
		}
		if n := testutil.ToFloat64(b.metrics.open); n != 0 {
			t.Errorf("%v are counted as open", n)
		}
	})
}

func TestAClientThatSpeaksNeedNotAnswerPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.mute.Store(true)
		for range 10 {
			time.Sleep(70 * time.Second)
			v.expectOpen()
		}
	})
}

func TestAFrameMustArriveInTime(t *testing.T) {
	whole := encoded(final|textual, []byte(`{"type":"ping"}`))
	large := encoded(final|textual, []byte(`{"type":"ping","padding":"`+strings.Repeat("x", 100_000)+`"}`))
	for name, sent := range map[string][]byte{
		"a first byte":               whole[:1],
		"half a header":              large[:5],
		"half a payload":             whole[:10],
		"half a large payload":       large[:50_000],
		"a message without its end":  encoded(textual, []byte(`{"type":`)),
		"a whole frame and a half":   append(bytes.Clone(whole), whole[:10]...),
		"half a frame after a ping":  append(encoded(final|pinging, []byte("x")), whole[:10]...),
		"half a frame after a pong":  append(encoded(final|ponging, nil), whole[:10]...),
		"a ping between its parts":   append(encoded(textual, []byte(`{"type":`)), encoded(final|pinging, nil)...),
		"half of the answer to ping": encoded(final|ponging, nil)[:3],
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBubble(t, Config{})
				v := b.visit(t).listen()
				time.Sleep(time.Minute)
				v.mute.Store(true)
				from := time.Now()
				v.raw(sent)
				v.expectEnd(4408)
				if after := time.Since(from); after != 20*time.Second { // 5 of them for an answer to the close frame
					t.Errorf("dropped after %v", after)
				}
			})
		})
	}
}

func TestAFrameThatTricklesInTimeIsTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.mute.Store(true) // its answers must not get into its own frames
		for range 3 {
			for _, c := range encoded(final|textual, []byte(`{"type":"ping"}`)) {
				v.raw([]byte{c})
				time.Sleep(600 * time.Millisecond)
			}
			if heard := v.hear(); heard.Event != "pong" {
				t.Errorf("got %+v", heard)
			}
			time.Sleep(time.Minute)
		}
		v.expectOpen()
	})
}

func TestAClientsOwnPingsAreAnsweredAndItMayPauseAfterThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t)
		v.send(final|pinging, []byte("there?"))
		if kind, payload, err := v.frame(); err != nil || kind != final|ponging || string(payload) != "there?" {
			t.Fatalf("got %x %q, %v", kind, payload, err)
		}
		v.listen()
		time.Sleep(time.Minute)
		v.expectOpen()
		// Within a message, too.
		v.send(textual, []byte(`{"type":`))
		v.send(final|pinging, nil)
		v.send(final|continued, []byte(`"ping"}`))
		if heard := v.hear(); heard.Event != "pong" {
			t.Errorf("got %+v", heard)
		}
	})
}

func TestAClientThatDoesNotReadIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t) // and does not listen
		v.say(b.turns.message(uuid.New()))
		synctest.Wait()
		from := time.Now()
		for testutil.ToFloat64(b.metrics.open) > 0 {
			time.Sleep(time.Second)
			synctest.Wait() // for all that happens at that second
		}
		if after := time.Since(from); after > 11*time.Second {
			t.Errorf("dropped after %v", after)
		}
		if n := testutil.ToFloat64(b.metrics.slow); n != 1 {
			t.Errorf("%v slow readers were counted", n)
		}
	})
}

func TestAPingThatCannotBeSentHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		for range 50 {
			b.visit(t) // does not read
		}
		v := b.visit(t).listen()
		last := <-v.pings
		for range 3 {
			at := <-v.pings
			if every := at.Sub(last); every != 30*time.Second {
				t.Errorf("pinged after %v", every)
			}
			last = at
		}
		if n := testutil.ToFloat64(b.metrics.open); n != 1 {
			t.Errorf("%v are open", n)
		}
	})
}

func TestAShutdownSendsIdleSocketsAwayOverAWhileAndOthersAfterTheirAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		var idle []*visitor
		for range 100 {
			idle = append(idle, b.visit(t).listen())
		}
		busy := b.visit(t).listen()
		busy.say(b.turns.message(uuid.New()))
		busy.hearUntil("start")

		from := time.Now()
		close(b.shutdown)
		for _, v := range idle {
			v.expectEnd(1001)
		}
		if took := time.Since(from); took < 2*time.Second || took > 3*time.Second {
			t.Errorf("it took %v", took)
		}
		// The other is kept alive for as long as its answer takes, and may still stop it.
		time.Sleep(3 * time.Minute)
		say(b.turns.turn(0), chat.DeltaEvent("It is "))
		if heard := busy.hear(); heard.Event != "delta" {
			t.Errorf("got %+v", heard)
		}
		say(b.turns.turn(0), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
		busy.hearUntil("done")
		busy.expectEnd(1001)
	})
}

func TestAShutdownClosesSocketsEvenlySpread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		ends := make(chan time.Time, 100)
		for range 100 {
			v := b.visit(t).listen()
			go func() {
				<-v.ended
				ends <- time.Now()
			}()
		}
		close(b.shutdown)
		at := map[time.Time]int{}
		for range 100 {
			at[<-ends]++
		}
		if len(at) < 10 {
			t.Errorf("100 sockets were closed at %d moments", len(at))
		}
	})
}

func TestATurnThatIsHandedOverSendsItsReadersAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		v := b.visit(t).listen()
		v.say(b.turns.message(uuid.New()))
		v.say(b.turns.message(uuid.New()))
		v.hearUntil("start")
		v.hearUntil("start")
		b.turns.turn(0).HandOver()
		synctest.Wait()
		// The other answer is heard to its end.
		say(b.turns.turn(1), chat.DoneEvent(chat.Done{Finish: chat.FinishStop}))
		v.hearUntil("done")
		v.expectEnd(1001)
	})
}

func TestTheEndOfRunCutsOffWhoDoesNotPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, Config{})
		polite := b.visit(t).listen()
		busy := b.visit(t).listen()
		busy.say(b.turns.message(uuid.New()))
		busy.hearUntil("start")
		mute := b.visit(t).listen()
		mute.mute.Store(true)
		b.visit(t) // does not even read
		from := time.Now()
		b.stop()
		if took := time.Since(from); took > 14*time.Second {
			t.Errorf("it took %v", took)
		}
		polite.expectEnd(1001)
		busy.expectEnd(1001)
		mute.expectEnd(1001)
		if err := b.enter(""); err != chat.ErrShuttingDown {
			t.Errorf("still lets in: %v", err)
		}
	})
}
