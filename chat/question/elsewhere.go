package question

import (
	"slices"
	"strings"
	"unicode"

	"narthex/chat/words"
)

// The cues of English and Spanish are many. Of other languages we know few, and take a question for personal unless it is plainly
// not: a question, in a language of which we know how people speak of themselves, without a word of that.

// tongue is what is known of a language besides English and Spanish, folded.
type tongue struct {
	oneself map[string]bool // how somebody speaks of themselves, and of those who are close to them
	ours    map[string]bool // how they do, or all people: "died for us"
	trouble map[string]bool // what happened to them
	phrases []string        // of words that tell of it together alone: "left me", where "left" is also an umbrella's
	letters string          // any of which does the same as oneself where words have no blanks between them
}

func newTongue(oneself, ours, trouble, phrases, letters string) tongue {
	t := tongue{words.Set(words.Fold(oneself)), words.Set(words.Fold(ours)), words.Set(words.Fold(trouble)), nil, letters}
	for phrase := range strings.SplitSeq(words.Fold(phrases), ";") {
		if phrase = strings.TrimSpace(phrase); phrase != "" {
			t.phrases = append(t.phrases, " "+phrase+" ")
		}
	}
	return t
}

var tongues = map[string]tongue{
	"pt": newTongue(`eu me mim comigo meu minha meus minhas nosso nossa nossos nossas estou sou tenho estamos somos sinto preciso quero perdi perdemos`, `temos`,
		`morreu morreram faleceu faleceram luto enterro velorio cancer divorcio depressao ansiedade desempregado desempregada drogas preso presa suicidio`,
		`me deixou; me abandonou; me traiu; nos deixou; nos abandonou; estou sozinha; estou sozinho; tao sozinha; tao sozinho; muito sozinha; muito sozinho; sinto sozinha; sinto sozinho`, ""),
	"fr": newTongue(`je j me m moi mon ma mes notre nos suis ai`, `nous avons sommes`,
		`mort morte decede decedee deces deuil enterrement obseques cancer divorce divorcer depression angoisse chomage drogue drogues prison suicide`,
		`m a quitte; m a quittee; m a trompe; m a trompee; m ont quitte; suis seule; suis seul; si seule; si seul; sens seule; sens seul; suis toute seule; suis tout seul`, ""),
	"de": newTongue(`ich mich mir mein meine meinen meinem meiner meines wir unser unsere unseren unserem unserer bin`, `uns`,
		`gestorben verstorben starb tot tod beerdigung trauer trauere krebs scheidung depression depressionen einsam verzweifelt arbeitslos drogen gefangnis suizid`,
		`mich verlassen; uns verlassen; mich betrogen; so allein; bin allein; ganz allein; mich allein`, ""),
	"it": newTongue(`io me mi mio mia miei mie nostro nostra nostri nostre ho siamo sento voglio vorrei`, `noi abbiamo`,
		`morto morta morti mancata lutto funerale cancro tumore divorzio depressione ansia droga carcere suicidio`,
		`mi ha lasciato; mi ha lasciata; ci ha lasciato; ci ha lasciati; mi ha tradito; mi ha tradita; e mancato; sono sola; mi sento sola; mi sento solo; cosi sola; cosi solo; sono disoccupato; sono disoccupata`, ""),
	"pl": newTongue(`ja mnie mi moj moja moje mojego mojej moim moi my nasz nasza nasze jestem mam czuje chce potrzebuje`, `nas nam`,
		`zmarł zmarła zmarli umarł umarła smierc pogrzeb załoba raka rak rozwod odszedł odeszła depresja depresje samotny samotna narkotyki wiezieniu samobojstwo`,
		`mnie zostawił; mnie zostawiła; zostawił mnie; zostawiła mnie; zostawił nas; nas zostawił`, ""),
	"tl": newTongue(`ako ko akin aking sakin kami namin amin aming tayo natin atin ating`, ``,
		`namatay patay pumanaw burol libing kanser nagdadalamhati malungkot nalulungkot droga kulungan`, `iniwan ako; iniwan niya ako; iniwan kami; niloko ako; niloko niya ako`, ""),
	"ht": newTongue(`mwen m mwenmenm`, `nou`, `mouri mo lanmo lanteman kanse divose abandone tris depresyon dwog prizon`, `mari m kite; mari mwen kite; madanm mwen kite; madanm mwen an kite`, ""),
	"ru": newTongue(`я меня мне мной мой моя мое моего моей мои моих мы наш наша наше нашего нашей`, `нас нам`,
		`умер умерла умерли скончался скончалась смерть похороны рак развод депрессия одинок одинока наркотики тюрьме`,
		`меня бросил; меня бросила; бросил меня; бросила меня; мне изменил; мне изменила; изменил мне; изменила мне`, ""),
	"zh": newTongue(``, ``, ``, ``, "我咱俺"),
}

// lord is who died for all people.
var lord = words.Set(words.Fold(`jesus jesu gesu jezus jezusa christ christus cristo chrystus jezi kris hesus иисус христос`))

// elsewhere is a message in another language than English and Spanish: its words, and what is known of the language.
func elsewhere(message string) (said spokenWords, known tongue, is bool) {
	language := words.Spoken(message, "en")
	if language == "en" || language == "es" || onlyNames(message) {
		return nil, tongue{}, false
	}
	for word := range words.Split(words.Fold(message)) {
		said = append(said, word)
	}
	return said, tongues[language], true
}

// onlyNames reports whether a message is in English or Spanish but for the names in it, whose letters are of another language.
func onlyNames(message string) bool {
	var small [2]int
	foreign := 0
	for from, to := words.Next(message, 0); from < to; from, to = words.Next(message, to) {
		word := words.Fold(message[from:to])
		switch {
		case strings.ContainsFunc(message[from:to], isFarLetter):
			foreign++
		case len(word) > 1 && words.SmallWord("en", word):
			small[0]++
		case len(word) > 1 && words.SmallWord("es", word):
			small[1]++
		}
	}
	return foreign > 0 && max(small[0], small[1]) > foreign
}

// isFarLetter reports whether a letter is none of western and central Europe, or is Vietnamese.
func isFarLetter(r rune) bool { return unicode.IsLetter(r) && r > 'ſ' || r == 'đ' || r == 'Đ' }

// personalElsewhere reports whether a message in another language may be personal.
func personalElsewhere(message string) bool {
	said, known, is := elsewhere(message)
	if !is {
		return false
	}
	plain := len(known.oneself)+len(known.letters) > 0 && strings.ContainsAny(message, "?？")
	return !plain || said.has(known.oneself) || said.has(known.ours) || said.has(known.trouble) || said.tell(known.phrases) || strings.ContainsAny(message, known.letters)
}

// distressedElsewhere reports whether somebody tells in another language of trouble of their own.
func distressedElsewhere(message string) bool {
	said, known, _ := elsewhere(message)
	if said.tell(known.phrases) {
		return true
	}
	for i, word := range said {
		if known.trouble[word] && !said[max(0, i-4):i].has(lord) {
			return said.has(known.oneself)
		}
	}
	return false
}

// tell finds one of some phrases.
func (s spokenWords) tell(phrases []string) bool {
	if len(phrases) == 0 {
		return false
	}
	whole := " " + strings.Join(s, " ") + " "
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(whole, phrase) })
}
