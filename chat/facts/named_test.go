package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/facts"
)

// A word that says in which week of the month something is names nothing, and where nothing is called as it was asked for there may be a
// service all the same.
func TestNoServiceIsDeniedForANameThatItDoesNotHave(t *testing.T) {
	churches := demonstrations(t)
	for _, test := range []struct{ church, language, question, has, without string }{
		{"grace-harbor", "en", "what time is the first service on sunday", "9:00 AM Traditional worship", "breakfast"},
		{"grace-harbor", "en", "what time does the first service start this sunday", "9:00 AM Traditional worship", "breakfast"},
		{"grace-harbor", "en", "this is our first sunday here is there a service on sunday", "9:00 AM Traditional worship", "breakfast"},
		{"grace-harbor", "en", "what time is the first service", "9:00 AM Traditional worship", "breakfast"},
		{"grace-harbor", "en", "service times for the month please", "", ""},
		{"grace-harbor", "en", "is there a service for women on sunday", "Nothing of that name is in Grace Harbor Church's regular schedule for Sunday, December 6, but there is:\n\n- 9:00 AM Traditional", "no service"},
		{"grace-harbor", "en", "is there a mens breakfast on december 5", "December 5 at Grace Harbor Church:\n\n- 7:30 AM Men's breakfast", "Next"},
		{"grace-harbor", "en", "is there a mens breakfast on december 12", "That does not take place on Saturday, December 12. Next: Saturday, January 2, 7:30 AM Men's breakfast", ""},
		{"grace-harbor", "en", "when is the mens breakfast", "(first Saturday of the month)", ""},
		{"grace-harbor", "en", "is there a service on tuesday", "There is no service", ""},
		{"nueva-vida", "es", "hay servicio de jóvenes el domingo", "nada con ese nombre en el horario habitual para el domingo 6 de diciembre, pero sí hay:\n\n- 10:30 AM Culto", "no hay culto"},
		{"nueva-vida", "es", "a que hora es el primer culto del domingo", "10:30 AM Culto", ""},
		{"nueva-vida", "es", "hay jovenes el viernes", "7:30 PM Jóvenes", ""},
	} {
		c := churches[test.church]
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: time.Date(2026, 11, 30, 10, 0, 0, 0, c.Location)})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) || test.without != "" && strings.Contains(answer.Text, test.without) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
	}
}
