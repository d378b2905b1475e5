package voice_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
)

// kept is a call as Postgres has it.
type kept struct {
	Session  uuid.UUID
	Provider string
	Called   string
	Caller   *string
	Language string
	Flagged  bool
	Sockets  int
	Outcome  *string
	Lasted   *time.Duration
}

// calls waits until the church has one call that is as it should be, and gives it.
func (x *exchange) call(t *testing.T, church uuid.UUID, good func(kept) bool) (found kept) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		found = kept{}
		err := x.DB.Admin.QueryRow(context.Background(), `
			select session_id, provider_id, called, caller, language, flagged, sockets, outcome, ended_at - began_at from calls where church_id = $1`, church).
			Scan(&found.Session, &found.Provider, &found.Called, &found.Caller, &found.Language, &found.Flagged, &found.Sockets, &found.Outcome, &found.Lasted)
		return err == nil && good(found)
	})
	return found
}

func ended(c kept) bool { return c.Outcome != nil }

// lines are what is written down of a church's calls: who said what and, where somebody spoke into it, how much was heard.
func (x *exchange) lines(t *testing.T, church uuid.UUID) (lines []string) {
	t.Helper()
	rows, err := x.DB.Admin.Query(context.Background(), `
		select l.speaker, l.said, l.heard, l.turn_id is not null, m.content is not null from call_lines l
		left join messages m on m.turn_id = l.turn_id and m.role = case when l.speaker = 'assistant' then 'assistant' else 'user' end
		where l.church_id = $1 order by l.said_at, l.id`, church)
	chattest.Must(t, err)
	defer rows.Close()
	for rows.Next() {
		var speaker, said string
		var heard *string
		var turn, message bool
		chattest.Must(t, rows.Scan(&speaker, &said, &heard, &turn, &message))
		line := speaker + ": " + said
		if heard != nil {
			line += fmt.Sprintf(" [heard: %s]", *heard)
		}
		if turn != message {
			line += " [of a turn that has no such message]"
		}
		lines = append(lines, line)
	}
	chattest.Must(t, rows.Err())
	return lines
}

func TestACallIsWrittenDownAsItWasHeard(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	x.Upstream.Script(chattest.Held(release, 3, "One ", "two ", "three ", "four ", "five."))
	chattest.Must(t, c.Say(t.Context(), chattest.ModelQuestion))
	for heard := ""; !strings.Contains(heard, "three"); {
		m, err := c.Next(t.Context())
		chattest.Must(t, err)
		heard += m.Token
	}
	chattest.Must(t, c.Interrupt(t.Context(), "One two"))
	sunday := hears(t, c, "What time is church on Sunday?")
	chattest.Must(t, c.Interrupt(t.Context(), sunday[:10])) // it was all sent, and is still being read out
	chattest.Must(t, c.Press(t.Context(), "7"))
	keys := listen(t, c)
	chattest.Must(t, c.Say(t.Context(), "Goodbye."))
	goodbye, _ := ends(t, c)
	chattest.Must(t, c.HangUp())

	found := x.call(t, church, ended)
	if found.Provider != "CA1" || found.Called != called || found.Caller == nil || *found.Caller != caller || found.Language != "en" ||
		found.Flagged || found.Sockets != 1 || *found.Outcome != "goodbye" || *found.Lasted <= 0 || *found.Lasted > time.Minute {
		t.Errorf("kept is %+v", found)
	}
	x.Messages(t, church, 4)
	want := []string{
		"assistant: " + c.Greeting + c.Offer,
		"caller: " + chattest.ModelQuestion, "assistant: One two three [heard: One two]",
		"caller: What time is church on Sunday?", "assistant: " + sunday + " [heard: " + sunday[:10] + "]",
		"keys: 7", "assistant: " + keys,
		"caller: Goodbye.", "assistant: " + goodbye,
	}
	if lines := x.lines(t, church); !slices.Equal(lines, want) {
		t.Errorf("written down is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if same := x.Count(t, `select count(*) from calls c join conversations v on v.id = c.id and v.session_id = c.session_id where c.church_id = $1`, church); same != 1 {
		t.Error("the call's conversation is another")
	}
}

func TestADangerInACallIsKnownOfItAndOfItsSession(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "I can't go on, I have the pills here and I want to die")
	found := x.call(t, church, func(c kept) bool { return c.Flagged })
	chattest.Eventually(t, func() bool { return x.Flagged(t, church, found.Session) })
}

func TestACallOnAFreshSocketIsOneCall(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	first := hears(t, c, "What time is church on Sunday?")
	chattest.Must(t, c.Drop())
	x.call(t, church, ended)
	answer, err := c.After(t.Context(), "")
	chattest.Must(t, err)
	again, err := c.Service.Connect(t.Context(), answer)
	chattest.Must(t, err)
	t.Cleanup(func() { _ = again.Drop() })
	second := hears(t, again, "¿A qué hora es el culto del domingo?")
	x.call(t, church, func(c kept) bool { return c.Outcome == nil && c.Sockets == 2 && c.Language == "es" })
	chattest.Must(t, again.HangUp())
	x.call(t, church, ended)
	x.Messages(t, church, 4)
	want := []string{
		"assistant: " + c.Greeting + c.Offer, "caller: What time is church on Sunday?", "assistant: " + first,
		"assistant: " + again.Greeting, "caller: ¿A qué hora es el culto del domingo?", "assistant: " + second,
	}
	if lines := x.lines(t, church); !slices.Equal(lines, want) {
		t.Errorf("written down is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestNoCallerWaitsForWhatIsWrittenDown(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	tx, err := x.DB.Admin.Begin(t.Context())
	chattest.Must(t, err)
	_, err = tx.Exec(t.Context(), `lock table calls in access exclusive mode`)
	chattest.Must(t, err)
	c := x.dial(t, "CA1")
	sunday := hears(t, c, "What time is church on Sunday?")
	parking := hears(t, c, "Where do I park?")
	chattest.Must(t, tx.Rollback(t.Context()))
	chattest.Eventually(t, func() bool {
		return slices.Equal(x.lines(t, church), []string{"assistant: " + c.Greeting + c.Offer,
			"caller: What time is church on Sunday?", "assistant: " + sunday, "caller: Where do I park?", "assistant: " + parking})
	})
}

func TestACallThatIsForgottenStaysSo(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	found := x.call(t, church, func(kept) bool { return true })
	chattest.Must(t, x.Service.ForgetFor(t.Context(), church, found.Session))
	hears(t, c, "Where do I park?")
	chattest.Must(t, c.HangUp())
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	if calls := x.Count(t, `select (select count(*) from calls where church_id = $1) + (select count(*) from call_lines where church_id = $1)`, church); calls != 0 {
		t.Errorf("%d rows are there again", calls)
	}
}

func TestWhatPostgresRefusesIsWrittenLater(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "What time is church on Sunday?")
	x.call(t, church, func(kept) bool { return true })
	x.Exec(t, `revoke insert on calls from narthex_app`) // what is written fails at once, and is tried again
	hears(t, c, "Where do I park?")
	chattest.Eventually(t, func() bool { return x.Counted(t, "narthex_voice_record_failures_total", "") > 0 })
	x.Exec(t, `grant insert on calls to narthex_app`)
	chattest.Must(t, c.HangUp())
	x.call(t, church, ended)
	if lines := x.lines(t, church); len(lines) != 5 {
		t.Errorf("written down is %q", lines)
	}
}

// The telephone service tells what was heard as it likes.
func TestWhatPostgresCannotStoreOfWhatWasHeardIsLeftOut(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	said := hears(t, c, "What time is church on Sunday?")
	chattest.Must(t, c.Interrupt(t.Context(), said[:10]+"\x00"))
	hears(t, c, "Where do I park?")
	chattest.Must(t, c.HangUp())
	x.call(t, church, ended)
	if heard := x.Count(t, `select count(*) from call_lines where church_id = $1 and heard = $2`, church, said[:10]); heard != 1 {
		t.Errorf("of %q is kept %q", said, x.lines(t, church))
	}
}
