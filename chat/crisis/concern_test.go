package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// What gives a careful person concern is asked about, though no word of danger is in it; what sounds like it is not.
func TestWhatGivesConcernIsAskedAbout(t *testing.T) {
	for kind, messages := range map[string][]string{
		"a relapse, drink from the morning on, more of a medicine than was prescribed": {
			"two years clean and I used on friday, I can't face my group", "eleven months sober and I drank on my birthday, so ashamed", "slipped last night after 14 months clean. so ashamed I can't face the group",
			"I had six years and I drank on Saturday, I can't look at my sponsor", "recaí el sábado y no me atrevo a decirle a mi padrino de AA", "the drinking has started before noon again and I'm minding the grandkids",
			"I'm taking more of the painkillers than the doctor gave me", "I can't stop taking the codeine", "tomo más pastillas de las que me recetaron y no puedo parar", "me volví adicta a las pastillas para dormir",
		},
		"somebody who eats next to nothing": {
			"my niece runs ten miles a day and lives on apples", "my daughter skips every dinner and says she ate at school", "my friend throws her lunch away and weighs herself in the bathroom at school",
			"mi hija ya no come enfrente de nosotros y se pesa a cada rato", "my sister lives on lettuce and black coffee and her hair is falling out", "mi hermana se salta las comidas y corre de noche",
		},
		"a confessor who asks of the body": {
			"my confessor asks about things in my marriage that make me sick", "el padre me pregunta de mi intimidad y me incomoda", "father wants to know about my body in confession, I feel uncomfortable",
			"the counsellor at church asks about our sex life and it makes me uncomfortable", "el confesor quiere saber cosas de la cama y salgo con asco", "our elder asked my wife about her underwear, she feels dirty",
		},
		"work that is not what was promised, and whom nobody lets go": {
			"I was told the job was in a café, it isn't, and I owe them", "me dijeron que el trabajo era de mesera y no es, y les debo el viaje", "the agency said cleaning work, it's something else, and I can't go till I pay back",
			"me prometieron trabajo en un restaurante, era mentira y tienen mis papeles", "I can't leave the community, they hold my savings", "no puedo salirme de la comunidad, tienen mis ahorros",
		},
		"a girl who is taken abroad": {
			"my aunt wants to send my sister home to be 'done'", "my parents are taking my cousin back to the village to be cut", "quieren mandar a mi hermana al pueblo para casarla",
			"dad is sending my little sister abroad to be married in summer", "they want to take my niece home to be circumcised",
		},
		"somebody about the house at night": {
			"somebody has been in the garden three nights and I live alone", "a man stands outside my window at night", "hay un hombre afuera de mi casa todas las noches, vivo sola",
			"alguien anda en mi patio de noche y estoy sola", "a stranger has been at my door three evenings, I'm on my own",
		},
	} {
		for _, message := range messages {
			if _, found := crisis.Assess(message, nil); !found {
				t.Errorf("%s: %q is nothing", kind, message)
			}
		}
	}
	for _, message := range []string{
		"tomo mis pastillas con el desayuno, ¿rompe el ayuno?", "the wine for mass is hidden in the press, who has the key", "I'm 5 years clean today, cake after the meeting", "who drank all the coffee before noon again lol",
		"volví a tomar clases de guitarra, ¿puedo tocar en misa?", "two years clean and I want to help at the group", "my niece runs marathons and wants to raise money for the roof", "mi sobrina se salta el ensayo porque tiene examen",
		"the confessor asks for a donation for the roof, is that usual", "the priest asked us about our marriage plans at the course, lovely evening", "they promised me work in the parish shop, who do i ask",
		"my sister is going home to be married in june, do you do banns", "somebody has been in the garden and planted tulips, thank you", "a man stands outside the hall selling candles, is he ours",
		"un señor vende tamales afuera del templo todas las noches, ¡qué ricos!", "a man sits on the porch with the guitar every night, does he sing at mass",
		"que chido estuvo el retiro la neta me rompio la cabeza, cuando hay otro", "she cried on the first night at camp and by sunday she did not want to come home", "mi mamá se operó de los ojos y ya ve, gracias a Dios",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// A retreat may move somebody's head, and a husband may break it: the words around are the same.
func TestWhoIsHitAfterMassIsNotMoved(t *testing.T) {
	for _, message := range []string{
		"saliendo de misa mi esposo me pegó fuerte", "después de misa mi marido me golpeó en la cabeza", "saliendo de misa mi marido me rompió la cabeza",
		"i am 12 weeks pregnant and bleeding", "tengo 12 semanas de embarazo y estoy sangrando mucho",
	} {
		if finding, found := crisis.Assess(message, nil); !found || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
	if _, found := crisis.Assess("en el campamento el líder me pegó durísimo", nil); !found {
		t.Error("a leader's blow is nothing")
	}
}
