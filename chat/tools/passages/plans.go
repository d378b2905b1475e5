package passages

import (
	"context"
	"strconv"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/scripture"
)

// PlanTools suggest what to read.
var PlanTools = []tools.Tool{
	{
		Name: "suggest_reading_plan", Plan: church.Pro, Agents: []church.Agent{church.Discipleship},
		Description: "How to begin or go on with reading the Bible: plans that fit a topic, a length or a stage of faith. With plan, the readings of that plan, a week at a time. Only suggest plans that it gives.",
		Parameters: parameter.List{
			parameter.Lookup("topic", "What it should be about, in the visitor's words: a book, a season such as Advent, a theme such as prayer."),
			parameter.Integer("days", "About how many days it should take.", 1, maxPlanDays),
			parameter.Enum("stage", "Whom it is for.", scripture.Stages...),
			parameter.Enum("plan", "The id of a plan, to get its readings.", planIDs()...),
			parameter.Integer("from_day", "With plan: the first day to give.", 1, maxPlanDays),
		},
		Run: suggestReadingPlan,
	},
}

const (
	maxPlanDays   = 366
	previewDays   = 3 // of each plan suggested
	readingsGiven = 7 // days of a plan at once
)

func suggestReadingPlan(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	if id := c.Text("plan"); id != "" {
		return readingsOf(c, id)
	}
	var plans []tools.Fields
	for _, plan := range scripture.Suggest(scripture.PlanQuery{Topic: c.Text("topic"), Days: c.Number("days"), Stage: c.Text("stage")}) {
		plans = append(plans, outline(c, plan, 1, previewDays))
	}
	return tools.Fields{"plans": plans}, nil
}

func readingsOf(c *tools.Invocation, id string) (tools.Fields, error) {
	plan, ok := scripture.PlanByID(id)
	if !ok {
		return nil, tools.Refuse(tools.NotFound, "There is no plan %s. Leave plan out to get some that fit.", id)
	}
	from := max(c.Number("from_day"), 1)
	if from > len(plan.Days) {
		return nil, tools.Refuse(tools.InvalidArguments, "%s has %d days.", id, len(plan.Days))
	}
	answer := outline(c, plan, from, readingsGiven)
	answer["more_days"] = max(len(plan.Days)-from-readingsGiven+1, 0)
	c.Summarize("readings", "plan", plan.Title(c.Turn.Language))
	return answer, nil
}

// outline is a plan with the readings of some of its days.
func outline(c *tools.Invocation, plan *scripture.Plan, from, days int) tools.Fields {
	language := c.Turn.Language
	readings := make([]string, 0, days)
	for day := from; day < from+days && day <= len(plan.Days); day++ {
		readings = append(readings, strconv.Itoa(day)+": "+plan.Days[day-1].In(language))
	}
	return tools.Fields{
		"plan": plan.ID, "title": plan.Title(language), "for": plan.For(language), "purpose": plan.Purpose(language),
		"days": len(plan.Days), "readings": readings,
	}
}

func planIDs() []string {
	var ids []string
	for _, plan := range scripture.Plans() {
		ids = append(ids, plan.ID)
	}
	return ids
}
