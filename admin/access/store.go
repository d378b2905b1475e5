package access

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// errNobody says that a token or a session is nobody's.
var errNobody = errors.New("this is nobody's")

type store struct{ pool *pgxpool.Pool }

// byLink is the admin whose link has the token.
func (s store) byLink(ctx context.Context, token uuid.UUID) (a Admin, err error) {
	var identity *uuid.UUID
	err = s.pool.QueryRow(ctx, "select church, identity from admin_of_link($1)", token).Scan(&a.ChurchID, &identity)
	if errors.Is(err, pgx.ErrNoRows) {
		return Admin{}, errNobody
	}
	if err != nil {
		return Admin{}, fmt.Errorf("look for the admin of a link: %w", err)
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if identity == nil {
			first, err := firstAdmin(ctx, tx, a.ChurchID)
			if err != nil {
				return err
			}
			identity = &first
		}
		a.IdentityID = *identity
		return read(ctx, tx, &a)
	})
	return a, named(err)
}

// bySession is the admin of the session whose secret has the hash. That it is used is noted, at most once in five minutes; extended is
// that it was, and that the session lasts longer now.
func (s store) bySession(ctx context.Context, hash []byte) (a Admin, extended bool, err error) {
	err = s.pool.QueryRow(ctx, "select church, identity, session from admin_of_session($1)", hash).Scan(&a.ChurchID, &a.IdentityID, &a.SessionID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Admin{}, false, errNobody
	}
	if err != nil {
		return Admin{}, false, fmt.Errorf("look for the admin of a session: %w", err)
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		noted, err := tx.Exec(ctx, `
			update auth_sessions set last_seen_at = now(), used_at = coalesce(used_at, now()), expires_at = now() + $2::interval
			where id = $1 and revoked_at is null and (used_at is null or last_seen_at < now() - interval '5 minutes')`, a.SessionID, SessionAge)
		if err != nil {
			return err
		}
		extended = noted.RowsAffected() > 0
		return read(ctx, tx, &a)
	})
	return a, extended, named(err)
}

func named(err error) error {
	if err != nil && !errors.Is(err, errNobody) {
		return fmt.Errorf("read who an admin is: %w", err)
	}
	return err
}

// firstAdmin makes a person of the address in the premium record, for a church that was set up without people.
func firstAdmin(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (identity uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `
		with person as (
			insert into church_admin_identities (church_id, email, name, phone)
			select church_id, coalesce(admin_email, ''), admin_name, admin_phone from premium_churches where church_id = $1
			on conflict (church_id, lower(email)) do update set email = excluded.email
			returning id),
		may as (
			insert into church_identity_roles (church_id, identity_id, role) select $1, id, 'admin' from person on conflict do nothing)
		select id from person`, churchID).Scan(&identity)
	if err != nil {
		return uuid.Nil, fmt.Errorf("store a church's first admin: %w", err)
	}
	return identity, nil
}

// read reads who an admin is, and the church.
func read(ctx context.Context, tx pgx.Tx, a *Admin) error {
	var pastoral bool
	var deleted *time.Time
	err := tx.QueryRow(ctx, `
		select coalesce(nullif(i.name, ''), ''), i.email,
			array(select role from church_identity_roles r where r.identity_id = i.id order by role),
			exists (select from church_identity_roles r where r.church_id = c.id and r.role in ('pastor', 'prayer_team')),
			coalesce(nullif(btrim(p.custom_name), ''), c.name), c.slug, c.language, c.timezone, p.plan, p.status, p.chatbot_agent_id is not null,
			(select d.due_at from church_deletions d where d.church_id = c.id)
		from church_admin_identities i join churches c on c.id = i.church_id join premium_churches p on p.church_id = c.id
		where i.id = $1 and i.church_id = $2`, a.IdentityID, a.ChurchID).Scan(
		&a.Name, &a.Email, &a.Roles, &pastoral,
		&a.Church.Name, &a.Church.Slug, &a.Church.Language, &a.Church.Timezone, &a.Church.Plan, &a.Church.Status, &a.Church.Chatbot, &deleted)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && len(a.Roles) == 0 {
		return errNobody
	}
	if deleted != nil {
		a.Church.Deleted = *deleted
	}
	a.StandsIn = !pastoral
	return err
}

// open stores a session of an admin.
func (s store) open(ctx context.Context, a Admin, hash []byte) (id uuid.UUID, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			insert into auth_sessions (church_id, identity_id, token_sha256, opened_at, expires_at)
			values ($1, $2, $3, now(), now() + $4::interval) returning id`, a.ChurchID, a.IdentityID, hash, unusedAge).Scan(&id)
	})
	if err != nil {
		return uuid.Nil, fmt.Errorf("store an admin's session: %w", err)
	}
	return id, nil
}

// end ends a session.
func (s store) end(ctx context.Context, a Admin) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update auth_sessions set revoked_at = now() where id = $1 and revoked_at is null", a.SessionID)
		return err
	})
	if err != nil {
		return fmt.Errorf("end an admin's session: %w", err)
	}
	return nil
}

// NewLink stores a link of somebody's own, in the caller's transaction: its id, which is no secret, and of its token the hash alone.
// Links that there were go on working.
func NewLink(ctx context.Context, tx pgx.Tx, churchID, identityID, id, token uuid.UUID) error {
	hash := sha256.Sum256(token[:])
	_, err := tx.Exec(ctx, "insert into admin_links (id, church_id, identity_id, token_sha256) values ($1, $2, $3, $4)", id, churchID, identityID, hash[:])
	if err != nil {
		return fmt.Errorf("store an admin's link: %w", err)
	}
	return nil
}
