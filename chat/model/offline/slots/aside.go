package slots

import (
	"slices"
	"strings"

	"narthex/chat/assent"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/reply"
	"narthex/chat/question"
	"narthex/chat/words"
)

// mostAsides are how many questions in a row somebody may put while a form or a card waits for them.
const mostAsides = 3

// WithoutAsides is a conversation without what the visitor has asked, and was answered, since the assistant asked for a detail, offered or showed
// something: whoever goes on where they were has not to begin anew. It is the same conversation where they do not go on.
func WithoutAsides(h *dialogue.History) *dialogue.History {
	if len(h.Messages) < 3 || reply.AsksSomething(words.Fold(h.Question)) || assent.Notes(h.Question) && !reply.TakesUp(h.Question) {
		return h
	}
	rest := h.Messages
	for range mostAsides {
		if len(rest) < 3 || waits(h, rest[0].After) || !aside(rest[1].Text) {
			break
		}
		rest = slices.Concat([]dialogue.Utterance{{Text: rest[0].Text, After: rest[1].After}}, rest[2:])
	}
	if len(rest) == len(h.Messages) || !waits(h, rest[0].After) {
		return h
	}
	past := *h
	past.Messages = rest
	return &past
}

// waits reports whether an answer waits for what the visitor says to it. That a card is open still is no question of its own to who corrects it.
func waits(h *dialogue.History, answer string) bool {
	said := h.TextsOf(answer)
	if strings.Contains(answer, said.Text("card_open")) {
		return reply.TakesUp(h.Question)
	}
	return AskedIn(answer) != "" || dialogue.ShowsCard(answer) || dialogue.OffersToPass(answer, said) || strings.Contains(answer, said.Text("need_more"))
}

// aside reports whether a message asks for something to be told, and no more.
func aside(message string) bool {
	return (question.Asks(message) || strings.ContainsAny(message, "?¿") || intent.WantsToKnow(reply.Unled(message))) && intent.Of(message) == nil
}
