package notify

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// within runs fn in a transaction that sees the rows of one church; of the zero UUID, those that belong to none.
func within(ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, fn func(pgx.Tx) error) error {
	if churchID == uuid.Nil {
		return pgx.BeginFunc(ctx, pool, fn)
	}
	return church.InChurch(ctx, pool, churchID, fn)
}

// outside runs fn in a transaction of somebody's as if it were confined to no church, and leaves it confined as it was.
func outside(ctx context.Context, tx pgx.Tx, fn func() error) error {
	var before string
	if err := tx.QueryRow(ctx, `select coalesce(current_setting('narthex.church_id', true), '')`).Scan(&before); err != nil {
		return fmt.Errorf("leave the church: %w", err)
	}
	const confine = `select set_config('narthex.church_id', $1, true)`
	if _, err := tx.Exec(ctx, confine, ""); err != nil {
		return fmt.Errorf("leave the church: %w", err)
	}
	if err := fn(); err != nil {
		return err // the transaction is lost
	}
	if _, err := tx.Exec(ctx, confine, before); err != nil {
		return fmt.Errorf("enter the church again: %w", err)
	}
	return nil
}

// orNull is what the database says for a church: null where the row belongs to none.
func orNull(churchID uuid.UUID) *uuid.UUID {
	if churchID == uuid.Nil {
		return nil
	}
	return &churchID
}
