package church

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// setScope makes the rest of the transaction see and write this one church's rows, and no others.
const setScope = `select set_config('narthex.church_id', $1, true)`

// Enter confines the rest of a transaction to one church.
func Enter(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	if _, err := tx.Exec(ctx, setScope, churchID.String()); err != nil {
		return fmt.Errorf("enter the church: %w", err)
	}
	return nil
}

// InChurch runs fn in a transaction that row-level security confines to one church. It commits when fn returns nil, unless the context
// carries an overlay of that church: then fn sees the church as it would be.
func InChurch(ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, fn func(pgx.Tx) error) error {
	if o := overlayOf(ctx, churchID); o != nil {
		return o.In(ctx, fn)
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if err := Enter(ctx, tx, churchID); err != nil {
			return err
		}
		return fn(tx)
	})
}

// BatchInChurch sends the batch confined to one church, in one round trip: statements between two syncs are one
// transaction. fn reads the batch's results in order. The batch stays as it was and may be sent again. Overlays are as with InChurch.
func BatchInChurch(ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, batch *pgx.Batch, fn func(pgx.BatchResults) error) error {
	scoped := &pgx.Batch{QueuedQueries: make([]*pgx.QueuedQuery, 0, batch.Len()+1)}
	scoped.Queue(setScope, churchID.String())
	for _, query := range batch.QueuedQueries {
		// Copied, because sending notes in each query how this very connection has prepared it: sent again on another
		// one, it would name a statement that does not exist there.
		scoped.QueuedQueries = append(scoped.QueuedQueries, &pgx.QueuedQuery{SQL: query.SQL, Arguments: query.Arguments, Fn: query.Fn})
	}
	if o := overlayOf(ctx, churchID); o != nil {
		return o.In(ctx, func(tx pgx.Tx) error { return readScoped(tx.SendBatch(ctx, scoped), fn) })
	}
	return readScoped(pool.SendBatch(ctx, scoped), fn)
}

// readScoped has fn read results, of which the first is that the church was entered.
func readScoped(results pgx.BatchResults, fn func(pgx.BatchResults) error) (err error) {
	defer func() {
		if closeErr := results.Close(); err == nil {
			err = closeErr
		}
	}()
	if _, err := results.Exec(); err != nil {
		return fmt.Errorf("enter the church: %w", err)
	}
	return fn(results)
}

// Storable drops what Postgres refuses in a text: NUL and invalid UTF-8.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}
