package migrations_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"narthex/migrations"
	"narthex/migrations/pgtest"
)

// beforeKeys is the version before 00450, which changes the keys of messages and conversations.
const beforeKeys = 440

// lines are what is logged, by several goroutines.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// While a dump reads a table, whoever else reads it must not wait for a migration that waits for the dump.
func TestVisitorsDoNotWaitBehindAMigrationThatWaits(t *testing.T) {
	db := pgtest.New(t)
	old, err := goose.NewProvider(goose.DialectPostgres, stdlib.OpenDBFromPool(db.Admin), os.DirFS("."))
	must(t, err)
	_, err = old.DownTo(t.Context(), beforeKeys)
	must(t, err)
	must(t, old.Close())
	said, before := new(lines), slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(said, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })

	dump, err := pgx.Connect(t.Context(), db.AdminURL)
	must(t, err)
	defer dump.Close(context.Background())
	_, err = dump.Exec(t.Context(), `set application_name = 'a dump'; begin; lock table messages in access share mode`)
	must(t, err)
	migrated := make(chan error, 1)
	go func() { migrated <- migrations.Up(t.Context(), db.Admin) }()
	await(t, db, "the migration waits", `select exists (select from pg_locks where relation = 'messages'::regclass and not granted)`)

	began := time.Now()
	limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err = db.Admin.Exec(limited, `select count(*) from messages`)
	if took := time.Since(began); err != nil || took > 3*time.Second {
		t.Errorf("a visitor waits for %s: %v", took, err)
	}
	select {
	case err := <-migrated:
		t.Fatalf("it does not wait any more: %v", err)
	default:
	}
	_, err = dump.Exec(t.Context(), `commit`)
	must(t, err)
	must(t, <-migrated)
	if pending, err := migrations.Pending(t.Context(), db.Pool); err != nil || pending {
		t.Errorf("pending %v, %v", pending, err)
	}
	if text := said.String(); !strings.Contains(text, "a dump") {
		t.Errorf("it is not said who is in the way: %s", text)
	}
}

// await waits until a question is answered with yes.
func await(t *testing.T, db *pgtest.DB, what, sql string) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(30 * time.Second); ; <-tick.C {
		var yes bool
		must(t, db.Admin.QueryRow(t.Context(), sql).Scan(&yes))
		if yes {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("it does not come to pass that %s", what)
		}
	}
}
