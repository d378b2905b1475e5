package events

import (
	"context"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// Tools are about what is on.
var Tools = []tools.Tool{
	{
		Name: "list_events", Plan: church.Pro, Agents: []church.Agent{church.Coordinator},
		Description: "What is on at the church in the coming weeks, by date, with places left. Not for weekly services: use get_service_times for those.",
		Parameters: parameter.List{
			parameter.Lookup("about", "What the event is about, such as youth, supper, pilgrimage. Leave it out for everything."),
			parameter.Date("from_date", "The first day asked about, as YYYY-MM-DD. Leave it out for today."),
			parameter.Date("to_date", "The last day asked about, as YYYY-MM-DD."),
		},
		Run: listEvents,
	},
	{
		Name: "register_for_event", Plan: church.Pro, Agents: []church.Agent{church.Coordinator}, Writes: true, Meets: true, Asks: "register",
		Description: "Register the visitor for an event that takes registrations. Say the event and its date back to the visitor before you call. " +
			"Call it again in a later message to change how many come.",
		Parameters: parameter.List{
			parameter.Lookup("event", "The event's title or id, as list_events gives it.").Required(),
			parameter.Date("event_date", "Which day, as YYYY-MM-DD, where an event is on several days. Left out, it is the next."),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.Integer("people", "How many come, the visitor included. 1 when left out.", 1, maxParty),
			parameter.Text("notes", "What the church should know, such as allergies."),
		},
		Run: registerForEvent,
	},
	{
		Name: "get_event_calendar_file", Plan: church.Pro, Agents: []church.Agent{church.Coordinator},
		Description: "A link with which the visitor puts an event into their own calendar.",
		Parameters: parameter.List{
			parameter.Lookup("event", "The event's title or id, as list_events gives it.").Required(),
			parameter.Date("event_date", "Which day, as YYYY-MM-DD, where an event is on several days. Left out, it is the next."),
		},
		Run: eventCalendarFile,
	},
}

const (
	maxParty      = 20
	maxEvents     = 8
	maxEventAbout = 200 // characters
)

func listEvents(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	upcoming, err := NewStore(c.Pool()).Upcoming(ctx, c.Church().ID, c.Turn.Now)
	if err != nil {
		return nil, err
	}
	if len(upcoming) == 0 {
		return nil, tools.NotOnFile("any events")
	}
	answer := tools.Fields{"today": c.Times().Date(c.Now())}
	within := within(c, upcoming)
	found := within
	if about := c.Text("about"); about != "" {
		found = stems.Search(within, about, func(e Event) string { return e.Title + " " + e.Description })
		if len(found) == 0 && len(within) > 0 {
			found, answer["note"] = within, "Nothing fits what was asked; this is all that is on then. Do not make any event up."
		}
	}
	if len(found) == 0 {
		found, answer["note"] = upcoming[:1], "Nothing is on file for those days; this is what comes next."
	}
	listed := []tools.Fields{}
	for _, e := range found[:min(len(found), maxEvents)] {
		listed = append(listed, describe(c, e))
	}
	answer["events"] = listed
	if more := len(found) - len(listed); more > 0 {
		answer["more"] = more
	}
	return answer, nil
}

// within gives the events of the days that were asked about.
func within(c *tools.Invocation, events []Event) []Event {
	from, hasFrom := c.Day("from_date")
	to, hasTo := c.Day("to_date")
	var found []Event
	for _, e := range events {
		if hasFrom && !lasts(e, from) || hasTo && !e.StartsAt.Before(to.AddDate(0, 0, 1)) {
			continue
		}
		found = append(found, e)
	}
	return found
}

// lasts reports whether the event is not over before the day.
func lasts(e Event, day time.Time) bool {
	return !e.StartsAt.Before(day) || e.EndsAt != nil && e.EndsAt.After(day)
}

// describe tells a model of an event. Its contact's address is the church's own affair.
func describe(c *tools.Invocation, e Event) tools.Fields {
	told := tools.Fields{"id": e.ID, "title": e.Title, "when": c.Times().Exact(e.StartsAt, e.EndsAt), "registration": e.entry(c.Turn.Now)}
	if e.Location != "" {
		told["where"] = e.Location
	}
	if e.Description != "" {
		told["about"] = tools.Shorten(e.Description, maxEventAbout)
	}
	if e.ContactName != "" {
		told["contact"] = e.ContactName
	}
	if e.TakesRegistrations && e.Capacity != nil && e.CancelledAt == nil {
		told["places_left"] = max(*e.Capacity-e.Taken, 0)
	}
	if e.entry(c.Turn.Now) == entryNotYet {
		told["registration_opens"] = c.Times().DateTime(*e.RegistrationOpensAt)
	}
	if e.RegistrationClosesAt != nil && e.entry(c.Turn.Now) == entryOpen {
		told["register_by"] = c.Times().DateTime(*e.RegistrationClosesAt)
	}
	return told
}

// meantEvent finds the event that the call names among what is coming up. Of an event that recurs it is the next that has not begun,
// unless the call says the day.
func meantEvent(ctx context.Context, c *tools.Invocation) (meant Event, upcoming []Event, err error) {
	upcoming, err = NewStore(c.Pool()).Upcoming(ctx, c.Church().ID, c.Turn.Now)
	if err != nil {
		return meant, nil, err
	}
	if len(upcoming) == 0 {
		return meant, nil, tools.NotOnFile("any events")
	}
	found := tools.Named(upcoming, c.Text("event"))
	if len(found) == 0 {
		return meant, nil, tools.Refuse(tools.NotFound, "No such event is coming up at this church. There are: %s. Ask the visitor which they mean; never make one up.", tools.Candidates(upcoming, titleAndDay(c)))
	}
	if day, given := c.Day("event_date"); given {
		onDay := onDay(found, day)
		if len(onDay) == 0 {
			return meant, nil, tools.Refuse(tools.NotFound, "It is not on that day, but on: %s. Ask the visitor which they mean.", tools.Candidates(found, titleAndDay(c)))
		}
		found = onDay
	}
	found = stillToCome(found, c.Turn.Now)
	for _, other := range found[1:] {
		if words.Fold(other.Title) != words.Fold(found[0].Title) {
			return meant, nil, tools.Refuse(tools.NotFound, "Several may be meant: %s. Ask the visitor which, then call again with its id.", tools.Candidates(found, titleAndDay(c)))
		}
	}
	return found[0], upcoming, nil
}

// stillToCome leaves out events that have begun, where there are others.
func stillToCome(events []Event, now time.Time) []Event {
	for i := range events {
		if now.Before(events[i].StartsAt) { // they are in order
			return events[i:]
		}
	}
	return events
}

// titleAndDay names events for a question back.
func titleAndDay(c *tools.Invocation) func(Event) string {
	return func(e Event) string { return e.Title + ", " + c.Times().DateTime(e.StartsAt) }
}

func onDay(events []Event, day time.Time) []Event {
	var found []Event
	for _, e := range events {
		if e.StartsAt.In(day.Location()).Format(time.DateOnly) == day.Format(time.DateOnly) {
			found = append(found, e)
		}
	}
	return found
}

// calendarLink is where the event's calendar file is.
func calendarLink(c *tools.Invocation, e Event) string {
	return c.BaseURL() + CalendarPath(c.Church().Slug, e.ID)
}

func eventCalendarFile(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	e, _, err := meantEvent(ctx, c)
	if err != nil {
		return nil, err
	}
	answer := tools.Fields{"event": e.Title, "when": c.Times().Exact(e.StartsAt, e.EndsAt), "link": calendarLink(c, e)}
	if e.CancelledAt != nil {
		answer["note"] = "This event is cancelled: say so first."
	}
	return answer, nil
}
