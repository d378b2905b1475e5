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
	// What is known at once tells: to look it up, of a message that only leaves out its question mark, would keep it from being answered at
	// once, and when much is asked of this node, at all.
	if turn.Leaning == question.LeansIfAsked && !chat.WantReply(l.remembered(ctx, turn)) {
		turn.Leaning = question.StandsAlone
	}
	if turn.Leaning != question.StandsAlone || turn.Distress || afterCrisis {
		return l.gates
	}
	turn.AskedAtOnce = true
	return l.first
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
