package question

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// The cues of English and Spanish are many. Of other languages we know few, and take a question for personal unless it is plainly
// not: a question, in a language of which we know how people speak of themselves, without a word of that.

// tongue is what is known of a language besides English and Spanish, folded.
type tongue struct {
	oneself map[string]bool // how somebody speaks of themselves, and of those who are close to them
	ours    map[string]bool // how they do, or all people: "died for us"
	trouble map[string]bool // what happened to them
	phrases [][]string      // of words that tell of it together alone: "left me", where "left" is also an umbrella's
	letters string          // any of which does the same as oneself where words have no blanks between them
}

func newTongue(oneself, ours, trouble, phrases, letters string) tongue {
	t := tongue{words.Set(words.Fold(oneself)), words.Set(words.Fold(ours)), words.Set(words.Fold(trouble)), nil, letters}
	for phrase := range strings.SplitSeq(words.Fold(phrases), ";") {
		if told := strings.Fields(phrase); len(told) > 0 {
			t.phrases = append(t.phrases, told)
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
		`namatay patay pumanaw burol libing kanser nagdadalamhati malungkot nalulungkot droga kulungan`, `iniwan ako; iniwan kami; niloko ako`, ""),
	"ht": newTongue(`mwen m mwenmenm`, `nou`, `mouri mo lanmo lanteman kanse divose abandone tris depresyon dwog prizon`, `mari m kite; mari mwen kite; madanm mwen kite`, ""),
	"ru": newTongue(`я меня мне мной мой моя мое моего моей мои моих мы наш наша наше нашего нашей`, `нас нам`,
		`умер умерла умерли скончался скончалась смерть похороны рак развод депрессия одинок одинока наркотики тюрьме`,
		`меня бросил; меня бросила; бросил меня; бросила меня; мне изменил; мне изменила; изменил мне; изменила мне`, ""),
	"zh": newTongue(``, ``, ``, ``, "我咱俺"),
}

// lord is who died for all people, and onBehalf what stands before those for whom.
var (
	lord     = words.Set(words.Fold(`jesus jesu gesu jezus jezusa christ christus cristo chrystus jezi kris hesus иисус христос христа`))
	onBehalf = words.Set(words.Fold(`für por pour per за za dla pou para`))
)

// elsewhere is a message in another language than English and Spanish: its words, and what is known of the language.
func elsewhere(message string) (said spokenWords, known tongue, is bool) {
	language := words.Spoken(message, "en")
	if language == "en" || language == "es" || tongues[language].onlyNames(message) {
		return nil, tongue{}, false
	}
	for word := range words.Split(words.Fold(message)) {
		said = append(said, word)
	}
	return said, tongues[language], true
}

// longestName is of how many letters a name may be, in a script that has no blanks between words: more are a sentence.
const longestName = 4

// onlyNames reports whether a message is in English or Spanish but for the names in it, whose letters are of another language. What
// follows one another is a name if each part begins with a capital.
func (t tongue) onlyNames(message string) bool {
	var small [2]int
	foreign, before := 0, ""
	for from, to := words.Next(message, 0); from < to; from, to = words.Next(message, to) {
		whole := message[from:to]
		word := words.Fold(whole)
		if strings.ContainsFunc(whole, isFarLetter) {
			if t.oneself[word] || t.trouble[word] || strings.ContainsAny(whole, t.letters) || isClause(whole) || before != "" && !(isCapital(before) && isCapital(whole)) {
				return false
			}
			foreign, before = foreign+1, whole
			continue
		}
		before = ""
		switch {
		case len(word) > 1 && words.SmallWord("en", word):
			small[0]++
		case len(word) > 1 && words.SmallWord("es", word):
			small[1]++
		}
	}
	return foreign > 0 && max(small[0], small[1]) > foreign
}

func isCapital(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first)
}

// isClause reports whether what stands without a blank is more than a name: in Chinese, Japanese or Thai.
func isClause(word string) bool {
	return utf8.RuneCountInString(word) > longestName && strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
	})
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
		if known.trouble[word] && !said.isOfTheLord(i, known) {
			return said.has(known.oneself) || said.has(known.ours) && !said.has(lord)
		}
	}
	return false
}

// isOfTheLord reports whether a word of trouble is about the death of Jesus, and not about that of somebody for whom he is called on:
// "Jesus died for me", "why did Jesus die for me", but not "Jesus, my father died".
func (s spokenWords) isOfTheLord(trouble int, known tongue) bool {
	for at := trouble - 1; at >= max(0, trouble-4); at-- {
		if lord[s[at]] {
			return true
		}
		if known.oneself[s[at]] && (at == 0 || !onBehalf[s[at-1]]) {
			break
		}
	}
	for at := trouble + 1; at < min(len(s)-1, trouble+3); at++ {
		if lord[s[at]] {
			return onBehalf[s[at+1]]
		}
	}
	return false
}

// mostBetween is how many words may stand among those of a phrase: "hat mich mit einer anderen betrogen".
const mostBetween = 4

// tell finds one of some phrases.
func (s spokenWords) tell(phrases [][]string) bool {
	return slices.ContainsFunc(phrases, func(phrase []string) bool {
		for i, word := range s {
			if word == phrase[0] && s[i+1:min(len(s), i+len(phrase)+mostBetween)].haveInOrder(phrase[1:]) {
				return true
			}
		}
		return false
	})
}

// haveInOrder finds words one after the other, whatever stands between them.
func (s spokenWords) haveInOrder(wanted []string) bool {
	for _, word := range s {
		if len(wanted) > 0 && word == wanted[0] {
			wanted = wanted[1:]
		}
	}
	return len(wanted) == 0
}
