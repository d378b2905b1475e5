package person

import "testing"

func TestANameIsToldFromWhatIsSaidBesides(t *testing.T) {
	for answer, name := range map[string]string{
		"Hermana Rosa": "Hermana Rosa", "Sister Mary": "Sister Mary", "Ella": "Ella", "María de los Ángeles": "María de los Ángeles", "Domingo Pérez": "Domingo Pérez", "me llamo Domingo Pérez": "Domingo Pérez",
		"José de la Cruz": "José de la Cruz", "Tom Becker": "Tom Becker", "my name is tom becker": "tom becker", "Tom, 207-555-0144": "Tom", "Hermano Yáñez": "Hermano Yáñez", "José Mié": "José Mié", "Yoandry Perez, 305 555 0143": "Yoandry Perez", "soy Ana": "Ana",
		"just me": "", "solo yo": "", "mi esposo y yo": "", "me and my mum": "", "por la tarde": "", "los domingos": "", "el domingo": "", "207-555-0144": "", "why do you need it?": "", "after 6 pm": "",
	} {
		if got := NameIn(answer); got != name {
			t.Errorf("%q: %q, want %q", answer, got, name)
		}
	}
}

// Whatever somebody writes is read.
func FuzzNameIn(f *testing.F) {
	for _, said := range []string{"es dos cero siete, cinco cinco cinco, cero uno nueve nueve", "we are two, 207 555 0199", "Tom Hale", "quiero que me llamen"} {
		f.Add(said)
	}
	f.Fuzz(func(_ *testing.T, said string) {
		NameIn(said)
	})
}
