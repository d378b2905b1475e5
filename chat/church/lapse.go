package church

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// silence takes from the snapshot what is no longer to be told on a day: sermon and announcement after their last day, and special days
// and absences that are past. All that tells visitors of them reads the snapshot, so it falls silent everywhere at once, at the church's midnight
// (see midnightAfter). What was answered while they were told stands under another Lapsed.
func (s *Snapshot) silence(r *churchRow, now time.Time, dropped *droppings) {
	today := now.In(s.Location).Format(time.DateOnly)
	var lapsed []string
	if r.SermonUntil != "" && r.SermonUntil < today {
		s.SermonTopic, s.SermonSeries, s.ThemeVerse = "", "", ""
		lapsed = append(lapsed, "sermon "+r.SermonUntil)
	}
	if r.AnnouncementUntil != "" && r.AnnouncementUntil < today {
		s.WeeklyAnnouncement = ""
		lapsed = append(lapsed, "announcement "+r.AnnouncementUntil)
	}
	var past []SpecialDay
	s.Special, past = decodeSpecial(r.SpecialDays, today, dropped)
	for _, day := range past {
		lapsed = append(lapsed, "day "+day.To)
	}
	lapsed = append(lapsed, s.silenceAway(now.In(s.Location))...)
	s.Lapsed = strings.Join(lapsed, ", ")
}

// silenceAway takes out absences that were over yesterday: until then, hours of theirs may reach into today. What was answered before one
// began says that the pastor can be met.
func (s *Snapshot) silenceAway(now time.Time) (lapsed []string) {
	today, yesterday := now.Format(time.DateOnly), now.AddDate(0, 0, -1).Format(time.DateOnly)
	for _, span := range s.PastorAway {
		if span.To < today {
			lapsed = append(lapsed, "away "+span.To)
		} else if span.From <= today {
			lapsed = append(lapsed, "away since "+span.From)
		}
	}
	s.PastorAway = slices.DeleteFunc(s.PastorAway, func(span Away) bool { return span.To < yesterday })
	return lapsed
}

// midnightAfter is when another day begins at a place.
func midnightAfter(now time.Time, location *time.Location) time.Time {
	year, month, day := now.In(location).Date()
	return DayBegins(year, month, day+1, location)
}

// decodeSpecial reads an array of {from, to, kind, name, times, note}, and leaves out what is past.
func decodeSpecial(raw json.RawMessage, today string, dropped *droppings) (special, past []SpecialDay) {
	const column = "special_days"
	for _, item := range arrayOf(raw, column, dropped) {
		fields := objectOf(item, column, dropped)
		day := SpecialDay{From: field(fields, "from", column, dropped), To: field(fields, "to", column, dropped),
			Kind: SpecialKind(field(fields, "kind", column, dropped)), Name: field(fields, "name", column, dropped), Note: field(fields, "note", column, dropped)}
		if day.To == "" {
			day.To = day.From
		}
		if !isDay(day.From) || !isDay(day.To) || day.To < day.From {
			dropped.note(column, "item that is no span of days")
			continue
		}
		if lines, _ := linesOf(fields["times"], column, dropped); day.adds() {
			for _, line := range lines[:min(len(lines), maxSlotsPerDay)] {
				day.Slots = append(day.Slots, ParseSlots(line)...)
			}
			sortDay(day.Slots)
			day.Slots = slices.Clone(day.Slots)
		}
		switch {
		case day.Kind == Besides && len(day.Slots) == 0:
			dropped.note(column, "times that are none")
		case !slices.Contains([]SpecialKind{Instead, Besides, NoServices, OfficeClosed, Closed}, day.Kind):
			dropped.note(column, "unknown kind")
		case day.To < today:
			past = append(past, day)
		default:
			special = append(special, day)
		}
	}
	slices.SortStableFunc(special, func(a, b SpecialDay) int { return strings.Compare(a.From, b.From) })
	return slices.Clone(special), past
}
