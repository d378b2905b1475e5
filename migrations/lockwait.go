package migrations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// lockWait is how long a statement waits for a lock. Whoever comes after it wants the table waits behind it, visitors too: one that
	// waited for the end of a dump would keep everybody from the table until then.
	lockWait = 2 * time.Second
	// Pauses before it is tried again, in which those who waited behind it go on. The first is doubled with each.
	firstPause = 2 * time.Second
	longPause  = 30 * time.Second
	// patience is how long a change is tried. What was done before it gives up stays done.
	patience = 10 * time.Minute
	// watchEvery is how often it is looked who holds what a change waits for.
	watchEvery = 200 * time.Millisecond
	watchLimit = 2 * time.Second

	migratesAs = "narthex migrate" // application_name
)

const (
	lockNotAvailable = "55P03"
	deadlockDetected = "40P01"
)

// patiently has change made on connections that wait for no lock longer than lockWait, and again while others are in the way.
func patiently(ctx context.Context, pool *pgxpool.Pool, change func(*pgxpool.Pool) error) error {
	hasty, err := hastyPool(ctx, pool)
	if err != nil {
		return err
	}
	defer hasty.Close()
	pause := firstPause
	for end := time.Now().Add(patience); ; pause = min(2*pause, longPause) {
		holders, err := watched(ctx, pool, func() error { return change(hasty) })
		if !inTheWay(err) {
			return err
		}
		holders = cmp.Or(holders, "who it was is not known")
		if time.Now().Add(pause).After(end) {
			return fmt.Errorf("others hold what it waits for (%s): %w", holders, err)
		}
		slog.WarnContext(ctx, "a migration waits for others, and is tried again", "holders", holders, "in", pause.String(), "error", err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// hastyPool is a pool like another whose connections wait for no lock for long. It is set when they are there, because a pooler between refuses
// parameters that it does not know.
func hastyPool(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Pool, error) {
	config := pool.Config()
	before := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if before != nil {
			if err := before(ctx, conn); err != nil {
				return err
			}
		}
		_, err := conn.Exec(ctx, fmt.Sprintf("set lock_timeout = '%dms'; set application_name = '%s'", lockWait.Milliseconds(), migratesAs))
		return err
	}
	hasty, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect to migrate: %w", err)
	}
	return hasty, nil
}

// inTheWay reports whether a change failed because of what others do, and left no trace.
func inTheWay(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == lockNotAvailable || refused.Code == deadlockDetected)
}

// watched makes a change, and says who held what it waited for last: once it has given up nobody could tell.
func watched(ctx context.Context, pool *pgxpool.Pool, change func() error) (holders string, err error) {
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if found, err := holdersOf(ctx, pool); err == nil && found != "" {
				holders = found
			}
		}
	})
	err = change()
	close(done)
	watching.Wait()
	return holders, err
}

// holdersOf says which processes hold what migrations of this database wait for just now.
func holdersOf(ctx context.Context, pool *pgxpool.Pool) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, watchLimit)
	defer cancel()
	rows, err := pool.Query(ctx, `
		select distinct format('pid %s of %s, %s', holder.pid, holder.usename, coalesce(nullif(holder.application_name, ''), 'which has no name'))
		from pg_stat_activity waiter
		cross join unnest(pg_blocking_pids(waiter.pid)) as blocking (pid)
		join pg_stat_activity holder on holder.pid = blocking.pid
		where waiter.datname = current_database() and waiter.application_name = $1
		order by 1`, migratesAs)
	if err != nil {
		return "", err
	}
	holders, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(holders, "; "), err
}
