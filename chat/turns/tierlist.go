package turns

import (
	"context"
	"slices"

	"narthex/chat"
	"narthex/chat/question"
)

// when a tier is asked about a message.
type when int

const (
	// always: before the message is accepted, and once more where a turn was not answered then; nothing comes before.
	always when = iota
	// atOnce: before the message is accepted, if it can be understood by itself and its visitor is not in distress; otherwise
	// when it has been accepted. An answer at once needs no goroutine and no lease.
	atOnce
	// inDoubt: when the message has been accepted. A message that this tier is to be asked about is not given to those below it
	// before.
	inDoubt
	// accepted: when the message has been accepted. These tiers may wait for Redis, Postgres or a model.
	accepted
)

// tierRow is a line of the tier list.
type tierRow struct {
	name string // in metrics and logs
	tier chat.Tier
	when when
}

// tierList is the list, with the cascades for each moment.
type tierList struct {
	urgent, gates, first, rest, all *chat.Cascade
	doubts                          func(context.Context, *chat.Turn) bool
}

// newTierList makes the cascades. doubts reports whether the tier that is inDoubt is to be asked about a turn.
func newTierList(rows []tierRow, cascade func(...chat.Step) *chat.Cascade, doubts func(context.Context, *chat.Turn) bool) tierList {
	at := func(rows []tierRow, moments ...when) *chat.Cascade {
		var steps []chat.Step
		for _, row := range rows {
			if row.tier != nil && slices.Contains(moments, row.when) {
				steps = append(steps, chat.Step{Name: row.name, Tier: row.tier})
			}
		}
		return cascade(steps...)
	}
	doubtful := max(0, slices.IndexFunc(rows, func(row tierRow) bool { return row.when == inDoubt }))
	return tierList{
		urgent: at(rows[:doubtful], always), gates: at(rows, always), first: at(rows, always, atOnce),
		rest: at(rows, accepted), all: at(rows, always, atOnce, inDoubt, accepted), doubts: doubts,
	}
}

// forArriving returns the tiers to be asked about a message that has not been accepted. After a crisis, answers take the way on
// which they are given with care.
func (l tierList) forArriving(ctx context.Context, turn *chat.Turn, afterCrisis bool) *chat.Cascade {
	if l.doubts(ctx, turn) { // a crisis is no doubt, and answered all the same
		return l.urgent
	}
	if turn.Leaning != question.StandsAlone || turn.Distress || afterCrisis {
		return l.gates
	}
	turn.AskedAtOnce = true
	return l.first
}

// forRunning leaves out the tiers that a turn has been through.
func (l tierList) forRunning(turn *chat.Turn) *chat.Cascade {
	if turn.AskedAtOnce {
		return l.rest
	}
	return l.all
}
