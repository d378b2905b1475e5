package slots

import "testing"

func TestANameIsToldFromWhatIsSaidBesides(t *testing.T) {
	for answer, name := range map[string]string{
		"Hermana Rosa": "Hermana Rosa", "Sister Mary": "Sister Mary", "Ella": "Ella", "María de los Ángeles": "María de los Ángeles", "Domingo Pérez": "Domingo Pérez", "me llamo Domingo Pérez": "Domingo Pérez",
		"José de la Cruz": "José de la Cruz", "Tom Becker": "Tom Becker", "my name is tom becker": "tom becker", "Tom, 207-555-0144": "Tom", "Hermano Yáñez": "Hermano Yáñez", "José Mié": "José Mié", "Yoandry Perez, 305 555 0143": "Yoandry Perez", "soy Ana": "Ana",
		"just me": "", "solo yo": "", "mi esposo y yo": "", "me and my mum": "", "por la tarde": "", "los domingos": "", "el domingo": "", "207-555-0144": "", "why do you need it?": "", "after 6 pm": "",
	} {
		if got := nameIn(answer); got != name {
			t.Errorf("%q: %q, want %q", answer, got, name)
		}
	}
}

func TestANoThatAnswersWhatWasAskedBeforeDeniesNoRequest(t *testing.T) {
	for message, asked := range map[string]bool{
		"No, please pray for my mother": true, "No, call me back please": true, "No, necesito oración": true,
		"no me llamen por favor": false, "don't call me back": false, "please do not pray for me": false, "no, no me llamen": false,
	} {
		if got := intentOf(message); (got != nil) != asked {
			t.Errorf("%q: %v", message, got)
		}
	}
}
