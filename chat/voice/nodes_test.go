package voice_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/chat/chattest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

// twoExchanges are two nodes that share everything but their process.
func twoExchanges(t *testing.T, adjust func(*relay.Config)) (first, second *exchange) {
	t.Helper()
	first = newExchange(t, adjust)
	second = newExchange(t, adjust, func(c *chattest.Config) { c.Beside = first.Server })
	return first, second
}

// goesOn has a call whose socket is lost go on at another node.
func (x *exchange) goesOn(t *testing.T, c *callertest.Caller) *callertest.Caller {
	t.Helper()
	moved := c.MovedTo(x.URL)
	answer, err := moved.After(t.Context(), "")
	chattest.Must(t, err)
	if answer.Connect == nil {
		t.Fatalf("a call that was cut off is told %+v", answer)
	}
	again, err := moved.Service.Connect(t.Context(), answer)
	chattest.Must(t, err)
	t.Cleanup(func() { _ = again.Drop() })
	return again
}

func TestAnAnswerThatIsCutOffIsToldAtAnotherNode(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, nil)
	church := first.church(t)
	c := first.dial(t, "CA1")
	chattest.Must(t, c.Press(t.Context(), "7"))
	keys := listen(t, c)
	release := make(chan struct{})
	first.Upstream.Script(chattest.Held(release, 3, "One ", "two ", "three ", "four ", "five."))
	chattest.Must(t, c.Say(t.Context(), chattest.ModelQuestion))
	for heard := ""; !strings.Contains(heard, "three"); {
		m, err := c.Next(t.Context())
		chattest.Must(t, err)
		heard += m.Token
	}
	chattest.Must(t, c.Drop())
	first.WaitGauge(t, "narthex_voice_calls_open", 0)
	again := second.goesOn(t, c)
	if again.Greeting != "I'm sorry, we were cut off for a moment. Let me say that again." {
		t.Errorf("it goes on with %q", again.Greeting)
	}
	close(release)
	if heard := listen(t, again); heard != "One two three four five." {
		t.Errorf("it is told again as %q", heard)
	}
	messages := first.Messages(t, church, 2)
	if messages[1].Content != "One two three four five." || messages[1].Outcome == nil || *messages[1].Outcome == "stopped" {
		t.Errorf("recorded is %+v", messages[1])
	}
	if asked := len(first.Upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	chattest.Must(t, again.HangUp())
	first.call(t, church, func(k kept) bool { return ended(k) && k.Sockets == 2 })
	want := []string{"assistant: " + c.Greeting + c.Offer, "keys: 7", "assistant: " + keys, "caller: " + chattest.ModelQuestion, "assistant: One two three",
		"assistant: " + again.Greeting, "assistant: One two three four five."}
	if lines := first.lines(t, church); !slices.Equal(lines, want) {
		t.Errorf("written down is\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhatWasNotReadOutIsSaidAgainAtAnotherNode(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, func(c *relay.Config) { c.Pace = time.Minute }) // nothing is ever read out
	church := first.church(t)
	c := first.dial(t, "CA1")
	sunday := hears(t, c, "What time is church on Sunday?")
	first.call(t, church, func(kept) bool { return len(first.lines(t, church)) == 3 })
	chattest.Must(t, c.Drop())
	again := second.goesOn(t, c)
	if heard := listen(t, again); heard != sunday || !strings.Contains(again.Greeting, "say that again") {
		t.Errorf("%q is said again as %q, after %q", sunday, heard, again.Greeting)
	}
	if heard := hears(t, again, "Can you repeat that?"); heard != sunday {
		t.Errorf("repeated is %q", heard)
	}
}

func TestACallGoesOnInItsOwnLanguage(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, nil)
	first.church(t)
	c := first.dial(t, "CA1")
	hears(t, c, "¿A qué hora es el culto del domingo?")
	chattest.Must(t, c.Press(t.Context(), "7"))
	listen(t, c)
	chattest.Must(t, c.Drop())
	again := second.goesOn(t, c)
	if again.Language != "es-US" || !strings.Contains(again.Greeting, "¿Qué me decía?") {
		t.Errorf("it goes on in %s: %q", again.Language, again.Greeting)
	}
	if heard := hears(t, again, "Otra vez, por favor."); !strings.Contains(heard, "nueve de la mañana") {
		t.Errorf("asked to say it again it says %q", heard)
	}
}

func TestCallsAtOnceAreCountedOverNodes(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, func(c *relay.Config) { c.PerChurch, c.PerCaller = 3, 2 })
	first.church(t)
	c := first.dial(t, "CA1")
	second.dial(t, "CA2")
	refused := func(call, from string) {
		t.Helper()
		for _, x := range []*exchange{first, second} {
			s := x.service(call)
			s.From = from
			answer, _, err := s.Ring(t.Context())
			chattest.Must(t, err)
			if answer.Connect != nil || !strings.Contains(strings.Join(answer.Says, " "), "are in use") {
				t.Errorf("%s gets %+v", call, answer)
			}
		}
	}
	refused("CA3", caller)
	other := second.service("CA4")
	other.From = "+12075550124"
	third, err := other.Dial(t.Context())
	chattest.Must(t, err)
	t.Cleanup(func() { _ = third.Drop() })
	refused("CA5", "+12075550125")
	// A call that was cut off is on the line already.
	hears(t, second.goesOn(t, c), "Where do I park?")
	chattest.Must(t, third.HangUp())
	second.WaitGauge(t, "narthex_voice_calls_open", 2)
	last := first.service("CA6")
	last.From = "+12075550125"
	fourth, err := last.Dial(t.Context())
	chattest.Must(t, err)
	t.Cleanup(func() { _ = fourth.Drop() })
}

func TestACallIsNoLongerForHavingBeenCutOff(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	chattest.Must(t, c.Drop())
	c.Action = strings.Replace(c.Action, "since=", "since=1&was=", 1) // it came in long ago
	if said, handoff := ends(t, x.goesOn(t, c)); !strings.Contains(said, "longest time") || handoff != `{"reason":"limit"}` {
		t.Errorf("it hears %q, %s", said, handoff)
	}
}
