package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"narthex/cmd/loadtest/histogram"
	"narthex/cmd/loadtest/visitor"
)

// visits are what became of the questions of one crowd while something failed.
type visits struct {
	Whose    string `json:"whose"`
	Visits   uint64 `json:"visits"`
	Answered uint64 `json:"answered"` // whole
	Refused  uint64 `json:"refused"`  // before anything was acknowledged
	Lost     uint64 `json:"lost"`     // acknowledged, and then with gaps, without an end or not in the record
	Doubled  uint64 `json:"doubled"`  // of which anything came twice, or is twice in the record

	Silence histogram.Summary `json:"silence"` // of each answer the longest time without a word
}

// visitsOf looks at what a crowd has seen, and at what the record has of it. It waits until that is whole.
func (b *bench) visitsOf(ctx context.Context, whose string, seen *visitor.Recorder) (visits, error) {
	v := visits{
		Whose: whose, Visits: seen.TurnsBegun.Load(), Answered: seen.TurnsEnded.Load(), Refused: seen.Refused.Count(),
		Lost: seen.Lost.Load(), Doubled: seen.Doubled.Load(), Silence: seen.Silence.Summary(),
	}
	recorded, err := b.stage.Recorded(ctx, seen.Acknowledged())
	v.Lost += uint64(recorded.Missing)
	v.Doubled += uint64(recorded.Doubled)
	return v, err
}

// doubtsOf are what a crowd saw go wrong.
func doubtsOf(whose string, seen *visitor.Recorder) (doubts []string) {
	failures := seen.Failures()
	for _, what := range slices.Sorted(maps.Keys(failures)) {
		doubts = append(doubts, strings.TrimSpace(fmt.Sprintf("%s: %d × %s", whose, failures[what], what)))
	}
	return doubts
}

// tableOfVisits prints what became of questions, where a scenario has them.
func (r report) tableOfVisits(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	head := "\n| fault\t| whose\t| visits\t| answered\t| refused\t| lost\t| doubled\t| silence p50\t| p95\t| max\t|\n" +
		"|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|\n"
	for _, result := range r.Results {
		for _, v := range result.Visits {
			fmt.Fprintf(w, "%s| %s\t| %s\t| %d\t| %d\t| %d\t| %d\t| %d\t| %s\t| %s\t| %s\t|\n", head, result.Scenario, v.Whose,
				v.Visits, v.Answered, v.Refused, v.Lost, v.Doubled, shown(v.Silence.P50, "ms"), shown(v.Silence.P95, "ms"), shown(v.Silence.Max, "ms"))
			head = ""
		}
	}
	return w.Flush()
}
