package party

import (
	"strings"

	"narthex/chat/words"
)

// meaning is what the lists say of a word or phrase.
type meaning struct {
	kind kind
	n    int
}

// contracted are written without their apostrophe, or with one that is no contraction of two words.
var contracted = map[string]string{
	"dont": "do not", "cant": "can not", "wont": "will not", "isnt": "is not", "arent": "are not", "doesnt": "does not", "can't": "can not", "won't": "will not",
	"im": "i am", "its": "it is", "theres": "there is", "weve": "we have", "o'clock": "o'clock", "oclock": "o'clock", "del": "de el", "al": "a el",
}

// pointing are words behind which 's is a verb.
var pointing = words.Set("it there that he she who what here this")

// phrased are the words and phrases of each kind, but for numbers and people.
var phrased = map[kind]string{
	filler: `please; thanks; thank you; ok; okay; yes; yeah; yep; sure; it; there; that; this; he; she; they; to; here; about; around; roughly; approximately; approx; ish; at least; up to; for; in; on; so far; well; oh; hi; hello;
		then; now; probably; likely; definitely; hopefully; very; quite; too; also; um; uh; from; as; by; together; next; por favor; gracias; si; claro; pues; bueno; como; unos; unas; cerca de; mas o menos; aproximadamente;
		alrededor de; al menos; por lo menos; hasta; en; que; para; tambien; probablemente; ya; este; esta; proximo; seguro; muchas; hola; por; vez; this time; e`,
	verb: `am; is; are; be; been; being; will; would; have; has; should; do; does; can; could; think; guess; believe; hope; expect; need; afraid; count; say; makes; make; equals; soy; es; sera; seran; serian; seria; ser; creo;
		supongo; estaremos; estare; hay; habra; tenemos; tengo; looks like; puede; pueden; podemos; estamos; estan`,
	motion:  `come; coming; comes; visit; visiting; visits; attend; attending; go; going; join; joining; stop; ir; venir; asistir; visitar; visitarlos; visitarles; va; viene; van; vienen; iran; vendran; visita; acompana; acompanan`,
	talk:    `speak; speaking; talk; talking; meet; meeting; chat; pray; praying; spoke; talked; hablar; hablo; platicar; platico; conversar; reunirme; reunirnos; orar; live; living; lives; vivo; vive; vivimos`,
	past:    `we were; told; died; passed; came; went; was; visited; saw; murio; fallecio; fui; fuimos; vine; vinimos; dijo; dijeron; conto; estuve; estuvimos`,
	stop:    `.; ;; !; ?; :; ¿; ¡; but; pero; sino; so; because; since; porque; when; cuando; although; aunque; asi que; o sea`,
	comma:   `,; -; (; ); –; —; …; /; "`,
	and:     `and; y; &; n`,
	plus:    `plus; +; mas; as well as; ademas de; along with; together with; junto con; aparte de`,
	with:    `with; con; bring; bringing; traigo; llevo; traemos; llevamos; traer; llevar`,
	among:   `including; counting; includes; included; incluyendo; contando; incluidos; incluidas; incluido; incluida; of which; of whom; de los cuales; de las cuales`,
	or:      `or; o; u; versus`,
	only:    `just; only; solamente; unicamente; puro; pura`,
	alone:   `alone; by myself; on my own; solita; solito; yo sola; yo solo; yo solita; yo solito; myself alone`,
	no:      `no; nope; nah`,
	without: `without; sin; minus; except; menos; excepto`,
	doubt:   `maybe; perhaps; may; might; possibly; if; quizas; quiza; tal vez; talvez; a lo mejor; puede que; podria; podrian; unless`,
	vague:   `more than; less than; fewer than; over; under; mas de; menos de; between; entre; several; few; a few; many; some; varios; varias; muchos; bastantes; unos cuantos; unas cuantas; algunos; algunas; pocos; unos pocos; lots; a bunch; tons; whoever`,
	correct: `wait; actually; sorry; i mean; mean; rather; digo; perdon; mejor; mejor dicho; espere; espera; correction; make that`,
	whole: `we are; we will be; we would be; we should be; we might be; there will be; there would be; there are; there is; it will be; it is; it would be; we have; were; somos; seremos; seriamos; vamos a ser; vamos a ir; vamos; iremos; vendremos; venimos;
		van a ser; family of; party of; group of; familia de; grupo de; total of; total de; table for; room for; seats for; lugar para`,
	total:      `in all; in total; total; altogether; all told; all together; en total; por todos; entre todos; entre todas; todos juntos`,
	the:        `the; los; las; el; la; all of the; all; todos los; todas las; these; those; estos; estas; both of the`,
	possessive: `my; our; his; their; mi; mis; nuestro; nuestra; nuestros; nuestras; su; sus`,
	of:         `of; de`,
	ofUs:       `of us; de nosotros; de nosotras; of us all; of you`,
	ofThem:     `of them; de ellos; de ellas; among them; entre ellos; de estos`,
	more:       `more; others; otros; otras; extra; additional; adicionales; guests; guest; invitados; invitadas`,
	adjective: `small; little; young; younger; older; oldest; youngest; elderly; grown; single; big; teenage; other; another; old; new; sweet; dear; lovely; pequeno; pequena; pequenos; pequenas; chiquito; chiquita; chiquitos; chiquitas; mayor; menor;
		menores; grande; grandes; otro; otra; in a wheelchair; in wheelchairs; in wheelchair; en silla de ruedas; with a walker; with a cane; con baston; con andador; wheelchair`,
	i:       `i; yo`,
	us:      `we; us; ourselves; nosotros; nosotras; nos`,
	yearOld: `year old; years old; yr old; yrs old; year olds; years olds; yr olds; y o; month old; months old; week old; month olds; weeks old; anitos; de edad`,
	years:   `anos; meses; semanas de nacido; semanas de nacida`,
	weekday: `sunday; monday; tuesday; wednesday; thursday; friday; saturday; sundays; domingo; lunes; martes; miercoles; jueves; viernes; sabado; sun; domingos`,
	month: `january; february; march; april; june; july; august; september; october; november; december; jan; feb; apr; jun; jul; aug; sept; sep; oct; nov; dec;
		enero; febrero; marzo; abril; mayo; junio; julio; agosto; septiembre; octubre; noviembre; diciembre`,
	clock:   `pm; a.m; p.m; o'clock; hrs; h; de la manana; de la tarde; de la noche; in the morning; in the afternoon; in the evening; noon; midday`,
	at:      `at; a las; a la; sobre las; around at; age; ages; aged; edad; edades; tiene; tienen; grade; grades; room; apt; number; numero; #; dia; psalm; salmo; chapter`,
	ordinal: `st; nd; rd; th`,
	date:    `today; tomorrow; tonight; morning; afternoon; evening; night; hoy; manana; pasado manana; tarde; noche; day after tomorrow; the day after tomorrow; week; weekend; christmas; easter; navidad; pascua; por la manana; por la tarde; por la noche`,
}

// lexicon is what each word or phrase is.
var lexicon = listed()

func listed() map[string]meaning {
	all := make(map[string]meaning)
	for kind, list := range phrased {
		for phrase := range strings.SplitSeq(list, "; ") {
			all[strings.TrimSpace(phrase)] = meaning{kind, 0}
		}
	}
	for _, phrase := range [...]string{"nada mas", "no mas"} {
		all[phrase] = meaning{only, 1}
	}
	for word, n := range numerals() {
		all[word] = meaning{number, n}
	}
	for _, list := range alike {
		for word := range strings.FieldsSeq(list.words) {
			all[word] = meaning{list.kind, list.n}
		}
	}
	return all
}
