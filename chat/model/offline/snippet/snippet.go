package snippet

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// maxQuoted is how many letters of a text are quoted: what can be read at a glance.
const maxQuoted = 700

// Clean takes out what belongs to the prompt rather than to its contents, should a text hold it.
func Clean(text string) string {
	text = fenceTag.ReplaceAllString(text, "")
	return strings.TrimSpace(emphasis.ReplaceAllString(text, ""))
}

var fenceTag = regexp.MustCompile(`(?i)</?\s*(?:passage|faq|visitor_message|system)\b[^>]*>`)

// Shorten keeps whole sentences, up to maxQuoted letters, but always the first: of one that does not end it keeps twice as many letters.
func Shorten(text string) string {
	if utf8.RuneCountInString(text) <= maxQuoted {
		return text
	}
	short := ""
	for _, sentence := range words.Sentences(strings.Join(strings.Fields(text), " ")) {
		if short != "" && utf8.RuneCountInString(short+sentence) > maxQuoted {
			break
		}
		short = strings.TrimSpace(short + " " + sentence)
	}
	if runes := []rune(short); len(runes) > 2*maxQuoted { // one endless sentence
		return string(runes[:2*maxQuoted]) + "…"
	}
	return short
}

// Ended closes a sentence that does not end with a mark.
func Ended(text string) string {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `)"”»`))
	if text == "" || strings.ContainsRune(".!?…:", last) {
		return text
	}
	return text + "."
}

// WithoutYes leaves out the yes or no that an FAQ's answer begins with, for who asked something else than its question.
func WithoutYes(text string) string { return capitalised(yesOrNo.ReplaceAllString(text, "")) }

var yesOrNo = regexp.MustCompile(`^(?:Yes|No|Sí)[.,;]\s+`)

func capitalised(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
