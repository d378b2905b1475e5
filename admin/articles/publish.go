package articles

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// publishEvery is how often it is looked for scheduled articles whose time has come, and so how late one can be.
const publishEvery = 15 * time.Second

// publishDue is the periodic job that publishes scheduled articles.
type publishDue struct{}

// Kind implements river.JobArgs.
func (publishDue) Kind() string { return "publish_articles" }

// InsertOpts implements river.JobArgsWithInsertOpts. The next one does what one that failed did not.
func (publishDue) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

type publisher struct {
	river.WorkerDefaults[publishDue]
	store  Store
	logger *slog.Logger
}

func (p *publisher) Timeout(*river.Job[publishDue]) time.Duration { return time.Minute }

// Work implements river.Worker.
func (p *publisher) Work(ctx context.Context, _ *river.Job[publishDue]) error {
	published, err := p.store.PublishDue(ctx)
	for _, slug := range published {
		p.logger.InfoContext(ctx, "article published", "slug", slug)
	}
	return err
}

// PublishDue publishes the scheduled articles whose time has come by the database's clock, and returns their slugs. Of two that do
// so at once, one finds an article scheduled: the other waits for its row, and then sees it published.
func (s *Store) PublishDue(ctx context.Context) ([]string, error) {
	rows, err := s.Pool.Query(ctx, `
		update articles set status = 'published' where status = 'scheduled' and published_at <= now()
		returning slug`)
	if err != nil {
		return nil, fmt.Errorf("publish articles: %w", err)
	}
	published, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("publish articles: %w", err)
	}
	return published, nil
}
