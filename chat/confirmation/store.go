package confirmation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// Store keeps questions in Postgres. It is safe for concurrent use.
type Store struct {
	pool *pgxpool.Pool
}

// NewStore returns a store on a pool of the app's role.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }

const columns = `church_id, session_id, turn_id, call_id, write_key, tool, arguments, made_in, said_sha256, status, coalesce(summary, ''), asked_at, expires_at`

func scan(row pgx.CollectableRow) (q Question, err error) {
	var said []byte
	err = row.Scan(&q.Church, &q.Session, &q.Turn, &q.Call, &q.WriteKey, &q.Tool, &q.Arguments, &q.MadeIn, &said, &q.Status, &q.Summary, &q.AskedAt, &q.ExpiresAt)
	copy(q.Said[:], said)
	return q, err
}

// Ask keeps an open question. Questions of the same session that it takes the place of are dropped, if they are still open, and so are
// other ones about the same write: what a visitor no longer sees cannot be answered. A question that was asked before is asked anew if
// it is open. An *AnsweredError says that this question, or another one about the same write, has been answered.
func (s *Store) Ask(ctx context.Context, q Question, instead ...uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, q.Church, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select `+columns+` from confirmations
			where church_id = $1 and session_id = $2 and write_key = $3
			order by asked_at
			for update`, q.Church, q.Session, q.WriteKey)
		if err != nil {
			return err
		}
		before, err := pgx.CollectRows(rows, scan)
		if err != nil {
			return err
		}
		for _, other := range before {
			if other.Status == Accepted || other.Call == q.Call && other.Status != Open {
				return &AnsweredError{other}
			}
		}
		_, err = tx.Exec(ctx, `
			delete from confirmations
			where church_id = $1 and session_id = $2 and status = 'open' and call_id <> $3 and (write_key = $4 or call_id = any ($5))`,
			q.Church, q.Session, q.Call, q.WriteKey, instead)
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			insert into confirmations as c
				(church_id, session_id, turn_id, call_id, write_key, tool, arguments, made_in, said_sha256, asked_at, expires_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
			on conflict (church_id, call_id) do update
			set said_sha256 = excluded.said_sha256, asked_at = excluded.asked_at, expires_at = excluded.expires_at
			where c.status = 'open' and c.session_id = excluded.session_id`,
			q.Church, q.Session, q.Turn, q.Call, q.WriteKey, q.Tool, q.Arguments, q.MadeIn, q.Said[:], q.AskedAt, q.AskedAt.Add(OpenFor))
		if err == nil && tag.RowsAffected() == 0 {
			return ErrClosed // another node has had it answered at this moment
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("ask a visitor to confirm: %w", err)
	}
	return nil
}

// Again asks an open question once more, after another message of the visitor's.
func (s *Store) Again(ctx context.Context, ref Ref, said [32]byte, now time.Time) error {
	return church.InChurch(ctx, s.pool, ref.Church, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			update confirmations set said_sha256 = $5, asked_at = $6, expires_at = $7
			where church_id = $1 and session_id = $2 and turn_id = $3 and call_id = $4 and status = 'open'`,
			ref.Church, ref.Session, ref.Turn, ref.Call, said[:], now, now.Add(OpenFor))
		return err
	})
}

// maxOfSession is how many of a session's questions are looked at.
const maxOfSession = 50

// OfSession are the questions of a session that are not over, the newest first.
func (s *Store) OfSession(ctx context.Context, churchID, session uuid.UUID, now time.Time) (found []Question, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`
		select `+columns+` from confirmations
		where church_id = $1 and session_id = $2 and expires_at > $3
		order by asked_at desc
		limit $4`, churchID, session, now, maxOfSession)
	err = church.BatchInChurch(ctx, s.pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, scan)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read what a visitor was asked: %w", err)
	}
	return found, nil
}

// Find returns a question that is open, ErrClosed, or an *AnsweredError.
func (s *Store) Find(ctx context.Context, ref Ref, now time.Time) (q Question, err error) {
	err = church.InChurch(ctx, s.pool, ref.Church, func(tx pgx.Tx) error {
		q, err = find(ctx, tx, ref, now, "")
		return err
	})
	return q, err
}

// Take returns a question that is open, and keeps it from everybody else until the transaction ends. The transaction is confined to
// the church. The error is as of Find.
func Take(ctx context.Context, tx pgx.Tx, ref Ref, now time.Time) (Question, error) {
	return find(ctx, tx, ref, now, "for update")
}

func find(ctx context.Context, tx pgx.Tx, ref Ref, now time.Time, lock string) (Question, error) {
	rows, err := tx.Query(ctx, `
		select `+columns+` from confirmations
		where church_id = $1 and session_id = $2 and turn_id = $3 and call_id = $4 and expires_at > $5 `+lock, ref.Church, ref.Session, ref.Turn, ref.Call, now)
	if err != nil {
		return Question{}, fmt.Errorf("find a question: %w", err)
	}
	q, err := pgx.CollectExactlyOneRow(rows, scan)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Question{}, ErrClosed
	case err != nil:
		return Question{}, fmt.Errorf("find a question: %w", err)
	case q.Status != Open:
		return Question{}, &AnsweredError{q}
	}
	return q, nil
}

// Close notes how a question was answered that Take has returned. Of a question that was declined nothing is kept but that.
func Close(ctx context.Context, tx pgx.Tx, ref Ref, status Status, summary string, now time.Time) error {
	_, err := tx.Exec(ctx, `
		update confirmations
		set status = $4, summary = nullif($5, ''), answered_at = $6, expires_at = $7,
		    arguments = case when $4 = 'declined' then '{}' else arguments end, made_in = '{}'
		where church_id = $1 and session_id = $2 and call_id = $3 and status = 'open'`,
		ref.Church, ref.Session, ref.Call, status, summary, now, now.Add(KnownFor))
	if err != nil {
		return fmt.Errorf("note an answer: %w", err)
	}
	return nil
}

// Answer closes an open question with which no work is done. The error is as of Find.
func (s *Store) Answer(ctx context.Context, ref Ref, status Status, summary string, now time.Time) error {
	return church.InChurch(ctx, s.pool, ref.Church, func(tx pgx.Tx) error {
		if _, err := Take(ctx, tx, ref, now); err != nil {
			return err
		}
		return Close(ctx, tx, ref, status, summary, now)
	})
}

// Summarize keeps what a visitor was told when they had accepted, which is known only after the work.
func (s *Store) Summarize(ctx context.Context, ref Ref, summary string) error {
	return church.InChurch(ctx, s.pool, ref.Church, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			update confirmations set summary = nullif($4, '')
			where church_id = $1 and session_id = $2 and call_id = $3 and status = 'accepted'`, ref.Church, ref.Session, ref.Call, summary)
		return err
	})
}

// Done keeps that something was done without a question, so that the same wish is known. It works in the transaction that does it.
func Done(ctx context.Context, tx pgx.Tx, q Question) error {
	_, err := tx.Exec(ctx, `
		insert into confirmations
			(church_id, session_id, turn_id, call_id, write_key, tool, arguments, made_in, said_sha256, status, asked_at, answered_at, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7, '{}', $8, 'accepted', $9, $9, $10)
		on conflict do nothing`,
		q.Church, q.Session, q.Turn, q.Call, q.WriteKey, q.Tool, q.Arguments, q.Said[:], q.AskedAt, q.AskedAt.Add(KnownFor))
	if err != nil {
		return fmt.Errorf("keep what was done: %w", err)
	}
	return nil
}
