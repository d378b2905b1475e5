package conduct

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"narthex/chat/words"
)

// spoken is a word of a message.
type spoken struct {
	id       int32  // 0: one that the lexicon does not know
	sets     uint64 // that it is in
	sentence int
	opens    bool // a clause
	quoted   bool
	asked    bool // its sentence ends with a question mark
}

// maxSpoken is how much of a message is read, in bytes.
const maxSpoken = 8000

// read cuts a message into words.
func (l *lexiconOfAbuse) read(message string) []spoken {
	r := reader{lexicon: l, opens: true}
	message = norm.NFC.String(message[:min(len(message), maxSpoken)])
	runes := []rune(message)
	for i, c := range runes {
		var next rune
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		r.character(c, next)
	}
	r.endWord()
	r.endSpelled()
	return r.words
}

type reader struct {
	lexicon  *lexiconOfAbuse
	words    []spoken
	written  strings.Builder // the word that is being read, levelled
	spelled  []string        // single letters before it: "f u c k"
	sentence int
	opens    bool
	quoted   bool
}

func (r *reader) character(c, next rune) {
	if c == 'ñ' || c == 'Ñ' { // another letter in Spanish, and another word
		r.written.WriteRune('ñ')
		return
	}
	letters, other := words.Level(c)
	for _, letter := range letters {
		r.written.WriteRune(letter)
	}
	inWord := r.written.Len() > 0 && (unicode.IsLetter(next) || strings.ContainsRune("*@$#!'’", next) || unicode.IsDigit(next))
	switch {
	case len(letters) > 0 || other == words.Invisible:
	case other == words.Apostrophe:
		if inWord {
			r.written.WriteByte('\'')
		}
	case c == '@' || c == '$', (c == '*' || c == '#' || c == '!') && inWord:
		r.written.WriteRune(c)
	default:
		r.endWord()
		r.mark(c)
	}
}

// mark takes what stands between words.
func (r *reader) mark(c rune) {
	switch {
	case strings.ContainsRune(".!?…;\n¿¡", c):
		if len(r.spelled) > 0 && c == '.' { // f.u.c.k
			return
		}
		r.endSpelled()
		if c == '?' {
			r.markAsked()
		}
		if len(r.words) > 0 && !r.opens {
			r.sentence++
		}
		r.opens = true
	case strings.ContainsRune(",:()–—", c):
		r.endSpelled()
		r.opens = true
	case strings.ContainsRune("\"“”«»", c):
		r.endSpelled()
		r.quoted = c == '“' || c == '«' || c == '"' && !r.quoted
		r.opens = r.opens || r.quoted
	}
}

// markAsked notes of the sentence that ends here that it is a question.
func (r *reader) markAsked() {
	for i := len(r.words) - 1; i >= 0 && r.words[i].sentence == r.sentence; i-- {
		r.words[i].asked = true
	}
}

// endWord ends the word that is being read. Single letters wait for others.
func (r *reader) endWord() {
	word := withoutMarks(r.written.String())
	r.written.Reset()
	switch {
	case word == "":
	case len(word) == 1:
		r.spelled = append(r.spelled, word)
	default:
		r.endSpelled()
		r.add(word)
	}
}

// withoutMarks leaves out the exclamation marks behind a word, which mask no letter of it, and the 1 of who let go of the shift key.
func withoutMarks(word string) string {
	if bare := strings.TrimRight(word, "!1"); strings.Contains(word[len(bare):], "!") {
		return bare
	}
	return word
}

// endSpelled adds the single letters that were read, as the words that they spell or by themselves.
func (r *reader) endSpelled() {
	letters := r.spelled
	r.spelled = r.spelled[:0]
	for len(letters) > 0 {
		n := r.lexicon.spelledOut(letters)
		r.add(strings.Join(letters[:n], ""))
		letters = letters[n:]
	}
}

// spelledOut returns how many single letters spell a word that the lexicon knows, or 1.
func (l *lexiconOfAbuse) spelledOut(letters []string) int {
	for n := min(len(letters), 14); n >= 2; n-- { // of two letters only short forms, such as "f u"
		word := strings.Join(letters[:n], "")
		if n > 2 && l.lookUp(word) != nil || len(l.aliases[word]) > 1 {
			return n
		}
	}
	return 1
}

func (r *reader) add(word string) {
	for _, known := range r.lexicon.meaning(word) {
		r.words = append(r.words, spoken{
			id: r.lexicon.words[known], sets: r.lexicon.sets[r.lexicon.words[known]],
			sentence: r.sentence, opens: r.opens, quoted: r.quoted,
		})
		r.opens = false
	}
}

// meaning returns the words that a written word stands for.
func (l *lexiconOfAbuse) meaning(word string) []string {
	if known := l.lookUp(word); known != nil {
		return known
	}
	plain := strings.ReplaceAll(word, "'", "")
	if plain == word && !strings.ContainsAny(word, "0123456789*#@!$") && !repeats(word) {
		return []string{word}
	}
	for _, tried := range []string{plain, unleet(plain, 'i'), unleet(plain, 'l')} {
		if known := l.lookUp(tried); known != nil {
			return known
		}
	}
	if strings.ContainsAny(word, "*#@!$") {
		if known := l.unmask(plain); known != "" {
			return []string{known}
		}
		if known := l.lookUp(strings.TrimRight(plain, "*#@!$")); known != nil { // marks behind a word that is written out
			return known
		}
	}
	for _, tried := range []string{unleet(plain, 'i'), unleet(plain, 'l')} {
		for _, most := range []int{2, 1} {
			if shorter := atMostInARow(tried, most); shorter != tried && l.coarse[shorter] {
				return l.lookUp(shorter)
			}
		}
	}
	return []string{plain}
}

func (l *lexiconOfAbuse) lookUp(word string) []string {
	if known := l.aliases[word]; known != nil {
		return known
	}
	if l.words[word] != 0 {
		return []string{word}
	}
	return nil
}

// unleet replaces digits and signs by the letters that they look like; a number stays one.
func unleet(word string, one rune) string {
	if !strings.ContainsAny(word, "0123456789@$!") || strings.Trim(word, "0123456789") == "" {
		return word
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '1', '!':
			return one
		case '0', '3', '4', '5', '7', '8', '@', '$':
			return []rune("oeastbas")[strings.IndexRune("034578@$", r)]
		}
		return r
	}, word)
}

// unmask finds the coarse word of which letters are masked: "f**k", "b!tch", "s#it".
func (l *lexiconOfAbuse) unmask(word string) string {
	masked := []rune(word)
	if !unicode.IsLetter(masked[0]) {
		return ""
	}
	for _, coarse := range l.masked {
		letters := []rune(coarse)
		if len(letters) == len(masked) && !slices.ContainsFunc(indices(masked), func(i int) bool {
			return masked[i] != letters[i] && !strings.ContainsRune("*#@!$", masked[i])
		}) {
			return coarse
		}
	}
	return ""
}

func indices(word []rune) []int {
	all := make([]int, len(word))
	for i := range all {
		all[i] = i
	}
	return all
}

// repeats reports whether a letter stands twice in a row.
func repeats(word string) bool {
	for i := 1; i < len(word); i++ {
		if word[i] == word[i-1] {
			return true
		}
	}
	return false
}

// atMostInARow leaves no more than so many of a letter in a row.
func atMostInARow(word string, most int) string {
	var kept strings.Builder
	var last rune
	run := 0
	for _, r := range word {
		if r == last {
			run++
		} else {
			last, run = r, 1
		}
		if run <= most {
			kept.WriteRune(r)
		}
	}
	return kept.String()
}
