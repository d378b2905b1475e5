package migrations

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed *.sql
var files embed.FS

// Up brings the database to the newest schema, River's job tables included. The pool must belong to the owner. Several
// processes may call it at once: one migrates, the others wait. It makes nobody else wait for long, see lockwait.go.
func Up(ctx context.Context, pool *pgxpool.Pool) error {
	return locked(ctx, pool, func() error { return patiently(ctx, pool, func(pool *pgxpool.Pool) error { return up(ctx, pool) }) })
}

func up(ctx context.Context, pool *pgxpool.Pool) error {
	provider, err := newProvider(pool)
	if err != nil {
		return err
	}
	defer provider.Close()
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate up: %w", err)
	}
	return migrateJobs(ctx, pool, rivermigrate.DirectionUp, nil)
}

// Down takes everything away again, all data included.
func Down(ctx context.Context, pool *pgxpool.Pool) error {
	return locked(ctx, pool, func() error {
		if err := removeTrigger(ctx, pool); err != nil {
			return err
		}
		if err := migrateJobs(ctx, pool, rivermigrate.DirectionDown, &rivermigrate.MigrateOpts{TargetVersion: -1}); err != nil {
			return err
		}
		provider, err := newProvider(pool)
		if err != nil {
			return err
		}
		defer provider.Close()
		if _, err := provider.DownTo(ctx, 0); err != nil {
			return fmt.Errorf("migrate down: %w", err)
		}
		return nil
	})
}

// migrationLock is the advisory lock of one database under which its schema is changed. goose could lock its own part, but
// not River's.
const migrationLock = 0x6e617274 // "nart"

func locked(ctx context.Context, pool *pgxpool.Pool, change func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect to migrate: %w", err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", int64(migrationLock)); err != nil {
		return fmt.Errorf("wait for another migration: %w", err)
	}
	err = change()
	if _, unlockErr := conn.Exec(context.WithoutCancel(ctx), "select pg_advisory_unlock($1)", int64(migrationLock)); unlockErr != nil {
		// A connection that is closed gives its locks back.
		_ = conn.Hijack().Close(context.WithoutCancel(ctx))
	}
	return err
}

const undefinedTable = "42P01"

// Pending reports whether Up would change anything; any role that can read the schema may ask.
func Pending(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	versions, err := fs.Glob(files, "*.sql")
	if err != nil {
		return false, err
	}
	migrator, err := jobMigrator(pool)
	if err != nil {
		return false, err
	}
	jobVersions := migrator.AllVersions()
	var applied, jobsApplied int
	err = pool.QueryRow(ctx, `
		select (select count(distinct version_id) from goose_db_version where is_applied and version_id > 0),
			(select coalesce(max(version), 0) from river_migration where line = 'main')`).Scan(&applied, &jobsApplied)
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == undefinedTable {
		return true, nil // no migration was ever applied, or none of the job tables
	}
	if err != nil {
		return false, fmt.Errorf("read the schema's version: %w", err)
	}
	return applied < len(versions) || jobsApplied < jobVersions[len(jobVersions)-1].Version, nil
}

// Fingerprint names the schema that Up makes: it changes when any migration does.
func Fingerprint() string {
	sum := sha256.New()
	entries, err := fs.Glob(files, "*.sql")
	if err != nil {
		panic(err) // the pattern is constant
	}
	for _, name := range entries {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // embedded
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(content))
		sum.Write(content)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

func newProvider(pool *pgxpool.Pool) (*goose.Provider, error) {
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(pool), files)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}

func migrateJobs(ctx context.Context, pool *pgxpool.Pool, direction rivermigrate.Direction, opts *rivermigrate.MigrateOpts) error {
	migrator, err := jobMigrator(pool)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, direction, opts); err != nil {
		return fmt.Errorf("migrate the job tables %s: %w", direction, err)
	}
	return nil
}

func jobMigrator(pool *pgxpool.Pool) (*rivermigrate.Migrator[pgx.Tx], error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return nil, fmt.Errorf("read the job tables' migrations: %w", err)
	}
	return migrator, nil
}
