// What is answered to who has accused somebody that serves at the church: nothing that leads them back to its people.

package tier

import (
	"context"
	"iter"
	"slices"
	"strings"

	"narthex/chat"
	"narthex/chat/crisis"
	"narthex/chat/tier/conversation"
	"narthex/chat/tier/people"
)

// crisisAndRecent are a visitor's messages in which they may have told of danger. A turn of a conversation that is watched looks up those of
// long ago: this node may know nothing of it, and the client may send none of it along.
func crisisAndRecent(ctx context.Context, turn *chat.Turn, items []chat.HistoryItem) []string {
	if turn.Crisis {
		return turn.CrisisAndRecent(ctx)
	}
	return conversation.Visitors(items)
}

// apart gives the answer to a turn on, unless its visitor has accused somebody who serves at the church and the answer would lead them
// to its people: stored facts name the pastor, a model offers to tell the office. Then it says who is there for them outside. Which
// of its people is accused nobody can tell from here. An answer that is looked at is given on whole, at its end.
func apart(ctx context.Context, turn *chat.Turn, events iter.Seq2[chat.Event, error]) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		held := heldAnswer{turn: turn}
		for event, err := range events {
			if event.Kind == chat.KindTier && turn.Crisis && !slices.Contains(ours, event.Tier.Reason) {
				held.accusation, held.accused = people.Accusation(turn.Church, turn.CrisisAndRecent(ctx))
				held.last, held.stored = conversation.LastAnswer(turn.History(ctx)), slices.Contains(timesAndPlaces, event.Tier.Reason)
			}
			given := []chat.Event{event}
			if err == nil && held.accused {
				given = held.take(event)
			}
			for _, event := range given {
				if !yield(event, err) {
					return
				}
			}
		}
	}
}

// ours are reasons of answers written for accusations, which are not delayed. timesAndPlaces are reasons of facts that name an office
// without referring the visitor to it.
var (
	ours           = []string{chat.ReasonCrisis, reasonDisclosure}
	timesAndPlaces = []string{"hours", "address", "what_to_expect"}
)

// heldAnswer is an answer whose text is not shown before it has been looked at.
type heldAnswer struct {
	turn       *chat.Turn
	last       string // the answer before this one
	accused    bool
	accusation crisis.Finding
	stored     bool // its text is from stored facts about times and places

	tools, sources []chat.Event // tools that have done something, or ask
	text           strings.Builder
}

// take takes the next event of the answer in, and gives those that can be shown by then.
func (h *heldAnswer) take(event chat.Event) []chat.Event {
	switch event.Kind {
	case chat.KindReset:
		h.tools, h.sources = nil, nil
		h.text.Reset()
	case chat.KindDelta:
		h.text.WriteString(event.Text)
		return nil
	case chat.KindSources:
		h.sources = append(h.sources, event)
		return nil
	case chat.KindTool:
		if (event.Tool.Status == "done" || event.Tool.Status == chat.ToolConfirm) && event.Tool.Name != chat.Handoff {
			h.tools = append(h.tools, event)
		}
	case chat.KindDone:
		h.accused = false
		return append(h.release(), event)
	}
	return []chat.Event{event}
}

// release gives the text of the answer, or what is said in its place.
func (h *heldAnswer) release() (events []chat.Event) {
	text := h.text.String()
	if !people.Names(h.turn.Church, text, h.turn.Request.Message) && (h.stored || !people.SendsTo(text)) {
		if text != "" {
			events = append(events, chat.DeltaEvent(text))
		}
		return append(events, h.sources...)
	}
	to := toWriter(h.turn)
	instead := to.Apart(h.accusation)
	switch {
	case len(h.tools) > 0:
		instead = to.CareAccusing()
	case instead == h.last:
		instead = to.Again(h.accusation)
	}
	var questions []string // a yes is heard to an answer that ends with them
	for _, event := range h.tools {
		if asked := event.Tool.Question; asked != "" && !slices.Contains(questions, asked) {
			questions = append(questions, asked)
		}
	}
	if len(questions) > 0 {
		instead += "\n\n" + strings.Join(questions, " ")
	}
	events = append(events, chat.Event{Kind: chat.KindReset}, noTier(chat.ReasonCrisis))
	return append(append(events, h.tools...), chat.DeltaEvent(instead))
}
