package voice_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

// texting is who sends text messages to callers: each key once.
type texting struct {
	mu    sync.Mutex
	asked int
	sent  map[uuid.UUID]relay.Text
	fails error
	held  chan struct{} // nil: at once
}

func (x *texting) text(_ context.Context, t relay.Text) error {
	if x.held != nil {
		<-x.held
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.asked++; x.fails != nil {
		return x.fails
	}
	x.sent[t.Key] = t
	return nil
}

// send is what a relay sends with; nil: it has no such account.
func (x *texting) send() func(context.Context, relay.Text) error {
	if x == nil {
		return nil
	}
	return x.text
}

func (x *texting) all() (asked int, sent []relay.Text) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, t := range x.sent {
		sent = append(sent, t)
	}
	return x.asked, sent
}

func newTexting() *texting { return &texting{sent: make(map[uuid.UUID]relay.Text)} }

// mapLink is where the church's map is.
const mapLink = "https://www.openstreetmap.org/search?query="

// offered has a caller told of the way, which a tool gives a link for.
func (x *exchange) offered(t *testing.T, c *callertest.Caller, answer string) string {
	t.Helper()
	x.Upstream.Script(modeltest.Call(modeltest.ToolCall{ID: "call_1", Name: "get_directions", Arguments: `{}`}), modeltest.Reply(answer))
	said := hears(t, c, "Could somebody explain to me how the carpool from the station to your place works?")
	if !strings.Contains(said, "white steeple") || strings.Contains(said, "http") || strings.Contains(said, "openstreetmap") {
		t.Fatalf("the way is told as %q", said)
	}
	return said
}

const (
	steeple  = "It is the house with the white steeple."
	question = "Shall I send you the link by text message, to the number you are calling from?"
	onItsWay = "It is on its way to you by text message."
)

func TestALinkIsSentByTextMessageAfterAYesAlone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		says []string // after the offer
		sent int
	}{
		"nothing":                {nil, 0},
		"no":                     {[]string{"No, thank you."}, 0},
		"another question":       {[]string{"What time is church on Sunday?", "Yes."}, 0},
		"yes":                    {[]string{"Yes, please."}, 1},
		"yes twice":              {[]string{"Yes.", "Yes, please send it."}, 1},
		"to have it sent":        {[]string{"Text it to me."}, 1},
		"to have it, after a no": {[]string{"No.", "Yes."}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := newTexting()
			x := newTextingExchange(t, texts, nil)
			church := x.church(t)
			x.Upstream.Default(modeltest.Reply("I am not sure that I understand."))
			c := x.dial(t, "CA1")
			if said := x.offered(t, c, steeple); !strings.HasSuffix(said, question) {
				t.Fatalf("the caller is not asked: %q", said)
			}
			for i, say := range test.says {
				if said := hears(t, c, say); i == 0 && (said == onItsWay) != (test.sent == 1) {
					t.Errorf("to %q is said %q", say, said)
				}
			}
			chattest.Must(t, c.HangUp())
			call := x.call(t, church, ended)
			asked, sent := texts.all()
			if asked != test.sent || len(sent) != test.sent {
				t.Fatalf("asked for %d times, sent are %+v", asked, sent)
			}
			if test.sent == 0 {
				return
			}
			one := sent[0]
			if one.To != caller || one.Church != church || one.Session != call.Session || one.Language != "en" || one.Name != "Harbor Church" || len(one.Links) != 1 || !strings.HasPrefix(one.Links[0], mapLink) || one.Line.Said != one.Links[0] {
				t.Errorf("sent is %+v", one)
			}
		})
	}
}

func TestAYesToSomethingElseSendsNothing(t *testing.T) {
	t.Parallel()
	for name, between := range map[string]func(*testing.T, *exchange, *callertest.Caller, string){
		"the question was not heard": func(t *testing.T, x *exchange, c *callertest.Caller, said string) {
			chattest.Must(t, c.Interrupt(t.Context(), said[:20]))
		},
		"a key was pressed": func(t *testing.T, x *exchange, c *callertest.Caller, _ string) {
			chattest.Must(t, c.Press(t.Context(), "7"))
			listen(t, c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := newTexting()
			x := newTextingExchange(t, texts, nil)
			x.church(t)
			x.Upstream.Default(modeltest.Reply("Good."))
			c := x.dial(t, "CA1")
			between(t, x, c, x.offered(t, c, steeple))
			if said := hears(t, c, "Yes."); said != "Good. "+question { // they are asked again
				t.Errorf("the caller hears %q", said)
			}
			if asked, _ := texts.all(); asked != 0 {
				t.Error("something is sent")
			}
			if said := hears(t, c, "Yes."); said != onItsWay {
				t.Errorf("then they hear %q", said)
			}
		})
	}
}

func TestAnAnswerThatAsksSomethingIsAskedNothingMore(t *testing.T) {
	t.Parallel()
	texts := newTexting()
	x := newTextingExchange(t, texts, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	if said := x.offered(t, c, steeple+" Shall I say it again?"); strings.Contains(said, "text message") {
		t.Errorf("the caller is asked two things: %q", said)
	}
	if said := hears(t, c, "Goodbye."); said != question {
		t.Errorf("they are not asked before they go: %q", said)
	}
	if said := hears(t, c, "No, thanks."); said != "All right. What else can I do for you?" {
		t.Errorf("to a no is said %q", said)
	}
	if said, _ := func() (string, string) { chattest.Must(t, c.Say(t.Context(), "Goodbye.")); return ends(t, c) }(); strings.Contains(said, "text message") {
		t.Errorf("who did not want it is asked again: %q", said)
	}
}

func TestNobodyIsAskedWhoCannotBeSentAnything(t *testing.T) {
	t.Parallel()
	texts := newTexting()
	withheld, unable := newTextingExchange(t, texts, nil), newExchange(t, nil)
	withheld.church(t)
	unable.church(t)
	for i, of := range []struct {
		name, from string
		x          *exchange
	}{
		{"a number that is not shown", "anonymous", withheld}, {"one that the carrier does not know", "+86282452253", withheld},
		{"no account for text messages", caller, unable},
	} {
		name, x := of.name, of.x
		service := x.service("CA" + string(rune('1'+i)))
		service.From = of.from
		c, err := service.Dial(t.Context())
		chattest.Must(t, err)
		t.Cleanup(func() { _ = c.Drop() })
		if said := x.offered(t, c, steeple); !strings.HasSuffix(said, steeple) {
			t.Errorf("%s: the caller hears %q", name, said)
		}
	}
}

func TestWhatCannotBeSentIsNotSaidToBe(t *testing.T) {
	t.Parallel()
	for fails, want := range map[error]string{
		relay.ErrTextsSpent:      "I'm sorry, I have sent as many text messages to this number today as I may.",
		context.DeadlineExceeded: "I'm sorry, I cannot send it right now.",
	} {
		texts := newTexting()
		texts.fails = fails
		x := newTextingExchange(t, texts, nil)
		x.church(t)
		c := x.dial(t, "CA1")
		x.offered(t, c, steeple)
		if said := hears(t, c, "Yes."); said != want {
			t.Errorf("%v: the caller hears %q", fails, said)
		}
	}
}

func TestACallerWhoIsCutOffAfterTheirYesIsSentTheLinkOnce(t *testing.T) {
	t.Parallel()
	texts := newTexting()
	texts.held = make(chan struct{})
	first := newTextingExchange(t, texts, nil)
	second := newTextingExchange(t, texts, nil, func(c *chattest.Config) { c.Beside = first.Server })
	first.church(t)
	c := first.dial(t, "CA1")
	first.offered(t, c, steeple)
	chattest.Must(t, c.Say(t.Context(), "Yes."))
	chattest.Eventually(t, func() bool { return first.agreed(t) })
	chattest.Must(t, c.Drop()) // while it is being sent
	again := second.goesOn(t, c)
	close(texts.held)
	if said := listen(t, again); said != onItsWay {
		t.Errorf("the caller hears %q", said)
	}
	first.WaitGauge(t, "narthex_voice_calls_open", 0)
	if _, sent := texts.all(); len(sent) != 1 {
		t.Errorf("sent are %+v", sent)
	}
}

// agreed reports whether it is kept that a caller has said yes.
func (x *exchange) agreed(t *testing.T) bool {
	t.Helper()
	keys, err := x.Redis.Keys(context.Background(), "*call:*").Result()
	chattest.Must(t, err)
	return slices.ContainsFunc(keys, func(key string) bool {
		state, err := x.Redis.Get(context.Background(), key).Result()
		return err == nil && strings.Contains(state, `"agreed":true`)
	})
}

func TestWhatIsLeftOutIsHeardToItsEnd(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	x.Upstream.Script(modeltest.Reply("One is here. Two is here. Three is there. Four is there too. Five is far away by now. Six is farther away than all the others. Seven is the last and the longest thing that there is to be said of all this today."))
	said := []string{hears(t, c, chattest.ModelQuestion), hears(t, c, "Yes."), hears(t, c, "Go on."), hears(t, c, "Yes, please.")}
	for i, words := range []string{"One", "Three", "Five", "Seven"} {
		if !strings.HasPrefix(strings.TrimSpace(said[i]), words) || (i < 3) != strings.HasSuffix(said[i], "Would you like to hear more?") {
			t.Errorf("portion %d is %q", i, said[i])
		}
	}
}
func TestALinkOfAStoredFactIsOffered(t *testing.T) {
	t.Parallel()
	texts := newTexting()
	x := newTextingExchange(t, texts, nil)
	church := x.church(t)
	x.Exec(t, `update church_voice_agents set giving_url = 'https://give.harbor.example.org/now' where church_id = $1`, church)
	c := x.dial(t, "CA1")
	if said := hears(t, c, "How can I give online?"); said != "Thank you for thinking of it. You can give online at the web page. "+question {
		t.Errorf("the caller hears %q", said)
	}
	hears(t, c, "Yes.")
	if _, sent := texts.all(); len(sent) != 1 || sent[0].Links[0] != "https://give.harbor.example.org/now" {
		t.Errorf("sent are %+v", sent)
	}
}

// Who was in danger is asked nothing but whether they are safe.
func TestWhoWasInDangerIsOfferedNoLink(t *testing.T) {
	t.Parallel()
	x := newTextingExchange(t, newTexting(), nil)
	x.church(t)
	c := x.dial(t, "CA1")
	x.offered(t, c, steeple+" Shall I say it again?")
	hears(t, c, "I want to kill myself")
	if said := x.offered(t, c, steeple); strings.Contains(said, question) {
		t.Errorf("the way is told as %q", said)
	}
	if said := hears(t, c, "Goodbye."); strings.Contains(said, question) || !strings.Contains(said, "nine, eight, eight") {
		t.Errorf("a farewell is answered %q", said)
	}
}
