package knowledge

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"narthex/chat/church"
	"narthex/retrieval/extract"
)

// onlyOne keeps a second job for the same work from being queued while the first one waits or runs. What changes after a
// running job has looked is found by findPending within a minute.
var onlyOne = river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}}

// Queue is the queue of documents that are to be read: the many of one church, each of which may take minutes, must not hold up what is
// quick and waited for, such as the embedding of another church's question.
const Queue = "documents"

// ingestDocument is the job that makes a document part of its church's knowledge.
type ingestDocument struct {
	ChurchID   uuid.UUID `json:"church_id"`
	DocumentID uuid.UUID `json:"document_id"`
	// Asked sets a second job apart from a first that runs: knowledge_documents.updated_at in microseconds since 1970. 0 for a first.
	Asked int64 `json:"asked,omitempty"`
}

// queueIngestion queues the ingestion of a document that its church has just sent, or wants to be tried again. One job that waits is
// enough for all that was sent before it; one that runs may have looked already.
func (l *Library) queueIngestion(ctx context.Context, tx pgx.Tx, churchID, documentID uuid.UUID, asked time.Time) error {
	job := ingestDocument{ChurchID: churchID, DocumentID: documentID}
	queued, err := l.jobs.InsertTx(ctx, tx, job, nil)
	if err == nil && queued.UniqueSkippedAsDuplicate && queued.Job.State == rivertype.JobStateRunning {
		job.Asked = asked.UnixMicro()
		_, err = l.jobs.InsertTx(ctx, tx, job, nil)
	}
	return err
}

// Kind implements river.JobArgs.
func (ingestDocument) Kind() string { return "ingest_document" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (ingestDocument) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: onlyOne, Queue: Queue}
}

// embedPending is the job that embeds a church's rows without an embedding.
type embedPending struct {
	ChurchID uuid.UUID `json:"church_id"`
}

// Kind implements river.JobArgs.
func (embedPending) Kind() string { return "embed_pending" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (embedPending) InsertOpts() river.InsertOpts { return river.InsertOpts{UniqueOpts: onlyOne} }

// findPending is the periodic job that queues the other two wherever something waits: after an edit by SQL, an outage of
// the embedder, a lost job.
type findPending struct{}

// Kind implements river.JobArgs.
func (findPending) Kind() string { return "find_pending_knowledge" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (findPending) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: onlyOne, MaxAttempts: 1}
}

// classifyKnowledge is the periodic job that runs Library.Classify.
type classifyKnowledge struct{}

// Kind implements river.JobArgs.
func (classifyKnowledge) Kind() string { return "classify_knowledge" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (classifyKnowledge) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: onlyOne, MaxAttempts: 3}
}

// forgetRetractions is the periodic job that runs Library.ForgetRetractions.
type forgetRetractions struct{}

// Kind implements river.JobArgs.
func (forgetRetractions) Kind() string { return "forget_retractions" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (forgetRetractions) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: onlyOne, MaxAttempts: 1}
}

// AddWorkers registers the workers of all the library's jobs.
func AddWorkers(workers *river.Workers, l *Library) {
	river.AddWorker(workers, &ingestWorker{library: l})
	river.AddWorker(workers, &embedWorker{library: l})
	river.AddWorker(workers, &findWorker{library: l})
	river.AddWorker(workers, &classifyWorker{library: l})
	river.AddWorker(workers, &forgetWorker{library: l})
}

// PeriodicJobs returns the jobs that the river client must run from time to time.
func PeriodicJobs() []*river.PeriodicJob {
	return []*river.PeriodicJob{
		river.NewPeriodicJob(river.PeriodicInterval(time.Minute),
			func() (river.JobArgs, *river.InsertOpts) { return findPending{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return classifyKnowledge{}, nil }, nil),
		river.NewPeriodicJob(river.PeriodicInterval(time.Hour),
			func() (river.JobArgs, *river.InsertOpts) { return forgetRetractions{}, nil }, &river.PeriodicJobOpts{RunOnStart: true}),
	}
}

// A document of thousands of passages takes minutes when the embedder is slow; what was done by then is kept.
const ingestTimeout = 15 * time.Minute

type ingestWorker struct {
	river.WorkerDefaults[ingestDocument]
	library *Library
}

func (w *ingestWorker) Timeout(*river.Job[ingestDocument]) time.Duration { return ingestTimeout }

// longestRetry is how long a document waits at most after an attempt that failed.
const longestRetry = time.Minute

// NextRetry implements river.Worker. River's own back-off grows to hours, and meanwhile keeps all others from queueing the document: after
// an outage of the embedder it would stay unread long after the embedder is back.
func (w *ingestWorker) NextRetry(job *river.Job[ingestDocument]) time.Time {
	attempts := min(time.Duration(len(job.Errors)+1), 10)
	return time.Now().Add(min(attempts*attempts*attempts*attempts*time.Second, longestRetry))
}

func (w *ingestWorker) Work(ctx context.Context, job *river.Job[ingestDocument]) error {
	err := w.library.Ingest(ctx, job.Args.ChurchID, job.Args.DocumentID, nil)
	if _, refused := errors.AsType[*extract.Refusal](err); refused || errors.Is(err, ErrDocumentNotFound) {
		return river.JobCancel(err) // trying again would end the same way
	}
	return err
}

type embedWorker struct {
	river.WorkerDefaults[embedPending]
	library *Library
}

func (w *embedWorker) Timeout(*river.Job[embedPending]) time.Duration { return ingestTimeout }

func (w *embedWorker) Work(ctx context.Context, job *river.Job[embedPending]) error {
	embedded, failed, err := w.library.EmbedPending(ctx, job.Args.ChurchID)
	if embedded+failed > 0 {
		w.library.cfg.Logger.InfoContext(ctx, "embedded pending knowledge", "church", job.Args.ChurchID, "embedded", embedded, "failed", failed)
	}
	if err != nil && failed > 0 {
		return river.JobCancel(err) // each row carries its own back-off; findPending comes again when it is over
	}
	return err
}

type findWorker struct {
	river.WorkerDefaults[findPending]
	library *Library
}

func (w *findWorker) Work(ctx context.Context, _ *river.Job[findPending]) error {
	return errors.Join(w.queueWork(ctx), w.embedLensTexts(ctx))
}

func (w *findWorker) embedLensTexts(ctx context.Context) error {
	_, err := w.library.EmbedLensTexts(ctx, false)
	return err
}

func (w *findWorker) queueWork(ctx context.Context) error {
	pending, err := w.library.Pending(ctx)
	if err != nil {
		return err
	}
	for _, p := range pending {
		jobs, err := w.library.jobsFor(ctx, p)
		if err != nil {
			return err
		}
		if len(jobs) == 0 {
			continue
		}
		if _, err := w.library.jobs.InsertMany(ctx, jobs); err != nil {
			return fmt.Errorf("queue pending knowledge: %w", err)
		}
	}
	return nil
}

// jobsFor returns the jobs that a church's pending work asks for.
func (l *Library) jobsFor(ctx context.Context, p ChurchPending) ([]river.InsertManyParams, error) {
	var jobs []river.InsertManyParams
	if p.Due > 0 {
		jobs = append(jobs, river.InsertManyParams{Args: embedPending{ChurchID: p.ChurchID}})
	}
	if p.Documents == 0 {
		return jobs, nil
	}
	var documents []uuid.UUID
	err := church.InChurch(ctx, l.pool, p.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id from knowledge_documents
			where organization_id = $1 and status in ('queued', 'extracting', 'embedding')
			order by updated_at
			limit 500`, p.ChurchID)
		if err != nil {
			return err
		}
		documents, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list unfinished documents: %w", err)
	}
	for _, id := range documents {
		jobs = append(jobs, river.InsertManyParams{Args: ingestDocument{ChurchID: p.ChurchID, DocumentID: id}})
	}
	return jobs, nil
}

type classifyWorker struct {
	river.WorkerDefaults[classifyKnowledge]
	library *Library
}

func (w *classifyWorker) Timeout(*river.Job[classifyKnowledge]) time.Duration { return ingestTimeout }

func (w *classifyWorker) Work(ctx context.Context, _ *river.Job[classifyKnowledge]) error {
	changed, err := w.library.Classify(ctx)
	if changed > 0 {
		w.library.cfg.Logger.InfoContext(ctx, "sorted churches by size", "rows", changed)
	}
	return err
}

type forgetWorker struct {
	river.WorkerDefaults[forgetRetractions]
	library *Library
}

func (w *forgetWorker) Work(ctx context.Context, _ *river.Job[forgetRetractions]) error {
	forgotten, err := w.library.ForgetRetractions(ctx)
	if forgotten > 0 {
		w.library.cfg.Logger.InfoContext(ctx, "forgot retractions that no cached answer can be older than", "rows", forgotten)
	}
	return err
}
