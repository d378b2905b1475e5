package tools

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// enrolment is how a registration ended.
type enrolment int

const (
	newlyRegistered     enrolment = iota
	changedRegistration           // the same visitor, with another number of people
	standsAlready                 // the same visitor again, or an earlier attempt at this turn
	registeredElsewhere           // the address or number is registered, by a visitor of another session
)

func registerForEvent(ctx context.Context, c *call) (outcome, error) {
	if err := c.needContact(); err != nil {
		return outcome{}, err
	}
	e, upcoming, err := c.event(ctx)
	if err != nil {
		return outcome{}, err
	}
	if e.entry(c.turn.Now) == entryNotNeeded {
		return c.justCome(e), nil
	}
	people := max(c.number("people"), 1)
	var became enrolment
	err = c.once(ctx, e.ID.String(), func(tx pgx.Tx, key uuid.UUID) (err error) {
		became, err = c.register(ctx, tx, &e, key, people)
		return err
	})
	if told, isRefusal := errors.AsType[*refusal](err); isRefusal && told.code == Full {
		told.message += " " + c.instead(e, upcoming, people)
	}
	if errors.Is(err, ErrNoEvent) {
		err = refuse(NotFound, "This event has just been taken down. Call list_events for what is on.")
	}
	if err != nil {
		return outcome{}, err
	}
	c.wrote = became != registeredElsewhere
	return c.registeredFor(e, people, became), nil
}

// justCome is for events without registration. Nothing is written.
func (c *call) justCome(e Event) outcome {
	answer := c.describe(e)
	answer["status"] = "not registered, because nobody needs to register for this event: people just come"
	return outcome{answer: answer, summary: texts{"No need to register for {event}: just come.", "No hace falta inscribirse para {event}: solo venga."}.with("event", e.Title)}
}

// register takes places at the event, which it locks: whoever registers for it at the same moment waits for this transaction
// to end, and counts what it has written. Events do not hold each other up.
func (c *call) register(ctx context.Context, tx pgx.Tx, e *Event, key uuid.UUID, people int) (enrolment, error) {
	phone := onePhone(c.text("phone"), c.church().Address.Country)
	held, found, err := c.events().hold(ctx, tx, c.church().ID, e.ID, key, c.text("email"), phone)
	if err != nil {
		return 0, err
	}
	*e = held
	if len(found) > 0 {
		return c.registerAgain(ctx, tx, e, found, key, people)
	}
	if err := c.mayRegister(e, people); err != nil {
		return 0, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `
		insert into event_registrations (id, church_id, event_id, name, email, phone, party_size, note, session_id, turn_id, idempotency_key)
		values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8, $9, $10, $11)`,
		id, c.church().ID, e.ID, c.text("name"), c.text("email"), phone, people, shorten(c.text("notes"), maxNote), c.turn.Session, c.turn.ID, key)
	if err != nil {
		return 0, fmt.Errorf("write the registration: %w", err)
	}
	return newlyRegistered, c.tellOfRegistration(ctx, tx, *e, id, key, people)
}

// maxNote is what a registration's note may hold, one character less than the table.
const maxNote = 999

// registerAgain is for an address or a number that is registered already: nobody takes a place twice. Who it belongs to may
// change how many come, in the conversation in which they registered; from any other, anybody who knows the address could.
func (c *call) registerAgain(ctx context.Context, tx pgx.Tx, e *Event, found []registration, key uuid.UUID, people int) (enrolment, error) {
	for _, before := range found {
		if before.IdempotencyKey == key {
			return standsAlready, nil
		}
	}
	before := found[0]
	switch {
	case before.SessionID != c.turn.Session && before.PartySize != people:
		return registeredElsewhere, nil
	case before.PartySize == people:
		return standsAlready, nil
	}
	if err := c.mayRegister(e, people-before.PartySize); err != nil && people > before.PartySize {
		return 0, err
	}
	_, err := tx.Exec(ctx, `update event_registrations set party_size = $3 where church_id = $1 and id = $2`, c.church().ID, before.ID, people)
	if err != nil {
		return 0, fmt.Errorf("change the registration: %w", err)
	}
	e.Taken += people - before.PartySize
	return changedRegistration, c.tellOfRegistration(ctx, tx, *e, before.ID, key, people)
}

// mayRegister refuses where so many more people cannot register.
func (c *call) mayRegister(e *Event, more int) error {
	switch state := e.entry(c.turn.Now); {
	case state == entryOpen && e.fits(more):
		return nil
	case state == entryOpen || state == entryFull:
		return refuse(Full, "%s on %s has %d places left, and %d were asked for. Nothing was written.", e.Title, c.speech().moment(e.StartsAt), max(*e.Capacity-e.Taken, 0), more)
	case state == entryNotYet:
		return refuse(NotFound, "Registration for %s opens on %s. Tell the visitor so.", e.Title, c.speech().moment(*e.RegistrationOpensAt))
	default:
		return refuse(NotFound, "Nobody can register for %s on %s: %s. Tell the visitor so, and offer what list_events gives.", e.Title, c.speech().moment(e.StartsAt), registrationIs[state])
	}
}

// registrationIs words why nobody can register.
var registrationIs = map[entry]string{entryCancelled: "it is cancelled", entryBegun: "it has begun or is over",
	entryClosed: "registration is closed", entryNotNeeded: "it takes no registrations, people just come"}

// maxInstead is how many other events are offered in place of one that is full.
const maxInstead = 3

// instead says what to offer in place of an event that is full: its other dates, then other events, with places enough.
func (c *call) instead(e Event, upcoming []Event, people int) string {
	var same, others []Event
	for _, other := range upcoming {
		switch {
		case other.ID == e.ID || other.entry(c.turn.Now) != entryOpen || !other.fits(people):
		case fold(other.Title) == fold(e.Title):
			same = append(same, other)
		default:
			others = append(others, other)
		}
	}
	offers := append(same, others...)
	var offer []string
	if len(offers) > 0 {
		offer = append(offer, "Offer instead: "+candidates(offers[:min(len(offers), maxInstead)], c.titleAndDay)+".")
	}
	whom := "the church office"
	if e.ContactName != "" {
		whom = e.ContactName
	}
	return strings.Join(append(offer, "Or offer leave_message to ask "+whom+" whether a place becomes free."), " ")
}

// tellOfRegistration has the event's contact told, or the church where it has none.
func (c *call) tellOfRegistration(ctx context.Context, tx pgx.Tx, e Event, id, key uuid.UUID, people int) error {
	atHome := speechOf(c.church(), c.church().Language)
	return c.notify(ctx, tx, Notice{
		Key: key, Kind: "event_registration", To: e.ContactEmail, RequestID: id, ReplyTo: c.text("email"),
		Lines: c.given([]Line{{"event", e.Title}, {"when", atHome.span(e.StartsAt, e.EndsAt)}, {"people", strconv.Itoa(people)}}, "notes"),
	})
}

// given adds who the visitor is and what they said in the parameter to the lines of a notice.
func (c *call) given(lines []Line, said string) []Line {
	all := append(lines, Line{"name", c.text("name")}, Line{"phone", c.text("phone")}, Line{"email", c.text("email")}, Line{"message", c.text(said)})
	var kept []Line
	for _, line := range all {
		if line.Text != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

func (c *call) registeredFor(e Event, people int, became enrolment) outcome {
	s := c.speech()
	answer := fields{"event": e.Title, "id": e.ID, "when": s.when(e.StartsAt, e.EndsAt), "calendar_file": c.calendarLink(e)}
	if e.Location != "" {
		answer["where"] = e.Location
	}
	if became == registeredElsewhere {
		answer["status"] = "already registered"
		answer["note"] = "This e-mail address or number is registered for it already, maybe for another number of people. Nothing was changed. To change it, the visitor should speak to the church: offer leave_message."
		return outcome{answer: answer, summary: texts{"Already registered for {event}.", "Ya hay una inscripción para {event}."}.with("event", e.Title)}
	}
	answer["status"], answer["people"] = "registered", people
	answer["note"] = "The visitor can change how many come in this conversation. To cancel, offer leave_message."
	summary := texts{"You are registered for {event}, {when}.", "Su inscripción está hecha: {event}, {when}."}
	if became == changedRegistration {
		summary = texts{"Your registration for {event} was changed.", "Su inscripción para {event} fue modificada."}
	}
	return outcome{answer: answer, summary: summary.with("when", s.span(e.StartsAt, e.EndsAt)).with("event", e.Title)}
}
