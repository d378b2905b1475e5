package facts_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// A feast is not an ordinary day, though the church is called after it.
func TestAFeastThatIsTheChurchsNameIsToldApart(t *testing.T) {
	for _, test := range []struct{ name, question, language, has string }{
		{"All Saints Church", "What time is Mass on All Saints Day?", "en", ""},
		{"All Saints Church", "When is the All Saints Mass?", "en", ""},
		{"All Saints Church", "What time is Mass at All Saints?", "en", "Regular Mass"},
		{"All Saints Church", "What are the Mass times at All Saints Church?", "en", "Regular Mass"},
		{"All Saints Church", "What time is Mass at All Saints on Christmas Eve?", "en", ""},
		{"Church of the Epiphany", "What time is Mass on Epiphany?", "en", ""},
		{"Church of the Epiphany", "What time is Mass at the Church of the Epiphany?", "en", "Regular Mass"},
		{"Immaculate Conception Parish", "What time is Mass for the Immaculate Conception?", "en", ""},
		{"Immaculate Conception Parish", "What time is Mass at Immaculate Conception Parish?", "en", "Regular Mass"},
		{"Corpus Christi Parish", "What time is Mass on Corpus Christi?", "en", ""},
		{"Parroquia Inmaculada Concepción", "¿A qué hora es la misa de la Inmaculada Concepción?", "es", ""},
		{"Parroquia Inmaculada Concepción", "¿A qué hora es la misa en la Parroquia Inmaculada Concepción?", "es", "Regular Mass"},
		{"Iglesia de Todos los Santos", "¿A qué hora es la misa de Todos los Santos?", "es", ""},
		{"St. Anne", "¿A qué hora es la misa de noche buena?", "es", ""},
		{"St. Anne", "¿A qué hora es la misa de la noche?", "es", "Regular Mass"},
	} {
		c := &church.Snapshot{Name: test.name, Location: now.Location(), Language: test.language, Hours: church.Hours{0: slots("10:00 Regular Mass", "18:00 Regular Mass")}}
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: now})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) {
			t.Errorf("%s: %s: %v %s", test.name, test.question, ok, answer.Text)
		}
	}
}
