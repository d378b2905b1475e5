package events

import (
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools/churchinfo"
	"narthex/chat/tools/parameter"
)

// CalendarType is the media type of what Calendar makes.
const CalendarType = "text/calendar; charset=utf-8"

// CalendarPath is where an event's calendar file is to be served.
func CalendarPath(slug string, event uuid.UUID) string {
	return "/api/churches/" + slug + "/events/" + event.String() + ".ics"
}

// Calendar writes one event as an iCalendar file (RFC 5545). The same event gives the same bytes, and a changed one replaces
// the one before in a calendar: its UID is the event's id, and its sequence number grows with each change. Times are by the
// church's clock, with the rules of its zone around them, so that the event stays at that hour of the church's day in the
// calendars of those who are elsewhere; where the zone has no name, they are in UTC.
func Calendar(event Event, c *church.Snapshot) []byte {
	calendar := ics.NewCalendarFor("Narthex")
	calendar.SetMethod(ics.MethodPublish)
	entry := ics.NewEvent(event.ID.String())
	entry.SetDtStampTime(event.UpdatedAt)
	entry.SetCreatedTime(event.CreatedAt)
	entry.SetModifiedAt(event.UpdatedAt)
	entry.SetSequence(int(event.UpdatedAt.Sub(event.CreatedAt) / time.Second))
	entry.SetSummary(plain(event.Title))
	setText(entry.SetDescription, event.Description)
	setText(entry.SetLocation, placeOf(event, c))
	if link := singleLine(c.Website); strings.HasPrefix(link, "https://") || strings.HasPrefix(link, "http://") {
		entry.SetURL(link)
	}
	entry.SetStatus(ics.ObjectStatusConfirmed)
	if event.CancelledAt != nil {
		entry.SetStatus(ics.ObjectStatusCancelled)
	}
	setTimes(calendar, entry, event, c.Location)
	calendar.AddVEvent(entry)
	return []byte(calendar.Serialize(ics.WithNewLineWindows))
}

func setText(set func(string, ...ics.PropertyParameter), text string) {
	if text != "" {
		set(plain(text))
	}
}

// plain has no control characters but line breaks, which the encoding escapes.
func plain(text string) string {
	return parameter.Clean(strings.ReplaceAll(text, "\r\n", "\n"))
}

// singleLine is for values that are not escaped.
func singleLine(text string) string {
	return strings.Join(strings.Fields(parameter.Clean(text)), "%20")
}

// placeOf is where the event is: a place of the church's own with its address, so that it is found on a map.
func placeOf(event Event, c *church.Snapshot) string {
	if address := churchinfo.PostalAddress(c.Address); address != "" && event.Location != "" && !strings.Contains(event.Location, ",") {
		return event.Location + ", " + c.Name + ", " + address
	}
	return event.Location
}

const localTime = "20060102T150405"

func setTimes(calendar *ics.Calendar, entry *ics.VEvent, event Event, zone *time.Location) {
	ends := event.EndsAt
	if ends != nil && !ends.After(event.StartsAt) {
		ends = nil // an end that is no later than the start is not allowed
	}
	if zone == time.UTC || zone.String() == "UTC" || zone.String() == "Local" {
		entry.SetStartAt(event.StartsAt)
		if ends != nil {
			entry.SetEndAt(*ends)
		}
		return
	}
	last := event.StartsAt
	entry.SetProperty(ics.ComponentPropertyDtStart, event.StartsAt.In(zone).Format(localTime), ics.WithTZID(zone.String()))
	if ends != nil {
		last = *ends
		entry.SetProperty(ics.ComponentPropertyDtEnd, ends.In(zone).Format(localTime), ics.WithTZID(zone.String()))
	}
	calendar.AddVTimezone(zoneRules(zone, event.StartsAt, last))
}

// zoneRules says how far the zone's clocks are from UTC between the two moments: one observance for each stretch without a
// change. That is all that one event needs, and it cannot disagree with the zone as Go knows it.
func zoneRules(zone *time.Location, from, to time.Time) *ics.VTimezone {
	rules := ics.NewTimezone(zone.String())
	at := from.In(zone)
	for {
		begins, ends := at.ZoneBounds()
		rules.Components = append(rules.Components, observance(at, begins))
		if ends.IsZero() || !ends.Before(to) {
			return rules
		}
		at = ends
	}
}

// observance is the stretch around a moment in which the clocks did not change. A zone that never changed them has no
// beginning: any before the event will do.
func observance(at, begins time.Time) ics.Component {
	name, offset := at.Zone()
	before := offset
	if begins.IsZero() {
		begins = time.Date(1970, 1, 1, 0, 0, 0, 0, at.Location())
	} else {
		_, before = begins.Add(-time.Second).Zone()
	}
	part := ics.NewStandard()
	part.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetfrom), utcOffset(before))
	part.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetto), utcOffset(offset))
	part.SetProperty(ics.ComponentProperty(ics.PropertyTzname), name)
	// By the clock as it was before the change.
	part.SetProperty(ics.ComponentPropertyDtStart, begins.In(time.FixedZone("", before)).Format(localTime))
	if offset > before { // not at.IsDST: by law it is winter that is out of the ordinary in Ireland, and calendars do not expect that
		return &ics.Daylight{ComponentBase: part.ComponentBase}
	}
	return part
}

// utcOffset is seconds east of Greenwich as "+hhmm".
func utcOffset(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds%3600/60)
}
