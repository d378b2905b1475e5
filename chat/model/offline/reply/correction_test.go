package reply

import "testing"

func TestOnlyAnEndingOfTheNumberCorrectsIt(t *testing.T) {
	for _, message := range []string{
		"her room number is 412", "sorry, 10 am", "after 10, not 9", "sorry, 12 people", "sorry, 1030 am", "no, 412 people", "the number of the house is 412", "el numero de cuarto es 12", "not 9, 10", "room 0190, not 0188", "sorry, 12",
		"perdón, somos 15 personas", "the service ends in 45 minutes", "apartment number 22 please", "it's 14, not 13", "no 11, mejor 12", "my number is on file, I am 88", "not 0199, 0177", "psalm 121", "no el 3, el 10", "sorry, 212 Main Street", "she is 88 not 87",
	} {
		if found := CorrectedNumber("207-555-0188", message); found != "" {
			t.Errorf("%q: %s", message, found)
		}
	}
	for message, want := range map[string]string{
		"oh sorry its 0186 at the end not 0188": "207-555-0186", "0186, not 0188": "207-555-0186", "it's 186, not 188": "207-555-0186", "sorry, 0186": "207-555-0186", "it ends in 0186": "207-555-0186", "the last four are 0186": "207-555-0186",
		"the last two digits are 86": "207-555-0186", "86 at the end": "207-555-0186", "perdón, termina en 0186": "207-555-0186", "los últimos cuatro son 0186": "207-555-0186", "es 0186, no 0188": "207-555-0186", "not 0188, 0186": "207-555-0186", "0186 al final": "207-555-0186", "es el 0186 en vez de 0188": "207-555-0186",
	} {
		if found := CorrectedNumber("207-555-0188", message); found != want {
			t.Errorf("%q: %q", message, found)
		}
	}
}
