// The tier that answers questions about the assistant itself.

package tier

import (
	"context"
	"iter"

	"narthex/chat"
	"narthex/chat/assent"
	"narthex/chat/conduct"
	"narthex/chat/disclosure"
	"narthex/chat/tier/conversation"
	"narthex/chat/tier/people"
)

// reasonDisclosure is the reason of answers about the assistant.
const reasonDisclosure = "about_assistant"

// Disclosure (tier 0) answers what visitors ask about the assistant itself, with texts of our own: a model might promise what
// nobody keeps. The tier asks nobody but this process.
type Disclosure struct {
	earlier func(context.Context, *chat.Turn) []chat.HistoryItem
	watched func(*chat.Turn) bool
}

// NewDisclosure returns the tier. earlier gives the conversation before this message, as far as it is known at once; watched
// reports whether a crisis was found in a turn's conversation.
func NewDisclosure(earlier func(context.Context, *chat.Turn) []chat.HistoryItem, watched func(*chat.Turn) bool) *Disclosure {
	disclosure.Warm() // or the first visitor waits for it
	return &Disclosure{earlier, watched}
}

// aboutAssistant reports whether a message may be about the assistant although nothing above recognised it: by itself, or because it
// leans on one that may be.
func aboutAssistant(ctx context.Context, turn *chat.Turn) bool {
	if disclosure.Possible(turn.Request.Message) {
		return true
	}
	said := conversation.Visitors(turn.History(ctx))
	return len(said) > 0 && !turn.SelfContained(ctx) && disclosure.Possible(said[len(said)-1])
}

// Answer implements chat.Tier.
func (d *Disclosure) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		items := d.earlier(ctx, turn)
		recognise := disclosure.Recognise
		if chat.WantReply(items) {
			if _, heard := assent.Heard(turn.Request.Message); heard {
				return // "don't send it" is said of a card
			}
			recognise = disclosure.RecogniseReply
		}
		asked, ok := recognise(turn.Request.Message, conversation.Visitors(items))
		if !ok || conduct.Judge(turn.Request.Message) == conduct.Harassing { // which has an answer of its own
			return
		}
		state := disclosure.State{Watched: turn.Crisis || d.watched(turn), Call: turn.Request.Spoken}
		if accused, found := people.Accusation(turn.Church, crisisAndRecent(ctx, turn, items)); found && state.Watched {
			to := toWriter(turn)
			state.Readers, state.Apart = to.Readers(), to.Apart(accused)
		}
		text := disclosure.Answer(turn.Church, asked, turn.Language, state)
		yieldAnswer(yield, chat.TierEvent(0, reasonDisclosure, 0), text, nil)
	}
}
