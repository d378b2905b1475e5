package church

import (
	"iter"
	"slices"
	"time"
)

// SpecialOn are the special days that a day is, in the order in which the church wrote them.
func (s *Snapshot) SpecialOn(day time.Time) (special []SpecialDay) {
	if len(s.Special) == 0 {
		return nil
	}
	date := day.Format(time.DateOnly)
	for i := range s.Special {
		if s.Special[i].On(date) {
			special = append(special, s.Special[i])
		}
	}
	return special
}

// SlotsOn is what is on at the church on a day of the calendar, by start: the regular hours of that weekday, but for those of another week of
// the month, unless the day is a special one.
func (s *Snapshot) SlotsOn(day time.Time) []Slot {
	regular := s.Hours.On(day.Weekday())
	special := s.SpecialOn(day)
	notHeld := func(slot Slot) bool { return !slot.Weeks.On(day) }
	if len(special) == 0 && !slices.ContainsFunc(regular, notHeld) {
		return regular
	}
	var slots []Slot
	for i := range regular {
		if !notHeld(regular[i]) && !slices.ContainsFunc(special, func(d SpecialDay) bool { return d.drops(&regular[i], regular) }) {
			slots = append(slots, regular[i])
		}
	}
	for _, d := range special {
		if d.adds() {
			slots = append(slots, d.Slots...)
		}
	}
	sortDay(slots)
	return slots
}

// Holds reports whether a regular slot is held on a day.
func (s *Snapshot) Holds(slot *Slot, day time.Time) bool {
	if !slot.Weeks.On(day) {
		return false
	}
	for _, d := range s.SpecialOn(day) {
		if d.drops(slot, s.Hours.On(day.Weekday())) {
			return false
		}
	}
	return true
}

// upcomingDays is how far ahead is looked for what is on next: past a month without services, a visitor had better ask.
const upcomingDays = 36

// Upcoming yields what is on from now, each slot as often as it is held, special days heeded. now must be in the church's time zone.
func (s *Snapshot) Upcoming(now time.Time) iter.Seq2[time.Time, Slot] {
	if len(s.Special) == 0 && !s.Hours.monthly() {
		return s.Hours.Upcoming(now)
	}
	return func(yield func(time.Time, Slot) bool) {
		year, month, today := now.Date()
		for ahead := range upcomingDays {
			for _, slot := range s.SlotsOn(time.Date(year, month, today+ahead, 12, 0, 0, 0, now.Location())) {
				start := time.Date(year, month, today+ahead, 0, slot.Start, 0, 0, now.Location())
				if slot.Timed() && !start.Before(now) && !yield(start, slot) {
					return
				}
			}
		}
	}
}

// NextService is as that of Hours, special days heeded.
func (s *Snapshot) NextService(now time.Time) (slot Slot, start time.Time, ok bool) {
	for at, next := range s.Upcoming(now) {
		if next.Service() {
			return next, at, true
		}
		if !ok && !next.Office() {
			slot, start, ok = next, at, true
		}
	}
	return slot, start, ok
}
