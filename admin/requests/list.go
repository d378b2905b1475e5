package requests

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
)

type store struct {
	pool         *pgxpool.Pool
	acknowledged func(after time.Duration)
}

// Errors of the store.
var (
	errGone    = errors.New("there is no such request")
	errNotMine = errors.New("the request is not the admin's to change")
	errTooMany = errors.New("the request has too many notes")
)

// perPage is how many requests a page shows.
const perPage = 50

// mostAlike is how many of a flood stand in a list by themselves. Of more there is one line for all.
const mostAlike = 5

// filter says which requests are wanted. Empty fields want all.
type filter struct {
	Search, Kind, State string
	Assignee            string // a member's id, or "none"
	Flood               string // the name of one
}

// where is the condition of those of the admin's church that an admin sees and that fit.
func (f filter) where(a access.Admin) (condition string, args []any) {
	condition, args = visible, []any{a.ChurchID, seen(a)}
	and := func(format string, value any) {
		args = append(args, value)
		condition += " and " + strings.ReplaceAll(format, "?", fmt.Sprintf("$%d", len(args)))
	}
	words := strings.Fields(f.Search)
	for _, word := range words[:min(len(words), 8)] {
		pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(word) + "%"
		and("(m.name ilike ? or m.email ilike ? or m.phone ilike ? or m.message ilike ? or m.about ilike ?)", pattern)
	}
	if f.Kind != "" {
		and("m.kind = ?", f.Kind)
	}
	if f.State == "open" {
		and("m.status <> ?", stateDone)
	} else if f.State != "" {
		and("m.status = ?", f.State)
	}
	if f.Flood != "" {
		and("m.flood = ?", f.Flood)
	}
	if f.Assignee == "none" {
		condition += " and m.assignee_id is null"
	} else if id, err := uuid.Parse(f.Assignee); err == nil {
		and("m.assignee_id = ?", id)
	}
	return condition, args
}

// list reads a page of requests, what is urgent and waits first, then the newest, and counts all that fit; of a flood, one stands for all.
func (s store) list(ctx context.Context, a access.Admin, f filter, page int) (found []Request, all int, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		condition, args := f.where(a)
		var ids []uuid.UUID
		var alike []int
		most := mostAlike
		if f.Flood != "" {
			most = math.MaxInt32 // which is to be looked through
		}
		err := tx.QueryRow(ctx, fmt.Sprintf(`
			with found as materialized (select m.id, m.urgent and m.status = 'new' as first, m.created_at, m.flood from (`+merged+`) m where `+condition+`),
			counted as (
				select *, count(*) over (partition by flood) as alike, row_number() over (partition by flood order by created_at desc, id) as nth
				from found where flood is not null
				union all
				select *, 1, 1 from found where flood is null),
			shown as materialized (
				select id, first, created_at, case when alike > %[1]d then alike else 1 end as alike
				from counted where alike <= %[1]d or nth = 1)
			select (select count(*) from shown), coalesce(array_agg(id), '{}'), coalesce(array_agg(alike), '{}')
			from (select id, alike from shown order by first desc, created_at desc, id limit %[2]d offset %[3]d) page`, most, perPage, (page-1)*perPage), args...).Scan(&all, &ids, &alike)
		if err != nil || len(ids) == 0 {
			return err
		}
		rows, err := tx.Query(ctx, "select "+columns+" from ("+merged+") m where "+visible+" and m.id = any($3) order by m.urgent and m.status = 'new' desc, m.created_at desc, m.id",
			a.ChurchID, seen(a), ids)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Request])
		for i := range found {
			if at := slices.Index(ids, found[i].ID); at >= 0 {
				found[i].Alike = alike[at]
			}
		}
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list requests: %w", err)
	}
	return found, all, nil
}

// each calls fn with every request that fits, the newest first.
func (s store) each(ctx context.Context, a access.Admin, f filter, fn func(Request) error) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		condition, args := f.where(a)
		rows, err := tx.Query(ctx, "select "+columns+" from ("+merged+") m where "+condition+" order by m.created_at desc, m.id", args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			one, err := pgx.RowToStructByName[Request](rows)
			if err != nil {
				return err
			}
			if err := fn(one); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err != nil {
		return fmt.Errorf("export requests: %w", err)
	}
	return nil
}

// find reads a request that the admin sees. It fails with errGone.
func find(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID) (Request, error) {
	rows, err := tx.Query(ctx, "select "+columns+" from ("+merged+") m where "+visible+" and m.id = $3", a.ChurchID, seen(a), id)
	if err != nil {
		return Request{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Request])
	if errors.Is(err, pgx.ErrNoRows) {
		return Request{}, errGone
	}
	return found, err
}
