package settings

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"narthex/chat/church"
)

// part is a field within a field.
type part struct {
	name string
	kind kind
}

// object is a map with texts of its own under fixed names.
type object struct{ parts []part }

func (k object) read(raw json.RawMessage, path string, r *reading) any {
	fields := fieldsOf(raw, path, k.parts, r)
	value := map[string]any{}
	for _, p := range k.parts {
		if held := p.kind.read(fields[p.name], path+"."+p.name, r); held != "" {
			value[p.name] = held
		}
	}
	return value
}

func (k object) argument(value any) any { return encoded(value, len(value.(map[string]any))) }

// fieldsOf are the members of an object, which may have no others than its parts.
func fieldsOf(raw json.RawMessage, path string, parts []part, r *reading) (fields map[string]json.RawMessage) {
	if absent(raw) {
		return nil
	}
	if json.Unmarshal(raw, &fields) != nil {
		r.faults.add(path, "object")
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.name == name }) {
			r.faults.add(path+"."+name, "unknown")
		}
	}
	return fields
}

// rows is a list of objects, in an order that counts.
type rows struct {
	most  int
	parts []part
}

func (k rows) read(raw json.RawMessage, path string, r *reading) any {
	list := []any{}
	var items []json.RawMessage
	if !absent(raw) && json.Unmarshal(raw, &items) != nil {
		r.faults.add(path, "list")
		return list
	}
	if len(items) > k.most {
		r.faults.add(path, "many", "most", strconv.Itoa(k.most))
		items = items[:k.most]
	}
	for i, item := range items {
		value := object{k.parts}.read(item, path+"."+strconv.Itoa(i), r)
		if r.before != nil && slices.ContainsFunc(list, func(had any) bool { return reflect.DeepEqual(had, value) }) {
			r.note(path+"."+strconv.Itoa(i)+"."+k.parts[0].name, "twice")
			continue
		}
		list = append(list, value)
	}
	return list
}

func (k rows) argument(value any) any { return encoded(value, len(value.([]any))) }

// week is lines for each day.
type week struct{ ranges bool } // lines are like 09:00-12:30

const (
	mostLinesOfDay = 20
	longestLine    = 200
)

// Days are in the order of the screen, with the names that are stored.
var days = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func (k week) read(raw json.RawMessage, path string, r *reading) any {
	value := map[string]any{}
	var sent map[string]json.RawMessage
	if !absent(raw) && json.Unmarshal(raw, &sent) != nil {
		r.faults.add(path, "object")
		return value
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		day, known := church.ParseWeekday(name)
		if !known {
			r.faults.add(path+"."+clean(name, false), "weekday")
			continue
		}
		stored := strings.ToLower(day.String())
		lines := k.lines(sent[name], path+"."+stored, r)
		if had, twice := value[stored].([]any); twice {
			lines = append(had, lines...)
		}
		if len(lines) > 0 {
			value[stored] = lines
		}
	}
	return value
}

// lines are those of one day: a list of texts, or one text of several lines.
func (k week) lines(raw json.RawMessage, path string, r *reading) (lines []any) {
	var texts []string
	if !absent(raw) && json.Unmarshal(raw, &texts) != nil {
		texts = strings.Split(readText(raw, path, r), "\n")
	}
	var written []string
	for _, line := range texts {
		if line = clean(church.Storable(line), false); line == "" {
			continue
		}
		if utf8.RuneCountInString(line) > longestLine {
			r.faults.add(path, "line", "most", strconv.Itoa(longestLine))
		}
		written = append(written, line)
	}
	if k.ranges {
		written = r.spansOfLines(written, path)
	} else {
		written = r.timesOfLines(written, path)
	}
	for _, line := range written {
		lines = append(lines, line)
	}
	if len(lines) > mostLinesOfDay {
		r.faults.add(path, "many", "most", strconv.Itoa(mostLinesOfDay))
	}
	return lines
}

func (week) argument(value any) any { return encoded(value, len(value.(map[string]any))) }

// encoded is a value for a column of JSON: null when nothing is in it.
func encoded(value any, size int) any {
	if size == 0 {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings, numbers, lists and maps always marshal
	}
	return json.RawMessage(text)
}

// spans are days on which something does not take place, from one to another, each with a reason.
type spans struct{ rows }

func (k spans) read(raw json.RawMessage, path string, r *reading) any {
	list := k.rows.read(raw, path, r).([]any)
	for i, item := range list {
		span := item.(map[string]any)
		from, _ := span["from"].(string)
		to, _ := span["to"].(string)
		if to != "" && to < from {
			r.faults.add(path+"."+strconv.Itoa(i)+".to", "before")
		}
	}
	return list
}

// specialDays are days on which something else holds than the regular hours. Those with times of their own must have some, or where they
// take the place of the others at least a note: visitors are told nothing else of such a day.
type specialDays struct{ spans }

func (k specialDays) read(raw json.RawMessage, path string, r *reading) any {
	list := k.spans.read(raw, path, r).([]any)
	for i, item := range list {
		day := item.(map[string]any)
		times, _ := day["times"].(string)
		note, _ := day["note"].(string)
		if kept := strings.Join(r.timesOfLines(strings.Split(times, "\n"), path+"."+strconv.Itoa(i)+".times"), "\n"); kept != "" {
			day["times"] = kept
		}
		if times == "" && (day["kind"] == string(church.Besides) || day["kind"] == string(church.Instead) && note == "") {
			r.faults.add(path+"."+strconv.Itoa(i)+".times", "missing")
		}
	}
	return list
}

// lastDay is a day after which something is told no longer.
type lastDay struct{ date }

func (k lastDay) read(raw json.RawMessage, path string, r *reading) any {
	day := k.date.read(raw, path, r)
	if r.before != nil && isOver(day, r.place) {
		r.note(path, "over")
	}
	return day
}

// isOver reports whether a day is before today, where the church is.
func isOver(day any, place *time.Location) bool {
	text, _ := day.(string)
	return text != "" && text < time.Now().In(place).Format(time.DateOnly)
}

// date is a day of the calendar.
type date struct{ required bool }

func (k date) read(raw json.RawMessage, path string, r *reading) any {
	day := clean(readText(raw, path, r), false)
	if day == "" && k.required {
		r.faults.add(path, "missing")
	}
	if at, err := time.Parse(time.DateOnly, day); day != "" && (err != nil || !isOfOurAge(at)) {
		r.faults.add(path, "date")
	}
	return day
}

func (date) argument(value any) any { return value }
