package voice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

// reachable has somebody of the church be there for callers now, by a clock that stands still.
func reachable(c *relay.Config) {
	monday := time.Date(2026, 12, 7, 15, 0, 0, 0, time.UTC) // ten in Maine
	c.Now = func() time.Time { return monday }
}

func (x *exchange) reachableChurch(t *testing.T) uuid.UUID {
	t.Helper()
	church := x.church(t)
	x.Exec(t, `update church_voice_agents set pastor_availability = '{"monday": ["9:00-12:00"]}', notification_phone = '(207) 555-0188' where church_id = $1`, church)
	return church
}

const apart = "Because of what you told me about somebody who serves at Harbor Church, I won't put you through to anybody there."

// keptApart fails where a caller is led to the church, or is not told who else is there for them.
func keptApart(t *testing.T, how, heard string) {
	t.Helper()
	for _, words := range []string{apart, "National Sexual Assault Hotline", "nine, eight, eight", "nine, one, one"} {
		if !strings.Contains(heard, words) {
			t.Errorf("%s: %q is not said: %q", how, words, heard)
		}
	}
	if strings.Contains(heard, "Ann Lee") || strings.Contains(heard, "Nobody can take your call") {
		t.Errorf("%s: it says %q", how, heard)
	}
}

func TestWhoeverAccusesThePastorIsNotPutThroughToThem(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { reachable(c); c.PerCaller = 10 })
	x.reachableChurch(t)
	for how, wants := range map[string]func(t *testing.T, c *callertest.Caller) string{
		"asked for": func(t *testing.T, c *callertest.Caller) string { return hears(t, c, "I need to talk to someone") },
		"by key": func(t *testing.T, c *callertest.Caller) string {
			chattest.Must(t, c.Press(t.Context(), "0"))
			return listen(t, c)
		},
		"never understood": func(t *testing.T, c *callertest.Caller) string {
			hears(t, c, "...")
			hears(t, c, "...")
			chattest.Must(t, c.Say(t.Context(), "..."))
			said, handoff := ends(t, c)
			if handoff != `{"reason":"unclear"}` {
				t.Errorf("the call is handed back for %s", handoff)
			}
			return said
		},
	} {
		c := x.dial(t, "CA"+strings.ReplaceAll(how, " ", ""))
		hears(t, c, "The pastor touched me")
		hears(t, c, "What time is church on Sunday?") // it holds for the rest of the call
		keptApart(t, how, wants(t, c))
	}
}

func TestAnAccusationHoldsAtAnotherNode(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, reachable)
	first.reachableChurch(t)
	c := first.dial(t, "CA1")
	hears(t, c, "El pastor me tocó")
	hears(t, c, "What time is church on Sunday?")
	chattest.Must(t, c.Drop())
	again := second.goesOn(t, c)
	listen(t, again) // by a clock that stands still nothing was read out to its end, and is said again
	keptApart(t, "at another node", hears(t, again, "Can I talk to a person, please?"))
	chattest.Must(t, again.Drop())
	c = first.goesOn(t, again)
	listen(t, c)
	chattest.Must(t, c.Press(t.Context(), "0"))
	keptApart(t, "and back", listen(t, c))
}

// A caller who hears to whom they are about to be put through may say only then why not.
func TestAnAccusationTakesATransferBack(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { reachable(c); c.Pace = time.Hour }) // it is never heard to its end
	x.reachableChurch(t)
	c := x.dial(t, "CA1")
	if heard := hears(t, c, "Can I talk to a person, please?"); !strings.Contains(heard, "put you through to Ann Lee") {
		t.Errorf("it says %q", heard)
	}
	if heard := hears(t, c, "No, the pastor touched me"); !strings.Contains(heard, "it is not your fault") {
		t.Errorf("it says %q", heard)
	}
	keptApart(t, "afterwards", hears(t, c, "Can I talk to a person, please?"))
}

// Who it was they may say when they hear the name, and not with it.
func TestWhomACallerIsPutThroughToMayBeWhoItWas(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { reachable(c); c.Pace, c.PerCaller = time.Hour, 100 }) // it is never heard to its end
	church := x.reachableChurch(t)
	x.Exec(t, `update premium_churches set custom_staff = '[{"name": "Deacon Emeka Obi", "title": "Deacon"}]' where church_id = $1`, church)
	for i, said := range []string{"It was Emeka Obi.", "No, it was Emeka Obi!", "It was Ann Lee.", "It was Ann Lee who did it", "No, wait, it was her.", "It was her.", "Oh God, no, it was Ann Lee", "She did it", "She's the one who did it", "That's her!"} {
		c := x.dial(t, "CA"+string(rune('a'+i)))
		hears(t, c, "Somebody molested my son")
		hears(t, c, "Can I talk to a person, please?")
		if heard := hears(t, c, said); heard == "" {
			t.Errorf("%q is not answered", said)
		}
		keptApart(t, said, hears(t, c, "Can I talk to a person, please?"))
	}
	for i, said := range []string{"Fue ella", "No, espere, fue ella"} {
		c := x.dial(t, "CB"+string(rune('a'+i)))
		hears(t, c, "Alguien abusó de mi hijo")
		hears(t, c, "Quiero hablar con una persona")
		hears(t, c, said)
		if heard := hears(t, c, "Quiero hablar con una persona"); !strings.Contains(heard, "no voy a comunicarle con nadie de allí") {
			t.Errorf("after %q it says %q", said, heard)
		}
	}
}

func TestWhoDoesNotWantToBePutThroughIsNot(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { reachable(c); c.Pace, c.PerCaller = time.Hour, 100 })
	x.reachableChurch(t)
	for i, said := range []string{"No, please don't!", "Wait, please", "Stop", "not him, please", "I don't want to talk to her", "No, con ella no"} {
		c := x.dial(t, "CA"+string(rune('a'+i)))
		hears(t, c, "Can I talk to a person, please?")
		hears(t, c, said)
		if heard := hears(t, c, "What time is church on Sunday?"); !strings.Contains(heard, "nine in the morning") && !strings.Contains(heard, "nueve de la mañana") {
			t.Errorf("after %q it says %q", said, heard)
		}
	}
}

// What is said after the call was handed back may come before it is put through.
func TestAnAccusationKeepsACallThatWasHandedBackFromBeingPutThrough(t *testing.T) {
	t.Parallel()
	x := newExchange(t, reachable)
	x.reachableChurch(t)
	c := x.dial(t, "CA1")
	chattest.Must(t, c.Say(t.Context(), "Can I talk to a person, please?"))
	_, handoff := ends(t, c)
	chattest.Must(t, c.Say(t.Context(), "The pastor touched me"))
	chattest.Must(t, c.HangUp())
	x.WaitGauge(t, "narthex_voice_calls_open", 0)
	answer, err := c.After(t.Context(), handoff)
	chattest.Must(t, err)
	if answer.Dial != "" || answer.Connect == nil {
		t.Fatalf("the service is told %+v", answer)
	}
	keptApart(t, "handed back", answer.Connect.Relay.Greeting)
	again, err := c.Service.Connect(t.Context(), answer)
	chattest.Must(t, err)
	t.Cleanup(func() { _ = again.Drop() })
	chattest.Must(t, again.Press(t.Context(), "0"))
	keptApart(t, "by key", listen(t, again))
}

// Their name accuses whoever serves at the church, as what they are does.
func TestWhoAccusesSomebodyByNameIsNotPutThrough(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { reachable(c); c.PerCaller = 10 })
	church := x.reachableChurch(t)
	x.Exec(t, `update premium_churches set custom_staff = '[{"name": "Deacon Emeka Obi", "title": "Deacon"}]' where church_id = $1`, church)
	for call, said := range map[string][]string{"CAnamed": {"Emeka Obi molested my son"}, "CAafterwards": {"Somebody molested my son", "It was Emeka Obi."}} {
		c := x.dial(t, call)
		for _, said := range said {
			hears(t, c, said)
		}
		keptApart(t, "asked for", hears(t, c, "Let me talk to a person"))
		chattest.Must(t, c.Press(t.Context(), "0"))
		keptApart(t, "by key", listen(t, c))
	}
}
