package tier

import (
	"narthex/chat"
)

// answerOutsideTiers yields a whole answer that no tier gave.
func answerOutsideTiers(yield func(chat.Event, error) bool, reason, text string) {
	_ = yield(chat.Event{Kind: chat.KindTier, Tier: &chat.TierChosen{Reason: reason}}, nil) &&
		yield(chat.DeltaEvent(text), nil) &&
		yield(chat.DoneEvent(chat.Done{Finish: chat.FinishStop}), nil)
}

// answerStored yields a whole answer that was not generated just now.
func answerStored(yield func(chat.Event, error) bool, tier int, reason string, similarity float64, text string, sources []chat.Source) {
	if !yield(chat.TierEvent(tier, reason, similarity), nil) || !yield(chat.DeltaEvent(text), nil) {
		return
	}
	if len(sources) > 0 && !yield(chat.SourcesEvent(sources), nil) {
		return
	}
	yield(chat.DoneEvent(chat.Done{Finish: chat.FinishStop}), nil)
}
