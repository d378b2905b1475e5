package events

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/tools"
)

// ErrNoEvent is returned for an event that the church does not have, or does not show to visitors.
var ErrNoEvent = errors.New("no such event")

// Event is what is on at a church on one occasion, as visitors may know it. Texts are empty where the church gave none.
type Event struct {
	ID                   uuid.UUID
	Title                string
	Description          string
	Location             string
	StartsAt             time.Time
	EndsAt               *time.Time // nil: not known
	TakesRegistrations   bool       // false: people just come
	Capacity             *int       // in people; nil: no limit
	RegistrationOpensAt  *time.Time // nil: open already
	RegistrationClosesAt *time.Time // nil: open until it starts
	ContactName          string
	ContactEmail         string // not for visitors
	CancelledAt          *time.Time
	CreatedAt, UpdatedAt time.Time
	Taken                int // places, in people
}

// Identity implements tools.Item.
func (e Event) Identity() (uuid.UUID, string) { return e.ID, e.Title }

// entry says whether people may register.
type entry string

const (
	entryNotNeeded entry = "no registration needed, people just come"
	entryOpen      entry = "open"
	entryCancelled entry = "the event is cancelled"
	entryBegun     entry = "the event has begun or is over"
	entryNotYet    entry = "not open yet"
	entryClosed    entry = "closed"
	entryFull      entry = "full"
)

func (e *Event) entry(now time.Time) entry {
	switch {
	case e.CancelledAt != nil:
		return entryCancelled
	case !now.Before(e.StartsAt):
		return entryBegun
	case !e.TakesRegistrations:
		return entryNotNeeded
	case e.RegistrationOpensAt != nil && now.Before(*e.RegistrationOpensAt):
		return entryNotYet
	case e.RegistrationClosesAt != nil && !now.Before(*e.RegistrationClosesAt):
		return entryClosed
	case !e.fits(1):
		return entryFull
	default:
		return entryOpen
	}
}

// fits reports whether there are places for so many more people.
func (e *Event) fits(people int) bool { return e.Capacity == nil || e.Taken+people <= *e.Capacity }

// Store reads what is on at churches. It is safe for concurrent use.
type Store struct{ pool *pgxpool.Pool }

// NewStore makes the store.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool: pool} }

const eventColumns = `
	e.id, e.title, e.description, e.location, e.starts_at, e.ends_at, e.takes_registrations, e.capacity, e.registration_opens_at,
	e.registration_closes_at, coalesce(e.contact_name, '') as contact_name, coalesce(e.contact_email, '') as contact_email,
	e.cancelled_at, e.created_at, e.updated_at`

// takenPlaces counts people, not registrations.
const takenPlaces = `
	(select coalesce(sum(r.party_size), 0)::int from event_registrations r
	 where r.church_id = e.church_id and r.event_id = e.id and r.status = 'registered') as taken`

// maxUpcoming is how many events are looked through: what is on in the next months, even at a church with something on each day.
const maxUpcoming = 300

// Upcoming gives the church's public events that are not over, cancelled ones among them, by date.
func (s *Store) Upcoming(ctx context.Context, churchID uuid.UUID, now time.Time) ([]Event, error) {
	events, err := tools.SelectRows[Event](ctx, s.pool, churchID, `
		select `+eventColumns+`, `+takenPlaces+`
		from events e
		where e.church_id = $1 and e.is_public
		  and e.starts_at > $2::timestamptz - interval '31 days' -- nothing lasts longer; for the index
		  and coalesce(e.ends_at, e.starts_at) >= $2
		order by e.starts_at, e.id
		limit $3`, now, maxUpcoming)
	if err != nil {
		return nil, fmt.Errorf("list events: %w", err)
	}
	return events, nil
}

// Public gives one public event of the church, whenever it is. Any other is ErrNoEvent.
func (s *Store) Public(ctx context.Context, churchID, id uuid.UUID) (Event, error) {
	events, err := tools.SelectRows[Event](ctx, s.pool, churchID, `
		select `+eventColumns+`, `+takenPlaces+`
		from events e
		where e.church_id = $1 and e.is_public and e.id = $2`, id)
	switch {
	case err != nil:
		return Event{}, fmt.Errorf("find an event: %w", err)
	case len(events) == 0:
		return Event{}, ErrNoEvent
	}
	return events[0], nil
}

// registration is somebody's place at an event.
type registration struct {
	ID             uuid.UUID
	Name           string
	SessionID      uuid.UUID
	IdempotencyKey uuid.UUID
	PartySize      int
}

// hold locks the event until the transaction ends, and then reads it, who is registered with the same address, number or key,
// and how many places are taken. One round trip: the statements run one after the other.
//
// The lock is what keeps the capacity. Each of the later statements sees what was committed when it begins (read committed),
// which is after whoever held the lock before has committed; a count in the statement that waits for the lock would see
// the table as it was before the wait, and two visitors would get the last place.
func (s *Store) hold(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID, key uuid.UUID, email, phone string) (e Event, found []registration, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select `+eventColumns+`, 0 as taken
		from events e
		where e.church_id = $1 and e.is_public and e.id = $2
		for no key update`, churchID, id)
	batch.Queue(`
		select id, name, session_id, idempotency_key, party_size
		from event_registrations
		where church_id = $1 and event_id = $2
		  and (idempotency_key = $3 or status = 'registered' and (lower(email) = lower(nullif($4, '')) or phone = nullif($5, '')))
		order by created_at`, churchID, id, key, email, phone)
	batch.Queue(`
		select `+takenPlaces+` from events e where e.church_id = $1 and e.id = $2`, churchID, id)
	results := tx.SendBatch(ctx, batch)
	defer func() {
		if closeErr := results.Close(); err == nil {
			err = closeErr
		}
	}()
	rows, _ := results.Query() // its error is told when rows are collected
	if e, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Event]); errors.Is(err, pgx.ErrNoRows) {
		return e, nil, ErrNoEvent
	} else if err != nil {
		return e, nil, err
	}
	rows, _ = results.Query()
	if found, err = pgx.CollectRows(rows, pgx.RowToStructByName[registration]); err != nil {
		return e, nil, err
	}
	return e, found, results.QueryRow().Scan(&e.Taken)
}
