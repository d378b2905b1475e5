package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/facts"
)

// What people put around a plain question takes no fact from it, and who is new here is told what else they ask.
func TestWhatStandsAroundAPlainQuestionIsLeftOut(t *testing.T) {
	churches := demonstrations(t)
	for _, test := range []struct{ church, language, question, has string }{
		{"grace-harbor", "en", "im new here what time is church on sunday", "9:00 AM Traditional worship"},
		{"grace-harbor", "en", "first time visitor do you have a nursery", "Nursery (to age 3)"},
		{"grace-harbor", "en", "its my first time what time is the service on sunday", "9:00 AM Traditional worship"},
		{"grace-harbor", "en", "its my first time what should i wear", "Come as you are"},
		{"grace-harbor", "en", "first time here where do i park", "Spruce Street, where the six spaces"},
		{"grace-harbor", "en", "im new here", "green lanyard"},
		{"grace-harbor", "en", "first time coming what do i do", "green lanyard"},
		{"grace-harbor", "en", "what should i expect on my first visit", "green lanyard"},
		{"grace-harbor", "en", "what time is the first service", "9:00 AM Traditional worship"},
		{"st-brigids", "en", "what time is the first mass on sunday", "09:00 Mass"},
		{"st-brigids", "en", "first mass on sunday", "09:00 Mass"},
		{"st-brigids", "en", "what happens at my first mass", "Sit wherever you like"},
		{"grace-harbor", "en", "sorry to bother you but what time is church on sunday", "9:00 AM Traditional worship"},
		{"grace-harbor", "en", "what time is church on sunday i forgot", "9:00 AM Traditional worship"},
		{"grace-harbor", "en", "hey yall my name is dana and i was wondering what time church starts", "9:00 AM Traditional worship"},
		{"grace-harbor", "en", "ugh whats the address", "212 Breakwater Lane"},
		{"st-brigids", "en", "is there mass on the 8th of december its a holy day", "Tuesday, December 8 at St Brigid's Parish"},
		{"nueva-vida", "es", "dios me los bendiga mi gente a que hora es el culto", "10:30 AM Culto"},
		{"nueva-vida", "es", "oiga joven disculpe a que horas es el culto el domingo", "10:30 AM Culto"},
		{"nueva-vida", "es", "perdone la molestia a que hora es el culto", "10:30 AM Culto"},
		{"nueva-vida", "es", "soy nueva a que hora es el culto el domingo", "10:30 AM Culto"},
		{"nueva-vida", "es", "soy nueva", "Venga con confianza"},

		{"grace-harbor", "en", "i forgot to bring my bible what time is church", ""},
		{"grace-harbor", "en", "sorry for your loss what time is the service", ""},
		{"grace-harbor", "en", "im pregnant and what time is church", ""},
		{"grace-harbor", "en", "my name is dana and my son was hurt at your church what time is church", ""},
		{"grace-harbor", "en", "im new here and i dont believe in god what time is church", ""},
		{"grace-harbor", "en", "sorry to bother you but is there church on 12/24", ""},
	} {
		c := churches[test.church]
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: time.Date(2026, 11, 30, 10, 0, 0, 0, c.Location)})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
	}
}
