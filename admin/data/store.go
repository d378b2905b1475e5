package data

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/transfer"
	"narthex/chat/church"
)

type store struct{ pool *pgxpool.Pool }

// snapshot runs fn in a transaction that sees one moment of one church. Only one at a time runs for each church, over all nodes: it fails
// with transfer.ErrTaken.
func (s store) snapshot(ctx context.Context, churchID uuid.UUID, fn func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := church.Enter(ctx, tx, churchID); err != nil {
			return err
		}
		var mine bool
		if err := tx.QueryRow(ctx, "select pg_try_advisory_xact_lock(hashtextextended('export ' || $1::text, 0))", churchID).Scan(&mine); err != nil {
			return fmt.Errorf("wait for another export: %w", err)
		}
		if !mine {
			return transfer.ErrTaken
		}
		return fn(tx)
	})
}

// deletion is that a church is to be deleted.
type deletion struct {
	By  string
	Due time.Time
}

// pending is the deletion that is asked for, nil if none is.
func pending(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (*deletion, error) {
	var found deletion
	err := tx.QueryRow(ctx, "select asked_by, due_at from church_deletions where church_id = $1", churchID).Scan(&found.By, &found.Due)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read whether a church is to be deleted: %w", err)
	}
	return &found, nil
}
