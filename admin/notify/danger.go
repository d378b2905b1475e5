package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Danger is what is known of a crisis at the moment at which somebody is told of it: more than when it was found, because the
// visitor may have written since, and left a name or a number.
type Danger struct {
	AcknowledgedAt      *time.Time // nil: nobody has it yet
	AcknowledgedBy      string
	Urgent              bool
	Name, Email, Phone  string // what the visitor gave in this conversation, also with other requests
	CalledFrom          string // E.164, where the conversation is a telephone call: it may be somebody else's telephone; "" where Phone is the same
	Category, Message   string
	HappenedAt          time.Time
	Before, Since       []Said // the conversation's last messages before the one that was reported, and after
	told                []told
	second              contact
	session, turn       uuid.UUID
	churchMail, country string
	churchPhone         string
	safeguarding        bool       // the request is kept from the church's own people
	accusedAt           *time.Time // when somebody who serves at the church was first accused; nil: never
}

// Said is a message of a conversation.
type Said struct {
	Role    string // user or assistant
	Content string
	At      time.Time
}

// told is a message about the same danger.
type told struct {
	Channel, Audience, Status, SentTo string
	SentAt                            *time.Time
}

// contact is who is told when nobody has acknowledged a crisis: its addresses are such as the church's own notifications
// do not go to.
type contact struct{ Name, Email, Phone string }

func (c contact) known() bool { return c.Email != "" || c.Phone != "" }

// Of a conversation so much is quoted.
const (
	quotedMessages = 6   // before the reported one, and as many after it
	quotedText     = 600 // characters of each
)

// ErrNoRequest says that there is no such request in the church.
var ErrNoRequest = errors.New("there is no such request")

// ReadDanger reads what is known of a crisis in a transaction that is confined to its church.
func ReadDanger(ctx context.Context, tx pgx.Tx, churchID, requestID uuid.UUID) (*Danger, error) {
	d := &Danger{}
	err := tx.QueryRow(ctx, `
		select r.urgent, r.acknowledged_at, coalesce(r.acknowledged_by, ''), coalesce(r.details ->> 'category', ''), coalesce(r.message, ''), r.created_at, r.session_id, r.turn_id,
			coalesce(v.notification_email, ''), coalesce(v.notification_phone, ''), coalesce(c.country, ''), r.safeguarding,
			(select min(q.created_at) from visitor_requests q where q.church_id = r.church_id and q.session_id = r.session_id and q.safeguarding)
		from visitor_requests r
		join churches c on c.id = r.church_id
		left join church_voice_agents v on v.church_id = r.church_id
		where r.church_id = $1 and r.id = $2 and r.kind = 'crisis'`, churchID, requestID).
		Scan(&d.Urgent, &d.AcknowledgedAt, &d.AcknowledgedBy, &d.Category, &d.Message, &d.HappenedAt, &d.session, &d.turn, &d.churchMail, &d.churchPhone, &d.country, &d.safeguarding, &d.accusedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, ErrNoRequest
	}
	for _, read := range []func(context.Context, pgx.Tx, uuid.UUID) error{d.readContact, d.readCaller, d.readConversation, d.readSecond} {
		if err == nil {
			err = read(ctx, tx, churchID)
		}
	}
	if err == nil {
		err = d.readTold(ctx, tx, churchID, requestID)
	}
	if err != nil {
		return nil, fmt.Errorf("read what is known of a crisis: %w", err)
	}
	return d, nil
}

// readContact finds what the visitor gave last, but not to the church what they gave after they accused somebody of it. Who leaves a number with a confidential request wants to be reached by it.
func (d *Danger) readContact(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	return tx.QueryRow(ctx, `
		select
			coalesce((array_agg(name order by created_at desc) filter (where name <> ''))[1], ''),
			coalesce((array_agg(email order by created_at desc) filter (where email <> ''))[1], ''),
			coalesce((array_agg(phone order by created_at desc) filter (where phone <> ''))[1], '')
		from visitor_requests
		where church_id = $1 and session_id = $2 and (not safeguarding or $3)`, churchID, d.session, d.safeguarding).Scan(&d.Name, &d.Email, &d.Phone)
}

// readCaller finds the number that a call came from, whose caller may hang up before they are asked for one. Once somebody who serves at
// the church was accused, it is for those alone to whom that is told.
func (d *Danger) readCaller(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	err := tx.QueryRow(ctx, `
		select coalesce(caller, '')
		from calls
		where church_id = $1 and session_id = $2 and ($3 or $4::timestamptz is null)`, churchID, d.session, d.safeguarding, d.accusedAt).Scan(&d.CalledFrom)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if d.CalledFrom == telephone(d.Phone, d.country) {
		d.CalledFrom = ""
	}
	return err
}

// readConversation leaves out the turns in which something confidential was said, and of a request that the church was told of,
// everything from when somebody who serves there was accused: the accused may have that link.
func (d *Danger) readConversation(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	const said = `
		select m.role, left(m.content, $5) as content, m.created_at as at
		from messages m join conversations c on c.id = m.conversation_id
		where m.church_id = $1 and c.church_id = $1 and c.session_id = $2 and m.turn_id <> $3 and m.content <> ''
		  and not exists (select from visitor_requests q where q.church_id = $1 and q.turn_id = m.turn_id and (q.confidential or q.safeguarding and not $7))
		  and ($7 or m.created_at < coalesce($8::timestamptz, 'infinity'))`
	rows, err := tx.Query(ctx, `
		(`+said+` and m.created_at < $4 order by m.created_at desc, m.role limit $6)
		union all
		(`+said+` and m.created_at >= $4 order by m.created_at desc, m.role limit $6)
		order by at, role desc`, churchID, d.session, d.turn, d.HappenedAt, quotedText, quotedMessages, d.safeguarding, d.accusedAt)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[Said])
	for _, said := range all {
		if said.Content = cleanText(said.Content); said.At.Before(d.HappenedAt) {
			d.Before = append(d.Before, said)
		} else {
			d.Since = append(d.Since, said)
		}
	}
	return err
}

// readSecond finds who is told next: the backup contact of the church, else its admin, or somebody else of those who may read of
// crises (access.Care), if that is somebody else.
func (d *Danger) readSecond(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		select name, email, phone
		from (
			select case when is_backup then 0 else 1 end as rank, created_at, coalesce(name, '') as name, email, coalesce(phone, '') as phone
			from church_admin_identities i
			where church_id = $1 and (is_backup or exists (
				select from church_identity_roles r where r.identity_id = i.id and r.role in ('admin', 'pastor', 'care_team')))
			union all
			select 2, created_at, coalesce(admin_name, ''), coalesce(admin_email, ''), coalesce(admin_phone, '')
			from premium_churches
			where church_id = $1
		) c
		order by rank, created_at
		limit 20`, churchID)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[contact])
	for _, c := range all {
		c = contact{cut(clean(c.Name), 60), address(c.Email), telephone(c.Phone, d.country)}
		if strings.EqualFold(c.Email, address(d.churchMail)) {
			c.Email = ""
		}
		if c.Phone == telephone(d.churchPhone, d.country) {
			c.Phone = ""
		}
		if c.known() {
			d.second = c
			break
		}
	}
	return err
}

func (d *Danger) readTold(ctx context.Context, tx pgx.Tx, churchID, requestID uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		select channel, audience, status, coalesce(sent_to, '') as sent_to, sent_at
		from notifications
		where church_id = $1 and request_id = $2
		order by audience, channel`, churchID, requestID)
	if err != nil {
		return err
	}
	d.told, err = pgx.CollectRows(rows, pgx.RowToStructByName[told])
	return err
}

// reached reports whether the church was told.
func (d *Danger) reached() bool {
	for _, t := range d.told {
		if t.Audience == audienceChurch && t.Status == statusSent {
			return true
		}
	}
	return false
}
