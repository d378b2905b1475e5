package voice_test

import (
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

// A node that shuts down takes no more messages while its last answers are told: what is said into one of them is answered by another.
func TestDangerThatIsToldToANodeThatShutsDownIsAnsweredByAnother(t *testing.T) {
	t.Parallel()
	first, second := twoExchanges(t, func(c *relay.Config) { c.PerCaller = 10 })
	church := first.church(t)
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	calls := make(map[string]*callertest.Caller)
	for _, said := range []string{"I took all the pills", "me quiero morir"} {
		c := first.dial(t, "CA"+said[:2])
		first.Upstream.Script(chattest.Held(release, 3, "One ", "two ", "three ", "four ", "five."))
		chattest.Must(t, c.Say(t.Context(), chattest.ModelQuestion+" "+said[:2])) // else both share an answer
		for heard := ""; !strings.Contains(heard, "three"); {
			m, err := c.Next(t.Context())
			chattest.Must(t, err)
			heard += m.Token
		}
		calls[said] = c
	}
	first.Service.Close()
	for said, c := range calls {
		chattest.Must(t, c.Say(t.Context(), said))
		if heard, err := c.Hear(t.Context()); err == nil || heard != "" {
			t.Errorf("%q is answered %q: %v", said, heard, err)
		}
		if heard := listen(t, second.goesOn(t, c)); !strings.Contains(heard, "nine, one, one") && !strings.Contains(heard, "nueve, uno, uno") {
			t.Errorf("%q is answered at the other node %q", said, heard)
		}
	}
	chattest.Eventually(t, func() bool { return len(first.CrisisNotices(church))+len(second.CrisisNotices(church)) == len(calls) })
}
