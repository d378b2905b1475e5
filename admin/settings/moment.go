package settings

import (
	"encoding/json"
	"time"
)

// wall is how a time on the church's clock is written: as browsers have it in a control, whatever zone they are in.
const wall = "2006-01-02T15:04"

// moment is a time, sent and shown as the church's clock has it. Its value is that time with the offset that the clock has then.
type moment struct{ required bool }

func (k moment) read(raw json.RawMessage, path string, r *reading) any {
	sent := clean(readText(raw, path, r), false)
	if sent == "" {
		if k.required {
			r.faults.add(path, "missing")
		}
		return ""
	}
	if exact, err := time.Parse(time.RFC3339Nano, sent); err == nil && isOfOurAge(exact) {
		return exact.In(r.place).Format(time.RFC3339)
	}
	// What is stored as "timestamp with time zone" comes with seconds, and a clock that goes back has an hour twice: a time that
	// may be either stays the one that is stored, otherwise it is the first.
	meant, err := time.Parse(wall, sent)
	if err != nil {
		meant, err = time.Parse(wall+":05", sent)
	}
	if err != nil || !isOfOurAge(meant) {
		r.faults.add(path, "moment")
		return ""
	}
	clock := meant.Format(wall) // with all its digits: "9:30" is read as well
	local := time.Date(meant.Year(), meant.Month(), meant.Day(), meant.Hour(), meant.Minute(), meant.Second(), 0, r.place)
	if local.Format(wall) != clock {
		r.faults.add(path, "skipped")
		return ""
	}
	if before, ok := r.before.(string); ok && len(before) > len(wall) && before[:len(wall)] == clock {
		return before
	}
	if earlier := local.Add(-time.Hour); earlier.Format(wall) == clock {
		local = earlier
	}
	return local.Format(time.RFC3339)
}

// isOfOurAge reports whether a year may be meant: before are slips of the keyboard, and Postgres has no year 0.
func isOfOurAge(t time.Time) bool { return t.Year() >= 1900 && t.Year() <= 9999 }

func (moment) argument(value any) any {
	if value == "" {
		return nil
	}
	return value
}

// clock is a time of day.
type clock struct{}

func (clock) read(raw json.RawMessage, path string, r *reading) any {
	sent := clean(readText(raw, path, r), false)
	if sent == "" {
		return ""
	}
	for _, layout := range []string{"15:04", time.TimeOnly} {
		if at, err := time.Parse(layout, sent); err == nil {
			return at.Format("15:04")
		}
	}
	r.faults.add(path, "time")
	return ""
}

func (clock) argument(value any) any {
	if value == "" {
		return nil
	}
	return value
}

// isBefore reports whether both values are known, and the first is before the second.
func isBefore(first, second any) bool {
	a, _ := first.(string)
	b, _ := second.(string)
	one, err := time.Parse(time.RFC3339, a)
	if err != nil {
		return false
	}
	other, err := time.Parse(time.RFC3339, b)
	return err == nil && one.Before(other)
}
