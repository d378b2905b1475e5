package attribution

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// Names reports whether an answer names a text by its title. A title of one word that says something is an ordinary word as well: it
// names the text in quotation marks or in emphasis alone, as none does within a longer word.
func Names(answer, title string) bool {
	answer, title = strings.ToLower(answer), strings.ToLower(strings.TrimSpace(title))
	telling := tells(title)
	for at := 0; title != ""; {
		found := strings.Index(answer[at:], title)
		if found < 0 {
			break
		}
		from, to := at+found, at+found+len(title)
		before, _ := utf8.DecodeLastRuneInString(answer[:from])
		after, size := utf8.DecodeRuneInString(answer[to:])
		if telling && !inWord(before, title) && !inWord(after, title) || size > 0 && isQuote(before) && isQuote(after) {
			return true
		}
		at = from + 1
	}
	return false
}

// tells reports whether a title has two words that say something. Where words have no blanks between them, one stands for many.
func tells(title string) bool {
	n := 0
	for word := range words.Split(words.Fold(title)) {
		if !words.SmallInAny(word) {
			n++
		}
	}
	return n > 1 || n == 1 && hasNoBlanks(title)
}

// inWord reports whether a character beside a title makes one word of both.
func inWord(r rune, title string) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !hasNoBlanks(title)
}

func hasNoBlanks(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) })
}

func isQuote(r rune) bool {
	return unicode.In(r, unicode.Pi, unicode.Pf) || strings.ContainsRune("\"'„*_「」『』", r)
}
