package voice_test

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/switchboard"
)

// whatWasSaid counts what is kept of the words of a church's calls.
func (x *exchange) whatWasSaid(t *testing.T, church uuid.UUID) int {
	t.Helper()
	return x.Count(t, `select (select count(*) from call_lines where church_id = $1) + (select count(*) from messages where church_id = $1)
		+ (select count(*) from conversations where church_id = $1)`, church)
}

func (x *exchange) awaitSettled(t *testing.T, church uuid.UUID, calls int) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		return x.Count(t, `select count(*) from calls where church_id = $1 and settled`, church) == calls
	})
}

func (x *exchange) keepNothing(t *testing.T, church uuid.UUID) {
	t.Helper()
	x.Exec(t, `update church_voice_agents set transcript_enabled = false where church_id = $1`, church)
	chattest.Eventually(t, func() bool {
		c, err := x.Churches.ByID(t.Context(), church)
		return err == nil && !c.Voice.Transcript
	})
}

func TestNothingThatWasSaidIsKeptWhereTheChurchWantsNoTranscript(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	x.keepNothing(t, church)
	c := x.dial(t, "CA1")
	if strings.Contains(c.Greeting, "written down") || !strings.HasSuffix(c.Greeting, "I am an AI assistant.") {
		t.Errorf("the greeting is %q", c.Greeting)
	}
	if spanish := hears(t, c, "¿A qué hora es el culto del domingo?"); strings.Contains(spanish, "por escrito") || !strings.HasSuffix(spanish, "Soy un asistente de inteligencia artificial.") {
		t.Errorf("in another language is said %q", spanish)
	}
	hears(t, c, "I can't go on, I have the pills here and I want to die")
	x.Messages(t, church, 4)
	x.call(t, church, func(k kept) bool { return k.Flagged && len(x.lines(t, church)) == 5 }) // the call may have to go on elsewhere
	x.CrisisReports(t, church, 1)
	chattest.Must(t, c.HangUp())
	x.awaitSettled(t, church, 1)
	if left := x.whatWasSaid(t, church); left != 0 {
		t.Errorf("%d rows of what was said are kept", left)
	}
	if found := x.call(t, church, ended); *found.Outcome != "hung_up" || !found.Flagged || *found.Lasted <= 0 {
		t.Errorf("of the call is kept %+v", found)
	}
	x.CrisisReports(t, church, 1)
}

func TestTheChurchsWishHoldsAsItWasWhenTheCallCameIn(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, nil)
	church := first.church(t)
	first.keepNothing(t, church)
	c := first.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	first.Exec(t, `update church_voice_agents set transcript_enabled = true where church_id = $1`, church)
	chattest.Must(t, c.Drop())
	again := second.goesOn(t, c)
	if heard := hears(t, again, "¿Dónde puedo estacionar?"); strings.Contains(heard, "por escrito") {
		t.Errorf("who was told nothing hears %q", heard)
	}
	if left := first.whatWasSaid(t, church); left == 0 {
		t.Error("what was said is gone before the call is over")
	}
	chattest.Must(t, again.HangUp())
	first.awaitSettled(t, church, 1)
	if left := first.whatWasSaid(t, church); left != 0 {
		t.Errorf("%d rows of what was said are kept", left)
	}
}

func TestWhatWasSaidInACallThatNobodyEndedIsDeletedToo(t *testing.T) {
	t.Parallel()
	x := newExchangeWith(t, switchboard.Limits{Lease: time.Second}, nil, nil)
	church := x.church(t)
	x.keepNothing(t, church)
	for name, end := range map[string]func(*callertest.Caller){
		"the telephone service says that it is over": func(c *callertest.Caller) {
			_, _, err := c.Service.Post(t.Context(), c.Action, url.Values{"CallStatus": {"completed"}})
			chattest.Must(t, err)
		},
		"nobody says anything": func(*callertest.Caller) {
			x.Exec(t, `update calls set last_at = now() - interval '11 minutes' where church_id = $1 and not settled`, church)
		},
	} {
		c := x.dial(t, "CA "+name)
		hears(t, c, "What time is church on Sunday?")
		chattest.Must(t, c.Drop()) // it may go on elsewhere
		x.WaitGauge(t, "narthex_voice_calls_open", 0)
		chattest.Eventually(t, func() bool { return x.Count(t, `select count(*) from messages where church_id = $1`, church) == 2 })
		if open := x.Count(t, `select count(*) from calls where church_id = $1 and not settled`, church); open != 1 || x.whatWasSaid(t, church) == 0 {
			t.Errorf("%s: before that %d calls are not settled, and nothing is kept with which it could go on", name, open)
		}
		end(c)
		chattest.Eventually(t, func() bool {
			return x.Count(t, `select count(*) from calls where church_id = $1 and not settled`, church) == 0
		})
		if left := x.whatWasSaid(t, church); left != 0 {
			t.Errorf("%s: %d rows of what was said are kept", name, left)
		}
	}
}

func TestACallThatGoesOnIsNotSettled(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	x.keepNothing(t, church)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	x.call(t, church, func(kept) bool { return len(x.lines(t, church)) == 3 })
	x.Exec(t, `update calls set last_at = now() - interval '11 minutes' where church_id = $1`, church) // as after a while without Postgres
	chattest.Must(t, x.settler.Settle(t.Context()))
	if lines := x.lines(t, church); len(lines) != 3 {
		t.Errorf("while the caller is on the line, there is left %q", lines)
	}
}

func TestCallsThatCannotBeSettledKeepNoOtherWaiting(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	x.keepNothing(t, church)
	ill := make(map[uuid.UUID]bool)
	for range 250 {
		ill[uuid.New()] = true
	}
	refuse := func(session uuid.UUID) bool { return ill[session] }
	x.refuse.Store(&refuse)
	over := func(age string, sessions ...uuid.UUID) {
		x.Exec(t, `
			insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at, over, transcribed)
			select gen_random_uuid(), $1, session, 'CA ' || session, '+12075550145', 'en', 1, now() - $2::interval, now() - $2::interval, true, false
			from unnest($3::uuid[]) as s (session)`, church, age, sessions)
	}
	over("2 hours", slices.Collect(maps.Keys(ill))...)
	over("1 hour", uuid.New(), uuid.New(), uuid.New())
	x.awaitSettled(t, church, 3)
	chattest.Eventually(t, func() bool {
		return x.Count(t, `select count(*) from calls where church_id = $1 and not settled and settle_attempts > 0 and settle_after > last_at`, church) == len(ill)
	})
	x.refuse.Store(nil)
	chattest.Eventually(t, func() bool { // one that was refused just now is put off after this
		x.Exec(t, `update calls set settle_after = now() where church_id = $1 and not settled`, church)
		return x.Count(t, `select count(*) from calls where church_id = $1 and not settled`, church) == 0
	})
}

func TestACallCostsItsMinutesAndItsAnswers(t *testing.T) {
	t.Parallel()
	prices, err := model.NewPrices("*=0/0/0", "text-embedding-3-small=0", "chat-model=1000/500/2000")
	chattest.Must(t, err)
	for name, transcript := range map[string]bool{"with a transcript": true, "without": false} {
		x := newExchange(t, nil, func(c *chattest.Config) { c.Turns.Prices = prices })
		church := x.church(t)
		if !transcript {
			x.keepNothing(t, church)
		}
		snapshot, err := x.Churches.ByID(t.Context(), church)
		chattest.Must(t, err)
		day := func() string { return time.Now().In(snapshot.Location).Format(time.DateOnly) }
		before := day()
		x.Upstream.Script(modeltest.Stream(modeltest.Text("The blue one."), modeltest.Finish("stop"), modeltest.Usage(300, 100, 50), modeltest.Done()))
		c := x.dial(t, "CA1")
		hears(t, c, chattest.ModelQuestion)
		x.call(t, church, func(kept) bool { return true })
		x.Exec(t, `update calls set began_at = began_at - interval '61 seconds' where church_id = $1`, church)
		chattest.Must(t, c.HangUp())
		x.awaitSettled(t, church, 1)
		const answers = 200*1000 + 100*500 + 50*2000
		const want = 2*minutePrice + answers // the second minute was begun
		if cost := x.Count(t, `select cost_micros from calls where church_id = $1`, church); cost != want {
			t.Errorf("%s a call costs %d, not %d", name, cost, want)
		}
		chattest.Eventually(t, func() bool { // the day may have changed meanwhile
			days := slices.Compact([]string{before, day()})
			spent := int64(0)
			for _, one := range days {
				spent += x.Spending.Spent(church, one)
			}
			return spent == want
		})
	}
}
