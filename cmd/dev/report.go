package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// testEvent is a line of `go test -json`; its fields are described at `go doc test2json`.
type testEvent struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64 // seconds, of what has ended
}

// slowestShown is how many of the tests that took longest a report names, slow how long a test takes before it is worth naming.
const (
	slowestShown = 20
	slow         = 10.0 // seconds
)

// report turns test events back into what `go test` prints, and counts: go test alone hides skipped tests.
type report struct {
	out      io.Writer
	verbose  bool
	packages map[string]*packageReport

	passed, failed, skipped int
	skippedTests            []string
	slowest                 []testEvent // the longest first
}

// packageReport is what is kept of a package until it ends: only then is it known which lines are worth printing.
type packageReport struct {
	lines    []testEvent
	outcomes map[string]string // of each test, by its name
}

func newReport(out io.Writer, verbose bool) *report {
	return &report{out: out, verbose: verbose, packages: map[string]*packageReport{}}
}

// read takes events until they end. A line that is no event is printed as it is.
func (r *report) read(events io.Reader) error {
	lines := bufio.NewReader(events) // no Scanner: a test may print lines of any length
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			var event testEvent
			if json.Unmarshal([]byte(line), &event) == nil {
				r.take(event)
			} else {
				fmt.Fprint(r.out, line)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *report) take(event testEvent) {
	if event.Action == "build-output" {
		fmt.Fprint(r.out, event.Output)
		return
	}
	if event.Package == "" {
		return
	}
	p := r.packages[event.Package]
	if p == nil {
		p = &packageReport{outcomes: map[string]string{}}
		r.packages[event.Package] = p
	}
	switch event.Action {
	case "output":
		p.lines = append(p.lines, event)
		if r.verbose {
			fmt.Fprint(r.out, event.Output)
		}
	case "pass", "fail", "skip":
		if event.Test == "" {
			r.endPackage(event, p)
			return
		}
		p.outcomes[event.Test] = event.Action
		r.count(event)
		r.time(event)
	}
}

func (r *report) count(event testEvent) {
	switch event.Action {
	case "pass":
		r.passed++
	case "fail":
		r.failed++
	case "skip":
		r.skipped++
		r.skippedTests = append(r.skippedTests, event.Package+"."+event.Test)
	}
}

// time keeps a test among the slowest. Parts of a test count in it.
func (r *report) time(event testEvent) {
	if event.Elapsed < slow || strings.Contains(event.Test, "/") {
		return
	}
	at, _ := slices.BinarySearchFunc(r.slowest, event, func(kept, next testEvent) int { return cmp.Compare(next.Elapsed, kept.Elapsed) })
	r.slowest = slices.Insert(r.slowest, at, event)
	r.slowest = r.slowest[:min(len(r.slowest), slowestShown)]
}

// endPackage prints the package's own line, and for a failed package all that may explain the failure.
func (r *report) endPackage(event testEvent, p *packageReport) {
	delete(r.packages, event.Package)
	failed := event.Action == "fail"
	if failed && !slices.Contains(slices.Collect(maps.Values(p.outcomes)), "fail") {
		r.failed++ // it did not build, or ended outside any test
	}
	if r.verbose {
		return
	}
	for _, line := range p.lines {
		if worthPrinting(line, p.outcomes[line.Test], failed) {
			fmt.Fprint(r.out, line.Output)
		}
	}
}

func worthPrinting(line testEvent, outcome string, packageFailed bool) bool {
	switch {
	case strings.HasPrefix(line.Output, "=== "): // progress of a verbose run
		return false
	case outcome == "skip":
		return true
	case packageFailed:
		return outcome != "pass" // also a test that never ended, and what belongs to no test
	default:
		return line.Test == "" && (strings.HasPrefix(line.Output, "ok  \t") || strings.HasPrefix(line.Output, "?   \t"))
	}
}

// close names the tests that took longest and the skipped ones, and prints the closing line.
func (r *report) close() {
	for _, test := range r.slowest {
		fmt.Fprintf(r.out, "%6.1f s  %s.%s\n", test.Elapsed, test.Package, test.Test)
	}
	for _, test := range r.skippedTests {
		fmt.Fprintf(r.out, "skipped, which counts as a failure: %s\n", test)
	}
	fmt.Fprintf(r.out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
}
