package church_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// oneConnection is a pool in which every use follows another on the same connection.
func oneConnection(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func visible(t *testing.T, q querier) (ids int, setting string) {
	t.Helper()
	err := q.QueryRow(t.Context(), `
		select (select count(*) from premium_churches), coalesce(current_setting('narthex.church_id', true), '')`).Scan(&ids, &setting)
	if err != nil {
		t.Fatal(err)
	}
	return ids, setting
}

func TestAScopeShowsOneChurchAndEndsWithItsTransaction(t *testing.T) {
	f := setup(t)
	own, other := f.subscriber("own", "starter_chat"), f.subscriber("other", "starter_chat")
	pool := oneConnection(t, f.URL)

	seenIn := map[string]func(t *testing.T, id uuid.UUID) []uuid.UUID{
		"InChurch": func(t *testing.T, id uuid.UUID) (seen []uuid.UUID) {
			err := church.InChurch(t.Context(), pool, id, func(tx pgx.Tx) error {
				rows, err := tx.Query(t.Context(), `select church_id from premium_churches`)
				if err != nil {
					return err
				}
				seen, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return seen
		},
		"BatchInChurch": func(t *testing.T, id uuid.UUID) (seen []uuid.UUID) {
			batch := &pgx.Batch{}
			batch.Queue(`select church_id from premium_churches`)
			batch.Queue(`select church_id from premium_churches`) // the scope holds for every statement
			err := church.BatchInChurch(t.Context(), pool, id, batch, func(results pgx.BatchResults) error {
				for range batch.Len() {
					rows, err := results.Query()
					if err != nil {
						return err
					}
					ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
					if err != nil {
						return err
					}
					seen = append(seen, ids...)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return seen
		},
	}
	for name, seen := range seenIn {
		t.Run(name, func(t *testing.T) {
			for _, id := range []uuid.UUID{own, other} {
				ids := seen(t, id)
				if len(ids) == 0 {
					t.Error("the church does not see itself")
				}
				for _, found := range ids {
					if found != id {
						t.Errorf("in church %v, church %v is seen", id, found)
					}
				}
				if rows, setting := visible(t, pool); rows != 0 || setting != "" {
					t.Errorf("after the scope the same connection sees %d churches, setting %q", rows, setting)
				}
			}
			if ids := seen(t, uuid.Must(uuid.NewV7())); len(ids) != 0 {
				t.Errorf("in a church that does not exist, %v is seen", ids)
			}
		})
	}
}

func TestAScopeDoesNotOutliveFailure(t *testing.T) {
	f := setup(t)
	own := f.subscriber("own", "starter_chat")
	failed := errors.New("changed my mind")
	tests := []struct {
		name string
		run  func(*pgxpool.Pool) error
		want func(error) bool
	}{
		{"the function of a transaction fails", func(pool *pgxpool.Pool) error {
			return church.InChurch(t.Context(), pool, own, func(pgx.Tx) error { return failed })
		}, func(err error) bool { return errors.Is(err, failed) }},
		{"the function of a batch fails before it has read the results", func(pool *pgxpool.Pool) error {
			batch := &pgx.Batch{}
			batch.Queue(`select 1`)
			return church.BatchInChurch(t.Context(), pool, own, batch, func(pgx.BatchResults) error { return failed })
		}, func(err error) bool { return errors.Is(err, failed) }},
		{"a statement of a batch fails", func(pool *pgxpool.Pool) error {
			batch := &pgx.Batch{}
			batch.Queue(`update premium_churches set custom_name = 'Half done'`)
			batch.Queue(`select 1 / 0`)
			return church.BatchInChurch(t.Context(), pool, own, batch, func(pgx.BatchResults) error { return nil })
		}, func(err error) bool {
			answer, ok := errors.AsType[*pgconn.PgError](err)
			return ok && answer.Code == "22012"
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pool := oneConnection(t, f.URL)
			if err := tt.run(pool); !tt.want(err) {
				t.Errorf("error %v", err)
			}
			if rows, setting := visible(t, pool); rows != 0 || setting != "" {
				t.Errorf("afterwards the connection sees %d churches, setting %q", rows, setting)
			}
		})
	}
	var halfDone int
	if err := f.Admin.QueryRow(t.Context(), `select count(*) from premium_churches where custom_name = 'Half done'`).Scan(&halfDone); err != nil || halfDone != 0 {
		t.Errorf("%d rows of a failed batch were committed, %v", halfDone, err)
	}
}

func TestAScopeRefusesToWriteForAnotherChurch(t *testing.T) {
	f := setup(t)
	own, other := f.subscriber("own", "starter_chat"), f.subscriber("other", "starter_chat")
	err := church.InChurch(t.Context(), f.Pool, own, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 4)`, other)
		return err
	})
	if answer, ok := errors.AsType[*pgconn.PgError](err); !ok || answer.Code != "42501" {
		t.Errorf("error %v; want insufficient privilege", err)
	}
}

func TestABatchMayBeSentAgainOnAnotherConnection(t *testing.T) {
	f := setup(t)
	own := f.subscriber("own", "starter_chat")
	batch := &pgx.Batch{}
	batch.Queue(`select count(*) from premium_churches where plan = $1`, "starter_chat")
	for range 2 {
		var count int
		err := church.BatchInChurch(t.Context(), oneConnection(t, f.URL), own, batch, func(results pgx.BatchResults) error {
			return results.QueryRow().Scan(&count)
		})
		if err != nil || count != 1 {
			t.Errorf("%d rows, %v", count, err)
		}
	}
	if batch.Len() != 1 {
		t.Errorf("the batch now has %d statements", batch.Len())
	}
}
