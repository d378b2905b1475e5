package church

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	halfDay = 12 * 60
	// maxSlotsPerDay bounds what one church can make every turn read through.
	maxSlotsPerDay = 100
	// maxTimedLine is the longest line searched for times, in bytes. A longer one is prose, kept as it is.
	maxTimedLine = 500
)

// decodeHours reads an object of weekday names to arrays of lines.
func decodeHours(raw json.RawMessage, column string, dropped *droppings) (hours Hours) {
	days := objectOf(raw, column, dropped)
	for _, name := range slices.Sorted(maps.Keys(days)) {
		day, known := ParseWeekday(name)
		if !known {
			dropped.note(column, "unknown weekday")
			continue
		}
		lines, _ := linesOf(days[name], column, dropped)
		for _, line := range lines {
			hours[day] = append(hours[day], ParseSlots(line)...)
		}
		for i := range hours[day] {
			hours[day][i].Weeks = weeksOf(hours[day][i].Label, day)
		}
		if len(hours[day]) > maxSlotsPerDay {
			dropped.note(column, "too many lines on one day")
			hours[day] = hours[day][:maxSlotsPerDay]
		}
	}
	for day := range hours {
		sortDay(hours[day])
		hours[day] = slices.Clone(hours[day]) // as many as there are, not as there is room for
	}
	return hours
}

// ParseSlots reads one line of a day's hours, such as "9:00 AM Traditional worship", "18:30 Vigil Mass",
// "9 - 12 PM Office" or "8:00, 9:30 and 11:00 AM Mass". It returns a slot for each start that the line names, one
// untimed slot when it names none, and nothing for a blank line. A time without am or pm is on the 24-hour clock,
// unless another time of the same range or list says which half of the day is meant.
func ParseSlots(line string) []Slot {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	if len(line) <= maxTimedLine {
		if spans := findSpans(line); len(spans) > 0 {
			return slotsOf(line, spans)
		}
	}
	return []Slot{{Start: Untimed, Label: line, Text: line}}
}

// clock is a time of day as written.
type clock struct {
	from, to int    // bytes of the line
	minutes  int    // after midnight, taking the hour as it stands unless half says otherwise
	half     string // "AM" or "PM"; empty when not written
	twelve   bool   // the hour could be meant on the 12-hour clock
	bare     bool   // a mere number, which needs its neighbours to be a time
	endsDay  bool   // midnight by its name, or 24:00: what starts then does so at the end of the day, not before it
}

// span is one start, with its end if a range was written.
type span struct {
	from, to   int // bytes of the line
	start, end int // minutes, end 0 when not given
	half       string
	listed     bool // joined to the span before it by nothing but a comma or an "and"
}

func findClocks(line string) []clock {
	var clocks []clock
	for found, ok := nextClock(line, 0); ok; found, ok = nextClock(line, found.to) {
		c, ok := found.read()
		c.from, c.to = found.from, found.to
		// Off the start of a line, 3.10 is as likely a room or an amount.
		doubtful := found.separator == "." && c.half == "" && c.from > 0
		if ok && !digit(line, c.to) && !doubtful {
			clocks = append(clocks, c)
		}
	}
	return clocks
}

func (t *clockText) read() (c clock, ok bool) {
	switch strings.ToLower(t.word) {
	case "noon", "midday", "mediodia", "mediodía":
		return clock{minutes: halfDay, half: "PM"}, true
	case "midnight", "medianoche":
		return clock{minutes: 0, half: "AM", endsDay: true}, true
	}
	hour, _ := strconv.Atoi(t.hour) // one or two digits
	minute, _ := strconv.Atoi(t.minute)
	if hour > 24 || minute > 59 || hour == 24 && minute > 0 {
		return clock{}, false
	}
	c = clock{minutes: hour*60 + minute, twelve: hour >= 1 && hour <= 12, endsDay: hour == 24}
	part, named := t.partOfDay()
	half := part.half
	if !named && t.suffix != "" && strings.IndexByte("hH", t.suffix[0]) < 0 {
		half = strings.ToUpper(t.suffix[:1]) + "M"
	}
	switch {
	case t.suffix == "":
		c.bare = t.separator == ""
	case half == "" || !c.twelve: // 18h, or 15:00 pm, where the half adds nothing
		c.twelve = false
	case named && hour == 12:
		c.half = part.twelve
		c.minutes, c.endsDay = inHalf(c.minutes, c.half), part.endsDay && minute == 0
	default:
		c.half = half
		c.minutes = inHalf(c.minutes, c.half)
	}
	return c, true
}

// inHalf moves a time of the 12-hour clock to that half of the day.
func inHalf(minutes int, half string) int {
	minutes %= halfDay
	if half == "PM" {
		minutes += halfDay
	}
	return minutes
}

// findSpans decides which clocks of the line are starts and which are ends.
func findSpans(line string) []span {
	clocks := acceptClocks(line, findClocks(line))
	var spans []span
	for i := 0; i < len(clocks); i++ {
		start, listed := clocks[i], false
		if len(spans) > 0 {
			gap := line[spans[len(spans)-1].to:start.from]
			if listed = isListGap(gap); !listed && !isNewStartGap(gap) {
				continue // mentioned within a label: "9:00 AM Worship (doors open 8:30)"
			}
		}
		s := span{from: start.from, to: start.to, listed: listed}
		if i+1 < len(clocks) && isRangeGap(line[start.to:clocks[i+1].from]) {
			i++
			s.to = clocks[i].to
			s.start, s.end, s.half = settleRange(start, clocks[i])
		} else {
			s.start, s.half = settleStart(line, clocks[i:])
		}
		spans = append(spans, s)
	}
	return spans
}

// acceptClocks leaves out mere numbers that nothing beside them makes a time: rooms, floors, the nine in "9 Lessons".
func acceptClocks(line string, clocks []clock) []clock {
	accepted := make([]clock, 0, len(clocks))
	for i, c := range clocks {
		if !c.bare || endsRange(line, accepted, c) || beginsTimes(line, accepted, clocks[i:]) {
			accepted = append(accepted, c)
		}
	}
	return accepted
}

// endsRange: the 9 in "7pm-9".
func endsRange(line string, before []clock, c clock) bool {
	return len(before) > 0 && isRangeGap(line[before[len(before)-1].to:c.from])
}

// beginsTimes: the 9 in "9-10:30 AM", "Office 9 to 5 pm" or "9 & 11 AM", but not the 5 in "Room 5 - 9:30 AM" or "Room 5, 9:30 AM".
func beginsTimes(line string, before, from []clock) bool {
	leads := isOnlyLeadIn(line[:from[0].from]) ||
		len(before) > 0 && isListGap(line[before[len(before)-1].to:from[0].from])
	for i := 1; i < len(from); i++ {
		gap := line[from[i-1].to:from[i].from]
		tight := gap == strings.TrimSpace(gap) || strings.ContainsFunc(gap, unicode.IsLetter)
		if !(isRangeGap(gap) && (leads || tight)) && !(isListGap(gap) && leads) {
			return false
		}
		if !from[i].bare {
			return true
		}
	}
	return false
}

// settleStart lends a start without am or pm that of the list it stands in: the 8 in "8:00, 9:30 and 11:00 AM".
func settleStart(line string, clocks []clock) (minutes int, half string) {
	start := clocks[0]
	switch {
	case start.endsDay:
		return DayEnd, start.half
	case start.half != "" || !start.twelve:
		return start.minutes, start.half
	}
	for i := 1; i < len(clocks); i++ {
		gap := line[clocks[i-1].to:clocks[i].from]
		if !isListGap(gap) && !isRangeGap(gap) {
			break
		}
		if next := clocks[i]; next.half != "" {
			return before(start.minutes, next.minutes, next.half)
		}
	}
	return start.minutes, ""
}

// before puts a time of the 12-hour clock into the half of the day in which it comes before a later one: 11 - 1 PM
// starts in the morning, 9 - 10 PM in the evening.
func before(minutes, later int, half string) (int, string) {
	if lent := inHalf(minutes, half); lent < later {
		return lent, half
	}
	if half == "PM" {
		return inHalf(minutes, "AM"), "AM"
	}
	return inHalf(minutes, "PM"), "PM"
}

// settleRange gives both ends of a range their half of the day. An end that is not after its start is on the next day.
func settleRange(from, to clock) (start, end int, half string) {
	start, half = from.minutes, from.half
	if half == "" && from.twelve && to.half != "" {
		start, half = before(start, to.minutes, to.half)
	}
	start %= DayEnd
	if from.endsDay {
		defer func() { start, end = start+DayEnd, end+DayEnd }()
	}
	end = to.minutes
	if to.half == "" && to.twelve {
		// "7pm - 9", "9:00 - 5:00": the earliest reading after the start, on whichever half.
		if early := end % halfDay; half != "" && early > start {
			end = early
		} else if end <= start && end+halfDay > start && end < halfDay {
			end += halfDay
		} else if half != "" && early+halfDay > start {
			end = early + halfDay
		}
	}
	if end <= start {
		end += DayEnd
	}
	return start, end, half
}

// slotsOf gives each span its label. Labels follow their times unless the line begins with one.
func slotsOf(line string, spans []span) []Slot {
	if len(spans) == 1 {
		s := spans[0]
		label := strings.TrimSpace(trimLeadIn(line[:s.from]) + " " + trimLabel(line[s.to:]))
		return []Slot{{Start: s.start, End: s.end, Label: trimLabel(label), Text: line}}
	}
	labels := make([]string, len(spans))
	if labelsFirst := trimLeadIn(line[:spans[0].from]) != ""; labelsFirst {
		edge := 0
		for i, s := range spans {
			labels[i] = trimLeadIn(line[edge:s.from])
			edge = s.to
			if s.listed && labels[i] == "" {
				labels[i] = labels[i-1]
			}
		}
		last := len(labels) - 1
		labels[last] = strings.TrimSpace(labels[last] + " " + trimLabel(line[edge:]))
	} else {
		edge := len(line)
		for i := len(spans) - 1; i >= 0; i-- {
			labels[i] = trimLabel(line[spans[i].to:edge])
			edge = spans[i].from
			if labels[i] == "" && i+1 < len(spans) && spans[i+1].listed {
				labels[i] = labels[i+1]
			}
		}
	}
	slots := make([]Slot, len(spans))
	for i, s := range spans {
		slots[i] = Slot{Start: s.start, End: s.end, Label: labels[i], Text: s.text(line, labels[i])}
	}
	return slots
}

// text is the span's own part of a line that it shares with others.
func (s span) text(line, label string) string {
	written := line[s.from:s.to]
	if last := written[len(written)-1]; s.half != "" && s.end == 0 && last >= '0' && last <= '9' {
		written += " " + s.half // lent by a neighbour
	}
	return strings.TrimSpace(written + " " + label)
}

func trimLabel(text string) string {
	const punctuation = " \t-–—:,;|/&+·•@"
	text = strings.Trim(text, punctuation)
	text = strings.Trim(trimJoint(text), punctuation)
	if inner, ok := strings.CutPrefix(text, "("); ok {
		if inner, ok = strings.CutSuffix(inner, ")"); ok && !strings.ContainsAny(inner, "()") {
			return strings.TrimSpace(inner)
		}
	}
	return text
}

// trimLeadIn also takes away the "at" of "Worship at 9:00".
func trimLeadIn(text string) string {
	return trimLabel(trimLeadInWords(trimLabel(text)))
}
