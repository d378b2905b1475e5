package settings

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// span is a line like 09:00-12:30, in minutes of the day.
type span struct{ from, to int }

func (s span) String() string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", s.from/60, s.from%60, s.to/60, s.to%60)
}

const (
	halfDay  = 12 * 60
	wholeDay = 24 * 60
	morning  = 8 * 60 // an hour before it, without a word of the half of the day, may as well be one of the afternoon
)

// oneTime is a time as people write it: 9, 9:00, 09.00, 9h30, 9 AM, 9 a. m., noon.
const oneTime = `(?:(noon|midday|mediod[ií]a)|(midnight|medianoche)|(\d{1,2})(?:[:.h](\d{2})|(h))?\s*(?:([ap])\.?\s?m\.?)?)`

var spanOfTime = regexp.MustCompile(`^` + oneTime + `\s*(?:[-–—−‐‑]|to|until|till|a|al|hasta|bis)\s*(?:las?\s+)?` + oneTime + `$`)

// clockTime is one of the two times of a span.
type clockTime struct {
	minutes int
	half    string // "a" or "p"; "": it is not said
	sure    bool   // it is of 24 hours: 09:00, 17:30, noon
}

func clockTimeOf(noon, midnight, hour, minute, bareHours, half string) (t clockTime, ok bool) {
	switch {
	case noon != "":
		return clockTime{minutes: halfDay, sure: true}, true
	case midnight != "":
		return clockTime{minutes: 0, sure: true}, true
	}
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	if h > 24 || m > 59 || h == 24 && m > 0 || half != "" && (h == 0 || h > 12) {
		return clockTime{}, false
	}
	if half != "" && h == 12 {
		h = 0
	}
	if half == "p" {
		h += 12
	}
	sure := half != "" || h > 12 || h == 0 || bareHours != "" || len(hour) == 2 && hour[0] == '0'
	return clockTime{h*60 + m, half, sure}, true
}

// spanOf reads a line, or says which fault it has: "hours" for no span of time, "half" for one of which it cannot be told whether the
// morning or the afternoon is meant, "order" for one that ends before it begins.
func spanOf(line string) (s span, fault string) {
	parts := spanOfTime.FindStringSubmatch(strings.Join(strings.Fields(strings.ToLower(line)), " ")) // typographic blanks as well
	if parts == nil {
		return span{}, "hours"
	}
	from, isFrom := clockTimeOf(parts[1], parts[2], parts[3], parts[4], parts[5], parts[6])
	to, isTo := clockTimeOf(parts[7], parts[8], parts[9], parts[10], parts[11], parts[12])
	if !isFrom || !isTo || from.minutes == wholeDay {
		return span{}, "hours"
	}
	noonOrMidnight := parts[9] == "12" && to.half == "a" && from.half != "p" // "9-12 AM" is written for noon as well
	from, to = from.beside(to), to.after(from)
	switch {
	case noonOrMidnight:
		return span{}, "half"
	case from.minutes < to.minutes && (from.sure || from.minutes >= morning):
		return span{from.minutes, min(to.minutes, wholeDay-1)}, ""
	case !from.sure || !to.sure:
		return span{}, "half"
	}
	return span{}, "order"
}

// beside is the beginning of a span whose end says the half of the day: 1-4 PM begins in the afternoon, 9-1 PM in the morning.
func (t clockTime) beside(end clockTime) clockTime {
	if t.sure || end.half == "" {
		return t
	}
	t.sure = true
	if noonish := t.minutes % halfDay; end.half == "p" && noonish+halfDay < end.minutes {
		t.minutes = noonish + halfDay
	} else if end.half == "a" {
		t.minutes = noonish
	}
	return t
}

// after is the end of a span: midnight is that of the next day, and one that says no half of the day takes that of the beginning.
func (t clockTime) after(begin clockTime) clockTime {
	if t.minutes == 0 {
		t.minutes = wholeDay
	}
	if !t.sure && begin.half == "p" && t.minutes < halfDay {
		t.minutes, t.sure = t.minutes+halfDay, true
	}
	return t
}

// united are the spans of a day, in their order, each minute in one of them.
func united(spans []span) (all []span) {
	slices.SortStableFunc(spans, func(a, b span) int { return a.from - b.from })
	for _, s := range spans {
		if n := len(all); n > 0 && s.from < all[n-1].to {
			all[n-1].to = max(all[n-1].to, s.to)
			continue
		}
		all = append(all, s)
	}
	return all
}
