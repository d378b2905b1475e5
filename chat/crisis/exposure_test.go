package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Whoever is threatened with pictures of them that nobody should see is in danger; they threaten nobody.
func TestBlackmailWithPicturesIsViolence(t *testing.T) {
	for _, message := range []string{
		"si lo dejo sube mis videos íntimos", "me amenaza con publicar mis fotos desnuda", "tiene fotos mías sin ropa y me pide dinero para no enseñarlas", "me grabó sin que yo supiera y dice que lo va a mandar a mi familia",
		"si no regreso con él va a publicar las fotos", "he says he'll post my nudes if I leave him", "if i dont pay he will send the video to everyone at church", "a guy online has naked pictures of me and wants 500 or he shows my parents",
		"my boyfriend says if i break up with him the sex tape goes online", "someone is sextorting me",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure || finding.Category != crisis.Abuse && finding.Category != crisis.ChildAtRisk {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	if finding, _ := say("tengo 14 | un señor de internet quiere que le mande fotos | ya le mandé una y ahora dice que la va a enseñar a todos"); finding.Category != crisis.ChildAtRisk || finding.About != crisis.Self || !finding.Minor {
		t.Errorf("a child who is threatened: %+v", finding)
	}
	for _, message := range []string{
		"si puedes sube el video de la misa", "can you post the pictures of the baptism", "si no voy el domingo, ¿suben el video?", "my mom posts our photos, can you take down the video of the choir", "we sent pictures of the picnic, will you show them to everyone?",
		"if I send photos, will you share the videos of the play",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// A picture is taken and shown at every feast: that somebody asks about it, or says who will show it, is surely no threat.
func TestPicturesThatAreShownAreNoBlackmail(t *testing.T) {
	for _, message := range []string{
		"If I miss Mass, do they post the video?", "if i can't come sunday will they share the video?", "if we sign up, can they send the videos?", "Can someone post our photos if we email them?",
		"I sent the pictures, can they show them to the family?", "we gave photos to the office, did they send them to the family", "we sent pics of the baptism, will they share them with everyone",
		"me grabó cantando y quiere compartir el video con mi familia", "can she send our photos if I pay today", "I gave her the pictures so she can show them to everyone at school",
		"Mandé las fotos y la secretaria dice que las va a subir el lunes", "si no puedo ir, ¿manda el padre las fotos?", "nos grabó el padre y va a publicar el video en facebook", "si no le mando las fotos las sube tarde",
		"the guy who filmed the concert will post our videos if I ask", "if i pay online do they send the photos?", "if we register will they share our photos with the diocese?", "¿publican las fotos si no voy a la misa?",
		"she recorded the play and asks for money for the DVD, can you post it",
	} {
		if finding, found := crisis.Assess(message, nil); found && !finding.Unsure {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"he says he'll post my nudes if I leave", "if i dont pay they send the pics to everyone", "someone threatens to send my pics if i dont pay", "if i break up with him he will show everyone my pictures", "if i leave he will post our videos",
		"i sent him a nude and now he says he will show everyone", "me grabó y amenaza con mandar el video a mi familia", "si lo denuncio publica los videos", "si no le mando más fotos las publica", "mi ex va a subir mis fotos si no vuelvo con él",
		"i sent pics and now hes threatening to show my parents", "if i go to the police he will post my pictures",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure || finding.Category != crisis.Abuse && finding.Category != crisis.ChildAtRisk {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
}

func TestAChildWhoWasLeftAndOneToWhomThingsWereDoneAreFound(t *testing.T) {
	for _, message := range []string{
		"im 12 and mum hasnt come home for 4 days", "im 13 my parents left us 5 days ago and theres no food", "tengo 10 años y mi mamá no ha vuelto desde el viernes", "mi mami se fue hace tres días y estoy sola con mi hermanito, tengo 11",
		"mi mami no ha llegado desde ayer y estoy solo con mi hermanito", "my mommy hasnt come home for two days and there is no food", "mi papi no ha vuelto hace tres días y no tenemos comida", "tengo 9 años, mis papás nos dejaron solos",
		"mis papás no han llegado desde hace dos noches y tengo 12 años", "my mommy left and has not come back, im all alone", "im in 5th grade my parents left 3 days ago",
		"le hizo cosas a mi nene", "mi cuñado le hizo cosas feas a mi niña", "a mi bebé le hicieron cosas en la guardería", "mi esposo le hace cosas a nuestra hija por las noches", "he's been doing stuff to my daughter",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure || finding.Category != crisis.ChildAtRisk {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{
		"my mom hasnt come home from church yet", "tengo 12 años, mi mamá llega tarde del coro", "la maestra le hizo un pastel a mi nene",
		"Mi papi se fue hace dos semanas, ¿pueden hacer una misa?", "mi papi nos dejó solos, murió el martes", "mi mami nos dejó muy solos, el funeral es mañana", "My daddy has been gone two weeks now. Can you have a Mass said for him?",
		"Mi mami no ha llegado, ¿ya terminó la misa?", "mis papás no han llegado, ¿siguen en la misa?", "mis papás no han llegado en mucho tiempo a misa", "my daddy left us last week, the funeral is friday",
		"my mommy left us two weeks ago. please pray for her soul", "mi mami se nos fue hace tres días, recen por ella",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// A child who was not known for one says so after they told of a danger: what they are told is another thing.
func TestADangerBecomesAChildsWhenTheyTellTheirAge(t *testing.T) {
	for talk, want := range map[string]crisis.Category{
		"i cut myself sometimes | not to die just to feel something | im 16": crisis.SelfHarm, "i want to kill myself | I'm 14": crisis.Suicide, "quiero morirme | tengo 13 años": crisis.Suicide, "he hits me every night | im 15": crisis.ChildAtRisk,
		"i took all the pills | im 14 years old": crisis.Suicide, "quiero morirme | tengo 11": crisis.Suicide, "quiero morirme | tengo 8 años": crisis.Suicide, "i want to die | im 13 and scared": crisis.Suicide, "he hits me 3 times a week | im 15": crisis.ChildAtRisk,
		"quiero morirme | tengo 12 y vivo con mi tía": crisis.Suicide, "i cut myself every day | I'm 15 and I go to the school beside the church": crisis.SelfHarm, "me quiero matar | tengo 11 y vivo con mis abuelos desde que se fue mi mamá": crisis.Suicide,
		"quiero morir | tengo 15 y vivo en un hogar de niños": crisis.Suicide,
	} {
		if finding, found := say(talk); !found || !finding.Minor || finding.Category != want {
			t.Errorf("%q: %+v, %v", talk, finding, found)
		}
	}
	for _, talk := range []string{
		"me voy a tomar todas las pastillas | tengo 10", "I want to die. I have 30 pills | tengo 15", "quiero morirme | tengo 7 y un perro", "i want to die | im 12 and sober", "i hurt so bad i want to die | rate 1 to 10 | im 10",
		"he hits me, im pregnant | im 8", "i want to die | im 12 and counting", "quiero morirme | tengo 12 y dos hijos", "me voy a tomar todas las pastillas | tengo 10 | quiero morirme ya", "I want to die. I have 30 pills | tengo 15 | I want to die",
		"quiero morirme | tengo 7 y un perro | quiero morirme", "i want to die | im 12 and sober | i want to die",
		"quiero morirme | tengo 12 años de casada y vivo con mi suegra", "he hits me | i have a 13 year old and we live with his mother", "quiero morirme | tengo 3 hijos y vivo con mi tía", "i want to end it | i am 15 weeks pregnant and i live alone",
		"when is mass | im 16", "i want to kill myself | im 79", "I was raped twenty years ago | I have a son, I'm 16 years sober",
	} {
		if finding, found := say(talk); found && finding.Minor {
			t.Errorf("%q: %+v", talk, finding)
		}
	}
}
