package requests

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/notify"
	"narthex/chat/church"
)

// Undelivered is a message about a request that did not reach anybody. What the mail server said is not shown: it names addresses.
type Undelivered struct {
	ID, RequestID uuid.UUID
	Channel       string // mail or sms
	Kind          string // the request's
	HappenedAt    time.Time
}

// mostUndelivered is how many are shown, the newest.
const mostUndelivered = 20

// undelivered reads those about requests that the admin sees, or about one of them.
func (s store) undelivered(ctx context.Context, a access.Admin, request *uuid.UUID) (found []Undelivered, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select n.id, m.id as request_id, n.channel, m.kind, n.happened_at
			from notifications n join (`+merged+`) m on m.id = n.request_id
			where n.church_id = $1 and n.status in ('failed', 'dead') and not n.safeguarding and `+visible+` and ($3::uuid is null or m.id = $3)
			order by n.created_at desc limit $4`, a.ChurchID, seen(a), request, mostUndelivered)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Undelivered])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what was not delivered: %w", err)
	}
	return found, nil
}

// resend has a message about a request that the admin may change sent again. It fails with errGone and errNotMine.
func (s store) resend(ctx context.Context, a access.Admin, id uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		var about uuid.UUID
		err := tx.QueryRow(ctx, `
			select request_id from notifications
			where church_id = $1 and id = $2 and status in ('failed', 'dead') and not safeguarding and request_id is not null for update`, a.ChurchID, id).Scan(&about)
		if errors.Is(err, pgx.ErrNoRows) {
			return errGone
		}
		if err != nil {
			return err
		}
		found, err := find(ctx, tx, a, about)
		if err != nil {
			return err
		}
		if !a.Changes(found.Area) {
			return errNotMine
		}
		if _, err := notify.RetryIn(ctx, tx, a.ChurchID, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "request.resend", map[string]string{"kind": found.Kind, "request": about.String()})
	})
	if err == nil || errors.Is(err, errGone) || errors.Is(err, errNotMine) {
		return err
	}
	return fmt.Errorf("send a message again: %w", err)
}
