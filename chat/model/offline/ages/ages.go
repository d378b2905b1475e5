// Package ages reads of what ages a message and a ministry's description speak: "my kids are 2 and 7", "grades 6 to 12".
package ages

import (
	"regexp"
	"strconv"
)

var (
	ofWhom = regexp.MustCompile(`\b(?:sons?|daughters?|kids?|child|children|boys?|girls?|twins|grandsons?|granddaughters?|grandkids|grandchildren|hij[oa]s?|nin[oa]s?|niet[oa]s?|sobrin[oa]s?|chic[oa]s?)\b`)
	agesOf = regexp.MustCompile(`\b(?:is|are|aged?|ages|just turned|turning|tiene|tienen|de|has|have an?|my)\s(\d{1,2})(?:\s?(?:,|and|y|&|e)\s?(\d{1,2}))?(?:\s?(?:,|and|y|&|e)\s?(\d{1,2}))?\b|\b(\d{1,2})\W?(?:years?|yrs?|yo|anos)\b`)
	seeks  = regexp.MustCompile(`\b(?:something|anything|where|what|which|class|group|programs?|go|fit|too (?:old|young)|algo|alguna|donde|que|hay|clase|grupo|cual)\b`)

	fromTo  = regexp.MustCompile(`(?i)\b(?:ages?|aged|de|entre)\s(\d{1,2})\s?(?:to|through|and|a|y|-|–)\s?(grade\s)?(\d{1,2})\b`)
	inGrade = regexp.MustCompile(`(?i)\bgrades?\s(\d{1,2})\s?(?:to|through|-|–)\s?(\d{1,2})\b`)
	upTo    = regexp.MustCompile(`(?i)\bup to age (\d{1,2})\b|\bbirth to age (\d{1,2})\b|\bmenores de (\d{1,2})\b`)
)

// The ages at which a grade begins and ends, in the United States.
const (
	gradeBegins = 5
	gradeEnds   = 6
	grown       = 20 // nobody asks for a child of this age
)

// In gives the ages of children that a folded question names and looks for something for.
func In(folded string) (ages []int) {
	if !ofWhom.MatchString(folded) || !seeks.MatchString(folded) {
		return nil
	}
	for _, m := range agesOf.FindAllStringSubmatch(folded, -1) {
		for _, group := range m[1:] {
			if age, err := strconv.Atoi(group); err == nil && age < grown {
				ages = append(ages, age)
			}
		}
	}
	return ages
}

// For reports whether a text says that something is for an age.
func For(text string, age int) bool {
	if m := fromTo.FindStringSubmatch(text); m != nil {
		last := atoi(m[3])
		if m[2] != "" {
			last += gradeEnds
		}
		return age >= atoi(m[1]) && age <= last
	}
	if m := inGrade.FindStringSubmatch(text); m != nil {
		return age >= atoi(m[1])+gradeBegins && age <= atoi(m[2])+gradeEnds
	}
	if m := upTo.FindStringSubmatch(text); m != nil {
		return age < atoi(m[1]+m[2]+m[3])
	}
	return false
}

func atoi(digits string) int {
	n, _ := strconv.Atoi(digits) // the expressions let nothing else through
	return n
}
