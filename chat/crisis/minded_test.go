package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// A child whose parents are away and who says which grown-up is there has not been left.
func TestAChildWithWhomAGrownUpStaysIsNotAlone(t *testing.T) {
	for _, message := range []string{
		"my mommy and daddy are on a cruise for 5 days and i stay with grandma", "mis papis se fueron de viaje desde el lunes y nos cuida mi abuela", "mummy is in hospital having the baby since monday and auntie is minding us",
		"my parents are gone for a week on holiday and our babysitter brings us to mass", "mi mami no ha vuelto desde ayer porque está con mi hermanita en el hospital, me cuida mi tío",
		"my mommy and daddy went to rome for 6 days so nana lives with us now", "mi papi se fue hace dos semanas a trabajar al norte, me quedo con mi mami", "mis papás están de crucero hace 4 días y estoy en casa de mis abuelos",
		"mommy and daddy have been away 3 days at a wedding, we stay with our neighbors", "mi mami lleva una semana en el hospital, me cuida mi papi, recen por ella",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	if finding, found := crisis.Assess("my mommy and daddy have been gone for 5 days on a cruise", nil); !found || !finding.Unsure { // who is there is asked
		t.Errorf("nobody is named: %+v, %v", finding, found)
	}
	for _, message := range []string{
		"my mommy and daddy have been gone for 5 days and im by myself", "mis papis se fueron desde el lunes y no hay nadie en la casa, tengo 9", "mum and dad went on holiday and left me and my brother, im 11 and the food is gone",
		"my parents are on a cruise and there is nobody here with us, im 10", "grandma was minding us but she left, mommy and daddy gone since sunday, we are alone", "nadie ha venido desde el sábado, mi mamá dijo que ya volvía, tengo 8 años",
		"mommy and daddy are on a trip and my uncle is minding us, he touches me", "mis papás están de viaje y nos cuida mi tío, me pega", "mommy and daddy are on holiday, the babysitter looks after us and she hits my brother",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{ // who minded them has left as well
		"im 9 and my mommy and daddy have been gone for 5 days, grandma is minding us and she went home yesterday", "mommy and daddy gone since sunday, the babysitter is minding us and she hasn't come back",
		"mis papis se fueron de viaje desde el lunes y nos cuida mi abuela pero se fue ayer", "my parents are away for 6 days and nana minds us and she is in hospital now",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
	if finding, found := say("my uncle touches me at night | mommy and daddy are on a trip and my uncle is minding us"); !found {
		t.Errorf("who minds them touches them: %+v", finding)
	}
}
