package onboarding

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// store reads what the form must know. It never writes.
type store struct{ pool *pgxpool.Pool }

// administeredBy are the subscribed churches whose admin has this address.
func (s store) administeredBy(ctx context.Context, email string) ([]uuid.UUID, error) {
	rows, err := s.pool.Query(ctx, "select * from churches_administered_by($1)", email)
	if err != nil {
		return nil, fmt.Errorf("look for the churches of an address: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, fmt.Errorf("look for the churches of an address: %w", err)
	}
	return ids, nil
}
