package reply_test

import (
	"testing"

	"narthex/chat/crisis/reply"
)

// An accented letter stands at the edge of a word like any other.
func TestWhoHasCalledAlreadyIsUnderstoodInSpanish(t *testing.T) {
	for message, will := range map[string]bool{
		"ya llamé": false, "Ya llamé.": false, "¡ya llamé!": false, "ya llamé y nadie contesta": false, "ya llame": false, "no quiero llamar": false,
		"I won't call": false, "I can't call, he is here": false, "I'm not calling": false, "hate phones": false,
		"ya llaméis": true, "I don't recall": true, "no callsign": true, "I will call": true,
	} {
		if reply.WillNotCall(message) == will {
			t.Errorf("%q: will call %v", message, !will)
		}
	}
}

func TestANumberThatWasCalledIsNotTheVisitors(t *testing.T) {
	for message, given := range map[string]bool{
		"Llamé al 2075550188 y nadie contesta": false, "ya llamé 2075550188": false, "Marqué 2075550188": false, "marqué: 2075550188": false, "No es 2075550188": false,
		"2075550188, pero no": false, "su 2075550188": false, "don't use 2075550188": false, "(not 2075550188)": false,
		"Soy Noé, mi número es 2075550188": true, "Noël 2075550188": true, "me llamo Ana, 2075550188": true, "2075550188": true, "llámame al 2075550188": true,
	} {
		if _, got := reply.ContactIn(graceHarbor(), message); got != given {
			t.Errorf("%q: %v, want %v", message, got, given)
		}
	}
}
