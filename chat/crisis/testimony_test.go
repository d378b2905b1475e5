package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Who tells what nearly ended long ago, and what they are today, is in no danger.
func TestTestimonyOfWhatIsLongOverIsNoDanger(t *testing.T) {
	for _, message := range []string{
		"Hace quince años intenté quitarme la vida. Hoy soy maestra y doy gracias a Dios", "Back in 2011 I nearly ended my life, and today I lead the group",
		"Twenty years ago I tried to kill myself. God saved me and now I'm a chaplain", "En 2005 quise suicidarme; hoy tengo tres hijos y dirijo el coro",
		"When I was nineteen I cut myself. I'm forty now, whole and grateful, and I'd like to help the youth", "A los veinte me tomé unas pastillas para morir. Hoy tengo cincuenta y canto en el coro",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"Hace quince años intenté quitarme la vida, hoy soy maestra, pero a veces vuelven esos días", "my father beat me as a kid. forty years later i forgave him and today i lead celebrate recovery",
		"Back in 2011 I nearly ended my life, today I lead the group, lately it is creeping back",
	} {
		if finding, found := crisis.Assess(message, nil); !found || !finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{
		"Twenty years ago I took an overdose and today I have the pills in my hand again", "Hace quince años intenté quitarme la vida. Hoy soy maestra. Quiero morirme",
		"I led the group for ten years. Tonight I want to end my life", "In 2011 I nearly ended my life. Today I'm a deacon. My husband beats me",
		"Twenty years ago I took an overdose. God saved me and now I'm a chaplain", // as one that happens
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
}

// What is told beside a date, an age or thanks may be of now.
func TestTestimonyTakesNoPresentDangerAway(t *testing.T) {
	for _, message := range []string{
		"I'm going to kill myself at 9. I forgave him", "I'm going to kill myself at 10 pm, I forgave them all", "As a student I want to die every day and I love to help people",
		"As a teenager I want to kill myself, I want to help others", "I am 15. When I was 12 my uncle raped me. I love to help others", "I'm 14, at 11 my stepdad molested me. God saved me",
		"tengo 15 años, a los 13 mi tío me violó, gracias a Dios ya se fue", "My husband hits me since 2015. I serve at church every Sunday",
		"My husband strangled me in 2019. Today I am happy he is in church", "Me violaron a los 15 años. Gracias a Dios nadie se enteró", "I want to die at 22, I love to help people",
		"he rapes me since 2017 and i teach sunday school", "tengo 13 años y desde 2019 mi padrastro me toca, gracias a Dios mi mamá trabaja",
		"When I was 9 my grandpa raped me and I'm 10 now, healed now", "I'm 16, when I was 14 my coach raped me, I want to help others",
		"I'm going to end my life at 11 tonight. God saved me once", "For over ten years I have wanted to die. I teach Sunday school",
		"I have been cutting myself since I was 15, and I lead the youth group", "At 19 I tried to hang myself. Today I'm a nurse and I have the rope again",
		"Twenty years ago I nearly died by suicide. Now I'm a teacher and I will do it properly this time", "When I was 12 I took an overdose. I'm 13, God saved me",
		"Voy a matarme a los 20. Hoy canto en el coro", "Mi esposo me pega desde 2012 y yo sirvo en la iglesia. Hoy estoy bien", "Hace 15 años que mi marido me viola, hoy tengo paz",
		"I'm seventeen, at fourteen my brother touched me, now I'm healed and I want to help other girls", "In 2018 my boyfriend choked me. I forgave him and we are happily married",
		"As a kid my dad beat me, and he beats my little brother now. I sing in the choir", "En 2015 mi novio me violó, hoy soy feliz y ayudo en la iglesia",
		"In 2008 I tried to kill myself. I've got the same pills on the table. I serve at church",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{ // in doubt without any testimony
		"Mi esposo me golpea desde hace diez años, gracias a Dios mis hijos están bien", "mi marido me golpea hace 20 años gracias a dios mis hijos ya son grandes",
		"Desde 2015 mi esposo me viola. Gracias a Dios tengo esta iglesia", "Hace diez años que quiero morirme, gracias a Dios no lo he hecho", "I was raped in 2019, I volunteer at the shelter",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q: nothing", message)
		}
	}
	for _, message := range []string{"In 2005 I was raped. Today I am a nurse and I lead the survivors group"} {
		if finding, found := crisis.Assess(message, nil); !found || !finding.Past {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	if _, found := crisis.Assess("Back in 2011 I nearly ended my life, and today I lead the group", []string{"I want to die, I have the pills here"}); !found {
		t.Error("testimony after a danger: nothing")
	}
}
