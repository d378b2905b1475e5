package church

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ForEach does something for each of the churches whose ids a query returns, one after the other. What fails for one of them keeps no
// other waiting: all errors are returned at the end.
func ForEach(ctx context.Context, pool *pgxpool.Pool, query string, do func(ctx context.Context, churchID uuid.UUID) error) error {
	rows, err := pool.Query(ctx, query)
	if err != nil {
		return fmt.Errorf("look for churches: %w", err)
	}
	churches, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("look for churches: %w", err)
	}
	var failed []error
	for _, id := range churches {
		if err := do(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("church %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}
