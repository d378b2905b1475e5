package voice_test

import (
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/voice/callertest"
	"narthex/chat/voice/relay"
)

// Who is told which number to call may dial it on the telephone in their hand.
func TestWhoDialsInTheCallIsToldToHangUpFirst(t *testing.T) {
	t.Parallel()
	x := newExchange(t, func(c *relay.Config) { c.PerCaller = 20 })
	church := x.church(t)
	for i, in := range []struct{ country, language, danger, keys, hangUp, number string }{
		{"US", "en", "I want to kill myself", "911", "hang up first", "nine, one, one"},
		{"US", "en", "I want to kill myself", "988", "hang up first", "nine, eight, eight"},
		{"US", "es", "me quiero morir", "911911", "cuelgue primero", "nueve, uno, uno"},
		{"US", "es", "me quiero morir", "988", "cuelgue primero", "nueve, ocho, ocho"},
		{"GB", "en", "I want to kill myself", "999", "hang up first", "nine, nine, nine"},
		{"NZ", "en", "I want to kill myself", "111", "hang up first", "one, one, one"},
		{"NZ", "en", "I want to kill myself", "1737", "hang up first", "one, seven, three, seven"},
		{"ES", "es", "me quiero morir", "112", "cuelgue primero", "uno, uno, dos"},
	} {
		x.Exec(t, `update churches set country = $2 where id = $1`, church, in.country)
		chattest.Eventually(t, func() bool {
			snapshot, err := x.Churches.ByID(t.Context(), church)
			return err == nil && snapshot.Address.Country == in.country
		})
		c := x.dial(t, "CA"+string(rune('a'+i)))
		if in.language == "es" {
			press(t, c, "2")
		}
		hears(t, c, in.danger)
		for _, key := range in.keys {
			if heard := press(t, c, string(key)); !strings.Contains(heard, in.hangUp) || !strings.Contains(heard, in.number) {
				t.Errorf("%s, %s, of %s: %c is answered %q", in.country, in.language, in.keys, key, heard)
			}
		}
		again := map[string]string{"en": "What was the number?", "es": "repita el número"}[in.language]
		if heard := strings.ReplaceAll(hears(t, c, again), ",", ""); !strings.Contains(heard, strings.ReplaceAll(in.number, ",", "")) {
			t.Errorf("%s, after %s: asked for the number it says %q", in.country, in.keys, heard)
		}
	}
}

func TestKeysMeanInADangerWhatTheyMean(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	hears(t, c, "I want to kill myself")
	if heard := press(t, c, "2"); !strings.HasSuffix(heard, "¿En qué puedo ayudarle?") {
		t.Errorf("2 is answered %q", heard)
	}
	if heard := hears(t, c, "repita"); !strings.HasPrefix(heard, "Si está en peligro") {
		t.Errorf("in Spanish it says again %q", heard)
	}
	if heard := press(t, c, "1"); !strings.HasSuffix(heard, "How can I help you?") {
		t.Errorf("1 is answered %q", heard)
	}
	if heard := press(t, c, "0"); !strings.HasPrefix(heard, "Nobody can take your call") {
		t.Errorf("0 is answered %q", heard)
	}
	if heard := press(t, c, "*"); !strings.Contains(heard, "nine") {
		t.Errorf("* is answered %q", heard)
	}
}

// A wrong key takes nothing's place.
func TestWhatWasSaidIsSaidAgainAfterAWrongKey(t *testing.T) {
	t.Parallel()
	x := newExchange(t, nil)
	x.church(t)
	c := x.dial(t, "CA1")
	sunday := hears(t, c, "What time is church on Sunday?")
	press(t, c, "7")
	if heard := hears(t, c, "Say that again, please."); heard != sunday {
		t.Errorf("it says again %q", heard)
	}
}

func press(t *testing.T, c *callertest.Caller, key string) string {
	t.Helper()
	chattest.Must(t, c.Press(t.Context(), key))
	return listen(t, c)
}
