package migrations

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed *.sql
var files embed.FS

// Up brings the database to the newest schema, River's job tables included. The pool must belong to the owner. Several
// processes may call it at once: one migrates, the others wait.
func Up(ctx context.Context, pool *pgxpool.Pool) error {
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
}

// Pending reports whether Up would change anything; any role that can read the schema may ask.
func Pending(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	versions, err := fs.Glob(files, "*.sql")
	if err != nil {
		return false, err
	}
	var applied int
	err = pool.QueryRow(ctx, `
		select count(distinct version_id) from goose_db_version
		where is_applied and version_id > 0`).Scan(&applied)
	if err != nil {
		return false, fmt.Errorf("read the schema's version: %w", err)
	}
	return applied < len(versions), nil
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
	// A second migrating process asks again every second, for as long as its context lets it.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 600))
	if err != nil {
		return nil, fmt.Errorf("prepare the migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(pool), files,
		goose.WithSessionLocker(locker))
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	return provider, nil
}

func migrateJobs(ctx context.Context, pool *pgxpool.Pool, direction rivermigrate.Direction, opts *rivermigrate.MigrateOpts) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return fmt.Errorf("read the job tables' migrations: %w", err)
	}
	if _, err := migrator.Migrate(ctx, direction, opts); err != nil {
		return fmt.Errorf("migrate the job tables %s: %w", direction, err)
	}
	return nil
}
