package evaluate

import (
	"context"
	"slices"
	"strconv"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/order"
)

// others asks the numbered tiers alone that the answer spared. Where no numbered tier answered there are none: nobody but the crisis
// gate, say, has anything to tell to such a message.
func (e *Evaluator) others(ctx context.Context, q Question, snapshot *church.Snapshot, answer Answer) (others []Alone) {
	if answer.Tier == nil {
		return nil
	}
	for _, step := range order.Numbered(e.partsFor(&watch{})) {
		if number, _ := strconv.Atoi(step.Name); number > *answer.Tier {
			others = append(others, e.alone(ctx, q, snapshot, step.Name))
		}
	}
	return others
}

func (e *Evaluator) alone(ctx context.Context, q Question, snapshot *church.Snapshot, name string) Alone {
	w := &watch{}
	turn := e.newTurn(q, snapshot)
	turn.OnPass, turn.Composed = w.passed, true
	numbered := order.Numbered(e.partsFor(w))
	at := slices.IndexFunc(numbered, func(s chat.Step) bool { return s.Name == name })
	cascade := chat.NewCascade(e.failed, w.steps(numbered[at:at+1])...)
	answer := read(cascade.Answer(ctx, turn))
	said := Alone{Name: name, Micros: turn.Cost.Micros()}
	if len(w.asked) > 0 {
		said.Passed = w.asked[0].Passed
	}
	if len(w.asked) > 0 && w.asked[0].Outcome == Answered {
		said.Answer = &answer
	}
	return said
}
