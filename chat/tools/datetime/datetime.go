// Package datetime writes days and times of day as people of a church say them, in the visitor's language.
package datetime

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"narthex/chat/church"
	"narthex/static/messages"
)

var texts = messages.Load("datetime")

// twelveHours are the countries where people read a clock of twelve hours; those of them in monthFirst write the month before
// the day.
var (
	twelveHours = []string{"US", "CA", "AU", "NZ", "PH", "MX", "PR", "IN"}
	monthFirst  = []string{"US", "PR", "PH"}
)

// Format writes the times of one church in one language.
type Format struct {
	texts             messages.Texts
	zone              *time.Location
	twelve, monthLead bool
}

// For is the format of the visitor's language, with the clock of the church's country.
func For(c *church.Snapshot, language string) Format {
	return Format{texts: texts.In(language), zone: c.Location, twelve: slices.Contains(twelveHours, c.Address.Country),
		monthLead: slices.Contains(monthFirst, c.Address.Country)}
}

// Date is a day: "Saturday, October 31, 2026".
func (f Format) Date(t time.Time) string {
	t = t.In(f.zone)
	layout := "date"
	if f.monthLead {
		layout = "date.month_first"
	}
	return f.texts.Text(layout, "weekday", f.weekday(t.Weekday()), "day", strconv.Itoa(t.Day()),
		"month", f.texts.Text(fmt.Sprintf("month.%d", t.Month())), "year", strconv.Itoa(t.Year()))
}

func (f Format) weekday(day time.Weekday) string {
	return f.texts.Text(fmt.Sprintf("weekday.%d", day))
}

// clock is a time of day: "5:30 PM", "17:30".
func (f Format) clock(t time.Time) string {
	t = t.In(f.zone)
	if !f.twelve {
		return t.Format("15:04")
	}
	half := "am"
	if t.Hour() >= 12 {
		half = "pm"
	}
	return t.Format("3:04") + " " + f.texts.Text(half)
}

// DateTime is a day with the time of day.
func (f Format) DateTime(t time.Time) string {
	return f.texts.Text("date_time", "date", f.Date(t), "time", f.clock(t))
}

// Range is from start to end; the end's date is left out where it is the same.
func (f Format) Range(start time.Time, end *time.Time) string {
	switch {
	case end == nil || end.Equal(start):
		return f.DateTime(start)
	case f.Date(start) == f.Date(*end):
		return f.texts.Text("range", "start", f.DateTime(start), "end", f.clock(*end))
	default:
		return f.texts.Text("range", "start", f.DateTime(start), "end", f.DateTime(*end))
	}
}

// Exact tells a model of a range: exactly, and in the words to use.
func (f Format) Exact(start time.Time, end *time.Time) map[string]any {
	told := map[string]any{"starts": start.In(f.zone).Format(time.RFC3339), "words": f.Range(start, end)}
	if end != nil {
		told["ends"] = end.In(f.zone).Format(time.RFC3339)
	}
	return told
}

// Weekly is a time of the week, of a weekday and a clock of 24 hours: "Tuesday, 6:30 PM". Either may be missing.
func (f Format) Weekly(weekday *int, clock string) string {
	at, err := time.ParseInLocation("15:04", clock, f.zone)
	switch {
	case weekday == nil && err != nil:
		return ""
	case weekday == nil:
		return f.clock(at)
	case err != nil:
		return f.weekday(time.Weekday(*weekday % 7))
	}
	return f.texts.Text("weekly", "weekday", f.weekday(time.Weekday(*weekday%7)), "time", f.clock(at))
}
