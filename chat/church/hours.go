package church

import (
	"iter"
	"slices"
	"time"
)

// Hours is a week as the church wrote it down: what happens on each day, indexed by time.Weekday. The zero Hours says
// nothing.
type Hours [7][]Slot

// Slot is one thing at one time of a weekday.
type Slot struct {
	// Start is in minutes after midnight on the church's clock, 1440 for the midnight with which the day ends, or Untimed when the text names
	// no time.
	Start int
	// End is in minutes after the midnight that Start counts from (past 1440: on the following day), 0 when not given.
	End int
	// Label is what happens, without the time; it may be empty.
	Label string
	// Text is the line as the church wrote it; of a line that names several starts, the part of this one.
	Text string
	// Weeks are those of the month in which it is, where the church wrote that it is not each week.
	Weeks Weeks
}

// Untimed is the Start of a slot whose text names no time.
const Untimed = -1

// Timed reports whether the slot has a start.
func (s Slot) Timed() bool { return s.Start != Untimed }

// DayEnd is the Start of what begins with the midnight with which a day ends.
const DayEnd = 24 * 60

// Clock is what a clock shows at the start, which is the same for both midnights of a day.
func (s Slot) Clock() int { return s.Start % DayEnd }

// Day is the day to which a slot belongs that starts then: of the midnight with which a day ends, that day. Where clocks go forward at
// midnight it may be an hour off, to either side.
func (s Slot) Day(start time.Time) time.Time {
	if s.Start >= DayEnd {
		return start.Add(-time.Minute)
	}
	return start
}

// On returns the day's slots by start, those without one last and in the order written.
func (h Hours) On(day time.Weekday) []Slot { return h[day] }

// Empty reports whether nothing is known of any day.
func (h Hours) Empty() bool {
	for _, day := range h {
		if len(day) > 0 {
			return false
		}
	}
	return true
}

// monthly reports whether anything is not held each week.
func (h Hours) monthly() bool {
	for _, day := range h {
		if slices.ContainsFunc(day, func(slot Slot) bool { return slot.Weeks != 0 }) {
			return true
		}
	}
	return false
}

// Next returns the first slot that starts at or after now, and when; ok is false when no day has a timed slot. now must
// be in the church's time zone.
func (h Hours) Next(now time.Time) (slot Slot, start time.Time, ok bool) {
	for start, slot := range h.Upcoming(now) {
		return slot, start, true
	}
	return Slot{}, time.Time{}, false
}

// Upcoming yields each timed slot of the week with its next start at or after now, in order. now must be in the church's
// time zone.
func (h Hours) Upcoming(now time.Time) iter.Seq2[time.Time, Slot] {
	return func(yield func(time.Time, Slot) bool) {
		year, month, today := now.Date()
		// The eighth day is today again: what has already started is next on in a week.
		for ahead := range 8 {
			for _, slot := range h[(int(now.Weekday())+ahead)%7] {
				if !slot.Timed() {
					continue
				}
				// By wall clock, not by adding to midnight, which would be an hour off on the day the clocks change, and which there is
				// not where they go forward then.
				start := time.Date(year, month, today+ahead, 0, slot.Start, 0, 0, now.Location())
				passed := start.Before(now)
				if passed && ahead == 0 || ahead == 7 && !startedToday(now, slot) {
					continue
				}
				if !yield(start, slot) {
					return
				}
			}
		}
	}
}

func startedToday(now time.Time, slot Slot) bool {
	year, month, day := now.Date()
	return time.Date(year, month, day, 0, slot.Start, 0, 0, now.Location()).Before(now)
}

// sortDay puts a day's slots in order of their start, untimed ones last; equal ones keep their order.
func sortDay(day []Slot) {
	slices.SortStableFunc(day, func(a, b Slot) int {
		switch {
		case a.Timed() && b.Timed():
			return a.Start - b.Start
		case a.Timed():
			return -1
		case b.Timed():
			return 1
		default:
			return 0
		}
	})
}
