package conversation

import (
	"strings"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/static/messages"
)

// LastDanger gives the last crisis in what a visitor said, and whether it was in their last message. What only denies one, and sounds as
// it did, is none.
func LastDanger(to reply.Visitor, items []chat.HistoryItem) (finding crisis.Finding, justNow, found bool) {
	said, last := Visitors(items), true
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].Role != "user" {
			continue
		}
		said = said[:len(said)-1]
		if finding, found = crisis.Assess(items[i].Content, said); found && !Denies(to, items[:i], items[i].Content) {
			return finding, last, true
		}
		last = false
	}
	return crisis.Finding{Category: crisis.Despair, About: crisis.Self, Unsure: true}, false, false
}

// Denies reports whether a message says no where we had asked whether its writer is in danger, or were glad that they are not, or where a
// card asks. "Not at all" to a model's "do you feel safe at home?" denies nothing.
func Denies(to reply.Visitor, items []chat.HistoryItem, message string) bool {
	if !reply.Denies(message) {
		return false
	}
	last := LastAnswer(items)
	return to.HearsNo(last) || ofCard(last)
}

// WasTold reports whether the last danger that a visitor told of was of the same kind, so that they know whom to call. "Don't call
// anybody, I've taken an overdose" is no answer to anything, nor is what has only begun to happen.
func WasTold(to reply.Visitor, f crisis.Finding, items []chat.HistoryItem) bool {
	if earlier, _, found := LastDanger(to, items); found {
		return f.IsLike(earlier)
	}
	earlier, found := to.Answered(LastAnswer(items)) // somebody else may have found it
	return found && f.IsLike(earlier)
}

// Asks reports whether the answer to a finding asks whether it is so, and whether the answer before did: what is said instead of
// the same answer again asks something else. The finding is noted to be in the language that it was asked in.
func Asks(to reply.Visitor, finding *crisis.Finding, last string) (asks, asked bool) {
	for _, language := range reply.Languages() {
		if question := to.In(language).Question(*finding); question != "" && strings.Contains(last, question) {
			finding.Language = language
			return true, true
		}
	}
	return to.Question(*finding) != "", false
}

var asking = messages.Load("confirm")

// ofCard reports whether an answer asks whether what stands on a card is right, in any language.
func ofCard(answer string) bool {
	for _, texts := range asking {
		for key, text := range texts {
			begins, rest, _ := strings.Cut(text, "{")
			if _, ends, _ := strings.Cut(rest, "}"); strings.HasPrefix(key, "ask") && strings.Contains(answer, begins) && strings.Contains(answer, ends) {
				return true
			}
		}
	}
	return false
}
