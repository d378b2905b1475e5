package record

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

const (
	settleEvery  = 2 * time.Second // where no call has ended here
	settleAtOnce = 100
	settleLimit  = 30 * time.Second // for one call
)

// Settler settles calls that are over, of all nodes: of one that died, another does it. Doing it again changes nothing.
type Settler struct {
	Store  *Store
	Minute int64                                                                // the carrier's price, in millionths of a US dollar
	OnLine func(ctx context.Context, churchID, session uuid.UUID) (bool, error) // a call of which nothing was written for long goes on somewhere
	Forget func(ctx context.Context, churchID, session uuid.UUID) error         // what was said in a call, wherever it is
	Charge func(ctx context.Context, churchID uuid.UUID, micros int64) error    // counts in the church's day what its models are not counted for
}

// Run settles calls until ctx ends.
func (s *Settler) Run(ctx context.Context) {
	tick := time.NewTicker(settleEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		if err := s.Settle(ctx); err != nil && ctx.Err() == nil {
			s.Store.logger.WarnContext(ctx, "calls could not be settled, and are tried again", "error", err)
		}
		select {
		case <-s.Store.over:
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// unsettled is a call that is due.
type unsettled struct{ Church, Call, Session uuid.UUID }

// Settle settles what is due. What cannot be settled is tried again later, each time after twice as long, so that it keeps nothing else
// waiting.
func (s *Settler) Settle(ctx context.Context) error {
	rows, err := s.Store.pool.Query(ctx, `select church, call, session from unsettled_calls($1)`, settleAtOnce)
	if err != nil {
		return fmt.Errorf("look for calls that are over: %w", err)
	}
	due, err := pgx.CollectRows(rows, pgx.RowToStructByName[unsettled])
	if err != nil {
		return fmt.Errorf("look for calls that are over: %w", err)
	}
	var failed []error
	for _, one := range due {
		err := s.settle(ctx, one)
		if errors.Is(err, errGoesOn) {
			err = s.postpone(ctx, one)
		} else if err != nil {
			err = errors.Join(err, s.postpone(ctx, one))
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("settle call %s of church %s: %w", one.Call, one.Church, err))
		}
	}
	return errors.Join(failed...)
}

// errGoesOn says that somebody is on the line after all.
var errGoesOn = errors.New("the call goes on")

// postpone has a call tried again after 5 seconds at first, and 10 minutes at most: it may be over only then, or what is missing be there.
func (s *Settler) postpone(ctx context.Context, call unsettled) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	return church.InChurch(ctx, s.Store.pool, call.Church, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			update calls
			set settle_attempts = settle_attempts + 1, settle_after = now() + least(interval '10 minutes', interval '5 seconds' * power(2, least(settle_attempts, 10)))
			where church_id = $1 and id = $2 and not settled`, call.Church, call.Call)
		return err
	})
}

func (s *Settler) settle(ctx context.Context, call unsettled) error {
	ctx, cancel := context.WithTimeout(ctx, settleLimit)
	defer cancel()
	goesOn, err := s.OnLine(ctx, call.Church, call.Session)
	if err != nil {
		return err
	}
	if goesOn {
		return errGoesOn
	}
	kept, charge, err := s.price(ctx, call)
	if err != nil {
		return err
	}
	if charge > 0 {
		if err := s.Charge(ctx, call.Church, charge); err != nil {
			s.Store.logger.WarnContext(ctx, "a call is not counted in its church's day", "church", call.Church, "micros", charge, "error", err)
		}
	}
	if kept {
		return nil
	}
	if err := s.Forget(ctx, call.Church, call.Session); err != nil {
		return err
	}
	return church.InChurch(ctx, s.Store.pool, call.Church, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update calls set settled = true where church_id = $1 and id = $2`, call.Church, call.Call)
		return err
	})
}

// price stores what a call has cost, and how it has ended where its node did not come to say so. A minute that was begun counts whole, as
// carriers bill it. A call whose words are kept is settled with that. It gives what the church's day does not know of: a turn's cost was
// counted when it was spent.
func (s *Settler) price(ctx context.Context, call unsettled) (kept bool, charge int64, err error) {
	err = church.InChurch(ctx, s.Store.pool, call.Church, func(tx pgx.Tx) error {
		var known bool
		var seconds float64
		err := tx.QueryRow(ctx, `
			select transcribed, cost_micros is not null, extract(epoch from coalesce(ended_at, last_at) - began_at)::float8
			from calls where church_id = $1 and id = $2 and not settled for update`, call.Church, call.Call).Scan(&kept, &known, &seconds)
		if errors.Is(err, pgx.ErrNoRows) { // another node was faster, or the call is forgotten
			kept = true
			return nil
		}
		if err != nil {
			return err
		}
		minutes := s.Minute * wholeMinutes(seconds)
		if !known {
			charge = minutes
		}
		_, err = tx.Exec(ctx, `
			update calls set
			    settled     = transcribed,
			    over        = true,
			    flagged     = flagged or exists (select from conversations v where v.church_id = $1 and v.id = $2 and v.flagged),
			    outcome     = coalesce(outcome, 'cut_off'),
			    ended_at    = coalesce(ended_at, last_at),
			    cost_micros = coalesce(cost_micros, $3 + (select coalesce(sum(m.cost_micros), 0) from messages m where m.church_id = $1 and m.conversation_id = $2))
			where church_id = $1 and id = $2`, call.Church, call.Call, minutes)
		return err
	})
	if err != nil {
		return false, 0, fmt.Errorf("store what a call has cost: %w", err)
	}
	return kept, charge, nil
}

// wholeMinutes are those that were begun.
func wholeMinutes(seconds float64) int64 {
	return int64(time.Duration(max(seconds, 0)*float64(time.Second))+time.Minute-1) / int64(time.Minute)
}
