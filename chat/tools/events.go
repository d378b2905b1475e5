package tools

import (
	"context"
	"time"

	"narthex/chat/church"
)

// eventTools are about what is on.
var eventTools = []tool{
	{
		name: "list_events", plan: church.Pro, agents: []church.Agent{coordinator},
		description: "What is on at the church in the coming weeks, by date, with places left. Not for weekly services: use get_service_times for those.",
		parameters: []parameter{
			lookup("about", "What the event is about, such as youth, supper, pilgrimage. Leave it out for everything."),
			date("from_date", "The first day asked about, as YYYY-MM-DD. Leave it out for today."),
			date("to_date", "The last day asked about, as YYYY-MM-DD."),
		},
		run:     listEvents,
		running: texts{"Looking up what is on…", "Consultando los próximos eventos…"},
	},
	{
		name: "register_for_event", plan: church.Pro, agents: []church.Agent{coordinator}, writes: true,
		description: "Register the visitor for an event that takes registrations. Say the event and its date back to the visitor before you call. " +
			"Call it again in a later message to change how many come.",
		parameters: []parameter{
			required(lookup("event", "The event's title or id, as list_events gives it.")),
			date("event_date", "Which day, as YYYY-MM-DD, where an event is on several days. Left out, it is the next."),
			required(visitorName()), visitorEmail(), visitorPhone(),
			count("people", "How many come, the visitor included. 1 when left out.", 1, maxParty),
			words("notes", "What the church should know, such as allergies, if the visitor said so."),
		},
		run:     registerForEvent,
		running: texts{"Registering you…", "Haciendo su inscripción…"},
	},
	{
		name: "get_event_calendar_file", plan: church.Pro, agents: []church.Agent{coordinator},
		description: "A link with which the visitor puts an event into their own calendar.",
		parameters: []parameter{
			required(lookup("event", "The event's title or id, as list_events gives it.")),
			date("event_date", "Which day, as YYYY-MM-DD, where an event is on several days. Left out, it is the next."),
		},
		run:     eventCalendarFile,
		running: texts{"Preparing the calendar link…", "Preparando el enlace del calendario…"},
	},
}

const (
	maxParty      = 20
	maxEvents     = 8
	maxEventAbout = 200 // characters
)

// events is the store of the turn's church.
func (c *call) events() *Events { return NewEvents(c.registry.Pool) }

func listEvents(ctx context.Context, c *call) (outcome, error) {
	upcoming, err := c.events().Upcoming(ctx, c.church().ID, c.turn.Now)
	if err != nil {
		return outcome{}, err
	}
	if len(upcoming) == 0 {
		return outcome{}, notOnFile("any events")
	}
	answer := fields{"today": c.speech().day(c.now())}
	within := c.within(upcoming)
	found := within
	if about := c.text("about"); about != "" {
		found = matching(within, about, func(e Event) string { return e.Title + " " + e.Description })
		if len(found) == 0 && len(within) > 0 {
			found, answer["note"] = within, "Nothing fits what was asked; this is all that is on then. Do not make any event up."
		}
	}
	if len(found) == 0 {
		found, answer["note"] = upcoming[:1], "Nothing is on file for those days; this is what comes next."
	}
	listed := []fields{}
	for _, e := range found[:min(len(found), maxEvents)] {
		listed = append(listed, c.describe(e))
	}
	answer["events"] = listed
	if more := len(found) - len(listed); more > 0 {
		answer["more"] = more
	}
	return outcome{answer: answer, summary: texts{"Looked up what is on.", "Eventos consultados."}}, nil
}

// within gives the events of the days that were asked about.
func (c *call) within(events []Event) []Event {
	from, hasFrom := c.day("from_date")
	to, hasTo := c.day("to_date")
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
func (c *call) describe(e Event) fields {
	told := fields{"id": e.ID, "title": e.Title, "when": c.speech().when(e.StartsAt, e.EndsAt), "registration": e.entry(c.turn.Now)}
	if e.Location != "" {
		told["where"] = e.Location
	}
	if e.Description != "" {
		told["about"] = shorten(e.Description, maxEventAbout)
	}
	if e.ContactName != "" {
		told["contact"] = e.ContactName
	}
	if e.TakesRegistrations && e.Capacity != nil && e.CancelledAt == nil {
		told["places_left"] = max(*e.Capacity-e.Taken, 0)
	}
	if e.entry(c.turn.Now) == entryNotYet {
		told["registration_opens"] = c.speech().moment(*e.RegistrationOpensAt)
	}
	if e.RegistrationClosesAt != nil && e.entry(c.turn.Now) == entryOpen {
		told["register_by"] = c.speech().moment(*e.RegistrationClosesAt)
	}
	return told
}

// event finds the event that the call names among what is coming up. Of an event that recurs it is the next that has not begun,
// unless the call says the day.
func (c *call) event(ctx context.Context) (meant Event, upcoming []Event, err error) {
	upcoming, err = c.events().Upcoming(ctx, c.church().ID, c.turn.Now)
	if err != nil {
		return meant, nil, err
	}
	if len(upcoming) == 0 {
		return meant, nil, notOnFile("any events")
	}
	found := named(upcoming, c.text("event"))
	if len(found) == 0 {
		return meant, nil, refuse(NotFound, "No such event is coming up at this church. There are: %s. Ask the visitor which they mean; never make one up.", candidates(upcoming, c.titleAndDay))
	}
	if day, given := c.day("event_date"); given {
		onDay := onDay(found, day)
		if len(onDay) == 0 {
			return meant, nil, refuse(NotFound, "It is not on that day, but on: %s. Ask the visitor which they mean.", candidates(found, c.titleAndDay))
		}
		found = onDay
	}
	found = stillToCome(found, c.turn.Now)
	for _, other := range found[1:] {
		if fold(other.Title) != fold(found[0].Title) {
			return meant, nil, refuse(NotFound, "Several may be meant: %s. Ask the visitor which, then call again with its id.", candidates(found, c.titleAndDay))
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

func (c *call) titleAndDay(e Event) string { return e.Title + ", " + c.speech().moment(e.StartsAt) }

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
func (c *call) calendarLink(e Event) string {
	return c.registry.config.BaseURL + CalendarPath(c.church().Slug, e.ID)
}

func eventCalendarFile(ctx context.Context, c *call) (outcome, error) {
	e, _, err := c.event(ctx)
	if err != nil {
		return outcome{}, err
	}
	answer := fields{"event": e.Title, "when": c.speech().when(e.StartsAt, e.EndsAt), "link": c.calendarLink(e)}
	if e.CancelledAt != nil {
		answer["note"] = "This event is cancelled: say so first."
	}
	return outcome{answer: answer, summary: texts{"The calendar link is ready.", "El enlace del calendario está listo."}}, nil
}
