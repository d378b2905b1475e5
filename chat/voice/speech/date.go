package speech

import (
	"regexp"
	"strings"
)

var (
	isoDate   = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})`)
	slashDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})`)
	shortDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})`)
	timeNext  = regexp.MustCompile(`^,? (?:(?:at|from|desde) )?\d{1,2}(?::\d{2}| ?[AaPp]\.? ?[Mm]\b)|^,? (?:at|from|desde) \d{1,2}(?: ?[-–—] ?| (?:to|until|and|or|&|a|y) )(?:\d|noon|midnight)|^,? (?:at|from) \d{1,2} (?:o'clock|in the)\b|^,? (?:a|desde) las? \d|^,? at \d{1,2}(?:[.,;!?] |[.,;!?]?$)`)
	hourNext  = regexp.MustCompile(`^,? a las? \d`)
	monthDay  = regexp.MustCompile(`^(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?(?: ?[-–—] ?(\d{1,2})(?:st|nd|rd|th)?)?(?:,? (\d{4}))?`)
	dayMonth  = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.?º|°)?(?: ?(?:[-–—]|a|al|y) ?(\d{1,2}))? (?:of |de )?(\p{L}{3,10})\.?(?:,? (?:de |del )?(\d{4}))?`)
)

func opensDate(s *spot, word string) bool {
	return startsNumber(s, word) || s.tongue.monthNamed(strings.TrimRight(word, ".")) > 0
}

// monthNamed is the month (1 to 12) of a name or an abbreviation; 0 where it is none. In English "may" and "march" are verbs.
func (t *tongue) monthNamed(name string) int {
	if t.language == "en" && (name == "may" || name == "march") {
		return 0
	}
	return t.month[strings.ToLower(name)]
}

func sayDate(s *spot, t *tongue, text string) (int, string) {
	if m := isoDate.FindStringSubmatch(text); m != nil && after(text, len(m[0])) {
		return said(m[0], t.date(m[3], "", number(m[2]), m[1]))
	}
	if m := slashDate.FindStringSubmatch(text); m != nil && after(text, len(m[0])) {
		first, second := m[1], m[2]
		if t.language == "es" || number(first) > 12 {
			first, second = second, first
		}
		year := m[3]
		if len(year) == 2 {
			year = "20" + year
		}
		return said(m[0], t.date(second, "", number(first), year))
	}
	if always.MatchString(text) && !s.isTwentyFourthOfJuly(text[len("24/7"):]) {
		return 0, ""
	}
	if m := shortDate.FindStringSubmatch(text); m != nil && after(text, len(m[0])) && s.isDay(text[len(m[0]):]) {
		first, second := m[1], m[2]
		if t.language == "es" && number(second) <= 12 || number(first) > 12 {
			first, second = second, first
		}
		return said(m[0], t.date(second, "", number(first), ""))
	}
	if m := monthDay.FindStringSubmatch(text); m != nil && after(text, len(m[0])) && !clockFollows(text[len(m[0]):], m[4]) {
		return said(m[0], t.date(m[2], m[3], t.monthNamed(m[1]), m[4]))
	}
	if m := dayMonth.FindStringSubmatch(text); m != nil && after(text, len(m[0])) {
		n, spoken := said(strings.TrimSuffix(m[0], "."), t.date(m[1], m[2], t.monthNamed(m[3]), m[4]))
		if n > 0 && t.language == "en" {
			spoken = dayFirst(t, m)
		}
		return n, spoken
	}
	return 0, ""
}

// dated are words before a day that is written as two numbers, as a fraction is.
var dated = wordSet("on el del al")

// isDay reports whether two numbers with a slash between them are a day and no fraction, by what stands before and after.
func (s *spot) isDay(rest string) bool {
	if strings.HasPrefix(rest, " of ") || strings.HasPrefix(rest, "/") {
		return false
	}
	return s.tongue.weekday[s.before] != "" || dated[s.before] || timeNext.MatchString(rest)
}

// ranging are words before the last day of several.
var ranging = wordSet("a al hasta y")

// isTwentyFourthOfJuly reports whether 24/7 is that day, as it can be in Spanish alone: "de lunes a domingo 24/7" is none.
func (s *spot) isTwentyFourthOfJuly(rest string) bool {
	return s.tongue.language == "es" && (dated[s.before] || s.tongue.weekday[s.before] != "" && !ranging[s.earlier] || hourNext.MatchString(rest))
}

// dayFirst is how a date is said in English that has its day first.
func dayFirst(t *tongue, m []string) string {
	day := t.ordinal(number(m[1]))
	if m[2] != "" {
		day += " " + t.to + " " + t.ordinal(number(m[2]))
	}
	day += " of " + t.months[t.month[strings.ToLower(m[3])]-1]
	if m[4] != "" {
		day += ", " + t.year(number(m[4]))
	}
	return day
}

// clockFollows reports whether the number after a month is an hour: "in May 9:30 is best" is no ninth of May.
func clockFollows(rest, year string) bool {
	return year == "" && (strings.HasPrefix(rest, ":") && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9' || halfDay.MatchString(strings.TrimLeft(rest, " ")))
}

// date says a day, or days from one to another; nothing where there is no such day.
func (t *tongue) date(day, until string, month int, year string) string {
	from, to := number(day), number(until)
	if month < 1 || month > 12 || from < 1 || from > 31 || to > 31 || until != "" && to <= from {
		return ""
	}
	switch {
	case until == "":
		return t.day(from, month, number(year))
	case t.language == "es":
		return t.day(from, 0, 0) + " al " + t.day(to, month, number(year))
	}
	said := t.day(from, month, 0) + " " + t.to + " " + t.ordinal(to)
	if year != "" {
		said += ", " + t.year(number(year))
	}
	return said
}
