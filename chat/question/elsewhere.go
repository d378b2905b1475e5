package question

import (
	"strings"

	"narthex/chat/words"
)

// The cues of English and Spanish are many. Of other languages we know few, and take a question for personal unless it is plainly
// not: a question, in a language of which we know how people speak of themselves, without a word of that.

// tongue is what is known of a language besides English and Spanish, folded.
type tongue struct {
	oneself map[string]bool // how people speak of themselves, and of those who are close to them
	trouble map[string]bool // what happened to them
	letters string          // any of which does the same where words have no blanks between them
}

func newTongue(oneself, trouble, letters string) tongue {
	return tongue{words.Set(words.Fold(oneself)), words.Set(words.Fold(trouble)), letters}
}

var tongues = map[string]tongue{
	"pt": newTongue(`eu me mim comigo meu minha meus minhas nos nosso nossa nossos nossas estou sou tenho estamos somos temos sinto preciso quero perdi perdemos`,
		`morreu morreram faleceu faleceram luto enterro velorio cancer divorcio deixou abandonou traiu depressao ansiedade sozinha sozinho desempregado desempregada drogas preso presa suicidio`, ""),
	"fr": newTongue(`je j me m moi mon ma mes nous notre nos suis ai avons sommes`,
		`mort morte decede decedee deces deuil enterrement obseques cancer divorce divorcer quitte quittee trompe trompee depression angoisse seule seul chomage drogue drogues prison suicide`, ""),
	"de": newTongue(`ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer bin habe haben sind`,
		`gestorben verstorben starb tot tod beerdigung trauer trauere krebs scheidung verlassen betrogen depression depressionen einsam allein verzweifelt arbeitslos drogen gefangnis suizid`, ""),
	"it": newTongue(`io me mi mio mia miei mie noi ci nostro nostra nostri nostre sono ho abbiamo siamo sento voglio vorrei`,
		`morto morta morti mancato mancata lutto funerale cancro tumore divorzio lasciato lasciata tradito tradita depressione ansia sola solo disoccupato disoccupata droga carcere suicidio`, ""),
	"pl": newTongue(`ja mnie mi moj moja moje mojego mojej moim moi my nas nam nasz nasza nasze jestem mam czuje chce potrzebuje`,
		`zmarł zmarła zmarli umarł umarła smierc pogrzeb załoba raka rak rozwod zostawił zostawiła odszedł odeszła depresja depresje samotny samotna narkotyki wiezieniu samobojstwo`, ""),
	"tl": newTongue(`ako ko akin aking sakin kami namin amin aming tayo natin atin ating`,
		`namatay patay pumanaw burol libing kanser iniwan niloko nagdadalamhati malungkot nalulungkot droga kulungan`, ""),
	"ht": newTongue(`mwen m nou mwenmenm`, `mouri mo lanmo lanteman kanse divose kite abandone tris depresyon dwog prizon`, ""),
	"ru": newTongue(`я меня мне мной мой моя мое моего моей мои моих мы нас нам наш наша наше нашего нашей`,
		`умер умерла умерли скончался скончалась смерть похороны рак развод бросил бросила изменил изменила депрессия одинок одинока наркотики тюрьме`, ""),
	"zh": newTongue(``, ``, "我咱俺"),
}

// elsewhere is a message in another language than English and Spanish: its words, and what is known of the language.
func elsewhere(message string) (said spokenWords, known tongue, is bool) {
	language := words.Spoken(message, "en")
	if language == "en" || language == "es" {
		return nil, tongue{}, false
	}
	for word := range words.Split(words.Fold(message)) {
		said = append(said, word)
	}
	return said, tongues[language], true
}

// personalElsewhere reports whether a message in another language may be personal.
func personalElsewhere(message string) bool {
	said, known, is := elsewhere(message)
	if !is {
		return false
	}
	plain := len(known.oneself)+len(known.letters) > 0 && strings.ContainsAny(message, "?？")
	return !plain || said.has(known.oneself) || said.has(known.trouble) || strings.ContainsAny(message, known.letters)
}

// distressedElsewhere reports whether somebody tells in another language of trouble of their own.
func distressedElsewhere(message string) bool {
	said, known, _ := elsewhere(message)
	return said.has(known.oneself) && said.has(known.trouble)
}
