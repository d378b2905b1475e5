package voice_test

import (
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/voice/relay"
)

func TestACrisisOnThePhoneBeginsWithTheNumbers(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	church := x.church(t)
	c := x.dial(t, "CA1")
	heard := hears(t, c, "I want to kill myself")
	if !strings.HasPrefix(heard, "Please call nine, eight, eight, now. If a life is in danger, call nine, one, one. I will say it again: nine, eight, eight.") {
		t.Errorf("it begins %.160q", heard)
	}
	if !strings.Contains(heard, "You matter to us.") {
		t.Errorf("the church's own words are not said: %q", heard)
	}
	if again := hears(t, c, "Can you repeat the number?"); !strings.Contains(again, "nine") {
		t.Errorf("asked for the number it says %q", again)
	}
	if again := hears(t, c, "Say that again, please."); !strings.Contains(again, "nine") {
		t.Errorf("asked again it says %q", again)
	}
	chattest.Eventually(t, func() bool { return len(x.CrisisNotices(church)) == 1 })
}

func TestWhomToCallIsSaidInTheLanguageThatIsAskedFor(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "I want to kill myself")
	chattest.Must(t, c.Press(t.Context(), "2"))
	if heard := listen(t, c); !strings.HasPrefix(heard, "Si está en peligro o piensa en quitarse la vida, llame al nueve, ocho, ocho, o al nueve, uno, uno.") {
		t.Errorf("in Spanish it says %q", heard)
	}
}

// Who needs an ambulance or the police is not sent to a line to talk to, and who is asked, or thanked, is not sent anywhere.
func TestTheNumbersFitTheDanger(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 10 })
	x.church(t)
	const emergency = "Please call nine, one, one, now. I will say it again: nine, one, one."
	for call, step := range map[string]struct{ said, begins, no string }{
		"CA1": {"My husband isn't breathing", emergency, "Then please have anybody near you call"},
		"CA2": {"There is a man with a gun here", emergency, "Then please let somebody near you call"},
		"CA3": {"I can't go on, I have the pills here and I want to die", emergency, "That's all right."},
		"CA4": {"I don't see the point anymore", "You matter to us. May I ask you plainly", "Thank you for telling me. I'm glad I asked"},
	} {
		c := x.dial(t, call)
		if heard := hears(t, c, step.said); !strings.HasPrefix(heard, step.begins) {
			t.Errorf("%s: it begins %.160q", step.said, heard)
		}
		if heard := hears(t, c, "No."); !strings.HasPrefix(heard, step.no) {
			t.Errorf("%s, and then no: it begins %.160q", step.said, heard)
		}
	}
}

// What is said in a call speaks of no screen, and a yes or a no to it is understood as it is on the page.
func TestACallerInDangerIsToldOfNoScreen(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 10 })
	x.church(t)
	for call, said := range map[string][]string{
		"CA1": {"I'm eleven and my uncle touches me", "I can't call anybody", "I can't call anybody"},
		"CA2": {"My boyfriend beats me", "I will not call"},
		"CA3": {"I want to kill myself", "What should I do now?", "I called them"},
		"CA4": {"Your pastor touched me", "Who can hear about this?"},
	} {
		c := x.dial(t, call)
		for _, message := range said {
			heard := hears(t, c, message)
			for _, word := range []string{"screen", "show", "computer", "you write", "write more", "can read", "this conversation"} {
				if strings.Contains(heard, word) {
					t.Errorf("%s: it tells of %q: %s", message, word, heard)
				}
			}
		}
	}
	c := x.dial(t, "CA5")
	for _, step := range []struct{ said, wants string }{
		{"My stepfather scares me sometimes", "I may have misunderstood you"}, {"Yes", "Tell them just as you told me"},
	} {
		if heard := hears(t, c, step.said); !strings.Contains(heard, step.wants) {
			t.Errorf("%s: it says %q", step.said, heard)
		}
	}
}

// Who was in danger hears whom to call with every answer, without being asked whether they want to hear more.
func TestACallerWhoWasInDangerHearsTheLineOfCare(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 10 })
	x.church(t)
	const more, mas = "Would you like to hear more?", "¿Quiere oír más?"
	for i, call := range []struct {
		danger, said, answer, first, care string
		left                              bool // something is, to be asked about
	}{
		{"I want to kill myself", "thanks a lot for this", "You're welcome. Is there anything else you would like to know?", "You're welcome. Is there anything else you would like to know?", "nine eight eight", false},
		{"I want to kill myself", "thanks a lot for this", "One is here. Two is here. Three is a sentence that is long enough to be left out. Four is another one.", "One is here. Two is here.", "nine eight eight", true},
		{"me quiero morir", "muchas gracias por todo esto", "De nada. ¿Hay algo más que le gustaría saber?", "De nada. ¿Hay algo más que le gustaría saber?", "nueve ocho ocho", false},
		{"me quiero morir", "muchas gracias por todo esto", "Uno está aquí. Dos está aquí. Tres es una frase bastante larga para quedarse fuera. Cuatro es otra.", "Uno está aquí. Dos está aquí.", "nueve ocho ocho", true},
	} {
		c := x.dial(t, "CA"+string(rune('a'+i)))
		hears(t, c, call.danger)
		x.Upstream.Script(modeltest.Reply(call.answer))
		heard := hears(t, c, call.said)
		rest, begins := strings.CutPrefix(heard, call.first)
		asks := strings.Contains(heard, more) || strings.Contains(heard, mas)
		if !begins || !strings.Contains(rest, call.care) || asks != call.left {
			t.Errorf("%q is answered %q", call.said, heard)
		}
	}
}

// The church's number, and the caller's own, are said digit by digit in whatever country they are.
func TestNumbersAreReadOutDigitByDigit(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 20 })
	church := x.church(t)
	for i, at := range []struct{ country, phone, danger, said string }{
		{"AU", "(02) 9876 5432", "I want to kill myself", "zero two, nine eight seven six, five four three two"},
		{"NZ", "09 379 1234", "I want to kill myself", "zero nine, three seven nine, one two three four"},
		{"ES", "612 345 678", "me quiero morir", "seis uno dos, tres cuatro cinco, seis siete ocho"},
		{"MX", "55 1234 5678", "me quiero morir", "cinco cinco, uno dos tres cuatro, cinco seis siete ocho"},
	} {
		x.Exec(t, `update churches set phone = $2, country = $3 where id = $1`, church, at.phone, at.country)
		chattest.Eventually(t, func() bool {
			snapshot, err := x.Churches.ByID(t.Context(), church)
			return err == nil && snapshot.Phone == at.phone && snapshot.Address.Country == at.country
		})
		c := x.dial(t, "CA"+string(rune('a'+i)))
		if heard := hears(t, c, at.danger); !strings.Contains(heard, at.said) {
			t.Errorf("%s: it says %q", at.country, heard)
		}
	}
	for i, said := range []string{"five five five zero one nine nine", "5550199", "555 0199"} {
		c := x.dial(t, "CB"+string(rune('a'+i)))
		hears(t, c, "I want to kill myself")
		if heard := strings.ReplaceAll(hears(t, c, said), ",", ""); !strings.Contains(heard, "five five five zero one nine nine") {
			t.Errorf("%q is read back %q", said, heard)
		}
	}
}

// What keeps them from waiting for a notice stands at the end of the answer.
func TestInADangerWhatTheAssistantCannotDoIsToldToItsEnd(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 10 })
	x.church(t)
	for call, said := range map[string][2]string{
		"CA1": {"Can you call somebody for me?", "please call nine one one yourself"},
		"CA2": {"¿Puede llamar a alguien por mí?", "llame usted al nueve uno uno"},
	} {
		c := x.dial(t, call)
		hears(t, c, map[bool]string{true: "me quiero morir", false: "I want to kill myself"}[call == "CA2"])
		if heard := hears(t, c, said[0]); !strings.Contains(heard, said[1]) || strings.Contains(heard, "Would you like to hear more?") || strings.Contains(heard, "¿Quiere oír más?") {
			t.Errorf("%q is answered %q", said[0], heard)
		}
	}
}
