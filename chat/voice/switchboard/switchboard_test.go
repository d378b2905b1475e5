package switchboard_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/voice/record"
	"narthex/chat/voice/switchboard"
	"narthex/cmd/dev/stack"
)

// twoNodes are the switchboard as two nodes have it.
func twoNodes(t *testing.T, limits switchboard.Limits) (first, second *switchboard.Board) {
	t.Helper()
	options, err := redis.ParseURL(stack.NeedRedisDB(t))
	must(t, err)
	boards := make([]*switchboard.Board, 2)
	for i := range boards {
		client := redis.NewClient(options)
		t.Cleanup(func() { _ = client.Close() })
		boards[i] = switchboard.New(client, limits)
	}
	return boards[0], boards[1]
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func seat(church uuid.UUID, caller string) switchboard.Seat {
	return switchboard.Seat{Church: church, Session: uuid.New(), Caller: caller, Day: "2026-11-25"}
}

func enter(t *testing.T, b *switchboard.Board, s switchboard.Seat) switchboard.Verdict {
	t.Helper()
	verdict, err := b.Enter(t.Context(), s)
	must(t, err)
	return verdict
}

func TestAsManyCallsAreAdmittedAsMayBeOverAllNodes(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t, switchboard.Limits{PerChurch: 7, Lease: time.Minute})
	church := uuid.New()
	var admitted atomic.Int32
	var calls sync.WaitGroup
	for i := range 60 {
		calls.Go(func() {
			board := []*switchboard.Board{first, second}[i%2]
			if verdict, err := board.Enter(context.Background(), seat(church, "")); err == nil && verdict == switchboard.Admitted {
				admitted.Add(1)
			}
		})
	}
	calls.Wait()
	if admitted.Load() != 7 {
		t.Errorf("%d calls are on the line", admitted.Load())
	}
	if verdict := enter(t, second, seat(uuid.New(), "")); verdict != switchboard.Admitted {
		t.Errorf("another church's call gets %v", verdict)
	}
}

func TestOneNumberHasSoManyCallsAndAWithheldOneIsNobodys(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t, switchboard.Limits{PerCaller: 1, Lease: time.Minute})
	church := uuid.New()
	mine := seat(church, "+12075550123")
	for _, step := range []struct {
		name string
		on   *switchboard.Board
		seat switchboard.Seat
		want switchboard.Verdict
	}{
		{"the first", first, mine, switchboard.Admitted}, {"the same again elsewhere", second, mine, switchboard.Admitted},
		{"another of the same number", second, seat(church, "+12075550123"), switchboard.CallerFull},
		{"another number", second, seat(church, "+12075550124"), switchboard.Admitted},
		{"no number", first, seat(church, ""), switchboard.Admitted}, {"no number again", first, seat(church, ""), switchboard.Admitted},
	} {
		if got := enter(t, step.on, step.seat); got != step.want {
			t.Errorf("%s gets %v", step.name, got)
		}
	}
}

func TestAPlaceWhoseNodeHasDiedIsFreeAgain(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t, switchboard.Limits{PerChurch: 1, PerCaller: 1, Lease: 400 * time.Millisecond})
	church := uuid.New()
	if got := enter(t, first, seat(church, "+12075550123")); got != switchboard.Admitted {
		t.Fatalf("the first gets %v", got)
	}
	began := time.Now()
	waiting := seat(church, "+12075550123")
	for tick := time.Tick(10 * time.Millisecond); enter(t, second, waiting) != switchboard.Admitted; <-tick {
		if time.Since(began) > 10*time.Second {
			t.Fatal("the place stays taken")
		}
	}
	if took := time.Since(began); took < 300*time.Millisecond {
		t.Errorf("the place is free after %v, while it is held", took)
	}
}

func TestWhoLeavesDoesNotTakeThePlaceOfWhoCameBack(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t, switchboard.Limits{PerChurch: 1, Lease: time.Minute})
	church := uuid.New()
	mine := seat(church, "")
	till, err := first.Renew(t.Context(), mine, 0)
	must(t, err)
	time.Sleep(3 * time.Millisecond) // Redis's clock counts milliseconds
	again, err := second.Renew(t.Context(), mine, 0)
	must(t, err)
	must(t, first.Leave(t.Context(), mine, till))
	if got := enter(t, first, seat(church, "")); got != switchboard.ChurchFull {
		t.Errorf("beside the call that came back another gets %v", got)
	}
	must(t, second.Leave(t.Context(), mine, again))
	if got := enter(t, first, seat(church, "")); got != switchboard.Admitted {
		t.Errorf("after it has left another gets %v", got)
	}
}

func TestADayHasSoMuchTimeOnTheLine(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t, switchboard.Limits{ChurchADay: 10 * time.Minute, CallerADay: 4 * time.Minute, Lease: time.Minute})
	church := uuid.New()
	long := seat(church, "+12075550123")
	for range 2 {
		_, err := first.Renew(t.Context(), long, 2*time.Minute+time.Second/2)
		must(t, err)
	}
	if got := enter(t, second, seat(church, "+12075550123")); got != switchboard.CallerSpent {
		t.Errorf("who has called for so long gets %v", got)
	}
	if got := enter(t, second, long); got != switchboard.Admitted {
		t.Errorf("the call itself gets %v", got)
	}
	tomorrow := seat(church, "+12075550123")
	tomorrow.Day = "2026-11-26"
	if got := enter(t, second, tomorrow); got != switchboard.Admitted {
		t.Errorf("the next day gets %v", got)
	}
	_, err := second.Renew(t.Context(), seat(church, "+12075550124"), 6*time.Minute)
	must(t, err)
	if got := enter(t, first, seat(church, "+12075550125")); got != switchboard.ChurchSpent {
		t.Errorf("after the church's day another caller gets %v", got)
	}
}

func TestACallGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t, switchboard.Limits{})
	church, session := uuid.New(), uuid.New()
	if state, err := second.Load(t.Context(), church, session); state != nil || err != nil {
		t.Errorf("before anything was said there is %+v, %v", state, err)
	}
	heard := "One"
	said := record.NewLine(record.Assistant, "One two", time.Now())
	said.Heard = &heard
	must(t, first.Save(t.Context(), church, session, &switchboard.State{Language: "es", Rest: "más", Message: uuid.New(), Lines: []record.Line{said}}))
	state, err := second.Load(t.Context(), church, session)
	must(t, err)
	if !state.Pending() || state.Language != "es" || state.Rest != "más" || len(state.Lines) != 1 || state.Lines[0].ID != said.ID || *state.Lines[0].Heard != "One" {
		t.Errorf("it goes on with %+v", state)
	}
	if other, err := second.Load(t.Context(), uuid.New(), session); other != nil || err != nil {
		t.Errorf("another church's is %+v, %v", other, err)
	}
	must(t, second.Forget(t.Context(), church, session))
	if state, err := first.Load(t.Context(), church, session); state != nil || err != nil {
		t.Errorf("when it is over there is %+v, %v", state, err)
	}
}

func TestNothingIsKeptOfACallThatIsForgotten(t *testing.T) {
	t.Parallel()
	options, err := redis.ParseURL(stack.NeedRedisDB(t))
	must(t, err)
	client := redis.NewClient(options)
	t.Cleanup(func() { _ = client.Close() })
	board := switchboard.New(client, switchboard.Limits{})
	church, session := uuid.New(), uuid.New()
	must(t, client.Set(t.Context(), cache.ForgottenKey(church, session), "1", time.Minute).Err())
	must(t, board.Save(t.Context(), church, session, &switchboard.State{Language: "en", Question: "Is my name on the list?"}))
	if state, err := board.Load(t.Context(), church, session); state != nil || err != nil {
		t.Errorf("it goes on with %+v, %v", state, err)
	}
}
