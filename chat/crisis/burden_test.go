package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// What people carry is told to a church so that somebody helps: nobody is woken for it.
func TestBurdensAreNoDangers(t *testing.T) {
	for _, message := range []string{
		"I can't pay the oil bill", "they shut off our water yesterday, is there any help?", "nos van a cortar la luz", "debo dos meses de renta y el dueño ya me avisó", "estamos ahogados en deudas",
		"I'm sleeping in my car right now", "estoy durmiendo en mi carro", "dormimos en la camioneta, ¿podemos usar el baño de la iglesia?",
		"someone called me asking for money and said he was the pastor", "got an email that my account is blocked and i have to pay", "alguien se hace pasar por el pastor y pide tarjetas de regalo",
		"my husband has dementia and wanders at night", "dad wandered off twice this week, he's got dementia, we found him at the shop", "mi mamá tiene alzheimer y se me sale de la casa",
		"my mom has dementia, she hid my keys again and i yelled at her, i feel so guilty", "you're not a real christian", "no eres un cristiano de verdad", "no tengo papeles",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"tengo la soga al cuello por las deudas", "estoy con la soga al cuello con las tarjetas", "the debt is a noose around my neck", "las deudas me tienen con la soga al cuello",
	} {
		if finding, found := crisis.Assess(message, nil); found && !finding.Unsure {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{ // in the same words
		"i caught my wife hitting her father hes got dementia", "I sleep in my car in your lot so my husband can't get at me, he found me twice", "power cut, moms breathing machine battery is at the end, please",
		"we been in the car since yesterday its hot and mama not back", "mi marido con alzheimer no me reconoce y me persigue con el cuchillo del pan", "hoy vence la renta y vence todo, ya sellé la puerta y prendí el boiler",
		"le mande una foto y ahora me pide 200 dolares o la sube", "anoche dormí en el coche con el arma, hoy no voy a dormir", "I owe the bank, the noose is in the garage and I am going to use it",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
}

// Who keeps somebody's money and telephone is no caller for money; who forgets and went off may be out there.
func TestWhatOnlySoundsLikeABurdenIsADanger(t *testing.T) {
	for _, message := range []string{"he keeps my money and my phone", "he took my phone and my money", "he blocked my bank account and my phone", "she takes my money and my phone, who do i call",
		"dad with alzheimer's wandered off, been out all night, alone", "dad has dementia, he's been out all night"} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	if _, found := crisis.Assess("he keeps my phone and my bank cards", nil); !found {
		t.Error("a telephone and cards kept: nothing")
	}
}
