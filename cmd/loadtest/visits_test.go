package main

import (
	"strings"
	"testing"

	"narthex/cmd/loadtest/histogram"
)

func TestVisitsHaveATableOfTheirOwn(t *testing.T) {
	var out strings.Builder
	found := report{Results: []result{{Scenario: "streams"}, {Scenario: "Postgres frozen", Visits: []visits{
		{Whose: "visitors", Visits: 12, Answered: 9, Refused: 2, Lost: 1, Silence: histogram.Summary{P50: 300, P95: 910, Max: 2900}},
	}}}}
	if err := found.table(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if row := strings.Join(strings.Fields(lines[len(lines)-1]), " "); row != "| Postgres frozen | visitors | 12 | 9 | 2 | 1 | 0 | 300 ms | 910 ms | 2900 ms |" {
		t.Errorf("%q", row)
	}
}

func TestACountOfNothingIsAFigure(t *testing.T) {
	none, some := newCount("lost", "", 0, valueAtMost, 0), newCount("lost", "", 1, valueAtMost, 0)
	if !none.Held || none.verdict() != "held" || none.shown() != "0" {
		t.Errorf("%+v: %q, %q", none, none.verdict(), none.shown())
	}
	if some.Held || some.verdict() != "MISSED" {
		t.Errorf("%+v: %q", some, some.verdict())
	}
	if few := newCount("answered", "%", 84, valueAtLeast, 85); few.Held || few.required() != "≥ 85 %" {
		t.Errorf("%+v: %q", few, few.required())
	}
}
