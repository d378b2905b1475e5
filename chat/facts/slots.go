package facts

import (
	"slices"
	"time"

	"narthex/chat/church"
)

const wholeDay = 24 * 60 // minutes

// slotPicker chooses the slots that a question is about.
type slotPicker struct {
	index      *index
	named      []string // words of a label: "youth group"
	service    bool     // gatherings for worship
	office     bool
	general    bool // nothing in particular, or nothing in particular that the church has labelled
	everything bool // whatever happens, the office included: "are you open"
	from, to   int  // minutes after midnight
}

// settle falls back to everything when the church's labels do not tell services or the office apart.
func (p *slotPicker) settle(hours *church.Hours) {
	anyTime := *p
	anyTime.from, anyTime.to = 0, wholeDay
	for _, day := range hours {
		for _, slot := range day {
			if anyTime.wants(&slot) {
				return
			}
		}
	}
	p.general = len(p.named) == 0
}

func (p *slotPicker) wants(slot *church.Slot) bool {
	if at := min(slot.Start, wholeDay-1); slot.Timed() && (at < p.from || at >= p.to) || !slot.Timed() && p.to-p.from < wholeDay {
		return false
	}
	label := p.index.label(slot)
	switch {
	case len(p.named) > 0:
		return hasAll(label.words, p.named)
	case p.office:
		return label.office
	case p.service && !p.general:
		return label.service
	default:
		return p.everything || !label.office
	}
}

// among are the lines of the slots that are wanted.
func (p *slotPicker) among(slots []church.Slot) (lines []string) {
	for _, slot := range slots {
		if p.wants(&slot) {
			lines = append(lines, slot.Text)
		}
	}
	return lines
}

// tellsEnds reports whether of everything that is wanted it is written down until when it is.
func (p *slotPicker) tellsEnds(hours *church.Hours) bool {
	for _, day := range hours {
		for _, slot := range day {
			if p.wants(&slot) && slot.End == 0 {
				return false
			}
		}
	}
	return true
}

// others is what there is on a day without a service: of a part of it, only what is nearly one.
func (p *slotPicker) others(slots []church.Slot) []string {
	any := *p
	any.service = false
	var lines []string
	for _, slot := range slots {
		if any.wants(&slot) && (p.to-p.from == wholeDay || p.index.label(&slot).gathering) {
			lines = append(lines, slot.Text)
		}
	}
	return lines
}

// first is the first slot that is wanted. It takes no inquiry, which would be garbage after it: what is looped over is not known.
func first(p slotPicker, c *church.Snapshot, now time.Time) (time.Time, church.Slot, bool) {
	for start, slot := range c.Upcoming(now) {
		if p.wants(&slot) {
			return start, slot, true
		}
	}
	return time.Time{}, church.Slot{}, false
}

// otherHours is the text of a day for which the church has said that its regular hours do not hold, and not which do.
const otherHours = "special.other"

// closed is the text that says why there is nothing, "" if the special days do not.
func (p *slotPicker) closed(special []church.SpecialDay) string {
	switch {
	case p.office && isAny(special, church.OfficeClosed, church.Closed, church.Instead):
		return "special.office_closed"
	case isAny(special, church.Closed):
		return "special.closed"
	case isAny(special, church.Instead):
		return otherHours
	case !p.office && isAny(special, church.NoServices):
		return "special.no_services"
	case (p.general || p.everything) && isAny(special, church.OfficeClosed):
		return "special.office_closed"
	}
	return ""
}

func isAny(special []church.SpecialDay, kinds ...church.SpecialKind) bool {
	return slices.ContainsFunc(special, func(d church.SpecialDay) bool { return slices.Contains(kinds, d.Kind) })
}

func isOnly(special []church.SpecialDay, kind church.SpecialKind) bool {
	return !slices.ContainsFunc(special, func(d church.SpecialDay) bool { return d.Kind != kind })
}

// isOwn reports whether a slot is one that the special days bring: whatever it is called, people come for it.
func isOwn(special []church.SpecialDay, slot *church.Slot) bool {
	for _, d := range special {
		if slices.ContainsFunc(d.Slots, func(own church.Slot) bool { return own.Text == slot.Text }) {
			return true
		}
	}
	return false
}

func spanSuffix(special []church.SpecialDay) string {
	if len(special) == 1 && special[0].From != special[0].To {
		return ".days"
	}
	return ""
}

// concerns reports whether a special day changes what is told.
func (p *slotPicker) concerns(d *church.SpecialDay) bool {
	switch d.Kind {
	case church.Besides:
		return !p.office && len(p.named) == 0
	case church.NoServices:
		return !p.office
	case church.OfficeClosed:
		return p.office || p.everything
	}
	return true
}

// haveBegun reports whether a day is today, and all has begun that is wanted. An office is open until it closes.
func (p *slotPicker) haveBegun(c *church.Snapshot, now, day time.Time) bool {
	if !sameDay(day, now) {
		return false
	}
	minute, any := now.Hour()*60+now.Minute(), false
	special := c.SpecialOn(day)
	for _, slots := range [][]church.Slot{c.Hours.On(day.Weekday()), c.SlotsOn(day)} {
		for _, slot := range slots {
			if slot.Weeks != 0 && !slot.Weeks.On(day) { // not held today
				continue
			}
			if !p.wants(&slot) && (p.office || len(p.named) > 0 || !isOwn(special, &slot)) {
				continue
			}
			until := slot.Start
			if p.index.label(&slot).office {
				until = max(slot.Start, slot.End)
			}
			if !slot.Timed() || minute < until || p.index.label(&slot).office && slot.End == 0 {
				return false
			}
			any = true
		}
	}
	return any
}
