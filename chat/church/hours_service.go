package church

import (
	"time"

	"narthex/chat/words"
)

// serviceWords mark a gathering for worship in what churches call it, in English and in Spanish.
var serviceWords = words.Set(`service services worship mass masses liturgy vigil communion vespers evensong eucharist matins mattins compline
	servicio servicios culto cultos misa misas adoracion celebracion celebraciones vigilia eucaristia liturgia comunion visperas`)

// Some churches call their worship no more than a gathering. With any other word than one of when and for all it is one of its own: the
// men's gathering.
var (
	gatheringWords = words.Set(`gathering gatherings celebration celebrations`)
	plainWords     = words.Set(`our the sunday saturday weekend weekly morning evening main church family first second early late`)
)

// officeWords mark the hours at which somebody is at the desk.
var officeWords = words.Set(`office oficina despacho`)

// Service reports whether the church calls the slot a gathering for worship.
func (s Slot) Service() bool { return (s.called(serviceWords) || s.plainGathering()) && !s.Office() }

func (s Slot) plainGathering() bool {
	var space [64]byte
	label, gathers := words.AppendFold(space[:0], s.Label), false
	for from, to := words.Next(label, 0); from < to; from, to = words.Next(label, to) {
		if gatheringWords[string(label[from:to])] {
			gathers = true
		} else if !plainWords[string(label[from:to])] {
			return false
		}
	}
	return gathers
}

// Name is what happens, without the brackets that say in which weeks of a month.
func (s Slot) Name() string {
	name, _, _ := cutWeeks(s.Label)
	return name
}

// Office reports whether the church calls the slot its office's hours.
func (s Slot) Office() bool { return s.called(officeWords) }

func (s Slot) called(names map[string]bool) bool {
	var space [64]byte
	label := words.AppendFold(space[:0], s.Label)
	for from, to := words.Next(label, 0); from < to; from, to = words.Next(label, to) {
		if names[string(label[from:to])] {
			return true
		}
	}
	return false
}

// NextService returns the first gathering for worship that starts at or after now, and when. Where the church's labels name
// none, it is the first of anything but the office's hours; ok is false when there is nothing. now must be in the church's
// time zone.
func (h Hours) NextService(now time.Time) (slot Slot, start time.Time, ok bool) {
	for at, next := range h.Upcoming(now) {
		if next.Service() {
			return next, at, true
		}
		if !ok && !next.Office() {
			slot, start, ok = next, at, true
		}
	}
	return slot, start, ok
}
