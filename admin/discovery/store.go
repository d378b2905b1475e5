package discovery

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type store struct{ pool *pgxpool.Pool }

// place is a page that there is, and when it last changed.
type place struct {
	Path    string
	Changed time.Time
}

// kinds are the sitemaps whose pages stand in the database: each counts and reads what everybody may see.
var kinds = map[string]struct{ count, read string }{
	"articles": {
		`select count(*) from articles where status = 'published' and published_at <= now() and seo ->> 'noindex' is distinct from 'true'`,
		`select '/blog/' || slug, greatest(updated_at, published_at) from articles
		 where status = 'published' and published_at <= now() and seo ->> 'noindex' is distinct from 'true' order by id limit $1 offset $2`,
	},
	"churches": {
		`select count(*) from churches`,
		`select '/churches/' || slug, updated_at from churches order by id limit $1 offset $2`,
	},
	"care": {
		`select count(*) from answering_churches(array(select id from churches where is_premium))`,
		`select '/care/' || c.slug, c.updated_at from answering_churches(array(select id from churches where is_premium)) as answering (id)
		 join churches c using (id) order by c.id limit $1 offset $2`,
	},
}

func (s store) count(ctx context.Context, kind string) (n int, err error) {
	if err := s.pool.QueryRow(ctx, kinds[kind].count).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the pages of %s: %w", kind, err)
	}
	return n, nil
}

func (s store) places(ctx context.Context, kind string, page int) ([]place, error) {
	rows, err := s.pool.Query(ctx, kinds[kind].read, perSitemap, (page-1)*perSitemap)
	if err != nil {
		return nil, fmt.Errorf("list the pages of %s: %w", kind, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[place])
	if err != nil {
		return nil, fmt.Errorf("list the pages of %s: %w", kind, err)
	}
	return found, nil
}
