package match

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// claimed is the church from whose own page a sign-up comes, while nobody has it, and the zero UUID otherwise. It is the one that is
// meant whatever the sign-up calls it: who claims a church may correct what stands there. A country or a state that the directory does
// not know is no other one.
func claimed(ctx context.Context, db querier, s signup.SignUp) (uuid.UUID, error) {
	if s.Claimed == "" {
		return uuid.Nil, nil
	}
	rows, err := db.Query(ctx, `
		select c.id, coalesce(c.country, '') as country, coalesce(c.state, '') as state from churches c
		where c.slug = $1 and not c.is_premium and not c.is_demo`, s.Claimed)
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for the church that is claimed: %w", err)
	}
	c, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[struct {
		ID             uuid.UUID
		Country, State string
	}])
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, nil
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("look for the church that is claimed: %w", err)
	}
	if c.Country != "" && c.Country != s.Country || c.State != "" && !sameState(s.Country, s.State, c.State) {
		return uuid.Nil, nil
	}
	return c.ID, nil
}
