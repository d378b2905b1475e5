package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// What a visit, a meal or a lesson is asked for next: "How many of you will there be?"
func TestWhoComesIsNoDanger(t *testing.T) {
	for _, message := range []string{
		"my husband, my 3 kids and me", "me, my husband and my daughter", "my husband, our baby and me", "my boyfriend, my son and me", "my husband my mom and me", "my husband, my 3 kids and me are coming",
		"my dad, my brother and me", "my husband, my kids, my mom and me", "My wife and I plus our two boys", "just me and my 2 daughters", "My stepdad, mom and me", "five: my husband, three kids and me",
		"mi esposo, mis 3 hijos y yo", "yo, mi novio y mi hija", "somos mi esposo, mi bebé y yo", "mi papá, mi hermano y yo", "vamos mi marido, mis tres niños y yo", "mi mamá, mi padrastro y yo",
	} {
		for _, earlier := range [][]string{nil, {"I want to visit on sunday"}, {"queremos visitar el domingo"}} {
			if f, found := crisis.Assess(message, earlier); found {
				t.Errorf("%q after %q: %+v", message, earlier, f)
			}
		}
	}
}

// One word beside those of a list of people, and it is read for what it says.
func TestWhoComesAndIsHurtIsFound(t *testing.T) {
	for _, message := range []string{
		"my husband hits my kids and me", "it's my husband, he scares the kids and me", "help me and my kids, my husband", "my husband, my kids and me are not safe", "my husband beats me", "my husband is hurting my daughter and me",
		"my dad touches my brother and me", "my boyfriend threatens my son and me", "me and my kids are hiding from my husband", "my stepdad hits mom and me",
		"mi esposo nos pega a mis 3 hijos y a mí", "mi papá nos pega a mi hermano y a mí", "mi novio me pega y a mi hija", "mi padrastro toca a mi hermana y a mí", "mi marido golpea a mis niños y a mí",
		"mi esposo, mis hijos y yo no estamos seguros, él me pega", "mi esposo amenaza a mis hijos y a mí",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
}

// Whom somebody names after they spoke of a danger is named for that.
func TestWhoIsNamedAfterADangerStaysFound(t *testing.T) {
	for _, said := range [][2]string{
		{"I'm afraid of somebody at home", "my husband, my kids and me"}, {"someone hurts us", "my dad, my brother and me"}, {"somebody in my family is violent", "my husband my mom and me"}, {"we are not safe at home", "my husband, my 3 kids and me"},
	} {
		if _, found := crisis.Assess(said[1], said[:1]); !found {
			t.Errorf("%q is nothing after %q", said[1], said[0])
		}
	}
}

// Who does not want to be called back has been asked whether they do.
func TestWhoWantsNoCallIsInNoDanger(t *testing.T) {
	for _, message := range []string{
		"no quiero que me llamen", "ya no quiero que me llamen", "no quiero que me llamen por teléfono, gracias", "No quiero que me llame nadie", "no quiero que me visiten", "ya no quiero que me escriban", "por favor ya no quiero que me llamen",
		"no quiero que me manden mensajes", "I don't want you to call me", "please don't call me anymore", "I don't want to be called",
	} {
		if f, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, f)
		}
	}
	for _, message := range []string{
		"no quiero que me llamen, quiero morirme", "no quiero que me llamen, ya no quiero vivir", "ya no quiero vivir", "ya no quiero seguir", "no quiero que me encuentren con vida", "no quiero que me llamen, él me pega si contesto",
		"I don't want you to call me, I want to die", "don't call me, he will kill me",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
	if _, found := crisis.Assess("ya no quiero que me llamen", []string{"no le veo sentido a nada"}); !found {
		t.Error("after despair it is nothing")
	}
}
