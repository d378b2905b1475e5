// The tier that answers where somebody may be in danger.

package tier

import (
	"context"
	"iter"
	"slices"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/tier/conversation"
	"narthex/chat/tier/people"
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
		said := conversation.Visitors(items)
		assessed := turn.Assess(said)
		if !assessed.Found || conversation.Denies(toWriter(turn), items, turn.Request.Message) {
			return
		}
		finding := ofConversation(assessed.Finding, turn, said)
		turn.Finding = &finding
		answer := crisisAnswer(turn, finding, items)
		c.report(ctx, turn, answer)
		yieldAnswer(yield, noTier(chat.ReasonCrisis), answer, nil)
	}
}

// crisisAnswer is what is said to a finding after what was said before. Who was told whom to call and will not is told of another way,
// and who goes on about the same danger that they are heard: neither the same again.
func crisisAnswer(turn *chat.Turn, finding crisis.Finding, items []chat.HistoryItem) string {
	to, last := to(turn, finding), conversation.LastAnswer(items)
	if earlier, justNow, _ := conversation.LastDanger(toWriter(turn), items); justNow && reply.HasCalled(turn.Request.Message, earlier.Category == crisis.Medical) {
		return to.Called(earlier)
	}
	refused := !finding.Unsure && reply.WillNotCall(turn.Request.Message) && conversation.WasTold(toWriter(turn), finding, items)
	text, instead := to.Answer(finding), to.Instead(finding)
	switch {
	case refused && instead != last:
		return instead
	case refused || text == last || instead == last:
		if again := to.Again(finding); again != last {
			return again
		}
	}
	return text
}

// ofConversation notes in a finding, whoever made it, what the conversation says besides: the language that the answer will be in, where
// that is not the turn's, and, however long ago it was said, that somebody of the church is accused, and that the visitor is a child.
func ofConversation(f crisis.Finding, turn *chat.Turn, said []string) crisis.Finding {
	if language := reply.LanguageOf(turn.Request.Message, f.Language, turn.Language); language != turn.Language {
		f.Language = language
	}
	said = append(slices.Clip(said), turn.Request.Message)
	_, accused := people.Accusation(turn.Church, said)
	f.ByClergy = accused || people.Accuses(turn.Church, f, turn.Request.Message)
	if crisis.Child(said) {
		f = f.OfChild()
	}
	return f
}

// to is who is answered to a finding, in the language that it was found in.
func to(turn *chat.Turn, f crisis.Finding) reply.Visitor {
	return toWriter(turn).In(reply.LanguageOf("", f.Language, turn.Language))
}

// toWriter is who is answered in the language of their message.
func toWriter(turn *chat.Turn) reply.Visitor {
	language := reply.LanguageOf(turn.Request.Message, "", turn.Language)
	return reply.Visitor{Church: turn.Church, Language: language, OnPhone: turn.Request.Spoken}
}

// Earlier is the conversation before this message, oldest first, wherever it was, as far as it can be known.
func Earlier(ctx context.Context, turn *chat.Turn) []chat.HistoryItem { return turn.Known(ctx) }
