package requests

import (
	"context"
	"errors"
	"fmt"
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

// filter says which requests are wanted. Empty fields want all.
type filter struct {
	Search, Kind, State string
	Assignee            string // a member's id, or "none"
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
	if f.Assignee == "none" {
		condition += " and m.assignee_id is null"
	} else if id, err := uuid.Parse(f.Assignee); err == nil {
		and("m.assignee_id = ?", id)
	}
	return condition, args
}

// list reads a page of requests, what is urgent and waits first, then the newest, and counts all that fit.
func (s store) list(ctx context.Context, a access.Admin, f filter, page int) (found []Request, all int, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		condition, args := f.where(a)
		var ids []uuid.UUID
		err := tx.QueryRow(ctx, fmt.Sprintf(`
			with found as materialized (select m.id, m.urgent and m.status = 'new' as first, m.created_at from (`+merged+`) m where `+condition+`)
			select (select count(*) from found),
				array(select id from found order by first desc, created_at desc, id limit %d offset %d)`, perPage, (page-1)*perPage), args...).Scan(&all, &ids)
		if err != nil || len(ids) == 0 {
			return err
		}
		rows, err := tx.Query(ctx, "select "+columns+" from ("+merged+") m where "+visible+" and m.id = any($3) order by m.urgent and m.status = 'new' desc, m.created_at desc, m.id",
			a.ChurchID, seen(a), ids)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Request])
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
