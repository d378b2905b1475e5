package scripture

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// Plan is a reading plan.
type Plan struct {
	ID     string
	Stages []string // of Stages
	Days   []Day
	topics [][]string
}

// Title is the plan's in a language (ISO 639-1).
func (p *Plan) Title(language string) string { return p.text("title", language) }

// For says whom the plan is for.
func (p *Plan) For(language string) string { return p.text("for", language) }

// Purpose says what the plan is read for.
func (p *Plan) Purpose(language string) string { return p.text("purpose", language) }

func (p *Plan) text(key, language string) string {
	return texts.In(language).Text("plan." + p.ID + "." + key)
}

// Day is what one day of a plan has to read.
type Day []Reference

// In writes a day's readings as they are cited in a language.
func (d Day) In(language string) string {
	cited := make([]string, len(d))
	for i, reference := range d {
		cited[i] = reference.In(language)
	}
	return strings.Join(cited, "; ")
}

// Stages are where in their faith readers of a plan can be; family is for reading with children.
var Stages = []string{"seeking", "new", "returning", "growing", "family"}

//go:embed plans.yaml
var plansFile []byte

// planRow is a plan as it stands in the file.
type planRow struct {
	ID             string
	Stages, Topics []string
	Days           []string
	Made           struct {
		Days   int
		Tracks [][]string
	}
}

// Plans are all reading plans. They are shared and must not be changed.
var Plans = sync.OnceValue(func() []*Plan {
	var rows []planRow
	if err := yaml.UnmarshalWithOptions(plansFile, &rows, yaml.Strict()); err != nil {
		panic("scripture: plans.yaml: " + err.Error())
	}
	plans := make([]*Plan, len(rows))
	for i, row := range rows {
		plans[i] = &Plan{ID: row.ID, Stages: row.Stages, topics: phrases(row.Topics)}
		plans[i].Days = row.days()
	}
	return plans
})

// PlanByID finds a plan.
func PlanByID(id string) (*Plan, bool) {
	for _, plan := range Plans() {
		if plan.ID == id {
			return plan, true
		}
	}
	return nil, false
}

func (r planRow) days() []Day {
	if r.Made.Days > 0 {
		return makeDays(r.Made.Days, r.Made.Tracks)
	}
	days := make([]Day, len(r.Days))
	for i, written := range r.Days {
		days[i] = references("plans.yaml", strings.Split(written, " + "))
	}
	return days
}
