package grounding_test

import (
	"testing"

	"narthex/chat/tools/grounding"
)

func TestSomebodyIsMentionedByWhatIsPlainlyTheirName(t *testing.T) {
	for _, test := range []struct {
		message, name string
		want          bool
	}{
		{"Please tell Marcus that the hall door is broken", "Marcus Ferreira", true},
		{"A word for Ferreira, please", "Marcus Ferreira", true},
		{"please tell marcus the door is broken", "Marcus Ferreira", true},
		{"dígale a marcos que la puerta está rota", "Marcos Peña", true},
		{"por favor digale a la hermana peña que llegue temprano", "Ana Peña", true},
		{"Un recado para Peña", "Ana Peña", true},
		{"a message for marcus ferreira", "Marcus Ferreira", true},
		{"MESSAGE FOR MARCUS FERREIRA", "Marcus Ferreira", true},
		{"Can you tell Rev. Daniel about it?", "Rev. Daniel Whitcomb", true},
		{"Is it Dan who locks up?", "Dan", true},
		{"Un recado para Juan de la Cruz", "Juan de la Cruz", true},
		{"Un recado para Juan, por favor", "Juan de la Cruz", true},

		{"La llave de la sala se perdió", "Juan de la Cruz", false},
		{"En la cruz murió por nosotros", "Juan de la Cruz", false},
		{"Do you think she will you know, call?", "Will Brown", false},
		{"Will you pass this on?", "Will Brown", false},
		{"It broke. Will you pass this on?", "Will Brown", false},
		{"¿Marcos la puerta con cinta?", "Marcos Peña", false},
		{"WILL YOU PASS THIS ON?", "Will Brown", false},
		{"we thank god for his grace", "Grace Miller", false},
		{"Ask the Pastor to call me", "Pastor Dan Hill", false},
		{"Please tell Pastor Marcus", "Pastor Dan Hill", false},
		{"up the hill behind the church", "Pastor Dan Hill", false},
		{"me dan la llave", "Pastor Dan Hill", false},
		{"", "Marcus Ferreira", false},
		{"Anybody", "", false},
	} {
		if got := grounding.NamesPerson(test.message, test.name); got != test.want {
			t.Errorf("%q names %q: %t", test.message, test.name, got)
		}
	}
}

func FuzzNamesPerson(f *testing.F) {
	f.Add("Tell Rev. Daniel, dígale a él\xff", "Rev. Daniel")
	f.Fuzz(func(_ *testing.T, message, name string) { grounding.NamesPerson(message, name) })
}

func TestTwoNamesMayBeOnePersons(t *testing.T) {
	for _, test := range []struct {
		name, other string
		want        bool
	}{
		{"Ana Ruiz", "ana ruiz", true},
		{"Ana", "Ana Ruiz", true},
		{"Ana María Ruiz", "Ana Ruiz", true},
		{"Rev. Daniel Whitcomb", "Daniel Whitcomb", true},
		{"Peña", "Ana Pena", true},

		{"John Miller", "Jane Miller", false},
		{"Mr. Miller", "Mrs. Brown", false},
		{"Ana Ruiz", "Bob Miller", false},
		{"Иван Петров", "Анна Петрова", false},
	} {
		if got := grounding.MayBeOne(test.name, test.other); got != test.want || grounding.MayBeOne(test.other, test.name) != got {
			t.Errorf("%s and %s: %v", test.name, test.other, got)
		}
	}
}
