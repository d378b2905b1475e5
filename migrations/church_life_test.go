package migrations_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"narthex/migrations/pgtest"
)

// Row-level security does not look at foreign keys, so they must name the church themselves.
func TestNobodyJoinsWhatBelongsToAnotherChurch(t *testing.T) {
	db := pgtest.New(t)
	ours, theirs := newChurch(t, db, "ours"), newChurch(t, db, "theirs")
	for parent, sql := range map[string]string{
		`insert into events (id, church_id, title, starts_at) values ($1, $1, 'Supper', now())`: `
			insert into event_registrations (church_id, event_id, name, email, session_id, turn_id, idempotency_key)
			values ($1, $2, 'Ana', 'ana@example.org', $3, $3, $3)`,
		`insert into groups (id, church_id, kind, name) values ($1, $1, 'small', 'Tuesday')`: `
			insert into group_join_requests (church_id, group_id, name, email, session_id, turn_id, idempotency_key)
			values ($1, $2, 'Ana', 'ana@example.org', $3, $3, $3)`,
		`insert into volunteer_roles (id, church_id, name) values ($1, $1, 'Greeter')`: `
			insert into volunteer_signups (church_id, role_id, name, email, session_id, turn_id, idempotency_key)
			values ($1, $2, 'Ana', 'ana@example.org', $3, $3, $3)`,
	} {
		exec(t, db.Admin, parent, theirs)
		err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
			enter(t, tx, ours)
			_, err := tx.Exec(t.Context(), sql, ours, theirs, uuid.New())
			return err
		})
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "23503" {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestAnAddressHoldsOneRegistrationOfAnEvent(t *testing.T) {
	db := pgtest.New(t)
	church := newChurch(t, db, "ours")
	exec(t, db.Admin, `insert into events (id, church_id, title, starts_at) values ($1, $1, 'Supper', now())`, church)
	register := func(email string) error {
		_, err := db.Admin.Exec(t.Context(), `
			insert into event_registrations (church_id, event_id, name, email, session_id, turn_id, idempotency_key)
			values ($1, $1, 'Ana', $2, $3, $3, $3)`, church, email, uuid.New())
		return err
	}
	must(t, register("ana@example.org"))
	if pgErr, ok := errors.AsType[*pgconn.PgError](register("Ana@Example.org")); !ok || pgErr.Code != "23505" {
		t.Error("the same address registered twice")
	}
	exec(t, db.Admin, `update event_registrations set status = 'cancelled' where church_id = $1`, church)
	must(t, register("ana@example.org"))
}
