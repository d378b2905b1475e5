package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/tools"
	"narthex/chat/tools/datetime"
	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// enrolment is how a registration ended.
type enrolment int

const (
	newlyRegistered     enrolment = iota
	changedRegistration           // the same visitor, with another number of people
	standsAlready                 // the same visitor again, or an earlier attempt at this turn
	registeredElsewhere           // the address or number is registered, by a visitor of another session or in another name
)

func registerForEvent(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	if err := c.NeedContact(); err != nil {
		return nil, err
	}
	e, upcoming, err := meantEvent(ctx, c)
	if err != nil {
		return nil, err
	}
	if e.entry(c.Turn.Now) == entryNotNeeded {
		return justCome(c, e), nil
	}
	people := max(c.Number("people"), 1)
	var became enrolment
	err = c.Once(ctx, e.ID.String(), func(tx pgx.Tx, key uuid.UUID) (err error) {
		became, err = register(ctx, c, tx, &e, key, people)
		return err
	})
	if told, isRefusal := errors.AsType[*tools.Refusal](err); isRefusal && told.Code == tools.Full {
		told.Message += " " + instead(c, e, upcoming, people)
	}
	if errors.Is(err, ErrNoEvent) {
		err = tools.Refuse(tools.NotFound, "This event has just been taken down. Call list_events for what is on.")
	}
	if err != nil {
		return nil, err
	}
	if c.Wrote = became != registeredElsewhere; became == standsAlready {
		c.ShowAll(registrationLines(c, e, people))
	}
	return registeredFor(c, e, people, became), nil
}

// justCome is for events without registration. Nothing is written.
func justCome(c *tools.Invocation, e Event) tools.Fields {
	answer := describe(c, e)
	answer["status"] = "not registered, because nobody needs to register for this event: people just come"
	c.Summarize("no_need", "event", e.Title)
	return answer
}

// register takes places at the event, which it locks: whoever registers for it at the same moment waits for this transaction
// to end, and counts what it has written. Events do not hold each other up.
func register(ctx context.Context, c *tools.Invocation, tx pgx.Tx, e *Event, key uuid.UUID, people int) (enrolment, error) {
	phone := c.Phone()
	held, found, err := NewStore(c.Pool()).hold(ctx, tx, c.Church().ID, e.ID, key, c.Text("email"), phone)
	if err != nil {
		return 0, err
	}
	*e = held
	if slices.ContainsFunc(found, func(r registration) bool { return r.IdempotencyKey == key }) {
		return standsAlready, nil
	}
	if state := e.entry(c.Moment()); state == entryCancelled || state == entryBegun { // also for who is registered
		return 0, mayRegister(c, e, people)
	}
	if len(found) > 0 {
		return registerAgain(ctx, c, tx, e, found, key, people)
	}
	if err := mayRegister(c, e, people); err != nil {
		return 0, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `
		insert into event_registrations (id, church_id, event_id, name, email, phone, party_size, note, session_id, turn_id, idempotency_key)
		values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8, $9, $10, $11)`,
		id, c.Church().ID, e.ID, c.Text("name"), c.Text("email"), phone, people, tools.Shorten(c.Text("notes"), maxNote), c.Turn.Session, c.Turn.ID, key)
	if err != nil {
		return 0, fmt.Errorf("write the registration: %w", err)
	}
	return newlyRegistered, tellOfRegistration(ctx, c, tx, *e, id, key, people)
}

// maxNote is what a registration's note may hold, one character less than the table.
const maxNote = 999

// registerAgain is for an address or a number that is registered already: nobody takes a place twice. Who it belongs to may
// change how many come, in the conversation in which they registered; from any other, anybody who knows the address could. Somebody
// else of their household is told that it is taken, and not that they are registered.
func registerAgain(ctx context.Context, c *tools.Invocation, tx pgx.Tx, e *Event, found []registration, key uuid.UUID, people int) (enrolment, error) {
	own := slices.IndexFunc(found, func(r registration) bool { return grounding.MayBeOne(r.Name, c.Text("name")) })
	if own < 0 {
		return registeredElsewhere, nil
	}
	before := found[own]
	switch {
	case before.SessionID != c.Turn.Session && before.PartySize != people:
		return registeredElsewhere, nil
	case before.PartySize == people:
		return standsAlready, nil
	}
	if err := mayRegister(c, e, people-before.PartySize); err != nil && people > before.PartySize {
		return 0, err
	}
	_, err := tx.Exec(ctx, `update event_registrations set party_size = $3 where church_id = $1 and id = $2`, c.Church().ID, before.ID, people)
	if err != nil {
		return 0, fmt.Errorf("change the registration: %w", err)
	}
	e.Taken += people - before.PartySize
	return changedRegistration, tellOfRegistration(ctx, c, tx, *e, before.ID, key, people)
}

// mayRegister refuses where so many more people cannot register.
func mayRegister(c *tools.Invocation, e *Event, more int) error {
	switch state := e.entry(c.Moment()); {
	case state == entryOpen && e.fits(more):
		return nil
	case state == entryOpen || state == entryFull:
		return tools.Refuse(tools.Full, "%s on %s has %d places left, and %d were asked for. Nothing was written.", e.Title, c.Times().DateTime(e.StartsAt), max(*e.Capacity-e.Taken, 0), more)
	case state == entryNotYet:
		return tools.Refuse(tools.NotFound, "Registration for %s opens on %s. Tell the visitor so.", e.Title, c.Times().DateTime(*e.RegistrationOpensAt))
	default:
		return tools.Refuse(tools.NotFound, "Nobody can register for %s on %s: %s. Tell the visitor so, and offer what list_events gives.", e.Title, c.Times().DateTime(e.StartsAt), registrationIs[state])
	}
}

// registrationIs words why nobody can register.
var registrationIs = map[entry]string{entryCancelled: "it is cancelled", entryBegun: "it has begun or is over",
	entryClosed: "registration is closed", entryNotNeeded: "it takes no registrations, people just come"}

// maxInstead is how many other events are offered in place of one that is full.
const maxInstead = 3

// instead says what to offer in place of an event that is full: its other dates, then other events, with places enough.
func instead(c *tools.Invocation, e Event, upcoming []Event, people int) string {
	var same, others []Event
	for _, other := range upcoming {
		switch {
		case other.ID == e.ID || other.entry(c.Turn.Now) != entryOpen || !other.fits(people):
		case words.Fold(other.Title) == words.Fold(e.Title):
			same = append(same, other)
		default:
			others = append(others, other)
		}
	}
	offers := append(same, others...)
	var offer []string
	if len(offers) > 0 {
		offer = append(offer, "Offer instead: "+tools.Candidates(offers[:min(len(offers), maxInstead)], titleAndDay(c))+".")
	}
	whom := "the church office"
	if e.ContactName != "" {
		whom = e.ContactName
	}
	return strings.Join(append(offer, "Or offer leave_message to ask "+whom+" whether a place becomes free."), " ")
}

// tellOfRegistration has the event's contact told, or the church where it has none.
func tellOfRegistration(ctx context.Context, c *tools.Invocation, tx pgx.Tx, e Event, id, key uuid.UUID, people int) error {
	return c.Notify(ctx, tx, tools.Notice{
		Key: key, Kind: "event_registration", To: e.ContactEmail, RequestID: id, ReplyTo: c.Text("email"),
		Lines: registrationLines(c, e, people),
	})
}

func registrationLines(c *tools.Invocation, e Event, people int) []tools.Line {
	when := datetime.For(c.Church(), c.Church().Language).Range(e.StartsAt, e.EndsAt)
	return c.ContactLines([]tools.Line{{Label: "event", Text: e.Title}, {Label: "when", Text: when}, {Label: "people", Text: strconv.Itoa(people)}}, "notes")
}

func registeredFor(c *tools.Invocation, e Event, people int, became enrolment) tools.Fields {
	answer := tools.Fields{"event": e.Title, "id": e.ID, "when": c.Times().Exact(e.StartsAt, e.EndsAt), "calendar_file": calendarLink(c, e)}
	if e.Location != "" {
		answer["where"] = e.Location
	}
	if became == registeredElsewhere {
		answer["status"] = "already registered"
		answer["note"] = "Nobody was registered now: this e-mail address or number holds a registration already, maybe in another name or for another number of people. Say so. Another person needs an address or number of their own, or comes as one more of those who are registered; for all else offer leave_message."
		c.Summarize("elsewhere", "event", e.Title)
		return answer
	}
	answer["status"], answer["people"] = "registered", people
	answer["note"] = "The visitor can change how many come in this conversation. To cancel, offer leave_message."
	if became == changedRegistration {
		c.Summarize("changed", "event", e.Title)
	} else {
		c.Summarize("done", "event", e.Title, "when", c.Times().Range(e.StartsAt, e.EndsAt))
	}
	return answer
}
