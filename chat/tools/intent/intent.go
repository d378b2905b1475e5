// Package intent tells whether a visitor wants what a tool would do at once, without asking them: reach the pastor. intents.go has the
// words by which that is known, sentence.go tells a question from a wish, and agreement.go reads a yes. Of everything else visitors
// are asked, on a card, and only whether a message merely asks for information is told here.
package intent

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// Wanted reports whether the visitor wants a call that writes. A document or a tool's result may ask for one in words that the
// visitor happens to have used, and some calls need no words of theirs at all. said are the visitor's messages, oldest first;
// before is, by the index of said, what the assistant had said before that message.
//
// What the visitor said lately must carry the wish: a sentence about what the tool does (see intents) that is no mere question
// ("who leads the prayer group?"), or a yes to the assistant's offer of it. A message that only asks for information wishes
// for nothing, whatever was said before it. Reaching the pastor takes less: a word of danger or distress will do.
//
// It errs towards refusing, which costs a visitor one "yes": the model is told to ask, and the question is an offer.
func Wanted(tool string, said, before []string) bool {
	return intents[tool].carriedBy(lately(said, before))
}

// Known reports whether it can be told that a visitor wants the tool's call done at once.
func Known(tool string) bool {
	_, known := intents[tool]
	return known
}

// maxLately is how many messages a wish and what is needed for it may take: name, contact, time, and a question between.
const maxLately = 8

// exchange is one message of the visitor's, with what the assistant had said before it.
type exchange struct{ said, before string }

func lately(said, before []string) []exchange {
	var latest []exchange
	for i := max(0, len(said)-maxLately); i < len(said); i++ {
		e := exchange{said: said[i]}
		if i < len(before) {
			e.before = before[i]
		}
		latest = append(latest, e)
	}
	return latest
}

// carriedBy reports whether the exchanges, of which the last is the newest, carry the wish.
func (i intent) carriedBy(exchanges []exchange) bool {
	for _, e := range exchanges {
		if i.anyway.In(e.said) {
			return true
		}
	}
	if len(exchanges) == 0 || onlyAsks(exchanges[len(exchanges)-1].said) {
		return false
	}
	for _, e := range exchanges {
		if i.saidIn(e.said) || consents(e.said) && i.subject.In(e.before) {
			return true
		}
	}
	return false
}

func (i intent) saidIn(message string) bool {
	for _, s := range sentences(message) {
		if s.asks() || isGreeting(s.text) || unwanted.MatchString(s.text) {
			continue
		}
		if i.subject.In(s.text) || isForeign(s.text) {
			return true
		}
	}
	return false
}

// Asks reports whether a message asks for information, besides whatever else it says.
func Asks(message string) bool {
	return slices.ContainsFunc(sentences(message), sentence.asks)
}

// OnlyAsksAfter reports the same of a message that answers a question: "como cinco", "hay mucha enfermedad" and "cuando sale" begin as questions do,
// and are none without their mark.
func OnlyAsksAfter(before, message string) bool {
	return onlyAsks(message) && !(strings.Contains(before, "?") && !strings.ContainsAny(message, "?¿") && statement.MatchString(words.Fold(message)))
}

var statement = regexp.MustCompile(`^\W*(?:como|hay|habra|cuando|when) `)

// onlyAsks reports whether a message does nothing but ask for information.
func onlyAsks(message string) bool {
	if grounding.GivesContact(message) {
		return false
	}
	found := sentences(message)
	asks := false
	for _, s := range found {
		if !s.asks() && !isGreeting(s.text) {
			return false
		}
		asks = asks || s.asks()
	}
	return asks
}
