package tools

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// SelectRows reads rows of one church in one round trip. The church's id is the statement's first argument.
func SelectRows[T any](ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, sql string, args ...any) (found []T, err error) {
	batch := &pgx.Batch{}
	batch.Queue(sql, append([]any{churchID}, args...)...)
	err = church.BatchInChurch(ctx, pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[T])
		return err
	})
	return found, err
}
