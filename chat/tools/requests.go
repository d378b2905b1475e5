package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// Kind says what a visitor asks for.
type Kind string

// The kinds of requests.
const (
	Prayer          Kind = "prayer"
	Contact         Kind = "contact" // left their contact data
	Visit           Kind = "visit"
	Callback        Kind = "callback"
	Message         Kind = "message"
	Escalation      Kind = "escalation"
	Crisis          Kind = "crisis" // made by the crisis gate, never by a model
	Appointment     Kind = "appointment"
	HospitalVisit   Kind = "hospital_visit"
	HomeVisit       Kind = "home_visit"
	Bereavement     Kind = "bereavement"
	PracticalHelp   Kind = "practical_help"
	Meals           Kind = "meals"
	Baptism         Kind = "baptism"
	Membership      Kind = "membership"
	Mentor          Kind = "mentor"
	FacilityUse     Kind = "facility_use"
	GivingStatement Kind = "giving_statement"
)

// Request is what a visitor asks the people of a church for.
type Request struct {
	ChurchID, SessionID, TurnID uuid.UUID
	Key                         uuid.UUID // idempotency key, see Key
	Before                      uuid.UUID `json:",omitzero"` // of a crisis: the key that the same danger had CrisisAnew earlier
	Kind                        Kind
	Urgent                      bool // by text message as well
	Confidential                bool // for pastor and prayer team; not quoted in mail
	Name, Email, Phone          string
	Message                     string
	Answered                    string // of a crisis: what the visitor was answered; the conversation keeps it
	Details                     []Line // what else was said, by key; at most one of each
	At                          time.Time
	Safeguarding                bool          // somebody is accused who serves at the church: for its safeguarding contact alone
	Hold                        time.Duration `json:"-"` // of a crisis: for how long its notice is held back, so that it can be lowered
	Origin                      string        // a hash of the client's address, kept with the notice, and of a crisis with the request
}

// CrisisAnew is for how long a visitor who goes on about the same danger is not told of again.
const CrisisAnew = 30 * time.Minute

// Requests keeps what visitors ask for until somebody of their church has seen to it. It is safe for concurrent use.
type Requests struct {
	pool     *pgxpool.Pool
	notifier Notifier
	alarms   Alarms
}

// NewRequests makes the store. Without alarms none is ever lowered.
func NewRequests(pool *pgxpool.Pool, notifier Notifier, alarms Alarms) *Requests {
	return &Requests{pool: pool, notifier: notifier, alarms: alarms}
}

// Submit writes the request and its notification's job in one transaction. A request with the same key stands already when
// created is false: nothing was written and nobody is told again. A crisis flags the conversation, if it is stored by then.
func (r *Requests) Submit(ctx context.Context, request Request) (id uuid.UUID, created bool, err error) {
	err = church.InChurch(ctx, r.pool, request.ChurchID, func(tx pgx.Tx) error {
		id, created, err = r.submit(ctx, tx, request)
		return err
	})
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("submit a request of kind %s: %w", request.Kind, err)
	}
	return id, created, nil
}

// submit is Submit within a transaction that is confined to the request's church.
func (r *Requests) submit(ctx context.Context, tx pgx.Tx, request Request) (id uuid.UUID, created bool, err error) {
	if request.Kind == Crisis && request.Phone+request.Email == "" {
		if id, told, err := r.isTold(ctx, tx, request); err != nil || told {
			return id, false, err
		}
		if id, told, err := r.goesOn(ctx, tx, request); err != nil || told {
			return id, false, err
		}
	}
	if request.Kind == Crisis && request.Phone+request.Email != "" {
		id, known, added, err := r.addContact(ctx, tx, request)
		switch {
		case err != nil:
			return uuid.Nil, false, err
		case added:
			return id, false, r.notifier.Notify(ctx, tx, request.notice(id))
		case known:
			return id, false, nil
		}
	}
	id, created, err = r.insert(ctx, tx, request)
	if err == nil && !created && request.Kind == Crisis {
		err = r.releaseForAnother(ctx, tx, request)
	}
	if err != nil || !created {
		return id, false, err
	}
	if request.Kind == Crisis {
		const flag = `update conversations set flagged = true where church_id = $1 and session_id = $2`
		if _, err := tx.Exec(ctx, flag, request.ChurchID, request.SessionID); err != nil {
			return uuid.Nil, false, fmt.Errorf("flag the conversation: %w", err)
		}
	}
	return id, true, r.notifier.Notify(ctx, tx, request.notice(id))
}

// isTold finds the request that the same message has made already: it was sent again, perhaps much later, when its answer was lost. One of
// which more people hear is told all the same.
func (r *Requests) isTold(ctx context.Context, tx pgx.Tx, request Request) (id uuid.UUID, told bool, err error) {
	err = tx.QueryRow(ctx, `
		select id from visitor_requests
		where church_id = $1 and session_id = $2 and turn_id = $3 and kind = 'crisis' and idempotency_key <> $4
			and (urgent or not $5) and (safeguarding or not $6)
		limit 1`,
		request.ChurchID, request.SessionID, request.TurnID, request.Key, request.Urgent, request.Safeguarding).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("find the crisis of a message that was sent again: %w", err)
	}
	return id, true, nil
}

// goesOn finds the request that was made of the same danger shortly before, under the key of the time before. Without it a visitor who
// writes again within seconds would be told of twice whenever a half hour ended between.
func (r *Requests) goesOn(ctx context.Context, tx pgx.Tx, request Request) (id uuid.UUID, told bool, err error) {
	if request.Before == uuid.Nil {
		return uuid.Nil, false, nil
	}
	err = tx.QueryRow(ctx, `
		select id from visitor_requests
		where church_id = $1 and idempotency_key = $2 and created_at > $3
		for update`, // so that it is not lowered before it is released
		request.ChurchID, request.Before, request.At.Add(-CrisisAnew)).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("find the crisis that goes on: %w", err)
	}
	request.Key = request.Before
	return id, true, r.releaseForAnother(ctx, tx, request)
}

// addContact writes the contact that a visitor left after a crisis to the request that the crisis made. known is false where there is
// none yet, added where it has that contact already: then the church was told. One who has accused somebody is promised that the office
// does not get it: it is not written to a request that the office reads, though the accusation may not be stored yet.
func (r *Requests) addContact(ctx context.Context, tx pgx.Tx, request Request) (id uuid.UUID, known, added bool, err error) {
	err = tx.QueryRow(ctx, `
		with latest as (
			select id, phone, email, coalesce(nullif($3, ''), phone) as new_phone, coalesce(nullif($4, ''), email) as new_email
			from visitor_requests
			where church_id = $1 and session_id = $2 and kind = 'crisis' and (safeguarding or not $5)
			order by created_at desc
			limit 1
			for update),
		changed as (
			update visitor_requests v
			set phone = new_phone, email = new_email
			from latest
			where v.id = latest.id and (latest.phone is distinct from new_phone or latest.email is distinct from new_email)
			returning v.id)
		select id, exists(select from changed) from latest`,
		request.ChurchID, request.SessionID, request.Phone, request.Email, request.Safeguarding).Scan(&id, &added)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, false, nil
	}
	if err != nil {
		return uuid.Nil, false, false, fmt.Errorf("add a contact to a crisis: %w", err)
	}
	return id, true, added, nil
}

// insert writes a request, or finds the one that stands with its key, which is then not lowered until the transaction ends. One that is
// lowered meanwhile has given up its key, and the request is written after all.
func (r *Requests) insert(ctx context.Context, tx pgx.Tx, request Request) (id uuid.UUID, created bool, err error) {
	for range insertAttempts {
		if id, created, err = r.insertOnce(ctx, tx, request); !errors.Is(err, pgx.ErrNoRows) {
			break
		}
	}
	return id, created, err
}

// insertAttempts is more than one key is given up at a time.
const insertAttempts = 5

func (r *Requests) insertOnce(ctx context.Context, tx pgx.Tx, request Request) (id uuid.UUID, created bool, err error) {
	id, err = uuid.NewV7()
	if err != nil {
		return uuid.Nil, false, err
	}
	details := make(map[string]string, len(request.Details))
	for _, line := range request.Details {
		details[line.Label] = line.Text
	}
	// A second one with the key waits here until the first has been committed or given up. Once somebody was accused who serves at
	// the church, whatever the visitor asks for in this conversation may tell of it.
	err = tx.QueryRow(ctx, `
		insert into visitor_requests
			(id, church_id, kind, session_id, turn_id, idempotency_key, urgent, confidential, name, email, phone, message, details, created_at, safeguarding, origin)
		values ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, ''), nullif($10, ''), nullif($11, ''), nullif($12, ''), $13, $14,
			$15 or exists (select from visitor_requests q where q.church_id = $2 and q.session_id = $4 and q.safeguarding),
			case $3 when 'crisis' then nullif($16, '') end)
		on conflict (church_id, idempotency_key) do nothing
		returning id`,
		id, request.ChurchID, request.Kind, request.SessionID, request.TurnID, request.Key, request.Urgent, request.Confidential,
		request.Name, request.Email, request.Phone, request.Message, details, request.At, request.Safeguarding, request.Origin).Scan(&id)
	if err == nil {
		return id, true, nil
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, fmt.Errorf("write the request: %w", err)
	}
	const standing = `select id from visitor_requests where church_id = $1 and idempotency_key = $2 for update`
	if err := tx.QueryRow(ctx, standing, request.ChurchID, request.Key).Scan(&id); err != nil {
		return uuid.Nil, false, fmt.Errorf("find the request that stands: %w", err)
	}
	return id, false, nil
}

// notice is the news of the request.
func (r *Request) notice(id uuid.UUID) Notice {
	notice := Notice{Key: r.Key, ChurchID: r.ChurchID, Kind: string(r.Kind), Urgent: r.Urgent, Confidential: r.Confidential,
		RequestID: id, ReplyTo: r.Email, At: r.At, Origin: r.Origin, Hold: r.Hold}
	if r.Kind == Crisis {
		notice.SessionID = r.SessionID
	}
	lines := append([]Line{{"name", r.Name}, {"phone", r.Phone}, {"email", r.Email}}, r.Details...)
	for _, line := range append(lines, Line{"message", r.Message}, Line{"answered", r.Answered}) {
		if line.Text != "" {
			notice.Lines = append(notice.Lines, line)
		}
	}
	return notice
}
