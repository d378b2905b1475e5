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
		{"Our Lady of the Assumption", "What time is Mass at Our Lady of the Assumption?", "en", "Regular Mass"},
		{"Our Lady of the Assumption", "What are the Mass times for Our Lady of the Assumption?", "en", "Regular Mass"},
		{"Our Lady of the Assumption", "What time is Mass on the Assumption?", "en", ""},
		{"Our Lady of the Assumption", "When is the Mass of the Assumption of Our Lady?", "en", ""},
		{"Our Lady of the Assumption", "What time is Mass on Our Lady of the Assumption?", "en", ""},
		{"Our Lady of the Assumption", "At Our Lady of the Assumption, what time is Mass on the Assumption?", "en", ""},
		{"St. Mary of the Assumption", "What time is Mass at St. Mary of the Assumption?", "en", "Regular Mass"},
		{"St. Mary of the Assumption", "What time is Mass at St. Mary on the Assumption?", "en", ""},
		{"Assumption Catholic Church", "What are the Mass times for Assumption Catholic Church?", "en", "Regular Mass"},
		{"Assumption of Mary Parish", "When is the Assumption of Mary Mass?", "en", ""},
		{"Nuestra Señora de la Asunción", "¿A qué hora es la misa en Nuestra Señora de la Asunción?", "es", "Regular Mass"},
		{"Nuestra Señora de la Asunción", "¿A qué hora es la misa de la Asunción?", "es", ""},
		{"Nuestra Señora de la Asunción", "¿A qué hora es la misa el día de Nuestra Señora de la Asunción?", "es", ""},
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
