// The tier that answers where somebody may be in danger.

package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// Crisis answers where a life or a person may be in danger. The tier stands before all others, and needs nothing but the
// church's snapshot, or not even that.
type Crisis struct {
	earlier func(context.Context, *chat.Turn) []chat.HistoryItem
	report  Report
}

// Report tells a church of a turn in which a crisis was found, and of what the visitor is about to be answered.
type Report func(ctx context.Context, turn *chat.Turn, answer string)

// NewCrisis returns the tier. earlier gives the conversation before this message, as far as it is to be looked at; report is
// called with every turn in which a crisis was found, before the visitor is answered.
func NewCrisis(earlier func(context.Context, *chat.Turn) []chat.HistoryItem, report Report) *Crisis {
	return &Crisis{earlier, report}
}

// Answer implements chat.Tier.
func (c *Crisis) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		items := c.earlier(ctx, turn)
		assessed := turn.Assess(visitorsOf(items))
		if !assessed.Found {
			return
		}
		finding := inLanguage(assessed.Finding, turn)
		if _, accused := accusation(visitorsOf(items)); accused { // however long ago: the gate looks back at the last few messages
			finding.ByClergy = true
		}
		turn.Finding = &finding
		answer := crisisAnswer(turn, finding, lastAnswer(items))
		c.report(ctx, turn, answer)
		yieldAnswer(yield, noTier(chat.ReasonCrisis), answer, nil)
	}
}

// crisisAnswer is what is said to a finding, last having been said before. Who will not call is told of another way, and who goes on
// about the same danger that they are heard: neither the same again.
func crisisAnswer(turn *chat.Turn, finding crisis.Finding, last string) string {
	language, refused := languageOf(finding, turn), !finding.Unsure && reply.WillNotCall(turn.Request.Message)
	text := reply.Answer(turn.Church, finding, language)
	instead := reply.Instead(turn.Church, finding, language)
	switch {
	case refused && instead != last:
		return instead
	case refused || text == last || instead == last:
		if again := reply.Again(turn.Church, finding, language); again != last {
			return again
		}
	}
	return text
}

// inLanguage notes in a finding the language that its answer will be in, where that is not the turn's.
func inLanguage(f crisis.Finding, turn *chat.Turn) crisis.Finding {
	if language := reply.LanguageOf(turn.Request.Message, f.Language, turn.Language); language != turn.Language {
		f.Language = language
	}
	return f
}

func languageOf(f crisis.Finding, turn *chat.Turn) string {
	return reply.LanguageOf("", f.Language, turn.Language)
}

// Earlier is the conversation before this message, oldest first, wherever it was, as far as it can be known.
func Earlier(ctx context.Context, turn *chat.Turn) []chat.HistoryItem { return turn.Known(ctx) }

func visitorsOf(items []chat.HistoryItem) []string {
	messages := make([]string, 0, len(items))
	for _, item := range items {
		if item.Role == "user" {
			messages = append(messages, item.Content)
		}
	}
	return messages
}

// lastAnswer is what the assistant said last.
func lastAnswer(items []chat.HistoryItem) (text string) {
	for _, item := range items {
		if item.Role == "assistant" {
			text = item.Content
		}
	}
	return text
}
