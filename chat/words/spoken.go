package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spokenFrom is how many words of a language tell that a message is in it, where they are more than half as many as the small
// words that may be of those that we have texts in: French and Portuguese share many with Spanish.
const spokenFrom = 2

// scripts tell a language by themselves, or are read as one where there is no telling. Japanese stands before Chinese, with
// which it shares letters.
var scripts = []struct {
	code    string
	letters *unicode.RangeTable
}{
	{"ja", unicode.Hiragana}, {"ja", unicode.Katakana}, {"ko", unicode.Hangul}, {"zh", unicode.Han}, {"ru", unicode.Cyrillic}, {"ar", unicode.Arabic},
	{"he", unicode.Hebrew}, {"el", unicode.Greek}, {"hi", unicode.Devanagari}, {"am", unicode.Ethiopic},
}

// signs are letters that, in a script of many languages, one language alone has.
var signs = map[rune]string{
	'і': "uk", 'ї': "uk", 'є': "uk", 'ґ': "uk", 'پ': "fa", 'چ': "fa", 'ژ': "fa", 'گ': "fa", 'ơ': "vi", 'ư': "vi", 'đ': "vi",
}

// spokenWords are frequent in what is asked of a church in a language, as Fold has them: those that tell it by themselves, and those
// that tell it together, as a language that is read beside it may have one of them.
var spokenWords = []struct{ code, telling, together string }{
	{"pt", `nao voce voces sao onde igreja missa obrigado obrigada uma estacionamento criancas batizado batizar quem filhos filho minha meu morreu ontem hoje
		noite oi ola casamento jovens fica telefone`, `com em ao qual posso tem bom preciso quero natal quanto custa ore horas um ele ela muito mais eu`},
	{"fr", `eglise bonjour bonsoir quelle heure garderie pasteur pretre bapteme baptiser priez prier mariage combien coute merci jeunes cherche
		gratuitement garer dimanche besoin soir enfants veux avez vous habiller nous peut peux etes`,
		`le les des et pour est une dans quel je suis puis avec mon ma messe noel culte du au aux ce cette ici qui un il elle hier mort svp aide`},
	{"de", `gottesdienst kirche wann ihr gibt parkplatz habt kinder jugendgruppe pfarrer telefonnummer bitte anziehen gestorben brauche taufen seid dauert uhr
		sonntag weihnachten erlaubt betet hunde fur nicht danke konnen heute euch`,
		`der das und ist sie mit ein eine ich habe kann meine mein guten wie wir wo soll messe lange hilfe viel oma auf dem den zu um mich`},
	{"it", `chiesa messa parcheggio bambini vorrei battezzare figlio figlia bisogno cibo veste ieri stasera buongiorno buonasera sposarsi pregate
		giovani natale dove avete qualcosa portare quando morta gruppo grazie domenica che`, `di il gli della per sono mia mio chi ho quanto posso ci si ora ce come telefono parroco cane`},
	{"pl", `czy gdzie kiedy msza msze mszy prosze kosciol ktorej macie dzieci numer telefonu wczoraj dzis wieczorem ile kosztuje slub modlcie grupa
		mlodziezowa moge przyjsc psem chce syna potrzebuje jedzenia ubrac zmarla narodzenie dzien dobry jestem kto proboszczem`, `jest jak nie sie moja mnie za na w z dla`},
	{"tl", `ang ng mga po kayo kami anong saan simbahan kailangan kailan paano salamat linggo kong magpabinyag sino magkano kasal ipagdasal nyo
		kabataan pasko pwede bang magdala aso gabi mamayang nanay kahapon namatay dapat isuot`, `ba sa ako ko ano oras`},
	{"ht", `mwen legliz kote eske gen yon timoun batize nimewo kiyes bezwen manje pitit kijan abiye manman mouri aswe bonjou konbyen maryaj lapriye gwoup
		nwel mennen chyen sevis dimanch mesi pou`, `ki nou ye nan ak ou`},
	{"vi", `xin chao nha`, `toi khong co gi tho`},
}

// spokenWeights are what a word, or a letter, weighs for each of spokenWords.
type spokenWeights [8]int8

const (
	tellsAlone    = 2
	tellsTogether = 1
)

// spokenIndex finds the weights of a word.
var spokenIndex = func() map[string]spokenWeights {
	index := make(map[string]spokenWeights)
	for i, language := range spokenWords {
		for weight, list := range map[int8]string{tellsAlone: language.telling, tellsTogether: language.together} {
			for word := range strings.FieldsSeq(list) {
				weights := index[word]
				weights[i] = weight
				index[word] = weights
			}
		}
	}
	return index
}()

// marked are letters of a language that a word in small letters tells it by; a name may have them in any language.
var marked = map[rune]string{
	'ą': "pl", 'ę': "pl", 'ł': "pl", 'ń': "pl", 'ś': "pl", 'ź': "pl", 'ż': "pl", 'ć': "pl", 'ã': "pt", 'õ': "pt", 'ß': "de", 'œ': "fr", 'ê': "fr", 'û': "fr", 'ò': "ht",
}

// alone are words of one letter that, with this accent, are of one language.
var alone = map[string]string{"é": "pt", "è": "it", "à": "fr"}

// Spoken gives the language that a text is in (BCP 47), also of those that we have no texts in; a fallback where its words do
// not tell.
func Spoken(text, fallback string) string {
	if code := byScript(text); code != "" {
		return code
	}
	best, most, shared := Language(text, fallback), spokenFrom-1, 0
	var space [64]byte
	var scores, own spokenWeights // own: by words that are small ones of no language that we have texts in
	for from, to := Next(text, 0); from < to; from, to = Next(text, to) {
		word := AppendFold(space[:0], text[from:to])
		weights, theirs := spokenIndex[string(word)]
		small := len(word) > 1 && SmallInAny(string(word))
		for i, weight := range weights {
			scores[i] = min(scores[i]+weight, maxSpoken)
			if !small {
				own[i] = min(own[i]+weight, maxSpoken)
			}
		}
		if at := spokenAt(accented(text[from:to])); at >= 0 {
			scores[at] = min(scores[at]+tellsAlone, maxSpoken)
			own[at] = min(own[at]+tellsAlone, maxSpoken)
			small = false
		}
		if small && (!theirs || slices.Max(weights[:]) == tellsTogether) {
			shared++
		}
	}
	for i, language := range spokenWords {
		if score := int(scores[i]); score > most && 2*score > shared && own[i] > 0 {
			best, most = language.code, score
		}
	}
	return best
}

const maxSpoken = 100 // a score need not grow beyond

// accented is the language that the accents of a word tell, "" for none.
func accented(word string) string {
	if code := alone[word]; code != "" {
		return code
	}
	first, _ := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(first) {
		return ""
	}
	for _, r := range word {
		if r >= utf8.RuneSelf && marked[r] != "" {
			return marked[r]
		}
	}
	return ""
}

// spokenAt is the place of a language among spokenWords, -1 if it has none.
func spokenAt(code string) int {
	if code == "" {
		return -1
	}
	return slices.IndexFunc(spokenWords, func(l struct{ code, telling, together string }) bool { return l.code == code })
}

// scriptIn is how much of a text its script is looked for in, in letters.
const scriptIn = 40

// Letters with two marks, which Vietnamese writes.
const firstVietnamese, lastVietnamese = 'ạ', 'ỹ'

// byScript is the language that the letters of a text tell, "" for Latin ones.
func byScript(text string) string {
	found, seen := "", 0
	for _, r := range text {
		if r < utf8.RuneSelf || !unicode.IsLetter(r) {
			continue
		}
		if code := signs[r]; code != "" {
			return code
		}
		if r >= firstVietnamese && r <= lastVietnamese {
			return "vi"
		}
		if seen++; seen > scriptIn {
			break
		}
		for rank, script := range scripts {
			if unicode.Is(script.letters, r) {
				if rank < 2 {
					return script.code
				}
				if found == "" {
					found = script.code
				}
			}
		}
	}
	return found
}
