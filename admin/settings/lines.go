package settings

import (
	"regexp"
	"strconv"
	"strings"
)

// timesOfLines are lines of services and other hours as they are stored: one that stands there twice is kept once, and one that begins
// with a time which no clock shows is a fault. What is stored already is taken as it is.
func (r *reading) timesOfLines(lines []string, path string) (kept []string) {
	if r.before == nil {
		return lines
	}
	seen := map[string]bool{}
	for _, line := range lines {
		folded := strings.ToLower(strings.Join(strings.Fields(line), " "))
		switch {
		case folded == "":
			continue
		case seen[folded]:
			r.note(path, "twice")
			continue
		case !isOnAClock(line):
			r.faults.add(path, "clock", "line", line)
		case !hasTime.MatchString(folded):
			r.note(path, "timeless", "line", line)
		}
		seen[folded] = true
		kept = append(kept, line)
	}
	return kept
}

var (
	beginsWithTime = regexp.MustCompile(`^(\d{1,2})(?::(\d{2})|[hH](\d{2})?)(?:\D|$)`)
	// hasTime is what visitors can be told as a time, and what need not have one.
	hasTime = regexp.MustCompile(`\d|noon|midday|midnight|mediod[ií]a|medianoche|closed|cerrad|no service|sin culto`)
)

// isOnAClock is false for lines such as "25:00 Vigil". Midnight may be 24:00.
func isOnAClock(line string) bool {
	parts := beginsWithTime.FindStringSubmatch(line)
	if parts == nil {
		return true
	}
	hour, _ := strconv.Atoi(parts[1])
	minute, _ := strconv.Atoi(parts[2] + parts[3])
	return hour < 24 && minute < 60 || hour == 24 && minute == 0
}

// spansOfLines are lines of hours as they are stored: as 09:00-12:30, in their order, none of them twice.
func (r *reading) spansOfLines(lines []string, path string) []string {
	if r.before == nil {
		return lines
	}
	var spans []span
	for _, line := range lines {
		if line = clean(line, false); line == "" {
			continue
		}
		s, fault := spanOf(line)
		if fault != "" {
			r.faults.add(path, fault, "line", line)
			return lines
		}
		spans = append(spans, s)
	}
	var stored []string
	for _, s := range united(spans) {
		stored = append(stored, s.String())
	}
	if said := strings.Join(stored, "; "); said != strings.Join(lines, "; ") {
		r.note(path, "stored", "lines", said)
	}
	return stored
}
