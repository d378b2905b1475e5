package acknowledge

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/notify"
)

// Waiting is an urgent crisis that nobody has acknowledged.
type Waiting struct {
	Church       string // its slug
	Phone        string // its number in the directory, "" if there is none
	Request      uuid.UUID
	Since        time.Time
	ToldAt       *time.Time // when somebody of the church was, nil: nobody was yet
	SecondToldAt *time.Time // when the second contact was, nil: not yet
}

// ListWaiting returns those of all churches for which links work, the newest first, and at most so many.
func ListWaiting(ctx context.Context, pool *pgxpool.Pool, most int) ([]Waiting, error) {
	rows, err := pool.Query(ctx, `
		select c.slug as church, coalesce(c.phone, '') as phone, w.id as request, w.since, w.told_at, w.second_told_at
		from waiting_crises($1, $2) w
		join churches c on c.id = w.church_id
		order by w.since desc`, notify.LinkLife, most)
	if err != nil {
		return nil, fmt.Errorf("list unacknowledged crises: %w", err)
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowToStructByName[Waiting])
	if err != nil {
		return nil, fmt.Errorf("list unacknowledged crises: %w", err)
	}
	return waiting, nil
}
