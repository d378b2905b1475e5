package offline_test

import (
	"strings"
	"testing"
)

func TestWhoSaysThatTheyHaveHeardIsNotToldMore(t *testing.T) {
	for _, said := range []string{"ok", "great", "got it", "perfect thats all i needed", "ok cool", "alright", "grand", "lovely thanks a million"} {
		if got := inAdvent(t, "Where do I park?", "Behind the church.", said).text(); !strings.Contains(got, "You're welcome.") {
			t.Errorf("%q: %q", said, got)
		}
	}
	for _, said := range []string{"ah ok", "ok", "sale pues", "perfecto", "ya entendí gracias"} {
		if got := inAdvent(t, "¿A qué hora es el culto?", "A las 10:30.", said).text(); !strings.Contains(got, "Con mucho gusto.") {
			t.Errorf("%q: %q", said, got)
		}
	}
	for _, said := range []string{"see you sunday", "ok see you sunday, thanks", "see you then"} {
		if got := inAdvent(t, "Where do I park?", "Behind the church.", said).text(); !strings.Contains(got, "look forward") {
			t.Errorf("%q: %q", said, got)
		}
	}
	if got := inAdvent(t, "¿A qué hora es el culto?", "A las 10:30.", "allá nos vemos el domingo").text(); !strings.Contains(got, "Será un gusto") {
		t.Errorf("%q", got)
	}
}
