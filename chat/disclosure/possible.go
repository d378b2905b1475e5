package disclosure

import (
	"strings"
	"unicode"

	"narthex/chat/words"
)

// possibleFrom is the model's score from which a message is not told from a question about the assistant: what is recognised as one
// scores twice as high.
const possibleFrom = -1

// Possible reports whether a message may be about the assistant or its service, however it puts that. It is about everything that the
// product is asked, so it is wider than Recognise, and it may well be wrong: whoever is in doubt is told more.
func Possible(message string) bool {
	if !latin(message) {
		return true
	}
	f := room.Get().(*features)
	defer room.Put(f)
	f.folded = words.AppendFold(f.folded[:0], message)
	return ofTheProduct(f.folded) || learned().guess(f, message).score >= possibleFrom
}

// latin reports whether a message is in letters of which the model has learned.
func latin(message string) bool {
	return strings.IndexFunc(message, func(r rune) bool { return r >= 'ª' && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) < 0
}
