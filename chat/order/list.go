package order

import (
	"context"
	"slices"

	"narthex/chat"
	"narthex/chat/question"
	"narthex/chat/tier"
)

// List is the tiers in their order, with the cascades for each moment.
type List struct {
	urgent, gates, first, rest, all *chat.Cascade
	doubts                          func(context.Context, *chat.Turn) bool
	remembered                      func(context.Context, *chat.Turn) []chat.HistoryItem
}

// New makes the cascades.
func New(parts Parts) List {
	rows, doubts := rowsOf(parts)
	at := func(rows []row, moments ...when) *chat.Cascade {
		var steps []chat.Step
		for _, row := range rows {
			if row.tier != nil && slices.Contains(moments, row.when) {
				steps = append(steps, chat.Step{Name: row.name, Tier: row.tier})
			}
		}
		return parts.Cascade(steps...)
	}
	doubtful := max(0, slices.IndexFunc(rows, func(row row) bool { return row.when == inDoubt }))
	return List{
		urgent: at(rows[:doubtful], always), gates: at(rows, always), first: at(rows, always, atOnce),
		rest: at(rows, accepted), all: at(rows, always, atOnce, inDoubt, accepted), doubts: doubts, remembered: parts.Remembered,
	}
}

// ForArriving returns the tiers to be asked about a message that has not been accepted. After a crisis, answers take the way on
// which they are given with care.
func (l List) ForArriving(ctx context.Context, turn *chat.Turn, afterCrisis bool) *chat.Cascade {
	if l.doubts(ctx, turn) { // a crisis is no doubt, and answered all the same
		return l.urgent
	}
	if turn.Leaning == question.LeansIfAsked && !l.asked(ctx, turn) {
		turn.Leaning = question.StandsAlone
	}
	if turn.Leaning != question.StandsAlone || turn.Distress || afterCrisis {
		return l.gates
	}
	turn.AskedAtOnce = true
	return l.first
}

// asked reports whether the visitor was asked for something just before, as far as it is known at once. To look that up, of a message that
// only leaves out its question mark, would keep it from being answered at once, and when much is asked of this node, at all.
func (l List) asked(ctx context.Context, turn *chat.Turn) bool {
	said := l.remembered(ctx, turn)
	last := len(said) - 1
	return last >= 0 && said[last].Role == "assistant" && question.Wants(said[last].Content)
}

// MustAnswer reports whether a message that was not answered at once is to be answered however much is asked of this node: somebody may
// be in danger, or the answer is at hand.
func (l List) MustAnswer(ctx context.Context, turn *chat.Turn) bool {
	return turn.Distress || l.doubts(ctx, turn) || tier.AskedWordForWord(turn)
}

// ForRunning leaves out the tiers that a turn has been through.
func (l List) ForRunning(turn *chat.Turn) *chat.Cascade {
	if turn.AskedAtOnce {
		return l.rest
	}
	return l.all
}
