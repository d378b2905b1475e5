package chat

import (
	"narthex/static/messages"
)

var answers = messages.Load("answers")

// Phrase gives what the server itself tells visitors in a language, English where there are no words in it. Pairs of name and
// value replace {name}.
func Phrase(language, key string, pairs ...string) string {
	return answers.In(language).Text(key, pairs...)
}
