package groups

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/tools"
	"narthex/chat/tools/grounding"
)

// roster is a table of those who asked to join something, with the table of what they join. All names are constants of this
// package.
type roster struct {
	things, places string // the table of what is joined, and its column of how many may join
	table, thing   string // the table of who asked, and its column of what
	kind           string // of the notice
	label          string // of the thing in the notice
}

var (
	groupRoster     = roster{things: "groups", places: "capacity", table: "group_join_requests", thing: "group_id", kind: "group_join", label: "group"}
	volunteerRoster = roster{things: "volunteer_roles", places: "places", table: "volunteer_signups", thing: "role_id", kind: "volunteer", label: "role"}
)

// joining is what somebody asks to join, and who answers them.
type joining struct {
	id            uuid.UUID
	title         string
	leaderEmail   string // empty: the church's notification address
	saidParameter string
}

// errGone is returned for what was there a moment ago.
var errGone = errors.New("it was taken away, or closed, meanwhile")

// join writes that the visitor asks to join and has the leader told, in one transaction. Who asked already, in whatever
// conversation, asks no second time, and is shown and told the same as the first time: whether an address is on the list of a support
// group is nobody else's affair. Somebody else of their household asks for themselves.
func join(ctx context.Context, c *tools.Invocation, r roster, to joining) error {
	phone := c.Phone()
	lines := c.ContactLines([]tools.Line{{Label: r.label, Text: to.title}}, to.saidParameter)
	err := c.Once(ctx, to.id.String(), func(tx pgx.Tx, key uuid.UUID) error {
		held, err := r.hold(ctx, tx, c.Church().ID, to.id, key, c.Text("email"), phone)
		switch {
		case err != nil:
			return err
		case held.askedBy(c.Text("name")):
			c.ShowAll(lines)
			return nil
		case !held.open:
			return errGone
		case held.limit != nil && held.taken >= *held.limit:
			return tools.Refuse(tools.Full, "%s has no place left. Nothing was written. Offer another, or leave_message for the waiting list.", to.title)
		}
		id, err := r.insert(ctx, tx, c, to, key, phone)
		if err != nil {
			return err
		}
		return c.Notify(ctx, tx, tools.Notice{Key: key, Kind: r.kind, To: to.leaderEmail, RequestID: id, ReplyTo: c.Text("email"), Lines: lines})
	})
	if errors.Is(err, errGone) {
		return tools.Refuse(tools.NotFound, "%s has just been closed. Look up what else there is.", to.title)
	}
	return err
}

// held is what is known of the thing while it is locked.
type held struct {
	open  bool
	limit *int
	taken int
	noted bool     // by an earlier attempt at this turn
	names []string // who asked with the same address or number
}

func (h *held) askedBy(name string) bool {
	return h.noted || slices.ContainsFunc(h.names, func(other string) bool { return grounding.MayBeOne(other, name) })
}

// hold locks the thing, then reads who asked to join. As with events, the lock keeps the number of places, and each of the
// statements after it sees what was committed before it got the lock.
func (r roster) hold(ctx context.Context, tx pgx.Tx, churchID, thing, key uuid.UUID, email, phone string) (h held, err error) {
	const waitingOrIn = "status in ('new', 'accepted')"
	batch := &pgx.Batch{}
	batch.Queue(fmt.Sprintf(`
		select is_open, %s from %s
		where church_id = $1 and id = $2
		for no key update`, r.places, r.things), churchID, thing)
	batch.Queue(fmt.Sprintf(`
		select count(*) filter (where %[3]s), coalesce(bool_or(idempotency_key = $3), false),
		       array_agg(name) filter (where %[3]s and (lower(email) = lower(nullif($4, '')) or phone = nullif($5, '')))
		from %[1]s
		where church_id = $1 and %[2]s = $2`, r.table, r.thing, waitingOrIn), churchID, thing, key, email, phone)
	results := tx.SendBatch(ctx, batch)
	defer func() {
		if closeErr := results.Close(); err == nil {
			err = closeErr
		}
	}()
	if err = results.QueryRow().Scan(&h.open, &h.limit); errors.Is(err, pgx.ErrNoRows) {
		return h, errGone
	} else if err != nil {
		return h, err
	}
	return h, results.QueryRow().Scan(&h.taken, &h.noted, &h.names)
}

func (r roster) insert(ctx context.Context, tx pgx.Tx, c *tools.Invocation, to joining, key uuid.UUID, phone string) (uuid.UUID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, err
	}
	_, err = tx.Exec(ctx, fmt.Sprintf(`
		insert into %s (id, church_id, %s, name, email, phone, message, session_id, turn_id, idempotency_key)
		values ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), $7, $8, $9, $10)`, r.table, r.thing),
		id, c.Church().ID, to.id, c.Text("name"), c.Text("email"), phone, c.Text(to.saidParameter), c.Turn.Session, c.Turn.ID, key)
	if err != nil {
		return uuid.Nil, fmt.Errorf("write to %s: %w", r.table, err)
	}
	return id, nil
}
