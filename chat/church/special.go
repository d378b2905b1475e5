package church

import (
	"slices"
	"time"
)

// SpecialDay is a day, or several in a row, on which something else holds than the regular hours: Christmas and Easter, a service that
// is cancelled, an office that is closed.
type SpecialDay struct {
	From, To string // both included, as 2006-01-02 of the church's calendar
	Kind     SpecialKind
	Name     string // what the day is called; may be empty
	Slots    []Slot // what is on, by start; of a kind that has none, empty
	Note     string // what else visitors are to know; may be empty
}

// SpecialKind is what becomes of the regular hours on a special day.
type SpecialKind string

// The kinds.
const (
	Instead      SpecialKind = "instead"       // the day's own times take the place of all others
	Besides      SpecialKind = "besides"       // the day's own times are added
	NoServices   SpecialKind = "no_services"   // there is no gathering for worship
	OfficeClosed SpecialKind = "office_closed" // nobody is at the desk
	Closed       SpecialKind = "closed"        // nothing is on
)

// On reports whether the day is among those meant.
func (d *SpecialDay) On(day string) bool { return d.From <= day && day <= d.To }

// Starts is the first day, at noon on the church's clock.
func (d *SpecialDay) Starts(location *time.Location) time.Time { return noon(d.From, location) }

// Ends is the last day, at noon on the church's clock.
func (d *SpecialDay) Ends(location *time.Location) time.Time { return noon(d.To, location) }

// adds reports whether the day has times of its own.
func (d *SpecialDay) adds() bool { return d.Kind == Instead || d.Kind == Besides }

// drops reports whether a regular slot is not held on the day. Where the church calls nothing a service, all but the office's hours are.
func (d *SpecialDay) drops(slot *Slot, regular []Slot) bool {
	switch d.Kind {
	case Instead, Closed:
		return true
	case NoServices:
		return slot.Service() || !slot.Office() && !slices.ContainsFunc(regular, Slot.Service)
	case OfficeClosed:
		return slot.Office()
	}
	return false
}
