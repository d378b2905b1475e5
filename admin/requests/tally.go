package requests

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
)

// Tally is how much of a kind visitors asked for.
type Tally struct {
	Kind    string // its text is requests.kind.<kind>
	Count   int    // since a time
	Waiting int    // that nobody has yet, however old
}

// Tally counts what visitors asked for of what the admin of the request sees, most first.
func (h *Handler) Tally(ctx context.Context, since time.Time) ([]Tally, error) {
	return TallyFor(ctx, h.store.pool, access.From(ctx), since)
}

// TallyFor is Handler.Tally for an admin.
func TallyFor(ctx context.Context, pool *pgxpool.Pool, a access.Admin, since time.Time) (found []Tally, err error) {
	err = church.InChurch(ctx, pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select m.kind, count(*) filter (where m.created_at >= $3) as count, count(*) filter (where m.status = 'new' and not m.withdrawn) as waiting
			from (`+merged+`) m where `+visible+` and (m.created_at >= $3 or m.status = 'new')
			group by 1 order by 2 desc, 1`, a.ChurchID, seen(a), since)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Tally])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count requests: %w", err)
	}
	return found, nil
}
