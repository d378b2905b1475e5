package scripture

import (
	"cmp"
	"slices"
)

// PlanQuery is what a reading plan is wanted for. All of it may be left out.
type PlanQuery struct {
	Topic string // in the visitor's words, English or Spanish
	Days  int    // about how long it should be
	Stage string // of Stages
}

// maxSuggestions is how many plans are suggested at most.
const maxSuggestions = 3

// What a plan gains by fitting. A topic, which is what the visitor spoke of, counts more than the length, and that more
// than the stage.
const (
	topicGain   = 4
	stageGain   = 3
	sameGain    = 4 // within a tenth of the length
	nearGain    = 3 // within a third of the length
	halfGain    = 1 // within half to twice the length
	tooLongLoss = 4 // more than three times the length
)

// Suggest gives the plans that fit best, best first. Of a topic that no plan has, those come that suit anybody at the
// stage.
func Suggest(query PlanQuery) []*Plan {
	said := wordsOf(query.Topic)
	type scored struct {
		plan  *Plan
		score int
	}
	var fitting []scored
	for _, plan := range Plans() {
		fitting = append(fitting, scored{plan, topicGain*weigh(said, plan.topics) + plan.lengthGain(query.Days) + plan.stageGain(query.Stage)})
	}
	slices.SortStableFunc(fitting, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var best []*Plan
	for _, fit := range fitting[:maxSuggestions] {
		best = append(best, fit.plan)
	}
	return best
}

func (p *Plan) stageGain(stage string) int {
	if slices.Contains(p.Stages, stage) {
		return stageGain
	}
	return 0
}

func (p *Plan) lengthGain(wanted int) int {
	has := len(p.Days)
	switch {
	case wanted <= 0:
		return 0
	case 10*has >= 9*wanted && 10*has <= 11*wanted:
		return sameGain
	case 3*has >= 2*wanted && 3*has <= 4*wanted:
		return nearGain
	case 2*has >= wanted && has <= 2*wanted:
		return halfGain
	case has > 3*wanted:
		return -tooLongLoss
	}
	return 0
}
