package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
)

func TestAnHourBesideAServiceIsATime(t *testing.T) {
	for _, test := range []struct{ question, language, has string }{
		{"Is there an 11 Mass on Sunday?", "en", "Sunday, November 22"},
		{"Is there an 8 Mass on Sunday?", "en", "Sunday, November 22"},
		{"Is there an 11 service this Sunday?", "en", "Sunday, November 22"},
		{"Do you still have the 9 and 11 services on Sunday?", "en", "Sunday, November 22"},
		{"Do you still have the 8, 9 and 11 Masses on Sunday?", "en", "Sunday, November 22"},
		{"Do you still have the 9 and the 11 services on Sunday?", "en", "Sunday, November 22"},
		{"Is there a 9 and an 11 Mass on Sunday?", "en", "Sunday, November 22"},
		{"Is Mass on Sunday at 9 or 11?", "en", "Sunday, November 22"},
		{"Do you still have the 9 and 11am services on Sunday?", "en", "Sunday, November 22"},
		{"¿Hay misa de 11 el domingo?", "es", "Domingo 22 de noviembre"},
		{"¿Hay misas de 9 y 11 el domingo?", "es", "Domingo 22 de noviembre"},
		{"¿Hay misas de 9 y de 11 el domingo?", "es", "Domingo 22 de noviembre"},
		{"¿Hay misa a las 9 o 11 el domingo?", "es", "Domingo 22 de noviembre"},
		{"¿Hay misa de 9 días el domingo?", "es", ""},
		{"Is there a 24 service on Sunday?", "en", ""},
		{"Is there an 11 Mass on Sunday 33?", "en", ""},
		{"Is there a 9 Mass on 12/24?", "en", ""},
		{"What time are the December 6 and 10 services?", "en", ""},
		{"What time are the December 24 and the 10 services?", "en", ""},
		{"Is there Mass on Sunday for 12?", "en", ""},
	} {
		c := &church.Snapshot{Name: "St. Anne", Location: now.Location(), Language: test.language, Hours: church.Hours{time.Sunday: slots("09:00 Mass", "11:00 Mass")}}
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: now})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
	}
}
