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

const there = "Are you still there?"

// pausing answers callers who say nothing for a while, and are asked whether they are there.
func pausing(c *relay.Config) { c.Silence = 2 * time.Second }

// isAskedWhetherThere waits until a caller is.
func isAskedWhetherThere(t *testing.T, c *callertest.Caller) {
	t.Helper()
	if heard := listen(t, c); heard != there {
		t.Fatalf("who says nothing hears %q", heard)
	}
}

// A yes to "Are you still there?" is none to what was asked before that.
func TestWhoIsStillThereHasSaidYesToNothingElse(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"Yes.", "Yup!", "Yes, I'm here."} {
		t.Run(said, func(t *testing.T) {
			t.Parallel()
			x := newExchange(t, pausing)
			church := x.church(t)
			requests := func() int { return x.Count(t, `select count(*) from visitor_requests where church_id = $1`, church) }
			x.Upstream.Script(modeltest.Stream(modeltest.ToolDelta(0, "call_1", "submit_prayer_request",
				`{"request":"my mother Ruth, she has surgery on Monday","name":"Ann"}`), modeltest.Finish("tool_calls"), modeltest.Done()))
			c := x.dial(t, "CA1")
			asked := hears(t, c, "Please pray for my mother Ruth, she has surgery on Monday. I am Ann.")
			if !strings.HasSuffix(asked, "Shall I pass this on to Harbor Church? Please say yes or no.") {
				t.Fatalf("the caller hears %q", asked)
			}
			isAskedWhetherThere(t, c)
			if again := hears(t, c, said); again != asked || requests() != 0 {
				t.Errorf("to %q is said %q, and %d requests are passed on", said, again, requests())
			}
			if heard := hears(t, c, "Yes."); heard != "Your prayer request was passed on." || requests() != 1 {
				t.Errorf("then the caller hears %q, and %d requests are passed on", heard, requests())
			}
		})
	}
}

func TestASilenceLosesNothing(t *testing.T) {
	t.Parallel()
	const first, rest = "One is here. Two is here. Would you like to hear more?", "Three is there. Four is there too. Five is far away by now."
	for name, test := range map[string]struct{ says, hears []string }{
		"the rest of an answer":             {[]string{"Yes.", "Yes."}, []string{first, rest}},
		"the rest, which is asked for":      {[]string{"Go on."}, []string{rest}},
		"the answer, to be heard again":     {[]string{"Sorry, what?", "Yes."}, []string{first, rest}},
		"what is asked in its place":        {[]string{"What time is church on Sunday?"}, []string{"nine in the morning"}},
		"what a caller was not asked to do": {[]string{"No."}, []string{"What else can I do for you?"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newExchange(t, pausing)
			x.church(t)
			c := x.dial(t, "CA1")
			x.Upstream.Script(modeltest.Reply("One is here. Two is here. " + rest))
			if heard := hears(t, c, chattest.ModelQuestion); heard != first {
				t.Fatalf("the caller hears %q", heard)
			}
			isAskedWhetherThere(t, c)
			for i, said := range test.says {
				if heard := hears(t, c, said); !strings.Contains(heard, test.hears[i]) {
					t.Errorf("to %q is said %q, not %q", said, heard, test.hears[i])
				}
			}
		})
	}
}

func TestALinkIsOfferedAgainAfterASilence(t *testing.T) {
	t.Parallel()
	texts := newTexting()
	x := newTextingExchange(t, texts, pausing)
	x.church(t)
	c := x.dial(t, "CA1")
	offer := x.offered(t, c, steeple)
	isAskedWhetherThere(t, c)
	if heard := hears(t, c, "Yes."); heard != offer {
		t.Errorf("who is there hears %q, not %q", heard, offer)
	}
	if asked, _ := texts.all(); asked != 0 {
		t.Error("something is sent")
	}
	if heard := hears(t, c, "Yes."); heard != onItsWay {
		t.Errorf("then they hear %q", heard)
	}
}

// Whom the crisis gate has asked whether they think of ending their life is believed that they do.
func TestAYesAfterASilenceIsOneToTheCrisisGate(t *testing.T) {
	t.Parallel()
	x := newExchange(t, pausing)
	x.church(t)
	c := x.dial(t, "CA1")
	if heard := hears(t, c, "I don't see the point anymore"); !strings.Contains(heard, "May I ask you plainly") {
		t.Fatalf("the caller hears %q", heard)
	}
	isAskedWhetherThere(t, c)
	if heard := hears(t, c, "Yes."); !strings.HasPrefix(heard, "Please call nine, eight, eight, now.") {
		t.Errorf("to a yes is said %q", heard)
	}
}
