package speech

import (
	"regexp"
)

// meridiem is the half of the day that a time is in.
type meridiem int

const (
	untold    meridiem = iota
	bare               // said of another time with it
	morning            // a.m.
	afternoon          // p.m.
)

var (
	clockTime = regexp.MustCompile(`^(\d{1,2})(?:[:.](\d{2}))?(?:\s?([AaPp])\.? ?[Mm]\b\.?|\s?(hrs?\b\.?|h\b|horas\b))?`)
	halfDay   = regexp.MustCompile(`^[AaPp]\.? ?[Mm]\b`)
	until     = regexp.MustCompile(`^ ?[-–—] ?`)
	always    = regexp.MustCompile(`^24/7\b`)
)

func opensClock(s *spot, word string) bool { return startsNumber(s, word) }

// moment is a time of day as it is written.
type moment struct {
	hour, minute int
	half         meridiem
	sure         bool // it can be nothing else
	length       int
}

func readMoment(text string) (m moment, ok bool) {
	found := clockTime.FindStringSubmatch(text)
	if found == nil || !after(text, len(found[0])) {
		return m, false
	}
	m = moment{hour: number(found[1]), minute: number(found[2]), length: len(found[0])}
	colon := found[2] != "" && text[len(found[1])] == ':'
	switch {
	case found[3] == "a" || found[3] == "A":
		m.half = morning
	case found[3] != "":
		m.half = afternoon
	}
	m.sure = colon || m.half != untold || found[2] != "" && found[4] != ""
	if m.half != untold && m.hour > 12 { // "18:00 PM"
		m.half = untold
	}
	return m, m.hour < 24 && m.minute < 60 && !(m.half != untold && m.hour == 0)
}

func sayClock(_ *spot, t *tongue, text string) (int, string) {
	if found := always.FindString(text); found != "" {
		if t.language == "es" {
			return len(found), "las veinticuatro horas"
		}
		return len(found), "twenty-four seven"
	}
	from, ok := readMoment(text)
	if !ok {
		return 0, ""
	}
	if gap := until.FindString(text[from.length:]); gap != "" {
		to, ok := readMoment(text[from.length+len(gap):])
		if ok && (from.sure || to.sure) && (to.sure || to.minute == 0 && to.half == untold) {
			n := from.length + len(gap) + to.length
			return stop(text, n), t.span(from, to)
		}
	}
	if !from.sure {
		return 0, ""
	}
	return stop(text, from.length), t.clock(from.hour, from.minute, from.half)
}

// span says from when to when. What both have in common is said once.
func (t *tongue) span(from, to moment) string {
	if from.half == untold && from.hour <= 12 || from.half == to.half && from.half != untold && from.hour != 12 {
		from.half = bare
	}
	if to.half == untold && to.hour <= 12 {
		to.half = bare
	}
	return t.clock(from.hour, from.minute, from.half) + " " + t.to + " " + t.clock(to.hour, to.minute, to.half)
}
