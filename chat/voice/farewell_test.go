package voice_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

// Once somebody seemed to be in danger, whom to call is the last thing that a caller is told.
func TestNoFarewellInADangerIsWithoutTheNumbers(t *testing.T) {
	t.Parallel()
	for how, test := range map[string]struct {
		adjust func(*relay.Config)
		come   func(t *testing.T, c *callertest.Caller) string
		words  string
	}{
		"goodbye": {nil, func(t *testing.T, c *callertest.Caller) string { return hears(t, c, "Goodbye.") }, "Thank you for calling"},
		"silence": {func(c *relay.Config) { c.Silence = 100 * time.Millisecond }, func(t *testing.T, c *callertest.Caller) string {
			for range 6 { // who weeps is not let go so soon
				isAskedWhetherThere(t, c)
			}
			return listen(t, c)
		}, "I cannot hear you, so I will end this call."},
		"unclear": {nil, func(t *testing.T, c *callertest.Caller) string {
			hears(t, c, "...")
			hears(t, c, "...")
			return hears(t, c, "...")
		}, "I cannot hear you well."},
		"confused": {nil, func(t *testing.T, c *callertest.Caller) string {
			for range 10 {
				chattest.Must(t, c.Send(t.Context(), "no message"))
			}
			return listen(t, c)
		}, "there is a fault on the line."},
	} {
		for country, numbers := range map[string][]string{"US": {"nine, eight, eight", "nine, one, one"}, "BZ": {"call your local emergency number."}} {
			t.Run(how+" in "+country, func(t *testing.T) {
				t.Parallel()
				x := newExchange(t, test.adjust)
				church := x.church(t)
				x.Exec(t, `update church_voice_agents set pastor_availability = '{}' where church_id = $1`, church)
				x.Exec(t, `update churches set country = $2 where id = $1`, church, country)
				c := x.dial(t, "CA1")
				hears(t, c, "I want to kill myself")
				said := test.come(t, c)
				for _, words := range append(numbers, test.words) {
					if !strings.Contains(said, words) {
						t.Errorf("%q is not in %q", words, said)
					}
				}
			})
		}
	}
}

// A call that has reached its length goes on for a while, on another node too.
func TestTheLengthOfACallEndsNoneInWhichSomebodyIsInDanger(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, nil)
	first.church(t)
	c := first.dial(t, "CA1")
	hears(t, c, "I want to kill myself")
	chattest.Must(t, c.Drop())
	c.Action = strings.Replace(c.Action, "since=", "since=1&was=", 1) // it came in long ago
	again := second.goesOn(t, c)
	if strings.HasSuffix(again.Greeting, "Let me say that again.") { // the call was cut off before it was noted that all was said
		listen(t, again)
	}
	for said, want := range map[string]string{"What time is church on Sunday?": "nine in the morning", "I took all the pills": "nine, one, one"} {
		if heard := hears(t, again, said); !strings.Contains(heard, want) {
			t.Errorf("to %q is said %q", said, heard)
		}
	}
}

func TestAnAnswerIsGivenToItsEndThoughTheCallHasReachedItsLength(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	release := make(chan struct{})
	x.Upstream.Script(chattest.Held(release, 1, "One ", "two."))
	chattest.Must(t, c.Say(t.Context(), chattest.ModelQuestion))
	_, err := c.Next(t.Context())
	chattest.Must(t, err)
	chattest.Must(t, c.Drop())
	c.Action = strings.Replace(c.Action, "since=", "since=1&was=", 1)
	again := x.goesOn(t, c)
	close(release)
	if heard := listen(t, again); !strings.HasSuffix(heard, "One two.") {
		t.Errorf("it says %q", heard)
	}
	if said, handoff := ends(t, again); !strings.Contains(said, "longest time") || handoff != `{"reason":"limit"}` {
		t.Errorf("then it says %q, and is handed back for %s", said, handoff)
	}
}

// What is still being read out when a call comes to its last words is heard before it is handed back.
func TestACallIsHandedBackWhenAllWasReadOut(t *testing.T) {
	t.Parallel()
	const pace = 20 * time.Millisecond
	x := newExchange(t, func(c *relay.Config) { c.Pace = pace })
	x.church(t)
	c := x.dial(t, "CA1")
	x.Upstream.Script(modeltest.Reply(strings.Repeat("One two three four five six seven eight nine ten ", 10) + "eleven."))
	began := time.Now()
	answered := hears(t, c, chattest.ModelQuestion)
	for range 10 {
		chattest.Must(t, c.Send(t.Context(), "no message"))
	}
	farewell, _ := ends(t, c)
	if took, lasts := time.Since(began), time.Duration(len(strings.Fields(answered+" "+farewell)))*pace; took < lasts {
		t.Errorf("%v after it was asked it is handed back, and what it says takes %v", took, lasts)
	}
}

// A call stays in its language over what tells none, and ends when its caller says farewell in their own words.
func TestACallKeepsItsLanguageUntilItsCallerLeaves(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	if said := hears(t, c, "hola, ¿habla español?"); !strings.Contains(said, "¿En qué puedo ayudarle?") {
		t.Errorf("asked for Spanish it says %q", said)
	}
	hears(t, c, "me quiero morir")
	if said := hears(t, c, "207 555 0199"); !strings.HasPrefix(said, "Gracias. He anotado dos cero siete") {
		t.Errorf("a number is answered %q", said)
	}
	chattest.Must(t, c.Say(t.Context(), "Gracias, que Dios la bendiga"))
	if said, _ := ends(t, c); !strings.Contains(said, "nueve") || !strings.Contains(said, "Gracias por llamar") {
		t.Errorf("at the end it says %q", said)
	}
}
