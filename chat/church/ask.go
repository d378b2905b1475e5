package church

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// askAttempts is how often a question is put when the connection it went out on turns out to be dead. After a restart
// of the database every idle connection of the pool is, and asking again finds a live one at once.
const askAttempts = 3

// ask puts one question to the database, no more than maxLoads at a time, within the timeout. Waiting for a turn counts.
// It is not cancelled with ctx, since others may wait for the same answer, and for the same reason it sees no overlay of ctx. An error
// that means the database was not reached is ErrUnavailable.
func (s *Store) ask(ctx context.Context, timeout time.Duration, question func(context.Context) error) error {
	return s.askWithin(ctx, timeout, s.lost, question)
}

// askBriefly is ask for what is done without if it is not there in less time than a busy database may take: that it took longer does not
// say that the database is away.
func (s *Store) askBriefly(ctx context.Context, timeout time.Duration, question func(context.Context) error) error {
	return s.askWithin(ctx, timeout, func(ctx context.Context, err error) {
		if ctx.Err() == nil {
			s.lost(ctx, err)
		}
	}, question)
}

// askWithin puts the question; lost hears of a database that was not reached.
func (s *Store) askWithin(ctx context.Context, timeout time.Duration, lost func(context.Context, error), question func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(WithOverlay(context.WithoutCancel(ctx), nil), timeout)
	defer cancel()
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return fmt.Errorf("%w: too many loads wait for the database", ErrUnavailable)
	}
	var err error
	for range askAttempts {
		if err = question(ctx); !connectionDied(err) || ctx.Err() != nil {
			break
		}
	}
	switch {
	case err == nil:
		if s.retryAt.Swap(0) != 0 {
			s.config.Logger.InfoContext(ctx, "database reachable again, churches are loaded afresh")
		}
		return nil
	case Unreachable(err):
		lost(ctx, err)
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	default:
		return err
	}
}

// lost notes that the database could not be reached. Only the first failure starts the clock: later ones must not put
// off the next attempt.
func (s *Store) lost(ctx context.Context, err error) {
	if s.retryAt.CompareAndSwap(0, time.Now().Add(retryEvery).UnixNano()) {
		s.config.Logger.WarnContext(ctx, "database unreachable, churches are served as they were", "err", err)
	}
}

// connectionDied reports whether the question went out on a connection that had already gone, as far as one can tell.
func connectionDied(err error) bool {
	if err == nil || !Unreachable(err) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	_, refused := errors.AsType[*pgconn.ConnectError](err)
	return !refused
}

// Unreachable reports whether the error says that the database is away or has no room, rather than that it understood
// the question and answered it with an error.
func Unreachable(err error) bool {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch answer.Code[:min(2, len(answer.Code))] {
		case "08", "53", "57": // connection exception, insufficient resources, operator intervention
			return true
		}
		return false
	}
	if _, ok := errors.AsType[pgx.ScanArgError](err); ok {
		return false
	}
	return true
}
