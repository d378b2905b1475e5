package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// What says that nobody is hurt, that a marriage ends, that money is owed or that faith is lost is no danger by itself.
func TestADenialAndAnOrdinaryTroubleAreNoDanger(t *testing.T) {
	for _, message := range []string{
		"no he's never laid a hand on me or the kids, he just falls asleep in the chair", "no he's never laid a hand on me", "he has never hit me or the kids", "no, he never touched me", "my husband has never been violent",
		"no im not gonna hurt myself just sad", "she doesn't hit me", "no, my wife would never hurt us", "nunca me ha puesto una mano encima", "no voy a hacerme daño",
		"no, apunte dos, va mi compañera de piso", "anote tres, va mi compañero de trabajo", "there's my wife and two little ones in the house", "theres two adults and three kids here",
		"my husband told me he wants a divorce", "my wife says she wants to separate", "mi esposo me dijo que quiere el divorcio",
		"I owe 14 thousand on cards and I havent told my wife", "debo mucho en las tarjetas y mi esposa no sabe", "I don't think I believe in God anymore", "not sure I believe any of this anymore", "ya no creo en Dios",
	} {
		if f, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, f)
		}
	}
	for _, message := range []string{
		"he never hit me until last night", "he never hit me, but he chokes me when he drinks", "he has never laid a hand on me, he threatens me with a knife", "nunca me ha pegado, me encierra y me amenaza con matarme",
		"I don't believe in God anymore and I want to die", "I owe 14 thousand on cards and I want to end my life", "my husband told me he wants a divorce and I want to kill myself", "no me pega a mí, le pega a mi hijo",
		"he's never hit me, only the kids", "he doesn't hit me every night", "no me pega mucho", "mi padrastro va a mi cuarto", "I have no way out of this debt",
		"there's my wife in the house with a gun to her head", "I'm not going to hurt myself, I'm going to kill him",
	} {
		if f, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is passed over: %+v", message, f)
		}
	}
	if f, found := say("my boyfriend choked me last night | he doesn't hit me, he just drinks"); found && f.Category != crisis.Abuse {
		t.Errorf("%+v", f)
	}
}
