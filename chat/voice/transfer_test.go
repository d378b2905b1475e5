package voice_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

func TestAPersonIsReachedWhenSomebodyIsThere(t *testing.T) {
	t.Parallel()
	x := newExchange(t, reachable)
	x.reachableChurch(t)
	c := x.dial(t, "CA1")
	chattest.Must(t, c.Say(t.Context(), "Can I talk to a person, please?"))
	said, handoff := ends(t, c)
	if said != "I will put you through to Ann Lee now. One moment, please." || handoff != `{"reason":"transfer"}` {
		t.Errorf("it says %q and hands back %s", said, handoff)
	}
	answer, err := c.After(t.Context(), handoff)
	chattest.Must(t, err)
	if answer.Dial != "+12075550188" {
		t.Errorf("the service is told %+v", answer)
	}
}

// Who cannot be called is not promised.
func TestNobodyIsPutThroughToANumberThatCannotBeCalled(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"(207) 555-0145", "555-0142", "(207) 555-0142 ext. 3", "ask the office"} {
		x := newExchange(t, reachable)
		church := x.reachableChurch(t)
		x.Exec(t, `update church_voice_agents set notification_phone = $2 where church_id = $1`, church, number)
		chattest.Eventually(t, func() bool {
			snapshot, err := x.Churches.ByID(t.Context(), church)
			return err == nil && snapshot.NotificationPhone == number
		})
		c := x.dial(t, "CA1")
		chattest.Must(t, c.Press(t.Context(), "0"))
		if said := listen(t, c); !strings.HasPrefix(said, "Nobody can take your call right now.") {
			t.Errorf("%s: it says %q", number, said)
		}
	}
}

// fixed is a church that is called at a number which the registry alone gives to it, and which its people are said to answer at.
func (x *exchange) fixed(t *testing.T) uuid.UUID {
	t.Helper()
	church := x.reachableChurch(t)
	x.Exec(t, `update churches set phone = $2, country = 'US' where id = $1`, church, called)
	x.Exec(t, `update church_voice_agents set carrier_phone_number = null, notification_phone = $2 where church_id = $1`, church, called)
	var slug string
	chattest.Must(t, x.DB.Admin.QueryRow(t.Context(), `select slug from churches where id = $1`, church).Scan(&slug))
	x.registry[called] = slug
	return church
}

func TestNobodyIsPutThroughToTheNumberThatTheyHaveCalled(t *testing.T) {
	t.Parallel()
	x := newExchange(t, reachable)
	church := x.fixed(t)
	c := x.dial(t, "CA1")
	chattest.Must(t, c.Press(t.Context(), "0"))
	if said := listen(t, c); !strings.HasPrefix(said, "Nobody can take your call right now.") {
		t.Errorf("it says %q", said)
	}
	answer, _, err := c.Service.Post(t.Context(), c.Action, url.Values{"HandoffData": {`{"reason":"transfer"}`}})
	chattest.Must(t, err)
	if answer.Dial != "" || answer.Connect == nil || !strings.HasPrefix(answer.Connect.Relay.Greeting, "I'm sorry, nobody has answered.") {
		t.Errorf("the service is told %+v", answer)
	}
	x.Exec(t, `update church_voice_agents set status = 'disabled' where church_id = $1`, church)
	chattest.Eventually(t, func() bool {
		snapshot, err := x.Churches.ByID(t.Context(), church)
		return err == nil && snapshot.Voice.Status == "disabled"
	})
	answer, _, err = x.service("CA2").Ring(t.Context())
	chattest.Must(t, err)
	if said := strings.Join(answer.Says, " "); !strings.Contains(said, "does not take calls") || strings.Contains(said, "two zero seven") {
		t.Errorf("it says %q", said)
	}
}

// putThrough has a caller wish for a person, and gives what the service is told to do.
func putThrough(t *testing.T, c *callertest.Caller) callertest.Answer {
	t.Helper()
	chattest.Must(t, c.Say(t.Context(), "Can I talk to a person, please?"))
	_, handoff := ends(t, c)
	chattest.Must(t, c.HangUp())
	answer, err := c.After(t.Context(), handoff)
	chattest.Must(t, err)
	if answer.Dial == "" {
		t.Fatalf("the service is told %+v", answer)
	}
	return answer
}

const unreached = "I'm sorry, nobody has answered. If you are in danger or thinking of ending your life, call nine, eight, eight, or nine, one, one. " +
	"You can leave a message with me: say who you are, how to reach you, and what it is about."

func TestACallerWhomNobodyAnswersIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, became := range []string{"no-answer", "busy", "failed", "canceled", "never heard of"} {
		t.Run(became, func(t *testing.T) {
			t.Parallel()
			x := newExchange(t, reachable)
			church := x.reachableChurch(t)
			c := x.dial(t, "CA1")
			dialled := putThrough(t, c)
			var answer callertest.Answer
			for range 2 { // the service may ask twice
				var err error
				answer, _, err = c.Service.Post(t.Context(), dialled.Dialed, url.Values{"DialCallStatus": {became}})
				chattest.Must(t, err)
				if answer.Connect == nil || answer.Connect.Relay.Greeting != unreached {
					t.Fatalf("the service is told %+v", answer)
				}
			}
			again, err := c.Service.Connect(t.Context(), answer)
			chattest.Must(t, err)
			t.Cleanup(func() { _ = again.Drop() })
			if heard := hears(t, again, "Can you repeat that?"); heard != unreached {
				t.Errorf("it says again %q", heard)
			}
			hears(t, again, "What time is church on Sunday?")
			chattest.Must(t, again.HangUp())
			x.call(t, church, func(k kept) bool { return ended(k) && *k.Outcome == "hung_up" && k.Sockets == 2 })
			if told := slices.DeleteFunc(x.lines(t, church), func(line string) bool { return !strings.Contains(line, "nobody has answered") }); len(told) != 2 {
				t.Errorf("written down is %q", told)
			}
		})
	}
}

func TestWhomNobodyAnswersIsToldOfTheirEmergencyNumberWhereNoneIsKnown(t *testing.T) {
	t.Parallel()
	x := newExchange(t, reachable)
	church := x.reachableChurch(t)
	x.Exec(t, `update church_voice_agents set notification_phone = '+12075550188' where church_id = $1`, church)
	x.Exec(t, `update churches set country = 'BZ' where id = $1`, church)
	dialled := putThrough(t, x.dial(t, "CA1"))
	for again, asked := range map[string]string{"again=0": dialled.Dialed, "again=5": strings.Replace(dialled.Dialed, "again=0", "again=5", 1)} {
		answer, _, err := x.service("CA1").Post(t.Context(), asked, url.Values{"DialCallStatus": {"busy"}})
		chattest.Must(t, err)
		said := strings.Join(answer.Says, " ")
		if answer.Connect != nil {
			said = answer.Connect.Relay.Greeting
		}
		if !strings.Contains(said, "If a life is in danger, call your local emergency number.") {
			t.Errorf("%s: it says %q", again, said)
		}
	}
}

func TestACallThatSomebodyAnsweredIsOver(t *testing.T) {
	t.Parallel()
	x := newExchange(t, reachable)
	church := x.reachableChurch(t)
	c := x.dial(t, "CA1")
	dialled := putThrough(t, c)
	for range 2 {
		answer, _, err := c.Service.Post(t.Context(), dialled.Dialed, url.Values{"DialCallStatus": {"completed"}})
		chattest.Must(t, err)
		if answer.Hangup == nil || answer.Connect != nil || len(answer.Says) > 0 {
			t.Errorf("the service is told %+v", answer)
		}
		gone, _, err := c.Service.Post(t.Context(), dialled.Dialed, url.Values{"DialCallStatus": {"no-answer"}, "CallStatus": {"completed"}})
		chattest.Must(t, err)
		if gone.Hangup != nil || gone.Connect != nil || len(gone.Says) > 0 {
			t.Errorf("of a caller who has gone the service is told %+v", gone)
		}
	}
	chattest.Eventually(t, func() bool {
		return x.Count(t, `select count(*) from calls where church_id = $1 and outcome = 'transfer' and over and settled`, church) == 1
	})
}

func TestWhetherSomebodyAnsweredIsForTheServiceToSay(t *testing.T) {
	t.Parallel()
	x := newExchange(t, reachable)
	x.reachableChurch(t)
	c := x.dial(t, "CA1")
	dialled := putThrough(t, c)
	for _, became := range []string{"completed", "no-answer"} {
		forged := *c.Service
		forged.Token = "guessed"
		if answer, status, err := forged.Post(t.Context(), dialled.Dialed, url.Values{"DialCallStatus": {became}}); status != http.StatusForbidden {
			t.Errorf("%s: who cannot sign is told %d %+v %v", became, status, answer, err)
		}
	}
	// A call that has had as many sockets as may be ends with the numbers.
	last := strings.Replace(dialled.Dialed, "again=0", "again=5", 1)
	answer, _, err := c.Service.Post(t.Context(), last, url.Values{"DialCallStatus": {"busy"}})
	chattest.Must(t, err)
	if said := strings.Join(answer.Says, " "); answer.Hangup == nil || !strings.HasPrefix(unreached, said) || !strings.Contains(said, "nine, one, one") {
		t.Errorf("at last the service is told %+v", answer)
	}
}

// Who wants a person where none is there is told what key 0 tells, not whom to call, or to write: they are calling.
func TestWhoWantsAPersonWhereNobodyIsThereMayLeaveAMessage(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 10 })
	x.church(t)
	for call, step := range map[string]struct{ said, wants string }{
		"CA1": {"Can I talk to a person, please?", "Nobody can take your call right now. You can leave a message"},
		"CA2": {"Comuníqueme con el pastor, porfa", "Nadie puede atender"},
	} {
		c := x.dial(t, call)
		if step.wants[:3] == "Nad" {
			chattest.Must(t, c.Press(t.Context(), "2"))
			listen(t, c)
		}
		if said := hears(t, c, step.said); !strings.HasPrefix(said, step.wants) {
			t.Errorf("%s: it says %q", step.said, said)
		}
	}
	c := x.dial(t, "CA3")
	hears(t, c, "I want to kill myself")
	if said := hears(t, c, "I want to talk to a real person"); !strings.Contains(said, "nine") || strings.HasPrefix(said, "Nobody") {
		t.Errorf("in danger it says %q", said)
	}
}
