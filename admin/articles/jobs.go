package articles

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"narthex/retrieval"
)

// AddWorkers registers the workers of the package's jobs.
func AddWorkers(workers *river.Workers, pool *pgxpool.Pool, embedder retrieval.Embedder, logger *slog.Logger) {
	river.AddWorker(workers, &publisher{store: Store{pool}, logger: logger})
	river.AddWorker(workers, &embedWorker{store: Store{pool}, embedder: embedder, logger: logger})
}

// PeriodicJobs returns the jobs that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(publishEvery),
			func() (river.JobArgs, *river.InsertOpts) { return publishDue{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
		river.NewPeriodicJob(river.PeriodicInterval(embedEvery),
			func() (river.JobArgs, *river.InsertOpts) { return embedArticles{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

const (
	embedEvery   = time.Minute
	embedTimeout = 10 * time.Minute // thousands of articles, after an import
)

// embedArticles is the periodic job that embeds what has been written or changed.
type embedArticles struct{}

// Kind implements river.JobArgs.
func (embedArticles) Kind() string { return "embed_articles" }

// InsertOpts implements river.JobArgsWithInsertOpts. While one runs, none is queued behind it; the next one does what one that failed
// did not.
func (embedArticles) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
	}}}
}

type embedWorker struct {
	river.WorkerDefaults[embedArticles]
	store    Store
	embedder retrieval.Embedder
	logger   *slog.Logger
}

func (w *embedWorker) Timeout(*river.Job[embedArticles]) time.Duration { return embedTimeout }

// Work implements river.Worker.
func (w *embedWorker) Work(ctx context.Context, _ *river.Job[embedArticles]) error {
	embedded, failed, err := w.store.EmbedPending(ctx, w.embedder)
	if embedded+failed > 0 {
		w.logger.InfoContext(ctx, "embedded articles", "embedded", embedded, "failed", failed)
	}
	if err != nil && failed > 0 {
		return river.JobCancel(err) // each article waits for its own time
	}
	return err
}
