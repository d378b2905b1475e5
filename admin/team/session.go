package team

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
)

// Session is a browser in which somebody is signed in.
type Session struct {
	ID      uuid.UUID `json:"id"`
	BegunAt time.Time `json:"begun_at"`
	SeenAt  time.Time `json:"seen_at"` // within five minutes
	Used    bool      `json:"used"`    // false: the link was followed, perhaps by a mail scanner, and nothing was done since
	This    bool      `json:"this"`    // the one that asks
}

// mostSessions are shown: mail scanners follow links.
const mostSessions = 100

// sessions are the admin's own, the last used first.
func (s store) sessions(ctx context.Context) (all []Session, err error) {
	a := access.From(ctx)
	err = s.read(ctx, "list sessions", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id, opened_at as begun_at, last_seen_at as seen_at, used_at is not null as used, id = $2 as this
			from auth_sessions
			where identity_id = $1 and opened_at is not null and revoked_at is null and expires_at > now()
			order by this desc, last_seen_at desc, id limit $3`, a.IdentityID, a.SessionID, mostSessions)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByName[Session])
		return err
	})
	return all, err
}

// endSession ends one of the admin's own.
func (s store) endSession(ctx context.Context, id uuid.UUID) error {
	a := access.From(ctx)
	return s.read(ctx, "end a session", func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "update auth_sessions set revoked_at = now() where id = $1 and identity_id = $2 and revoked_at is null", id, a.IdentityID)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errNoSession
		}
		return audit.Record(ctx, tx, "team.sessions_ended", map[string]string{"count": "1"})
	})
}

// endOthers ends all of the admin's own but the one that asks. It returns how many those were.
func (s store) endOthers(ctx context.Context) (ended int64, err error) {
	a := access.From(ctx)
	err = s.read(ctx, "end sessions", func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update auth_sessions set revoked_at = now()
			where identity_id = $1 and id <> $2 and revoked_at is null and expires_at > now() and opened_at is not null`, a.IdentityID, a.SessionID)
		if err != nil {
			return err
		}
		if ended = tag.RowsAffected(); ended == 0 {
			return nil
		}
		return audit.Record(ctx, tx, "team.sessions_ended", map[string]string{"count": strconv.FormatInt(ended, 10)})
	})
	return ended, err
}
