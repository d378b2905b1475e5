package migrations

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

//go:embed identity/confirmed.sql
var confirmed string

const (
	insufficientPrivilege = "42501"
	httpExtension         = "http"
)

// confirmedVersion names the trigger that this program installs; the function's comment carries it.
func confirmedVersion() string {
	sum := sha256.Sum256([]byte(confirmed))
	return "version " + hex.EncodeToString(sum[:6])
}

// InstallTrigger puts the trigger that reports confirmed sign-ups on the identity provider's table of users, if that table is in this
// database; doing so again changes nothing. The pool must belong to the owner. What keeps the trigger from working, or from being
// installed, is returned in words and is no error: sign-ups and confirmations do without it.
func InstallTrigger(ctx context.Context, pool *pgxpool.Pool) (notes []string, err error) {
	err = locked(ctx, pool, func() error {
		there, err := hasUsers(ctx, pool)
		if err != nil || !there {
			return err
		}
		return patiently(ctx, pool, func(pool *pgxpool.Pool) error {
			notes, err = installTrigger(ctx, pool)
			return err
		})
	})
	return notes, err
}

func hasUsers(ctx context.Context, pool *pgxpool.Pool) (there bool, err error) {
	// By the catalog: to_regclass refuses those who may not use the schema.
	err = pool.QueryRow(ctx, `
		select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'auth' and c.relname = 'users' and c.relkind in ('r', 'p'))`,
	).Scan(&there)
	if err != nil {
		return false, fmt.Errorf("look for the identity provider's table: %w", err)
	}
	return there, nil
}

func installTrigger(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	notes, err := installHTTP(ctx, pool)
	if err != nil {
		return nil, err
	}
	problem, err := triggerProblem(ctx, pool)
	if err != nil || problem == "" {
		return notes, err // nobody who signs up has to wait for a lock
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, confirmed); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "comment on function public.report_confirmed_signup() is 'Tells the analytics store of confirmed sign-ups ("+confirmedVersion()+").'")
		return err
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == insufficientPrivilege {
		return append(notes, "the trigger that reports confirmed sign-ups is not installed: on auth.users this role may not ("+refused.Message+")"), nil
	}
	if err != nil {
		return nil, fmt.Errorf("install the trigger that reports confirmed sign-ups: %w", err)
	}
	return notes, nil
}

// installHTTP makes the extension that the trigger posts with, where this server has it and this role may.
func installHTTP(ctx context.Context, pool *pgxpool.Pool) (notes []string, err error) {
	var schema *string
	var available bool
	err = pool.QueryRow(ctx, `
		select (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = $1),
			exists (select from pg_available_extensions where name = $1)`, httpExtension).Scan(&schema, &available)
	switch {
	case err != nil:
		return nil, fmt.Errorf("look for the extension http: %w", err)
	case schema != nil && *schema != "public":
		return []string{"confirmed sign-ups are not reported by the database: its extension http is in the schema " + *schema + ", not in public"}, nil
	case schema != nil:
		return nil, nil
	case !available:
		return []string{"confirmed sign-ups are not reported by the database: this server does not have the extension http (Debian's package postgresql-17-http, for its version)"}, nil
	}
	_, err = pool.Exec(ctx, "create extension if not exists http schema public")
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return []string{"confirmed sign-ups are not reported by the database: its extension http is to be made by a superuser (" + refused.Message + ")"}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("make the extension http: %w", err)
	}
	return nil, nil
}

// TriggerProblem says in words what is the matter with the trigger that reports confirmed sign-ups: nothing ("") also where the
// identity provider's users are in another database. Any role may ask.
func TriggerProblem(ctx context.Context, pool *pgxpool.Pool) (string, error) {
	there, err := hasUsers(ctx, pool)
	if err != nil || !there {
		return "", err
	}
	return triggerProblem(ctx, pool)
}

func triggerProblem(ctx context.Context, pool *pgxpool.Pool) (string, error) {
	var comment string
	err := pool.QueryRow(ctx, `
		select coalesce(obj_description(t.tgfoid, 'pg_proc'), '') from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = 'auth' and c.relname = 'users' and t.tgname = 'narthex_report_confirmed_signup' and t.tgenabled <> 'D'`).Scan(&comment)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return "it is missing", nil
	case err != nil:
		return "", fmt.Errorf("look for the trigger that reports confirmed sign-ups: %w", err)
	case !strings.Contains(comment, confirmedVersion()):
		return "it is of another version", nil
	}
	return "", nil
}

// removeTrigger takes the trigger away with its function.
func removeTrigger(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := pool.Exec(ctx, "drop function if exists public.report_confirmed_signup() cascade"); err != nil {
		return fmt.Errorf("take the trigger away that reports confirmed sign-ups: %w", err)
	}
	return nil
}
