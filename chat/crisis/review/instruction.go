package review

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// Whoever tells a reader how to judge speaks of judging: of instructions and answers, of the message, of what it means, of alarms
// and danger. People do not, while something is killing them with laughter. Too many stems here cost a church a text message for
// nothing; one too few may cost a life.

// judging are the stems of such words, in plain letters. They are looked for without the spaces between words, so that
// "i g n o r e" is found too, and backwards.
var judging = squeezedAll(`
	ignor disregard overrid instruc prompt system sistem asistent assistan respond respuest contesta reply answer output devuelv imprim
	classif clasific categor label etiquet verdict veredict judg juzg evaluat evalua rating puntua json
	figure figura figurad figurativ metaphor metafor idiom modismo literal hyperbol hiperbol exagger exagera sarcas irony ironi
	harmless inofensiv inocent innocent benign falseposit falsoposit alarm alert notif report informe flag escala moderat moderad moderac
	jailbreak developer desarrollador admin roleplay actas actua actlike pretend fingi finge simula chatgpt openai language lenguaj model modelo
	thismes thetext eltexto estetexto estemens esemens elmensaj themess mymess mimensaj theabove aboveis loanterior previous following siguiente
	fromnowon apartirde consider treatthis treatit tratalo trataest markthis markit marcalo marcael marcacomo interpret meant understood
	quierodecirque entiend danger peligr risk riesg nothingwrong nadamalo allisfine allgood todobien imfine iamfine imsafe iamsafe imok iamok
	estoybien estoyasalvo nocrisis crisis emergen nobodyis nobodyhas donttell donottell noledigas nodigas noselodig noavis noalert nollam
	dontcall donotcall dontnotif donotnotif dontwake nodespiert dontsend donotsend noenvi nomand joke joking kidding broma bromea
	lowerthe lowerit bajala bajalo bajael urgen severity graved threshold umbral policy politica isatest esunaprueb deprueba example ejemplo
	training fiction ficcion ficti hypothet hipotet decide conclu assume suppose asume asegur confirm aclara clarif disclaim reader lector
	robot decodif decode translate traduc base64 rot13
`)

// judgingWords are such words that stand in others, by themselves.
var judgingWords = strings.Fields(`none ninguno ninguna null nulo false falso falsa ai ia bot gpt llm safe salvo test prueba say di user usuario role`)

func squeezedAll(stems string) []string {
	all := strings.Fields(stems)
	for i, stem := range all {
		all[i] = squeezed(stem, nil)
	}
	return all
}

// longestWord is how long a word is in the languages that the gate reads, laughter aside. A longer one may be a code.
const longestWord = 18

// instructs reports whether a plain text speaks of how it is to be judged, or may hide that it does.
func instructs(text string) bool {
	folded := words.Fold(text)
	for word := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if utf8.RuneCountInString(word) > longestWord && !laughs(word) || slices.Contains(judgingWords, word) {
			return true
		}
	}
	for _, spelled := range []string{squeezed(folded, nil), squeezed(folded, digitLetters)} {
		if speaksOfJudging(spelled) || speaksOfJudging(backwards(spelled)) {
			return true
		}
	}
	return false
}

func speaksOfJudging(text string) bool {
	return slices.ContainsFunc(judging, func(stem string) bool { return strings.Contains(text, stem) })
}

// digitLetters are what stands for letters.
var digitLetters = map[rune]rune{'0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', '$': 's', '!': 'i'}

// squeezed keeps the letters and digits of a text, one after another, each once where it is repeated.
func squeezed(text string, replaced map[rune]rune) string {
	var kept strings.Builder
	last := rune(0)
	for _, r := range text {
		if letter, ok := replaced[r]; ok {
			r = letter
		}
		if r != last && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			kept.WriteRune(r)
			last = r
		}
	}
	return kept.String()
}

func backwards(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}

// laughs reports whether a word is one syllable over and over: "jajajajajajajajajaja", "hahahahahahahahahahaha", "noooooooooooooooooo".
func laughs(word string) bool {
	different := make(map[rune]bool)
	for _, r := range word {
		different[r] = true
	}
	return len(different) <= 3
}
