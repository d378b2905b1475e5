package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// store is what Postgres keeps. Every function is keyed by the secret's hash.
type store struct{ pool *pgxpool.Pool }

// row is one session.
type row struct {
	UserID          uuid.UUID
	Sealed          []byte
	AccessExpiresAt time.Time
	Refreshing      bool // a node is getting new tokens
}

// none is that there is no such session, or no longer.
var errNone = errors.New("there is no such session")

func (s store) open(ctx context.Context, hash []byte, userID uuid.UUID, sealed []byte, accessEnds time.Time) error {
	if _, err := s.pool.Exec(ctx, "select open_user_session($1, $2, $3, $4)", hash, userID, sealed, accessEnds); err != nil {
		return fmt.Errorf("keep a session: %w", err)
	}
	return nil
}

func (s store) find(ctx context.Context, hash []byte) (row, error) {
	rows, err := s.pool.Query(ctx, "select user_id, sealed, access_expires_at, refreshing from user_session($1)", hash)
	if err != nil {
		return row{}, fmt.Errorf("look for a session: %w", err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[row])
	if errors.Is(err, pgx.ErrNoRows) {
		return row{}, errNone
	}
	if err != nil {
		return row{}, fmt.Errorf("look for a session: %w", err)
	}
	return found, nil
}

// claim reports whether the caller is the one to renew the tokens that it has seen.
func (s store) claim(ctx context.Context, hash, seen []byte, lease time.Duration) (won bool, err error) {
	if err := s.pool.QueryRow(ctx, "select claim_user_session_refresh($1, $2, $3)", hash, seen, lease).Scan(&won); err != nil {
		return false, fmt.Errorf("claim a session's renewal: %w", err)
	}
	return won, nil
}

func (s store) renew(ctx context.Context, hash, sealed []byte, accessEnds time.Time) error {
	if _, err := s.pool.Exec(ctx, "select renew_user_session($1, $2, $3)", hash, sealed, accessEnds); err != nil {
		return fmt.Errorf("renew a session: %w", err)
	}
	return nil
}

// release gives a claim back.
func (s store) release(ctx context.Context, hash []byte) error {
	if _, err := s.pool.Exec(ctx, "select renew_user_session($1, null, null)", hash); err != nil {
		return fmt.Errorf("give a session's renewal back: %w", err)
	}
	return nil
}

func (s store) close(ctx context.Context, hash []byte) error {
	if _, err := s.pool.Exec(ctx, "select close_user_session($1)", hash); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	return nil
}
