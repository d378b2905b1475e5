package offline_test

import (
	"strings"
	"testing"
)

// Papers are a need of who has none, and not of who is to be married.
func TestPapersOfARiteAreNoNeed(t *testing.T) {
	const sorry = "iento mucho lo que"
	for _, said := range []string{"oiga mi hija se va a casar por la iglesia que papeles ocupa", "que papeles ocupo para bautizar al niño", "que papeles piden para casarse", "donde entrego los papeles del retiro", "que papeles ocupa mi hija para la boda", "que documentos necesito para la quinceañera", "i cant stand the heat in there do you have ac"} {
		if got := inAdvent(t, said).text(); strings.Contains(got, sorry) || strings.Contains(strings.ToLower(got), "sorry") || strings.Contains(got, "Lo siento") {
			t.Errorf("%q: %q", said, got)
		}
	}
	for _, said := range []string{"no tengo papeles necesito ayuda", "tengo miedo no tengo papeles", "me van a pedir mis papeles", "mi esposo anda sin papeles", "no tengo papeles me puedo casar"} {
		if got := inAdvent(t, said).text(); !strings.Contains(got, "iento mucho") {
			t.Errorf("%q: %q", said, got)
		}
	}
}
