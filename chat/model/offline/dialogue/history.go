package dialogue

import (
	"cmp"

	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/words"
	"narthex/static/messages"
)

// History is what was said so far.
type History struct {
	Question string      // the visitor's newest message, or what of it is still to be answered
	Messages []Utterance // all of theirs, newest first
	Language string      // of the newest that tells its own, ISO 639-1
}

// Utterance is one message of the visitor's, and what the assistant had said before it.
type Utterance struct{ Text, After string }

// Hear takes what was said. Language is that of a visitor whose messages do not tell theirs, where there are texts in it.
func Hear(said []model.Message, language string) (h History) {
	h.Language = messages.Default
	if _, spoken := texts[language]; spoken {
		h.Language = language
	}
	before := ""
	for _, m := range said {
		switch m.Role {
		case model.RoleUser:
			h.Question = prompt.Unfenced(m.Content)
			h.Messages = append([]Utterance{{Text: h.Question, After: before}}, h.Messages...)
			h.Language = words.Language(h.Question, h.Language) // a message without small words is in the language of those before
		case model.RoleAssistant:
			before = cmp.Or(m.Content, before)
		}
	}
	return h
}
