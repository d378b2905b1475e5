package directory

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Explain is how a search is done.
func (s Store) Explain(ctx context.Context, text string) (string, error) {
	query, arguments := asked(text, cursor{})
	rows, err := s.Pool.Query(ctx, "explain "+query, arguments...)
	if err != nil {
		return "", err
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return strings.Join(lines, "\n"), err
}
