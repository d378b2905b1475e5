package regression

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/chat/evaluate/cases"
)

type store struct{ pool *pgxpool.Pool }

// Errors of the store.
var (
	errGone = errors.New("there is no such thing")
	errFull = errors.New("a set holds no more")
)

// kept is a case as it is stored.
type kept struct {
	ID uuid.UUID
	cases.Case
}

const caseColumns = "id, question, agent, language, tier, must_say, must_not_say"

func scanCase(row pgx.CollectableRow) (k kept, err error) {
	return k, row.Scan(&k.ID, &k.Question, &k.Agent, &k.Language, &k.Tier, &k.MustSay, &k.MustNotSay)
}

// all are a church's cases, the oldest first.
func all(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) ([]kept, error) {
	rows, err := tx.Query(ctx, "select "+caseColumns+" from regression_cases where church_id = $1 order by created_at, id", churchID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanCase)
}

// overview reads the set and its last runs.
func (s store) overview(ctx context.Context, a access.Admin) (set []kept, runs []Run, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if set, err = all(ctx, tx, a.ChurchID); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "select "+runColumns+" from regression_runs where church_id = $1 order by begun_at desc, id desc limit $2", a.ChurchID, keptRuns)
		if err != nil {
			return err
		}
		runs, err = pgx.CollectRows(rows, pgx.RowToStructByName[Run])
		return err
	})
	return set, runs, named("read the regression set", err)
}

// one is one of the church's. It fails with errGone.
func (s store) one(ctx context.Context, a access.Admin, id uuid.UUID) (found kept, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err = oneOf(ctx, tx, a.ChurchID, id, "")
		return err
	})
	return found, named("read a case", err)
}

func oneOf(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID, lock string) (kept, error) {
	rows, err := tx.Query(ctx, "select "+caseColumns+" from regression_cases where church_id = $1 and id = $2"+lock, churchID, id)
	if err != nil {
		return kept{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanCase)
	if errors.Is(err, pgx.ErrNoRows) {
		return kept{}, errGone
	}
	return found, err
}

// add stores cases. One that asks the same of the same agent takes the place of the one that is there. It fails with errFull, and then
// stores none.
func (s store) add(ctx context.Context, a access.Admin, added []cases.Case) error {
	return s.adding(ctx, a, func(tx pgx.Tx, set []kept) error { return put(ctx, tx, a, set, added) })
}

// addOne stores one case. Where another asks the same of the same agent and expects something else, it fails with a *differs.
func (s store) addOne(ctx context.Context, a access.Admin, c cases.Case) error {
	return s.adding(ctx, a, func(tx pgx.Tx, set []kept) error {
		switch there := asking(set, c); {
		case there == nil:
			return put(ctx, tx, a, set, []cases.Case{c})
		case versionOf(there.Case) != versionOf(c):
			return &differs{*there}
		}
		return nil // it was sent twice
	})
}

// asking is the case of a set that asks the same of the same agent; nil: none does.
func asking(set []kept, c cases.Case) *kept {
	at := slices.IndexFunc(set, func(k kept) bool { return k.Question == c.Question && k.Agent == c.Agent })
	if at < 0 {
		return nil
	}
	return &set[at]
}

// adding adds to a set as it is. Those who add some at once wait for each other.
func (s store) adding(ctx context.Context, a access.Admin, fn func(pgx.Tx, []kept) error) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('regression set ' || $1::text, 0))", a.ChurchID); err != nil {
			return err
		}
		set, err := all(ctx, tx, a.ChurchID)
		if err != nil {
			return err
		}
		return fn(tx, set)
	})
	return named("add to the regression set", err)
}

func put(ctx context.Context, tx pgx.Tx, a access.Admin, set []kept, added []cases.Case) error {
	known := make(map[[2]string]uuid.UUID, len(set))
	for _, k := range set {
		known[[2]string{k.Question, string(k.Agent)}] = k.ID
	}
	batch, now := &pgx.Batch{}, time.Now()
	for i, c := range added {
		key := [2]string{c.Question, string(c.Agent)}
		id, there := known[key]
		if !there {
			id = uuid.Must(uuid.NewV7())
			known[key] = id
		}
		batch.Queue(`
			insert into regression_cases (id, church_id, question, agent, language, tier, must_say, must_not_say, created_at)
			values ($1, $2, $3, $4, $5, $6, coalesce($7, '{}'::text[]), coalesce($8, '{}'::text[]), $9)
			on conflict (id) do update set language = excluded.language, tier = excluded.tier, must_say = excluded.must_say, must_not_say = excluded.must_not_say`,
			id, a.ChurchID, c.Question, c.Agent, c.Language, c.Tier, c.MustSay, c.MustNotSay, now.Add(time.Duration(i)*time.Microsecond))
	}
	if len(known) > cases.MostCases {
		return errFull
	}
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	return audit.Record(ctx, tx, "regression.added", map[string]string{"count": strconv.Itoa(len(added))})
}

// change overwrites a case of the version that the admin was shown. It fails with errGone, and with a *differs where somebody else has
// changed it meanwhile.
func (s store) change(ctx context.Context, a access.Admin, id uuid.UUID, shown string, c cases.Case) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		stored, err := oneOf(ctx, tx, a.ChurchID, id, " for update")
		if err != nil {
			return err
		}
		now, nothing := versionOf(stored.Case), shown == "" && a.SessionID == uuid.Nil // a program is shown nothing, and may set what it sets
		if now != shown && now != versionOf(c) && !nothing {
			return &differs{stored}
		}
		_, err = tx.Exec(ctx, `
			update regression_cases set question = $3, agent = $4, language = $5, tier = $6, must_say = coalesce($7, '{}'::text[]), must_not_say = coalesce($8, '{}'::text[])
			where church_id = $1 and id = $2`, a.ChurchID, id, c.Question, c.Agent, c.Language, c.Tier, c.MustSay, c.MustNotSay)
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, "regression.changed", nil)
	})
	return named("change a case", err)
}

// remove deletes a case, if it is there.
func (s store) remove(ctx context.Context, a access.Admin, id uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, "delete from regression_cases where church_id = $1 and id = $2", a.ChurchID, id)
		if err != nil || done.RowsAffected() == 0 {
			return err
		}
		return audit.Record(ctx, tx, "regression.removed", nil)
	})
	return named("delete a case", err)
}

// named says what was being done, unless the error says what is the matter.
func named(doing string, err error) error {
	_, conflicting := errors.AsType[*differs](err)
	if err == nil || conflicting || errors.Is(err, errGone) || errors.Is(err, errFull) || errors.Is(err, errRunning) || errors.Is(err, errEmpty) {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}
