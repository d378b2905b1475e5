package slots

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/dialogue"
	"narthex/chat/words"
)

// insteadForm names another of the same behind a card: "actually the Camden one".
var insteadForm = regexp.MustCompile(`\b(?:the|to|for|el|la|al|del) .*\b(?:one|group|instead|grupo|mejor)\b|^\W*(?:actually|no|mejor|perdon|sorry)\W+(?:the|el|la)\b`)

var ordinals = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
	"primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4}

// chosen is what a reply to a list names of it: the words of the reply, or what stands there in the list.
func chosen(answer dialogue.Utterance) string {
	var listed []string
	for line := range strings.Lines(answer.After) {
		if item, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			listed = append(listed, item)
		}
	}
	for word := range words.Split(words.Fold(answer.Text)) {
		if n := ordinals[word]; n > 0 && n <= len(listed) {
			return listed[n-1]
		}
		if len(listed) > 0 && (word == "last" || word == "ultimo" || word == "ultima") {
			return listed[len(listed)-1]
		}
	}
	return answer.Text
}

// alsoCalled are other words for what churches have, as they may stand in its name there.
var alsoCalled = map[string]string{
	"dinner": "supper", "dinners": "supper", "cena": "supper dinner", "cenas": "supper", "almuerzo": "lunch", "comida": "lunch supper pantry", "desayuno": "breakfast", "cafe": "coffee",
	"retiro": "retreat", "peregrinacion": "pilgrimage", "bus": "pilgrimage trip", "autobus": "pilgrimage trip", "barco": "sail", "velero": "sail", "paseo": "outing trip", "bautismo": "baptism", "bautizo": "baptism",
	"nuevos": "newcomers", "newcomer": "newcomers", "pastores": "pastors", "familias": "families", "mayores": "seniors anchors", "hombres": "men", "varones": "men", "mujeres": "women", "damas": "women", "jovenes": "youth young",
	"duelo": "grief bereavement", "luto": "grief bereavement", "viudas": "grief", "grief": "bereavement", "bereavement": "grief", "cuidadores": "carers", "caregivers": "carers", "caregiver": "carers", "recuperacion": "recovery", "adicciones": "recovery", "alcoholicos": "recovery",
	"despensa": "pantry", "food": "pantry", "groceries": "pantry", "alimentos": "pantry", "cocinar": "cook", "cocinando": "cook", "cocinera": "cook", "cocinero": "cook", "cooking": "cook", "meals": "cook casserole",
	"guarderia": "nursery", "bebes": "nursery babies", "babies": "nursery", "ninos": "kids children", "children": "kids", "kids": "children", "ingles": "english", "espanol": "spanish", "sonido": "sound", "bienvenida": "greeter", "welcoming": "greeter", "ujier": "greeter usher",
	"lector": "word", "lectora": "word", "reader": "word", "lectern": "word", "chofer": "driver", "manejar": "driver", "driving": "driver", "limpieza": "tidy", "cleaning": "tidy", "biblia": "bible", "toddlers": "parents", "interprete": "interpreter",
}

// ofWishing are words that wishes have whatever they are for.
var ofWishing = words.Set(`like want would love sign signed put down register registered book count please can could may help join joining come coming going attend add get group groups circle class event the for with our your both name names
	people person persons someone seat seats place places spot spots ticket tickets two three four five six seven eight wanted hoping hope wanna good great hello there this that next sunday monday tuesday wednesday thursday friday saturday
	december january february march april june july august september october november able happy glad willing free serve volunteer volunteering voluntario voluntaria voluntarios servir ayudar ayudarles colaborar apoyar
	quiero quisiera queremos quisieramos gustaria apuntar apunte apunteme apuntarme apuntame inscribir inscribirme inscribame anotar anoteme anotame registrar registrarme reservar boletos boleto lugares lugar plazas asientos unirme unirnos entrar participar grupo grupos
	clase evento para como puedo podemos podria favor hola buenas tardes dias noches domingo lunes martes miercoles jueves viernes sabado personas hija hijo esposa esposo ser dar clases husband wife daughter son
	lost was has have who im ill id we were mother father mom mum dad brother sister aunt uncle grandmother grandfather friend mama papa madre padre hermano hermana abuela abuelo tia tio noche tonight today hoy home`)
