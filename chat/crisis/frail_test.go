package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Who forgets and is out there is in danger until somebody says that they are found.
func TestWhoForgetsAndIsOutThereIsFound(t *testing.T) {
	for _, message := range []string{
		"mom with dementia wandered out last night", "my gran has alzheimers and she's not in her bed, the front door is wide open", "papá tiene demencia y no lo encontramos, salió en pijama",
		"my uncle with dementia went for a walk at noon and nobody has seen him since", "mi abuelita con alzheimer se salió de la casa y ya es de noche", "nan has dementia and shes gone missing from the home, police havent rung us",
		"grandad's got dementia and he left the house before dawn, we've looked everywhere", "mi suegra con demencia se fue sola al mercado y no regresa", "my husband has alzheimers, he slipped out while I was in the shower and its freezing",
		"dad with lewy body walked off from the day centre two hours ago", "mi esposo tiene alzheimer, anda perdido desde la mañana y no contesta", "mum has dementia and I can't find her anywhere",
		"mi mamá tiene alzheimer y salio de la casa hace 3 horas, no aparece",
		"mum has dementia, i came home and she's gone missing", "mum was diagnosed with dementia two years ago and she wandered off tonight", "dad with dementia walked off and it's getting late",
		"my husband with dementia walked off, he won't remember where he lives", "mum has dementia, we found her bed empty and she has gone missing", "mi papá con alzheimer se salió de la casa y ya está oscuro",
		"mi mamá con alzheimer se salió anoche y no apareció", "my dad died last year and now mum with dementia has wandered off, we've searched for her everywhere",
		"my husband with dementia has the axe at my door", "papá tiene demencia y trae la escopeta, cree que somos ladrones", // no news of an illness
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{
		"mum has dementia, she wandered out last night but the neighbour brought her home safe", "mi papá tiene alzheimer y se salió ayer, ya apareció gracias a Dios, quiero ofrecer una misa",
		"mum has dementia and her handbag is missing", "mum has dementia and her name is missing from the anointing list", "dad has dementia and lost his hearing aid at mass, we looked everywhere",
		"mi mamá tiene demencia y se le perdió su rosario en misa",
		"my nan had dementia and used to wander into the church, is her pew still there", "do you have door alarms to lend, my dad has dementia", "is there a talk on dementia and wandering this month",
		"grandpa has alzheimers and went missing on monday, we found him in the park, thank you all for looking", "mi mamá tiene demencia y se perdió en el mercado la semana pasada, una señora la trajo, quiero darle las gracias",
		"my mother with dementia went out for lunch with her sister, can we move the visit to friday", "mi tía con alzheimer salió del hospital ayer, ¿le pueden llevar la comunión?",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// Who lives alone with what burns, is kept from visitors or does not have their own card, and who cares for somebody and can no more: a careful person
// asks.
func TestWhatIsToldOfTheOldIsAskedAbout(t *testing.T) {
	for _, message := range []string{
		"granny keeps leaving the gas on and she is on her own all day", "mi mamá dejó la estufa prendida otra vez y vive sola", "dad went to the shop in his pyjamas and couldn't find the way back, he lives by himself",
		"mum keeps mixing up her tablets and she is alone at night", "nana left a pan burning twice and she lives alone upstairs", "mi papá se pierde cuando sale al pan y vive solo",
		"doña Chelo antes venía a misa diario y ahora el sobrino no deja que nadie la visite", "la señora Carmen ya no viene, la hija no deja que la veamos ni nos la pasa al teléfono",
		"Mrs Walsh stopped coming and her son-in-law turns every one of us away at the door", "su sobrina no permite que nadie hable a solas con la viejita", "el hijo de don Pedro no deja que el padre le lleve la comunión",
		"nan's new neighbour has her bank card for the messages", "the cleaner keeps gran's pension book", "mum's carer holds her bank card and the account is going down", "su nieto le cobra la pensión y no le da nada",
		"i cant do this anymore with mom, she screams all night", "can't take another night of mum shouting, I am so worn out I could lie down and not get up", "cuido a mi mamá con alzheimer y ya no doy más, lloro en el baño",
		"ya no puedo más con mi suegra, me grita toda la noche y nadie me ayuda", "mi esposo con demencia no duerme y yo tampoco, ya no aguanto",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
	for _, message := range []string{
		"the hospital doesn't let anybody visit dad before four, can father come at five", "mi perro no deja que nadie se siente en mi banca jaja", "my son won't let anybody else hold the candle",
		"la residencia no deja que los niños visiten después de las 6, ¿puede venir el padre a las 5?", "my aunt doesn't let anybody pay when she visits, how do i give her a mass card", "mi mamá no deja que nadie cocine en la kermes, ella manda",
		"I care for my mum with dementia, is there parking near the door", "can't do this anymore with the old printer, it screams all day, is there another in the office", "can't do the tea rota anymore with mom in rehab, please take me off",
		"grandma's neighbour has her spare key if you need to get in", "la vecina tiene la tarjeta de la biblioteca parroquial de mi mamá", "my grandson has my card for the raffle, give him the prize",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{"le pegué a mi suegra con demencia y la encerré en su cuarto", "I slapped mum tonight, she has dementia, I'm scared of what I'll do next", "mi marido cachetea a su papa q tiene alzheimer"} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
}
