package dashboard

import (
	"strconv"

	"narthex/chat/church"
	"narthex/static/web"
)

// What a change of plan does to what a church has stored. Nothing is ever deleted. What a smaller plan has no place for is read-only:
// it is kept and goes on serving visitors as before, but cannot be added to or changed until it fits. What a smaller plan does not do
// rests: its settings are kept, and it goes on with them when the church takes a plan again that does it.

// effect is what a change of plan does to one thing.
type effect string

const (
	same     effect = "same"
	gained   effect = "gained"
	rests    effect = "rests"     // it is not done any more; its settings are kept
	readOnly effect = "read_only" // some are more than the new plan has place for
)

// holdings are what a church has stored that plans limit.
type holdings struct{ FAQs int }

// change is what a change of plan does to one thing. Its words stand in the messages under plan.change.<Limit>.<Effect>.
type change struct {
	Limit  string
	Effect effect
	Count  int // of those that become read-only
	Limits int // how many the new plan has place for; 0: any number
}

// rules are one for each limit of chat/church/plan.go, in the order in which they are shown. Documents and the dashboard's tabs are
// limited by no plan, and so are not here for more than to say so.
var rules = []struct {
	limit  string
	effect func(from, to church.Plan, has holdings) effect
}{
	{"agent.discipleship", feature(func(p church.Plan) bool { return p.Includes(church.Discipleship) })},
	{"agent.stewardship", feature(func(p church.Plan) bool { return p.Includes(church.Stewardship) })},
	{"agent.care", feature(func(p church.Plan) bool { return p.Includes(church.Care) })},
	{"agent.coordinator", feature(func(p church.Plan) bool { return p.Includes(church.Coordinator) })},
	{"tools.pro", feature(func(p church.Plan) bool { return p.Tier().AtLeast(church.Pro) })},
	{"tools.suite", feature(func(p church.Plan) bool { return p.Tier().AtLeast(church.Suite) })},
	{"faqs", faqs},
	{"documents", func(church.Plan, church.Plan, holdings) effect { return same }},
	{"branding", feature(church.Plan.HidesBranding)},
	{"tabs", func(church.Plan, church.Plan, holdings) effect { return same }},
	{"voice", feature(church.Plan.HasVoice)},
}

// feature is the rule of what a plan does or does not do.
func feature(has func(church.Plan) bool) func(from, to church.Plan, _ holdings) effect {
	return func(from, to church.Plan, _ holdings) effect {
		switch before, after := has(from), has(to); {
		case before && !after:
			return rests
		case !before && after:
			return gained
		}
		return same
	}
}

// faqs is the rule of how many questions a plan has place for. The oldest are those that have it.
func faqs(from, to church.Plan, has holdings) effect {
	limit, limited := to.FAQLimit()
	_, before := from.FAQLimit()
	switch {
	case limited && has.FAQs > limit:
		return readOnly
	case before && !limited:
		return gained
	case !before && limited:
		return rests
	}
	return same
}

// changes is what becomes of what a church has when it goes from one plan to another, but for what stays the same.
func changes(from, to church.Plan, has holdings) (all []change) {
	for _, r := range rules {
		made := change{Limit: r.limit, Effect: r.effect(from, to, has)}
		if made.Effect == same {
			continue
		}
		if limit, limited := to.FAQLimit(); limited && r.limit == "faqs" {
			made.Limits, made.Count = limit, max(0, has.FAQs-limit)
		}
		all = append(all, made)
	}
	return all
}

// words say what the change is, in a language.
func (c change) words(language *web.Language) (string, error) {
	return language.Text("plan.change."+c.Limit+"."+string(c.Effect), "count", strconv.Itoa(c.Count), "limit", strconv.Itoa(c.Limits))
}
