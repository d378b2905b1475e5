// Tier 0: stored facts.

package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/facts"
	"narthex/chat/prompt"
)

// Facts (tier 0) answers from the church's stored facts, without any model or embedding.
type Facts struct{}

// Answer implements chat.Tier.
func (Facts) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if !turn.SelfContained(ctx) {
			turn.Pass(chat.Passed{Reason: chat.PassLeans})
			return // "what time is that on Sunday" asks for whatever "that" is
		}
		answer, ok := facts.Find(turn.Church, factQuestion(turn))
		switch {
		case !ok || turn.Spoken() != turn.Language: // stored facts are told in few languages
			turn.Pass(chat.Passed{Reason: chat.PassNoFact})
		case answer.FAQ != nil: // the church's own answer to the same question, found by its words
			match := &chat.FAQMatch{FAQ: answer.FAQ, Similarity: 1}
			yieldAnswer(yield, chat.TierEvent(1, "faq", match.Similarity), answer.Text, []chat.Source{faqSource(match)})
		default:
			yieldAnswer(yield, chat.TierEvent(0, answer.Reason, 0), answer.Text, nil)
		}
	}
}

func factQuestion(turn *chat.Turn) facts.Question {
	return facts.Question{Text: turn.Request.Message, Language: turn.Language, Now: turn.Request.Received, Spoken: turn.Request.Spoken}
}

// partOf is what stored facts answer of a message that asks several things. They are told in few languages, and not to who is in danger or
// distress.
func partOf(ctx context.Context, turn *chat.Turn) prompt.Part {
	if turn.Crisis || turn.Distress || turn.Spoken() != turn.Language || !turn.SelfContained(ctx) {
		return prompt.Part{}
	}
	part, ok := facts.FindPart(turn.Church, factQuestion(turn))
	if !ok {
		return prompt.Part{Each: facts.Questions(turn.Request.Message, turn.Language)}
	}
	return prompt.Part{Told: part.Answer.Text, Rest: part.Rest}
}
