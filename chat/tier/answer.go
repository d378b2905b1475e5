// Answers that stand ready as a whole.

package tier

import "narthex/chat"

// yieldAnswer yields an answer that was not generated just now. opening is its tier event.
func yieldAnswer(yield func(chat.Event, error) bool, opening chat.Event, text string, sources []chat.Source) {
	if !yield(opening, nil) || !yield(chat.DeltaEvent(text), nil) {
		return
	}
	if len(sources) > 0 && !yield(chat.SourcesEvent(sources), nil) {
		return
	}
	yield(chat.DoneEvent(chat.Done{Finish: chat.FinishStop}), nil)
}

// noTier opens an answer that no numbered tier gave.
func noTier(reason string) chat.Event {
	return chat.Event{Kind: chat.KindTier, Tier: &chat.TierChosen{Reason: reason}}
}
