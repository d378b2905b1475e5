package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Who tells what nearly ended long ago, and what they are today, is in no danger.
func TestTestimonyOfWhatIsLongOverIsNoDanger(t *testing.T) {
	for _, message := range []string{
		"Hace quince años intenté quitarme la vida. Hoy soy maestra y doy gracias a Dios", "Back in 2011 I nearly ended my life, and today I lead the group",
		"Twenty years ago I took an overdose. God saved me and now I'm a chaplain", "En 2005 quise suicidarme; hoy tengo tres hijos y dirijo el coro",
		"When I was nineteen I cut myself. I'm forty now, whole and grateful, and I'd like to help the youth", "A los veinte me tomé unas pastillas para morir. Hoy tengo cincuenta y canto en el coro",
		"In 1998 I stood on a bridge ready to jump. A stranger talked to me about Jesus and here I am, a deacon", "I was raped at 17. I'm 52, healed, and I lead the survivors group here",
		"my father beat me as a kid. forty years later i forgave him and today i lead celebrate recovery",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"Hace quince años intenté quitarme la vida, hoy soy maestra, pero a veces vuelven esos días", "Back in 2011 I nearly ended my life, today I lead the group, lately it is creeping back",
	} {
		if finding, found := crisis.Assess(message, nil); !found || !finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{
		"Twenty years ago I took an overdose and today I have the pills in my hand again", "Hace quince años intenté quitarme la vida. Hoy soy maestra. Quiero morirme",
		"I led the group for ten years. Tonight I want to end my life", "In 2011 I nearly ended my life. Today I'm a deacon. My husband beats me",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
}
