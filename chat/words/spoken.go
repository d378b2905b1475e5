package words

import (
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

type spokenLanguage struct {
	code  string
	words map[string]bool
}

// spokenWords are frequent in questions of a language, as Fold has them, and rare in those of the others.
var spokenWords = []spokenLanguage{
	{"pt", Set("nao com voce voces em sao ao qual quais onde posso meu minha tem ola bom obrigado obrigada preciso uma igreja missa")},
	{"fr", Set("le les des et vous pour est une dans bonjour quelle quel heure je suis nous avez puis avec mon merci besoin messe eglise peux")},
	{"de", Set("der das und ist sie fur mit ein eine nicht wann ich bin habe kann meine mein guten danke gottesdienst kirche wie wir")},
	{"pl", Set("czy jest jak gdzie kiedy msza msze prosze dzien dobry nie sie moge jestem mszy kosciol")},
	{"tl", Set("ang ng mga sa po kayo ko ako kami kailan saan paano salamat simbahan")},
}

// Spoken gives the language that a text is in (BCP 47), also of those that we have no texts in; a fallback where its words do
// not tell.
func Spoken(text, fallback string) string {
	if code := byScript(text); code != "" {
		return code
	}
	best, most, shared := Language(text, fallback), spokenFrom-1, 0
	var space [64]byte
	scores := make([]int, len(spokenWords))
	for from, to := Next(text, 0); from < to; from, to = Next(text, to) {
		word, theirs := AppendFold(space[:0], text[from:to]), false
		for i := range spokenWords {
			if spokenWords[i].words[string(word)] {
				scores[i]++
				theirs = true
			}
		}
		if !theirs && len(word) > 1 && SmallInAny(string(word)) {
			shared++
		}
	}
	for i, score := range scores {
		if score > most && 2*score > shared {
			best, most = spokenWords[i].code, score
		}
	}
	return best
}

// scriptIn is how much of a text its script is looked for in, in letters.
const scriptIn = 40

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
