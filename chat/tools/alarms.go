package tools

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// Alarms are the notices of urgent crises that are held back. Both methods work in the caller's transaction.
type Alarms interface {
	// Release has a notice that is held back go out at once. One that is not is left as it is.
	Release(ctx context.Context, tx pgx.Tx, churchID, key uuid.UUID) error
	// Lower makes an ordinary one of a notice that is held back, under another key. It reports false where the notice is not held
	// back any more: then nothing was changed.
	Lower(ctx context.Context, tx pgx.Tx, churchID, key, as uuid.UUID) (lowered bool, err error)
}

// Release has the notice of a crisis go out that was submitted with a Hold.
func (r *Requests) Release(ctx context.Context, request Request) error {
	if r.alarms == nil {
		return nil
	}
	return church.InChurch(ctx, r.pool, request.ChurchID, func(tx pgx.Tx) error {
		return r.alarms.Release(ctx, tx, request.ChurchID, request.Key)
	})
}

// releaseForAnother has a notice go out that is held back because of another message than this one: this one would have told the
// church, had that one not done so.
func (r *Requests) releaseForAnother(ctx context.Context, tx pgx.Tx, request Request) error {
	if r.alarms == nil {
		return nil
	}
	const others = `select exists (select from visitor_requests where church_id = $1 and idempotency_key = $2 and turn_id <> $3)`
	var other bool
	if err := tx.QueryRow(ctx, others, request.ChurchID, request.Key, request.TurnID).Scan(&other); err != nil || !other {
		return err
	}
	return r.alarms.Release(ctx, tx, request.ChurchID, request.Key)
}

// errNotHeld has the transaction of Lower rolled back.
var errNotHeld = errors.New("the notice is not held back any more")

// Lower makes an ordinary request of an urgent crisis that was submitted with a Hold, and an ordinary notice of its notice. From
// then on the same danger in the same conversation is a request of its own. It reports false, and changes nothing, where the notice
// went out before, somebody has the request, its visitor has left a contact, or it is not the only crisis of its conversation.
func (r *Requests) Lower(ctx context.Context, request Request) (lowered bool, err error) {
	if r.alarms == nil {
		return false, nil
	}
	as := Key(request.SessionID, "crisis_lowered", request.TurnID.String())
	err = church.InChurch(ctx, r.pool, request.ChurchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update visitor_requests r
			set urgent = false, idempotency_key = $4
			where r.church_id = $1 and r.idempotency_key = $2 and r.turn_id = $3 and r.kind = 'crisis' and r.urgent and r.status = 'new'
			  and r.phone is null and r.email is null
			  and not exists (select from visitor_requests q where q.church_id = $1 and q.session_id = r.session_id and q.kind = 'crisis' and q.id <> r.id)`,
			request.ChurchID, request.Key, request.TurnID, as)
		if err != nil {
			return err
		}
		held := tag.RowsAffected() == 1
		if held {
			held, err = r.alarms.Lower(ctx, tx, request.ChurchID, request.Key, as)
		}
		if err == nil && !held {
			err = errNotHeld
		}
		return err
	})
	if errors.Is(err, errNotHeld) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lower a crisis: %w", err)
	}
	return true, nil
}
