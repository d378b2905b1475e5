package days

import (
	"strings"
	"time"

	"narthex/chat/words"
)

// meaning is what a word or a phrase is.
type meaning struct {
	kind kind
	n    int
}

// lexicon has the words and the phrases of both languages, folded and without apostrophes.
var lexicon = listed()

// lists are phrases by what they are, apart by bars.
var lists = map[kind]string{
	article:   `the|el|la|los|las|dia|el dia`,
	some:      `a|an|some|un|una|algun|alguna|one of`,
	any:       `any|every|each|whichever|whatever|cualquier|cualquiera|cada|todos los|todas las`,
	this:      `this|that|these|este|esta|estos|ese|esa|this coming|this next|this upcoming`,
	next:      `next|coming|upcoming|que viene|que vienen|proximo|proxima|entrante`,
	following: `following|siguiente|otro|otra|que sigue|que le sigue`,
	past:      `pasado|pasada|antepasado`,
	anaphor: `one after|the one after|the one after that|one after that|the one following|the next one|next one|the following one|following one|the week after|week after|the week after that|the following week|` +
		`la siguiente semana|la semana siguiente|siguiente semana|semana siguiente|week later|a week later|one week later|una semana despues|una semana mas tarde`,
	after:   `after|following the|despues de|despues|siguiente a|siguiente al|que sigue a|despues del dia de`,
	before:  `before|antes de|antes|previo a|anterior a`,
	bound:   `until|till|til|by|since|through|thru|between|hasta|desde|entre|a partir de`,
	of:      `of|de|del`,
	in:      `in|en|within|dentro de`,
	on:      `on|for|para`,
	from:    `from`,
	fromNow: `from now|from today`,
	week:    `week|weeks|semana|semanas`,
	day:     `day|days|dias`,
	months:  `month|mes`,
	right:   `right|just|immediately|directly|straight|justo|inmediatamente|mismo`,
	or:      `or|o|either|tal vez|quizas|quiza`,
	carried: `come|coming back|make|make it|do|do it|be|be there|visit|attend|go|work|able|able to|want|with|us|well|good|for us|there|here|to|ir|venir|asistir|visitar|poder|puedo|podemos|quiero|queremos|podre|podremos|` +
		`vamos|voy|vaya|iremos|ire|vendremos|vendre|podria|podriamos|me conviene|nos conviene|hay`,
	subject: `i|we|im|is|are|am|were|it|that one|me|nos|es|was|will be`,
	not: `not|never|cant|cannot|can not|couldnt|wont|dont|doesnt|isnt|arent|wouldnt|do not|does not|will not|is not|nunca|tampoco|busy|away|out of town|working|trabajo|trabajando|ocupado|ocupada|ocupados|no puedo|no podemos|no podre|no podremos|no podria|` +
		`no nos va bien|no me va bien|no voy a poder|no vamos a poder`,
	no:     `no|neither|nor|ni`,
	except: `except|except for|excepto|menos|salvo|other than|apart from|aside from|excluding|but not|just not|anything but|any day but|excluyendo|pero no`,
	correct: `no wait|wait no|wait|actually|i mean|i meant|sorry|scratch that|rather|instead of that|correction|no espera|no espere|espera|espere|perdon|quise decir|quiero decir|digo|mejor|sino|mas bien|` +
		`that should be`,
	counted: `of us|of them|people|persons|person|adults|adult|kids|kid|children|child|guests|grownups|friends|de nosotros|personas|persona|adultos|adulto|ninos|nino|ninas|amigos|seats|tickets`,
	silent: `morning|mornings|afternoon|evening|evenings|night|nights|por la manana|en la manana|de la manana|a la manana|por la tarde|en la tarde|de la tarde|por la noche|en la noche|de la noche|please|por favor|early|late|temprano|` +
		`then|instead|too|also|tambien|works|ok|okay|fine|bien|thanks|thank you|gracias|maybe|perhaps|probably|definitely`,
	year:   `year|new year|ano`,
	season: `advent|adviento|lent|cuaresma`,
	other: `stop by|come by|drop by|swing by|at least|al menos|por lo menos|mas o menos|more or less|cant wait|cannot wait|can not wait|why not|if not|no problem|not sure|dont know|do not know|not know|no se|no estoy|dont mind|` +
		`do not mind|not only|no solo|dont have|do not have|dont worry|no hay problema|sunday school|sunday best|sunday dinner|sunday lunch|sunday paper|what about|how about|make sure|last name|last time|no matter|not a problem|` +
		`such a|a lot|a few|a little|a bit|hope to`,
}

// counting are numbers in words, from one on; ordering are ordinals.
var (
	counting = map[string]string{
		"en": `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`,
		"es": `uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta`,
	}
	ordering = map[string]string{
		"en": `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`,
		"es": `primero segundo tercero cuarto quinto`,
	}
	compound = map[string]int{"twenty first": 21, "twenty second": 22, "twenty third": 23, "twenty fourth": 24, "twenty fifth": 25, "twenty sixth": 26, "twenty seventh": 27, "twenty eighth": 28, "twenty ninth": 29, "thirtieth": 30,
		"thirty first": 31, "primer": 1, "tercer": 3, "last": -1, "final": -1, "ultimo": -1, "ultima": -1}
	inNumbers = map[string]int{"twenty one": 21, "twenty two": 22, "twenty three": 23, "twenty four": 24, "twenty five": 25, "twenty six": 26, "twenty seven": 27, "twenty eight": 28, "twenty nine": 29, "thirty": 30, "thirty one": 31,
		"treinta y uno": 31, "veinte y cuatro": 24}
	relativeDays = map[string]int{"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "hoy": 0, "esta manana": 0, "esta tarde": 0, "esta noche": 0, "tomorrow": 1, "manana": 1,
		"day after tomorrow": 2, "the day after tomorrow": 2, "pasado manana": 2}
	eights = map[string]int{"en ocho": 7, "en ocho dias": 7, "en quince": 14, "en quince dias": 14, "fortnight": 14}
)

// Names of days and months, with what is short for them.
var (
	weekdays = [...]string{
		`sunday monday tuesday wednesday thursday friday saturday`, `sundays mondays tuesdays wednesdays thursdays fridays saturdays`, `sun mon tue wed thu fri sat`,
		`sun mon tues wed thurs fri sat`, `domingo lunes martes miercoles jueves viernes sabado`, `domingos lunes martes miercoles jueves viernes sabados`,
	}
	monthNames = [...]string{
		`january february march april may june july august september october november december`, `jan feb mar apr may jun jul aug sep oct nov dec`, `jan feb mar apr may jun jul aug sept oct nov dec`,
		`enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre`, `ene feb mar abr may jun jul ago set oct nov dic`,
	}
	short = words.Set(`sun mon tue tues wed thu thurs fri sat march may jan feb mar apr jun jul aug sep sept oct nov dec ene abr ago set dic`)
)

func listed() map[string]meaning {
	all := make(map[string]meaning)
	for _, list := range ordering {
		for i, name := range strings.Fields(list) {
			all[name] = meaning{nth, i + 1}
		}
	}
	for _, list := range counting {
		for i, name := range strings.Fields(list) {
			all[name] = meaning{number, i + 1}
		}
	}
	for kind, numbers := range map[kind]map[string]int{nth: compound, number: inNumbers, fromToday: relativeDays, inWeeks: eights} {
		for name, n := range numbers {
			all[name] = meaning{kind, n}
		}
	}
	for _, list := range weekdays {
		for i, name := range strings.Fields(list) {
			all[name] = meaning{weekday, int(time.Sunday) + i}
		}
	}
	for _, list := range monthNames {
		for i, name := range strings.Fields(list) {
			all[name] = meaning{month, int(time.January) + i}
		}
	}
	for kind, list := range lists {
		for phrase := range strings.SplitSeq(list, "|") {
			all[phrase] = meaning{kind: kind}
		}
	}
	return all
}
