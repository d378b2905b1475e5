package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report is everything a run has found, as --json writes it.
type report struct {
	At      time.Time `json:"at"`
	Machine machine   `json:"machine"`
	Results []result  `json:"results"`
}

// result is that of one scenario.
type result struct {
	Scenario string         `json:"scenario"`
	Settings map[string]any `json:"settings"`
	Floor    []measurement  `json:"floor"`
	Narthex  []measurement  `json:"narthex"`
	Figures  []figure       `json:"figures"`
	Visits   []visits       `json:"visits,omitempty"` // of scenarios in which something fails
	Doubts   []string       `json:"doubts,omitempty"` // about the scenario as a whole
}

// figure is one line of the table. Limit 0 means that nothing is required.
type figure struct {
	Name    string  `json:"name"`
	Unit    string  `json:"unit"`
	Floor   float64 `json:"floor,omitempty"` // 0: there is none
	Narthex float64 `json:"narthex"`
	Kind    kind    `json:"kind"`
	Limit   float64 `json:"limit,omitempty"`
	Counted bool    `json:"counted,omitempty"` // Narthex's 0 was found, and does not say that nothing was measured
	Held    bool    `json:"held"`
}

// kind says what the limit bounds.
type kind string

const (
	ratioAtMost  kind = "ratio at most" // Narthex over floor
	ratioAtLeast kind = "ratio at least"
	valueAtMost  kind = "at most" // Narthex alone
	valueAtLeast kind = "at least"
	noLimit      kind = ""
)

func newFigure(name, unit string, floor, narthex float64, kind kind, limit float64) figure {
	f := figure{Name: name, Unit: unit, Floor: floor, Narthex: narthex, Kind: kind, Limit: limit, Held: true}
	if narthex != 0 { // or only the floor was measured
		f.judge()
	}
	return f
}

// newCount is a figure of Narthex alone, of which 0 is one, too.
func newCount(name, unit string, narthex float64, kind kind, limit float64) figure {
	f := figure{Name: name, Unit: unit, Narthex: narthex, Kind: kind, Limit: limit, Counted: true, Held: true}
	f.judge()
	return f
}

// measured has a figure of 0 miss its bound where Narthex was measured: then nothing came in time.
func (f figure) measured(narthex []measurement) figure {
	if len(narthex) > 0 && f.Narthex == 0 && f.Kind != noLimit {
		f.Counted, f.Held = true, false
	}
	return f
}

func (f *figure) judge() {
	floor, narthex, limit := f.Floor, f.Narthex, f.Limit
	switch f.Kind {
	case ratioAtMost:
		f.Held = floor > 0 && f.ratio() <= limit
	case ratioAtLeast:
		f.Held = floor > 0 && f.ratio() >= limit
	case valueAtMost:
		f.Held = narthex <= limit
	case valueAtLeast:
		f.Held = narthex >= limit
	case noLimit:
	}
}

func (f figure) ratio() float64 { return f.Narthex / f.Floor }

func (f figure) required() string {
	switch f.Kind {
	case ratioAtMost:
		return fmt.Sprintf("≤ %.2f ×", f.Limit)
	case ratioAtLeast:
		return fmt.Sprintf("≥ %.2f ×", f.Limit)
	case valueAtMost:
		return strings.TrimSpace(fmt.Sprintf("≤ %g %s", f.Limit, f.Unit))
	case valueAtLeast:
		return strings.TrimSpace(fmt.Sprintf("≥ %g %s", f.Limit, f.Unit))
	case noLimit:
	}
	return ""
}

func (f figure) verdict() string {
	switch {
	case f.Kind == noLimit, f.Narthex == 0 && !f.Counted:
		return ""
	case f.Held:
		return "held"
	}
	return "MISSED"
}

// table prints the figures, ready to be pasted into a Markdown page.
func (r report) table(out io.Writer) error {
	fmt.Fprintf(out, "\n%s, %s\n\n", r.At.Format("2006-01-02 15:04"), r.Machine)
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| scenario\t| figure\t| floor\t| Narthex\t| ratio\t| required\t| \t|")
	fmt.Fprintln(w, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, result := range r.Results {
		for _, f := range result.Figures {
			ratio := ""
			if f.Floor > 0 && f.Narthex > 0 {
				ratio = fmt.Sprintf("%.2f ×", f.ratio())
			}
			fmt.Fprintf(w, "| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t|\n",
				result.Scenario, f.Name, shown(f.Floor, f.Unit), f.shown(), ratio, f.required(), f.verdict())
		}
	}
	return errors.Join(w.Flush(), r.tableOfVisits(out))
}

// shown is what was found of Narthex.
func (f figure) shown() string {
	if f.Counted && f.Narthex == 0 {
		return strings.TrimSpace("0 " + f.Unit)
	}
	return shown(f.Narthex, f.Unit)
}

// shown is nothing for what was not measured.
func shown(value float64, unit string) string {
	if value == 0 {
		return ""
	}
	return strings.TrimSpace(amount(value) + " " + unit)
}

// amount shows a number to three digits.
func amount(value float64) string {
	switch {
	case value >= 100:
		return fmt.Sprintf("%.0f", value)
	case value >= 10:
		return fmt.Sprintf("%.1f", value)
	case value >= 1:
		return fmt.Sprintf("%.2f", value)
	}
	return fmt.Sprintf("%.3f", value)
}

// doubts prints what the visitors saw go wrong, and when others disturbed the measurement.
func (r report) doubts(out io.Writer) {
	for _, result := range r.Results {
		for _, doubt := range result.Doubts {
			fmt.Fprintf(out, "%s: %s\n", result.Scenario, doubt)
		}
		for _, m := range slices.Concat(result.Floor, result.Narthex) {
			if m.disturbed() {
				fmt.Fprintf(out, "%s, %s: other programs used %.2f of the machine's cores meanwhile: measure again when it is quiet\n",
					result.Scenario, m.Subject, m.CPUOfOthers/m.Seconds)
			}
			for what, count := range m.Failures {
				fmt.Fprintf(out, "%s, %s: %d × %s\n", result.Scenario, m.Subject, count, what)
			}
		}
	}
}

func (r report) held() bool {
	for _, result := range r.Results {
		for _, f := range result.Figures {
			if !f.Held {
				return false
			}
		}
	}
	return true
}

func (r report) writeJSON(path string) error {
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(content, '\n'), 0o644)
}
