package tools

import (
	"context"
	"strconv"

	"narthex/chat/church"
	"narthex/chat/tools/scripture"
)

// planTools suggest what to read.
var planTools = []tool{
	{
		name: "suggest_reading_plan", plan: church.Pro, agents: []church.Agent{discipleship},
		description: "Bible reading plans that fit a topic, a length or a stage of faith. With plan, the readings of that plan, a week at a time. Only suggest plans that it gives.",
		parameters: []parameter{
			lookup("topic", "What it should be about, in the visitor's words: a book, a season such as Advent, a theme such as prayer."),
			count("days", "About how many days it should take.", 1, maxPlanDays),
			choice("stage", "Whom it is for.", scripture.Stages...),
			choice("plan", "The id of a plan, to get its readings.", planIDs()...),
			count("from_day", "With plan: the first day to give.", 1, maxPlanDays),
		},
		run:     suggestReadingPlan,
		running: texts{"Looking for a reading plan…", "Buscando un plan de lectura…"},
	},
}

const (
	maxPlanDays   = 366
	previewDays   = 3 // of each plan suggested
	readingsGiven = 7 // days of a plan at once
)

func suggestReadingPlan(_ context.Context, c *call) (outcome, error) {
	if id := c.text("plan"); id != "" {
		return readingsOf(c, id)
	}
	var plans []fields
	for _, plan := range scripture.Suggest(scripture.PlanQuery{Topic: c.text("topic"), Days: c.number("days"), Stage: c.text("stage")}) {
		plans = append(plans, c.outline(plan, 1, previewDays))
	}
	return outcome{answer: fields{"plans": plans}, summary: texts{"Found reading plans.", "Planes de lectura encontrados."}}, nil
}

func readingsOf(c *call, id string) (outcome, error) {
	plan, ok := scripture.PlanByID(id)
	if !ok {
		return outcome{}, refuse(NotFound, "There is no plan %s. Leave plan out to get some that fit.", id)
	}
	from := max(c.number("from_day"), 1)
	if from > len(plan.Days) {
		return outcome{}, refuse(InvalidArguments, "%s has %d days.", id, len(plan.Days))
	}
	answer := c.outline(plan, from, readingsGiven)
	answer["more_days"] = max(len(plan.Days)-from-readingsGiven+1, 0)
	summary := texts{"Looked up the readings of “{plan}”.", "Lecturas de «{plan}» consultadas."}
	return outcome{answer: answer, summary: summary.with("plan", plan.Title.In(c.turn.Language))}, nil
}

// outline is a plan with the readings of some of its days.
func (c *call) outline(plan *scripture.Plan, from, days int) fields {
	language := c.turn.Language
	readings := make([]string, 0, days)
	for day := from; day < from+days && day <= len(plan.Days); day++ {
		readings = append(readings, strconv.Itoa(day)+": "+plan.Days[day-1].In(language))
	}
	return fields{
		"plan": plan.ID, "title": plan.Title.In(language), "for": plan.For.In(language), "purpose": plan.Purpose.In(language),
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
