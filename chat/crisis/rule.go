package crisis

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// What the gate knows is in rules: README.txt there says how to read and write it.
//
//go:embed rules/*.txt
var rulesFS embed.FS

// kind is what becomes of a message in which a rule is found.
type kind uint8

const (
	finds     kind = iota // a crisis
	signals               // a sign that means something only together with another
	innocents             // words that only look like a crisis
)

// rule is a heading of the rule files with the patterns below it.
type rule struct {
	kind    kind
	finding Finding  // of a rule that finds
	signal  int      // of a signal: its number
	firm    bool     // not called off by the model
	raw     bool     // looked for before innocent words are taken out
	anyone  bool     // does not say whom it is about
	weak    bool     // called off where the model is sure that nothing is the matter
	unless  uint64   // the signals that call the rule off
	any     []uint64 // sets of signals: the rule holds where all of one are there
}

// source is a rule as it is written.
type source struct {
	name       string
	attributes []string
	lines      []string
	weak       bool   // in a file with less exact rules
	language   string // of a phrase book, "" of the rules in English and Spanish
}

// readLast are the files with the less exact rules: of two that say the same of a message, the one read first names it.
// All that stands in them is weak.
var readLast = []string{"broad.txt", "remaining.txt"}

// readRules reads every rule file, and the sets of words that they share.
func readRules() (rules []source, sets map[string][]string, err error) {
	files, err := rulesFS.ReadDir("rules")
	if err != nil {
		return nil, nil, fmt.Errorf("list the rules: %w", err)
	}
	slices.SortStableFunc(files, func(a, b fs.DirEntry) int {
		return cmp.Compare(slices.Index(readLast, a.Name()), slices.Index(readLast, b.Name()))
	})
	sets = make(map[string][]string)
	for _, file := range files {
		text, err := rulesFS.ReadFile(path.Join("rules", file.Name()))
		if err != nil {
			return nil, nil, fmt.Errorf("read the rules: %w", err)
		}
		switch file.Name() {
		case "README.txt", "spelling.txt":
			continue
		case "words.txt":
			err = readSets(string(text), sets)
		default:
			rules, err = readSources(string(text), slices.Contains(readLast, file.Name()), rules)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
	return rules, sets, nil
}

// lines gives the lines of a file that are neither empty nor comments.
func lines(text string) []string {
	var kept []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			kept = append(kept, line)
		}
	}
	return kept
}

func readSources(text string, weak bool, rules []source) ([]source, error) {
	for _, line := range lines(text) {
		if line[0] == '[' {
			name, attributes, ok := strings.Cut(line[1:], "]")
			if !ok || slices.ContainsFunc(rules, func(r source) bool { return r.name == name }) {
				return nil, fmt.Errorf("heading %q", line)
			}
			rules = append(rules, source{name: name, attributes: strings.Fields(attributes), weak: weak})
			continue
		}
		if len(rules) == 0 {
			return nil, fmt.Errorf("no heading above %q", line)
		}
		last := &rules[len(rules)-1]
		last.lines = append(last.lines, line)
	}
	return rules, nil
}

// readSets reads "@name = word word two_words @other". A line that starts with + adds to the set above it.
func readSets(text string, sets map[string][]string) error {
	var name string
	for _, line := range lines(text) {
		items, more := strings.CutPrefix(line, "+")
		if !more {
			var ok bool
			if name, items, ok = strings.Cut(line, "="); !ok {
				return fmt.Errorf("line %q", line)
			}
			name = strings.TrimSpace(name)
			if sets[name] != nil {
				return fmt.Errorf("%s twice", name)
			}
		}
		for item := range strings.FieldsSeq(items) {
			if item[0] != '@' {
				sets[name] = append(sets[name], item)
			} else if other, ok := sets[item]; ok {
				sets[name] = append(sets[name], other...)
			} else {
				return fmt.Errorf("no set %s above %s", item, name)
			}
		}
	}
	return nil
}

// graver reports whether the rule's finding must be answered rather than that of another rule, which may be nil.
func (r *rule) graver(other *rule) bool {
	if other == nil {
		return true
	}
	f, g := &r.finding, &other.finding
	switch {
	case r.anyone && g.About == Other:
		return false
	case other.anyone && f.About == Other:
		return true
	case f.Unsure != g.Unsure:
		return g.Unsure
	case f.Now != g.Now:
		return f.Now
	case f.Category != g.Category:
		return ranks[f.Category] < ranks[g.Category]
	case f.About == g.About:
		return r.firm && !other.firm
	default:
		return f.About == Self && g.About == Other
	}
}

var categories = []Category{Suicide, SelfHarm, Abuse, ChildAtRisk, Medical, Threat, Despair}

// newRule reads a heading's attributes. numbers are the signals known by name.
func newRule(written source, numbers map[string]int) (rule, error) {
	r := rule{finding: Finding{About: Self, Rule: written.name, Language: written.language}, weak: written.weak}
	for _, attribute := range written.attributes {
		called, off := strings.CutPrefix(attribute, "unless:")
		number, known := numbers[called]
		switch {
		case off && known:
			r.unless |= 1 << number
		case slices.Contains(categories, Category(attribute)):
			r.finding.Category = Category(attribute)
		case attribute == string(Self), attribute == string(Other):
			r.finding.About = Subject(attribute)
		case attribute == "unsure":
			r.finding.Unsure = true
		case attribute == "now":
			r.finding.Now = true
		case attribute == "minor":
			r.finding.Minor = true
		case attribute == "clergy":
			r.finding.ByClergy = true
		case attribute == "anyone":
			r.anyone = true
		case attribute == "weak":
			r.weak = true
		case attribute == "firm":
			r.firm = true
		case attribute == "raw":
			r.raw = true
		case attribute == "signal":
			r.kind, r.signal = signals, numbers[written.name]
		case attribute == "innocent":
			r.kind = innocents
		default:
			return rule{}, fmt.Errorf("[%s]: attribute %q", written.name, attribute)
		}
	}
	if r.kind == finds && r.finding.Category == "" {
		return rule{}, fmt.Errorf("[%s] has no category", written.name)
	}
	return r, nil
}

// numberSignals gives each signal a bit.
func numberSignals(rules []source) (map[string]int, error) {
	numbers := make(map[string]int)
	for _, r := range rules {
		if slices.Contains(r.attributes, "signal") {
			numbers[r.name] = len(numbers)
		}
	}
	if len(numbers) > 64 {
		return nil, fmt.Errorf("%d signals are more than 64", len(numbers))
	}
	return numbers, nil
}

// together reads a line such as "+weary +means": a set of signals.
func together(line string, numbers map[string]int) (uint64, error) {
	var set uint64
	for name := range strings.FieldsSeq(line) {
		number, ok := numbers[strings.TrimPrefix(name, "+")]
		if !ok {
			return 0, fmt.Errorf("no signal %s", name)
		}
		set |= 1 << number
	}
	return set, nil
}
