package accounts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/accounts/analytics"
	"narthex/admin/accounts/identity"
	"narthex/static/web"
)

// store is what Postgres keeps of the sermon app's users.
type store struct {
	pool   *pgxpool.Pool
	events Events
}

// visited stamps a user's first visit, with the events that it brings. Only the first call for a user reports true.
func (s store) visited(ctx context.Context, user identity.User) (first bool, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var at *time.Time
		if err := tx.QueryRow(ctx, "select log_first_visit($1)", user.ID).Scan(&at); err != nil {
			return err
		}
		if at == nil {
			return nil
		}
		first = true
		events := []analytics.Event{analytics.FirstVisit(user.ID, *at)}
		if user.EmailConfirmedAt != nil {
			events = append(events, analytics.Confirmed(user.ID, user.AppSource(), *user.EmailConfirmedAt))
		}
		return s.events.Tell(ctx, tx, events...)
	})
	if err != nil {
		return false, fmt.Errorf("stamp a first visit: %w", err)
	}
	return first, nil
}

// attribute stamps the outreach contact with a token as signed up. It does nothing for tokens that are unknown or stamped.
func (s store) attribute(ctx context.Context, token string, userID uuid.UUID) error {
	if _, err := s.pool.Exec(ctx, "select attribute_signup($1, $2)", token, userID); err != nil {
		return fmt.Errorf("stamp an outreach contact: %w", err)
	}
	return nil
}

// tradition is one that a user may name as theirs.
type tradition struct{ Slug, Name string }

// traditions are all theological lenses, as they are called in a language and in the order of that.
func (s store) traditions(ctx context.Context, language *web.Language) ([]tradition, error) {
	rows, err := s.pool.Query(ctx, "select slug, name from theological_lenses")
	if err != nil {
		return nil, fmt.Errorf("read the traditions: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[tradition])
	if err != nil {
		return nil, fmt.Errorf("read the traditions: %w", err)
	}
	for i, one := range all {
		all[i].Name = language.Named("lens."+one.Slug, one.Name)
	}
	slices.SortFunc(all, func(a, b tradition) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}
