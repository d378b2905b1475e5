package reply

import (
	"regexp"

	"narthex/chat/words"
)

// leading stands before a question that comes to mind: "wait, is there childcare".
var leading = regexp.MustCompile(`^\W*(?:(?:wait|hold on|oh|ah|um|uh|hmm?|and|but|so|also|ok|okay|great|well|first|sorry|before that|btw|by the way|one question|quick question|actually|espere|espera|oiga|oye|ah|ay|y|pero|bueno|ok|antes|perdon|disculpe|una pregunta|por cierto)\b\W*)+`)

// Unled is a folded message without what leads to a question.
func Unled(message string) string { return leading.ReplaceAllString(words.Fold(message), "") }
