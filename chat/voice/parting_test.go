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

// farewells are the ways in which a call comes to its last words, and how these begin.
var farewells = map[string]struct {
	come  func(t *testing.T, x *exchange, c *callertest.Caller) (*callertest.Caller, string)
	words string
}{
	"goodbye": {func(t *testing.T, _ *exchange, c *callertest.Caller) (*callertest.Caller, string) {
		return c, hears(t, c, "Goodbye.")
	}, "Thank you for calling"},
	"transfer": {func(t *testing.T, _ *exchange, c *callertest.Caller) (*callertest.Caller, string) {
		return c, hears(t, c, "Can I talk to a person, please?")
	}, "I will put you through"},
	"transfer by key": {func(t *testing.T, _ *exchange, c *callertest.Caller) (*callertest.Caller, string) {
		chattest.Must(t, c.Press(t.Context(), "0"))
		return c, listen(t, c)
	}, "I will put you through"},
	"unclear": {func(t *testing.T, x *exchange, c *callertest.Caller) (*callertest.Caller, string) {
		hears(t, c, "...")
		hears(t, c, "...")
		return c, hears(t, c, "...")
	}, "I'm sorry, I cannot hear you well."},
	"confused": {func(t *testing.T, _ *exchange, c *callertest.Caller) (*callertest.Caller, string) {
		for range 10 {
			chattest.Must(t, c.Send(t.Context(), "no message"))
		}
		return c, listen(t, c)
	}, "I'm sorry, there is a fault on the line."},
	"limit": {func(t *testing.T, x *exchange, c *callertest.Caller) (*callertest.Caller, string) {
		chattest.Must(t, c.Drop())
		c.Action = strings.Replace(c.Action, "since=", "since=1&was=", 1) // it came in long ago
		again := x.goesOn(t, c)
		return again, listen(t, again)
	}, "We have reached the longest time"},
}

// What is said into the last words is not lost: least of all that somebody is in danger.
func TestADangerTakesAnyFarewellBack(t *testing.T) {
	t.Parallel()
	for how, farewell := range farewells {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			x := newExchange(t, func(c *relay.Config) {
				c.Pace = time.Hour // it is never heard to its end
				if strings.HasPrefix(how, "transfer") {
					reachable(c)
				}
			})
			church := x.reachableChurch(t)
			if !strings.HasPrefix(how, "transfer") {
				x.Exec(t, `update church_voice_agents set pastor_availability = '{}' where church_id = $1`, church)
			}
			c, heard := farewell.come(t, x, x.dial(t, "CA1"))
			if !strings.HasPrefix(heard, farewell.words) {
				t.Fatalf("its last words are %q", heard)
			}
			if heard := hears(t, c, "I took all the pills"); !strings.HasPrefix(heard, "Please call nine, one, one, now.") {
				t.Errorf("a danger is answered with %q", heard)
			}
			x.call(t, church, func(k kept) bool { return k.Flagged })
			chattest.Eventually(t, func() bool { return len(x.CrisisNotices(church)) == 1 })
			if heard := hears(t, c, "What time is church on Sunday?"); !strings.Contains(heard, "nine in the morning") {
				t.Errorf("then the call goes on with %q", heard)
			}
		})
	}
}

func TestWhoIsThereAfterAllIsHeard(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ said, heard string }{
		"a danger":   {"I'm here, I took the pills", "call nine, one, one"},
		"a question": {"What time is church on Sunday?", "nine in the morning"},
		"a key":      {"", "How can I help you?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newExchange(t, func(c *relay.Config) { c.Pace, c.Silence = 200*time.Millisecond, 20*time.Millisecond })
			x.church(t)
			c := x.dial(t, "CA1")
			chattest.Must(t, c.Press(t.Context(), "1")) // a shorter word than the greeting
			for _, words := range []string{"How can I help you?", "Are you still there?", "Are you still there?", "I cannot hear you, so I will end this call."} {
				if heard := listen(t, c); !strings.HasPrefix(heard, words) {
					t.Fatalf("%q is said in place of %q", heard, words)
				}
			}
			if test.said == "" {
				chattest.Must(t, c.Press(t.Context(), "1"))
			} else {
				chattest.Must(t, c.Say(t.Context(), test.said))
			}
			if heard := listen(t, c); !strings.Contains(heard, test.heard) {
				t.Errorf("it says %q", heard)
			}
		})
	}
}

func TestWhatIsSaidAfterAGoodbye(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.Pace = time.Hour })
	church := x.church(t)
	c := x.dial(t, "CA1")
	courtesies := []string{"Thank you.", "You too. God bless.", "Igualmente, que Dios le bendiga.", "Bye bye.", "..."}
	goodbye := hears(t, c, "That's all, thank you.")
	for _, said := range courtesies { // take nothing back
		chattest.Must(t, c.Say(t.Context(), said))
	}
	if heard := hears(t, c, "What time is church on Sunday?"); !strings.Contains(heard, "nine in the morning") {
		t.Errorf("who has another question hears %q", heard)
	}
	if again := hears(t, c, "Goodbye."); again != goodbye {
		t.Errorf("to another goodbye is said %q", again)
	}
	chattest.Must(t, c.Say(t.Context(), "Thanks, bye!"))
	chattest.Must(t, c.HangUp())
	found := x.call(t, church, ended)
	if *found.Outcome != "goodbye" {
		t.Errorf("it has ended with %s", *found.Outcome)
	}
	lines := x.lines(t, church)
	for _, said := range append(courtesies, "Thanks, bye!") {
		if !slices.Contains(lines, "caller: "+said) {
			t.Errorf("%q is not written down: %q", said, lines)
		}
	}
}
