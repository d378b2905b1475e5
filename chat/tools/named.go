package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// item is something of a church's own that a model names by its id, its title or words of it.
type item interface {
	identity() (id uuid.UUID, title string)
}

// named finds the items that are meant: the one with the id, those with the title, or those that fit the words best. All are
// the turn's church's, so that an id of another church's finds nothing.
func named[T item](items []T, asked string) []T {
	var exact []T
	wantedID, err := uuid.Parse(asked)
	for _, each := range items {
		id, title := each.identity()
		if err == nil && id == wantedID || fold(title) == fold(asked) {
			exact = append(exact, each)
		}
	}
	if len(exact) > 0 || err == nil {
		return exact
	}
	return matching(items, asked, func(each T) string { _, title := each.identity(); return title })
}

// maxCandidates is how many items a question back names.
const maxCandidates = 6

// candidates names items for a question back, each with the id to call again with.
func candidates[T item](items []T, describe func(T) string) string {
	var lines []string
	for _, each := range items[:min(len(items), maxCandidates)] {
		id, _ := each.identity()
		lines = append(lines, fmt.Sprintf("%s (id %s)", describe(each), id))
	}
	return strings.Join(lines, "; ")
}

func titleOf[T item](each T) string {
	_, title := each.identity()
	return title
}

// theOne picks the item that the parameter names. Where none or several may be meant it is for the visitor to say which.
func theOne[T item](c *call, items []T, parameter, what string) (T, error) {
	found := named(items, c.text(parameter))
	if len(found) == 1 {
		return found[0], nil
	}
	var none T
	if len(items) == 0 {
		return none, notOnFile("any " + what)
	}
	if len(found) == 0 {
		return none, refuse(NotFound, "This church has no such %s. There are: %s. Ask the visitor which they mean; never make one up.", what, candidates(items, titleOf))
	}
	return none, refuse(NotFound, "Several may be meant: %s. Ask the visitor which, then call again with its id.", candidates(found, titleOf))
}

// selectRows reads rows of one church in one round trip. The church's id is the statement's first argument.
func selectRows[T any](ctx context.Context, pool *pgxpool.Pool, churchID uuid.UUID, sql string, args ...any) (found []T, err error) {
	batch := &pgx.Batch{}
	batch.Queue(sql, append([]any{churchID}, args...)...)
	err = church.BatchInChurch(ctx, pool, churchID, batch, func(results pgx.BatchResults) error {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[T])
		return err
	})
	return found, err
}
