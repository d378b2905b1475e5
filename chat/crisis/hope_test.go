package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Who believes to see their dead again some day is in no danger by that; what is said beside it counts, and so does a day that is near.
func TestTheHopeToSeeTheDeadAgainIsNoDanger(t *testing.T) {
	for _, message := range []string{
		"one day i will join my husband in heaven", "someday I'll see my mother again in heaven and that gives me peace", "when my time comes I'll be with him again, until then I sing in the choir",
		"un día me reuniré con mi esposo en el cielo, mientras tanto cuido el jardín de la parroquia", "sé que algún día estaré con mi hija en el cielo, gracias por la misa tan bonita", "i know i will meet my dad again in heaven some day, can i light a candle",
		"algún día volveré a ver a mi mamá en el cielo", "one day we shall be with them all in glory, please add his name to the november list", "un día estaremos todos juntos en el cielo, ¿cuánto cuesta la misa de aniversario?",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"tonight i will join my husband in heaven", "one day i will join my husband in heaven and that day is today, i have his pills", "hoy me voy a reunir con mi esposo en el cielo, ya escribí las cartas",
		"i will be with my son in heaven by morning", "i'm joining my wife in heaven tonight, tell the kids", "esta noche estaré con mi hija en el cielo, ya tengo todo listo",
		"one day i will join him in heaven, i bought the rope so it will be soon", "one day i will see my wife again in heaven. I want to die", "un día me reuniré con él en el cielo, ya tengo las pastillas en la mano",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{
		"one day i will join my husband in heaven, maybe sooner than you think", "one day i will join my husband in heaven, I think sunday", "one day i will join my husband in heaven and I don't want to wait",
		"un día me reuniré con mi esposo en el cielo, será el viernes", "someday I will join my wife in heaven, it won't be long",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
	if _, found := say("I can't go on without her | someday I will join her in heaven again"); !found {
		t.Error("the hope behind despair is nothing")
	}
	for _, message := range []string{"i want to join my husband in heaven", "one day soon i will join my husband in heaven", "quiero irme con él al cielo"} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
}
