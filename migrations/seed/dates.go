package seed

import (
	"fmt"
	"time"

	"github.com/teambition/rrule-go"
)

// rulesBegin is where recurrence rules start to count, so that "every other Saturday" is the same Saturdays whenever the
// seed is loaded.
const rulesBegin = 2025

// eventRows gives each event its next dates. The id is made of the date: loading the seed on a later day adds the dates that
// have come nearer, and leaves alone those that have passed, with all who registered for them.
func eventRows(church demoChurch, now time.Time) ([]eventRow, error) {
	zone, err := time.LoadLocation(church.Place.Timezone)
	if err != nil {
		return nil, err
	}
	var rows []eventRow
	for _, event := range church.Life.Events {
		starts, err := event.next(now.In(zone))
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", event.Key, err)
		}
		for _, start := range starts {
			rows = append(rows, event.row(church.Slug, start))
		}
	}
	return rows, nil
}

// next gives the starts from today's midnight on, so that loading the seed twice on one day finds nothing to do.
func (e lifeEvent) next(now time.Time) ([]time.Time, error) {
	option, err := rrule.StrToROption(e.Repeats)
	if err != nil {
		return nil, err
	}
	// By date alone: the clock is added below, because days on which clocks change are not 24 hours long.
	option.Dtstart = time.Date(rulesBegin, time.January, 1, 0, 0, 0, 0, time.UTC)
	rule, err := rrule.NewRRule(*option)
	if err != nil {
		return nil, err
	}
	clock, err := time.Parse("15:04", e.At)
	if err != nil {
		return nil, err
	}
	var starts []time.Time
	date := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	for date = rule.After(date, true); len(starts) < e.Ahead && !date.IsZero(); date = rule.After(date, false) {
		starts = append(starts, time.Date(date.Year(), date.Month(), date.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location()))
	}
	return starts, nil
}

func (e lifeEvent) row(slug string, start time.Time) eventRow {
	row := eventRow{
		ID: EventID(slug, e.Key, start), ChurchID: ChurchID(slug), Title: e.Title, Description: e.Description, Location: e.Location,
		StartsAt: start, EndsAt: start.Add(time.Duration(e.Minutes) * time.Minute), ContactName: e.ContactName, ContactEmail: e.ContactEmail,
		TakesRegistrations: e.Registration != nil, IsPublic: !e.Private,
	}
	if e.Registration != nil {
		row.Capacity = e.Registration.Capacity
		if hours := e.Registration.ClosesHoursBefore; hours > 0 {
			closes := start.Add(-time.Duration(hours) * time.Hour)
			row.RegistrationClosesAt = &closes
		}
	}
	return row
}
