package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"narthex/admin/articles"
	"narthex/admin/billing"
	"narthex/admin/conversations"
	"narthex/admin/data"
	"narthex/admin/digest"
	"narthex/admin/faqs"
	"narthex/admin/learning"
	"narthex/admin/lease"
	"narthex/admin/marketing"
	"narthex/admin/notify"
	"narthex/admin/regression"
	"narthex/admin/siteimport"
	"narthex/chat/confirmation"
	"narthex/retrieval"
	"narthex/retrieval/knowledge"
)

// jobs runs this node's share of the durable jobs.
type jobs struct {
	client *river.Client[pgx.Tx]
	leases *lease.Keeper
}

const (
	readers     = 2                // documents that one node reads at a time
	siteReaders = 2                // websites that one node reads at a time
	jobWorkers  = 4                // at a time on one node; embedding and mail wait on others most of the time
	rescueAfter = 16 * time.Minute // longer than any job of package retrieval may run
	jobStop     = 10 * time.Second // for running jobs to finish at a shutdown; later they are cancelled and run again
)

// newLibrary returns the churches' library.
func newLibrary(pool *pgxpool.Pool, embedder retrieval.Embedder, registerer prometheus.Registerer, logger *slog.Logger) (*knowledge.Library, error) {
	library, err := knowledge.NewLibrary(pool, embedder, knowledge.Config{Registerer: registerer, Logger: logger})
	if err != nil {
		return nil, fmt.Errorf("set up the library: %w", err)
	}
	return library, nil
}

// addJobs adds the jobs of every part of this node.
func (s *server) addJobs(workers *river.Workers) (periodic []*river.PeriodicJob) {
	knowledge.AddWorkers(workers, s.library)
	periodic = append(periodic, knowledge.PeriodicJobs()...)
	articles.AddWorkers(workers, s.pool, s.embedder, s.logger)
	periodic = append(periodic, articles.PeriodicJobs()...)
	notify.AddWorkers(workers, s.notices)
	faqs.AddWorkers(workers, &faqs.Importer{Pool: s.pool, Unfit: s.unfit, Embed: s.library.EmbedPending, Logger: s.logger})
	regression.AddWorkers(workers, &regression.Runner{Pool: s.pool, Within: s.drafts.Within, Ask: s.tryOut})
	data.AddWorkers(workers, s.pool, s.logger)
	periodic = append(periodic, data.PeriodicJobs()...)
	conversations.AddWorkers(workers, s.pool, s.logger)
	periodic = append(periodic, conversations.PeriodicJobs()...)
	confirmation.AddWorkers(workers, s.pool)
	periodic = append(periodic, confirmation.PeriodicJobs()...)
	learning.AddWorkers(workers, &learning.Gatherer{Pool: s.pool, Churches: s.churches, Embedder: s.embedder, Embeddings: s.embeddings, Logger: s.logger})
	periodic = append(periodic, learning.PeriodicJobs()...)
	siteimport.AddWorkers(workers, &siteimport.Reader{Pool: s.pool, Fetcher: s.sites, Ask: s.pageModel(), Logger: s.logger})
	periodic = append(periodic, siteimport.PeriodicJobs()...)
	digest.AddWorkers(workers, s.pool, s.notices, s.logger)
	periodic = append(periodic, digest.PeriodicJobs()...)
	periodic = append(periodic, s.accounts.addJobs(workers)...)
	if s.payments != nil {
		billing.AddWorkers(workers, s.payments.service)
		periodic = append(periodic, billing.PeriodicJobs()...)
		if s.payments.list != nil {
			marketing.AddWorkers(workers, s.payments.list)
		}
	}
	return periodic
}

// newJobs returns what works on the jobs that add adds. Notifications and documents have queues of their own: what takes
// minutes must not hold up what is waited for. Documents that a version before has queued stand in the default queue, and are read from there.
func newJobs(pool *pgxpool.Pool, add func(*river.Workers) []*river.PeriodicJob, registerer prometheus.Registerer, logger *slog.Logger) (*jobs, error) {
	workers := river.NewWorkers()
	periodic := add(workers)
	queues := notify.Queues()
	queues[river.QueueDefault] = river.QueueConfig{MaxWorkers: jobWorkers}
	queues[knowledge.Queue] = river.QueueConfig{MaxWorkers: readers}
	queues[billing.Queue] = river.QueueConfig{MaxWorkers: jobWorkers}
	queues[siteimport.Queue] = river.QueueConfig{MaxWorkers: siteReaders}
	leases := lease.New(pool, []string{river.QueueDefault, knowledge.Queue, billing.Queue, siteimport.Queue}, lease.Timing{}, logger)
	failures := newJobFailures(registerer, logger)
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:       queues,
		Workers:      workers,
		PeriodicJobs: periodic,
		Middleware:   []rivertype.Middleware{failures, leases},
		ErrorHandler: failures,
		// A job whose node died is run again when the longest it may take is over. Nobody waits for that: notify.Service.Run and
		// lease.Keeper.Run take jobs up within seconds.
		RescueStuckJobsAfter: rescueAfter,
		Logger:               quieter(logger),
	})
	if err != nil {
		return nil, fmt.Errorf("set up the jobs: %w", err)
	}
	return &jobs{client, leases}, nil
}

// quieter leaves out what River says at every start and election.
func quieter(logger *slog.Logger) *slog.Logger { return slog.New(warningsOnly{logger.Handler()}) }

type warningsOnly struct{ slog.Handler }

func (h warningsOnly) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// startRetry is how often jobs are tried to be started while Postgres is down.
const startRetry = 5 * time.Second

// Run works on jobs until ctx ends. A database that is down at the start is waited for.
func (j *jobs) Run(ctx context.Context) error {
	for {
		err := j.client.Start(context.WithoutCancel(ctx))
		if err == nil {
			break
		}
		slog.WarnContext(ctx, "jobs cannot be worked on yet", "error", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(startRetry):
		}
	}
	j.leases.Run(ctx)
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobStop)
	defer cancel()
	if err := j.client.Stop(stop); err == nil {
		return nil
	}
	final, cancelFinal := context.WithTimeout(context.WithoutCancel(ctx), jobStop)
	defer cancelFinal()
	return j.client.StopAndCancel(final)
}
