package offline_test

import (
	"strings"
	"testing"
)

// Who is angry is not argued with.
func TestAngerIsMetWithSomebodyToTell(t *testing.T) {
	for said, want := range map[string]string{
		"You people are a bunch of hypocrites": "won't argue", "I'm never coming back": "won't argue", "sorry for shouting": "need not be sorry", "I'm sorry for yelling at you": "need not be sorry",
		"My mother gave you money for 40 years and nobody even came to see her when she was sick": "won't argue", "son unos hipócritas": "no voy a discut", "perdón por gritar": "No tiene por qué disculparse",
	} {
		if got := toPier(t, false, said); !strings.Contains(got, want) || !strings.Contains(got, "Declan Moran") {
			t.Errorf("%s: %q", said, got)
		}
	}
	for _, said := range []string{"are you coming back to the school hall for Christmas?", "sorry for the late reply, when is the office open?", "nobody came to the door, what time is church?",
		"My wife died last week and she is never coming back", "my husband left and he's not coming back", "We won't be back until the 20th, is there a Sunday evening Mass?",
		"What does Jesus say about hypocrites?", "nadie vino a mi cumpleaños", "no vuelvo hasta el 20, ¿hay misa el domingo?", "We are not coming back until Sunday"} {
		if got := toPier(t, false, said); strings.Contains(got, "argue") || strings.Contains(got, "need not be sorry") {
			t.Errorf("%s: %q", said, got)
		}
	}
}
