package tools

import (
	"fmt"
	"slices"
	"time"

	"narthex/chat/church"
)

// manner is how moments are written in a language. %[1]s is the weekday, %[2]d the day, %[3]s the month, %[4]d the year.
type manner struct {
	weekdays          [7]string
	months            [12]string
	date, dateDayLast string // the second: where the month comes first
	dateAtTime        string
	until             string
	am, pm            string
}

var manners = map[string]manner{
	"en": {
		weekdays: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
			"November", "December"},
		date: "%[1]s %[2]d %[3]s %[4]d", dateDayLast: "%[1]s, %[3]s %[2]d, %[4]d", dateAtTime: "%s at %s", until: "%s to %s", am: "AM", pm: "PM",
	},
	"es": {
		weekdays: [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
		months: [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
			"noviembre", "diciembre"},
		date: "%[1]s %[2]d de %[3]s de %[4]d", dateDayLast: "%[1]s %[2]d de %[3]s de %[4]d", dateAtTime: "%s, %s", until: "%s a %s",
		am: "a. m.", pm: "p. m.",
	},
}

// twelveHours are the countries where people read a clock of twelve hours; those of them in monthFirst write the month before
// the day.
var (
	twelveHours = []string{"US", "CA", "AU", "NZ", "PH", "MX", "PR", "IN"}
	monthFirst  = []string{"US", "PR", "PH"}
)

// speech is how moments are told of one church in one language.
type speech struct {
	manner
	zone              *time.Location
	twelve, monthLead bool
}

// speechOf is the manner of the visitor's language, English where it has none here, with the clock of the church's country.
func speechOf(c *church.Snapshot, language string) speech {
	m, known := manners[language]
	if !known {
		m = manners["en"]
	}
	return speech{manner: m, zone: c.Location, twelve: slices.Contains(twelveHours, c.Address.Country),
		monthLead: slices.Contains(monthFirst, c.Address.Country)}
}

// speech is the turn's.
func (c *call) speech() speech { return speechOf(c.church(), c.turn.Language) }

// day is a date: "Saturday, October 31, 2026".
func (s speech) day(t time.Time) string {
	t = t.In(s.zone)
	layout := s.date
	if s.monthLead {
		layout = s.dateDayLast
	}
	return fmt.Sprintf(layout, s.weekdays[t.Weekday()], t.Day(), s.months[t.Month()-1], t.Year())
}

// clock is a time of day: "5:30 PM", "17:30".
func (s speech) clock(t time.Time) string {
	t = t.In(s.zone)
	if !s.twelve {
		return t.Format("15:04")
	}
	half := s.am
	if t.Hour() >= 12 {
		half = s.pm
	}
	return t.Format("3:04") + " " + half
}

// moment is a date with its time.
func (s speech) moment(t time.Time) string { return fmt.Sprintf(s.dateAtTime, s.day(t), s.clock(t)) }

// span is from start to end; the end's date is left out where it is the same.
func (s speech) span(start time.Time, end *time.Time) string {
	switch {
	case end == nil || end.Equal(start):
		return s.moment(start)
	case s.day(start) == s.day(*end):
		return fmt.Sprintf(s.until, s.moment(start), s.clock(*end))
	default:
		return fmt.Sprintf(s.until, s.moment(start), s.moment(*end))
	}
}

// when tells a model of a span: exactly, and in the words to use.
func (s speech) when(start time.Time, end *time.Time) fields {
	told := fields{"starts": start.In(s.zone).Format(time.RFC3339), "words": s.span(start, end)}
	if end != nil {
		told["ends"] = end.In(s.zone).Format(time.RFC3339)
	}
	return told
}

// weekly is a time of the week: "Tuesday, 6:30 PM". Either part may be missing.
func (s speech) weekly(weekday *int, clock string) string {
	told := ""
	if weekday != nil {
		told = s.weekdays[*weekday%7]
	}
	if at, err := time.ParseInLocation("15:04", clock, s.zone); err == nil {
		if told != "" {
			told += ", "
		}
		told += s.clock(at)
	}
	return told
}
