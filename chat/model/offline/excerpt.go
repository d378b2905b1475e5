package offline

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// maxQuoted is how many letters of a text are quoted: what can be read at a glance.
const maxQuoted = 700

// clean takes out what belongs to the prompt rather than to its contents, should a text hold it.
func clean(text string) string {
	text = fenceTag.ReplaceAllString(text, "")
	return strings.TrimSpace(emphasis.ReplaceAllString(text, ""))
}

var fenceTag = regexp.MustCompile(`(?i)</?\s*(?:passage|faq|visitor_message|system)\b[^>]*>`)

// shorten keeps whole sentences up to a length that can be read at a glance.
func shorten(text string) string {
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

// ended closes a sentence that does not end with a mark.
func ended(text string) string {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `)"”»`))
	if text == "" || strings.ContainsRune(".!?…:", last) {
		return text
	}
	return text + "."
}

var yesOrNo = regexp.MustCompile(`^(?:Yes|No|Sí)[.,;]\s+`)

func capitalised(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[size:]
}
