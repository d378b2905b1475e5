package simulator

import (
	"fmt"
	"slices"

	"narthex/chat"
	"narthex/chat/evaluate"
	"narthex/static/web"
)

// rung is one of the five tiers, the cheapest first: what it said, or would have said, or why it says nothing.
type rung struct {
	Name     string // its text is overview.way.tier<name>
	Answered bool   // it gave the answer
	Why      string // in words; empty where it answers
	Instead  string // what it would have said, had the ones before it not answered
	Took     string
	Cost     string
}

// ladder says of each tier what became of it.
func ladder(l *web.Language, e *evaluate.Evaluation) ([]rung, error) {
	var rungs []rung
	for number := range 5 {
		r, err := rungOf(l, e, fmt.Sprint(number))
		if err != nil {
			return nil, err
		}
		rungs = append(rungs, r)
	}
	return rungs, nil
}

func rungOf(l *web.Language, e *evaluate.Evaluation, name string) (r rung, err error) {
	r.Name = name
	if i := slices.IndexFunc(e.Steps, func(s evaluate.Step) bool { return s.Name == name }); i >= 0 {
		step := e.Steps[i]
		r.Answered, r.Took = step.Outcome == evaluate.Answered, millis(step.Took)
		if step.Outcome == evaluate.Failed {
			r.Why, err = l.Text("simulator.why.failed")
		} else if !r.Answered {
			r.Why, err = why(l, name, step.Passed)
		}
		return r, err
	}
	i := slices.IndexFunc(e.Others, func(o evaluate.Alone) bool { return o.Name == name })
	if i < 0 {
		r.Why, err = l.Text("simulator.why.not_asked")
		return r, err
	}
	other := e.Others[i]
	r.Cost = fmt.Sprintf("$%.4f", float64(other.Micros)/1e6)
	if other.Answer == nil {
		r.Why, err = why(l, name, other.Passed)
		return r, err
	}
	if r.Instead = other.Answer.Text; r.Instead == "" {
		r.Why, err = l.Text("simulator.why.failed")
	}
	return r, err
}

// why says in words why a tier left a question to the next.
func why(l *web.Language, tier string, p *chat.Passed) (string, error) {
	if p == nil {
		return l.Text("simulator.why.unsaid")
	}
	said := func(key string) (string, error) {
		return l.Text(key, "title", p.Title, "similarity", fmt.Sprintf("%.2f", p.Similarity), "wanted", fmt.Sprintf("%.2f", p.Wanted))
	}
	if text, err := said("simulator.why." + tier + "." + string(p.Reason)); err == nil {
		return text, nil
	}
	return said("simulator.why." + string(p.Reason))
}
