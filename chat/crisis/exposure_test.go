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

func TestAChildWhoWasLeftAndOneToWhomThingsWereDoneAreFound(t *testing.T) {
	for _, message := range []string{
		"im 12 and mum hasnt come home for 4 days", "im 13 my parents left us 5 days ago and theres no food", "tengo 10 años y mi mamá no ha vuelto desde el viernes", "mi mami se fue hace tres días y estoy sola con mi hermanito, tengo 11",
		"le hizo cosas a mi nene", "mi cuñado le hizo cosas feas a mi niña", "a mi bebé le hicieron cosas en la guardería", "mi esposo le hace cosas a nuestra hija por las noches", "he's been doing stuff to my daughter",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure || finding.Category != crisis.ChildAtRisk {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	for _, message := range []string{"my mom hasnt come home from church yet", "tengo 12 años, mi mamá llega tarde del coro", "la maestra le hizo un pastel a mi nene"} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// A child who was not known for one says so after they told of a danger: what they are told is another thing.
func TestADangerBecomesAChildsWhenTheyTellTheirAge(t *testing.T) {
	for talk, want := range map[string]crisis.Category{
		"i cut myself sometimes | not to die just to feel something | im 16": crisis.SelfHarm, "i want to kill myself | I'm 14": crisis.Suicide, "quiero morirme | tengo 13 años": crisis.Suicide, "he hits me every night | im 15": crisis.ChildAtRisk,
	} {
		if finding, found := say(talk); !found || !finding.Minor || finding.Category != want {
			t.Errorf("%q: %+v, %v", talk, finding, found)
		}
	}
	for _, talk := range []string{"when is mass | im 16", "i want to kill myself | im 79", "I was raped twenty years ago | I have a son, I'm 16 years sober"} {
		if finding, found := say(talk); found && finding.Minor {
			t.Errorf("%q: %+v", talk, finding)
		}
	}
}
