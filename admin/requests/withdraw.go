package requests

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"narthex/admin/access"
	"narthex/chat/voice/number"
)

// signUp is how a visitor is taken out of what they signed up for, and put back. All of it are columns and conditions of this file.
type signUp struct {
	tool    string // with which a visitor signs up
	out, in string // assignments
	// Where places are limited:
	things, thing string // the table of what was signed up for, and the column that names it
	places        string // its column of how many there are
	takes, taken  string // how many places a row takes, and which rows take any
}

// signUps are the sources of requests that hold a place, or an address. The columns are those that visitors' tools read.
var signUps = map[string]signUp{
	"registration": {tool: "register_for_event", out: "status = 'cancelled'", in: "status = 'registered'",
		things: "events", thing: "event_id", places: "capacity", takes: "party_size", taken: "status = 'registered'"},
	"join": {tool: "join_small_group", out: "status = 'withdrawn'", in: "status = 'new'",
		things: "groups", thing: "group_id", places: "capacity", takes: "1", taken: "status in ('new', 'accepted')"},
	"volunteer": {tool: "sign_up_to_volunteer", out: "status = 'withdrawn'", in: "status = 'new'",
		things: "volunteer_roles", thing: "role_id", places: "places", takes: "1", taken: "status in ('new', 'accepted')"},
	"newsletter": {tool: "subscribe_to_newsletter", out: "unsubscribed_at = now()", in: "unsubscribed_at = null"},
}

// CanWithdraw reports whether the request is a sign-up, which the visitor may call off.
func (r Request) CanWithdraw() bool { _, ok := signUps[r.Source]; return ok }

var (
	errNoSignUp = errors.New("the request is no sign-up")
	errNoPlace  = errors.New("there is no place left")
	errAgain    = errors.New("the same address or number has signed up again")
)

// withdraw takes a locked sign-up back, and closes it: there is nothing left to do. The place is whoever's comes next, and the visitor
// may sign up again, also in the conversation in which they did, or changed what they had said: none of their answers counts as done. A
// card that is still open may be for something else.
func withdraw(ctx context.Context, tx pgx.Tx, a access.Admin, found Request) error {
	of, ok := signUps[found.Source]
	switch {
	case !ok:
		return errNoSignUp
	case found.Withdrawn:
		return &changedError{found}
	}
	table := tables[found.Source]
	_, err := tx.Exec(ctx, `
		with taken_back as (
			update `+table.name+` set `+of.out+`, `+table.closed()+`
			where church_id = $1 and id = $2
			returning church_id, session_id, email)
		delete from confirmations c using taken_back t
		where c.church_id = t.church_id and c.tool = $4 and c.status = 'accepted' and (c.session_id = t.session_id or lower(c.arguments ->> 'email') = lower(t.email))`,
		a.ChurchID, found.ID, a.Email, of.tool)
	return err
}

// restore undoes that, where there is still a place.
func restore(ctx context.Context, tx pgx.Tx, a access.Admin, found Request) error {
	of, ok := signUps[found.Source]
	switch {
	case !ok:
		return errNoSignUp
	case !found.Withdrawn:
		return &changedError{found}
	}
	table := tables[found.Source]
	if err := of.needPlace(ctx, tx, a, found, table.name); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "update "+table.name+" set "+of.in+", "+table.reopened()+" where church_id = $1 and id = $2", a.ChurchID, found.ID)
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == "23505" {
		return errAgain
	}
	return err
}

// needPlace locks what was signed up for, as visitors' tools do, and counts its places.
func (of *signUp) needPlace(ctx context.Context, tx pgx.Tx, a access.Admin, found Request, table string) error {
	if of.things == "" {
		return nil
	}
	var limit *int
	err := tx.QueryRow(ctx, fmt.Sprintf(`
		select %s from %s
		where church_id = $1 and id = (select %s from %s where church_id = $1 and id = $2)
		for no key update`, of.places, of.things, of.thing, table), a.ChurchID, found.ID).Scan(&limit)
	if err != nil || limit == nil {
		return err
	}
	var needed int
	err = tx.QueryRow(ctx, fmt.Sprintf(`
		select coalesce(sum(%[1]s), 0)::int from %[2]s
		where church_id = $1 and (id = $2 or %[3]s and %[4]s = (select %[4]s from %[2]s where church_id = $1 and id = $2))`,
		of.takes, table, of.taken, of.thing), a.ChurchID, found.ID).Scan(&needed)
	if err == nil && needed > *limit {
		err = errNoPlace
	}
	return err
}

// mostBeside is how many sign-ups stand beside a message.
const mostBeside = 10

// signUpsBeside are what the visitor of a message has signed up for, in the same conversation or with the same address or number: who
// writes that they cannot come writes of one of these. Sign-ups keep a number in one form, a message as it was written.
func signUpsBeside(ctx context.Context, tx pgx.Tx, a access.Admin, found Request, country string) ([]Request, error) {
	if found.CanWithdraw() || found.Kind == "crisis" {
		return nil, nil
	}
	phone, err := number.E164(found.Phone, country)
	if err != nil {
		phone = found.Phone
	}
	rows, err := tx.Query(ctx, `
		select `+columns+` from (`+merged+`) m, visitor_requests v
		where v.church_id = $1 and v.id = $3 and m.source <> 'visitor' and `+visible+`
			and (m.session_id = v.session_id or lower(m.email) = lower(v.email) or m.phone in (v.phone, nullif($5, '')))
		order by m.created_at desc
		limit $4`, a.ChurchID, seen(a), found.ID, mostBeside, phone)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Request])
}
