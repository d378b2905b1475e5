package knowledge_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

// startWorkers runs the library's jobs until the test ends, and returns what became of each as it ends.
func startWorkers(t *testing.T, b *libraryBench, periodic ...*river.PeriodicJob) (*river.Client[pgx.Tx], <-chan *river.Event) {
	t.Helper()
	workers := river.NewWorkers()
	knowledge.AddWorkers(workers, b.library)
	client, err := river.NewClient(riverpgxv5.New(b.db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}, knowledge.Queue: {MaxWorkers: 4}}, Workers: workers, PeriodicJobs: periodic,
		FetchPollInterval: 100 * time.Millisecond, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	events, cancel := client.Subscribe(river.EventKindJobCompleted, river.EventKindJobCancelled, river.EventKindJobFailed)
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop, done := context.WithTimeout(context.Background(), time.Minute)
		defer done()
		if err := client.Stop(stop); err != nil {
			t.Errorf("stop the workers: %v", err)
		}
		cancel()
	})
	return client, events
}

func waitForJob(t *testing.T, events <-chan *river.Event, kind string) *rivertype.JobRow {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		select {
		case event := <-events:
			if event.Job.Kind == kind {
				return event.Job
			}
		case <-deadline:
			t.Fatalf("no %s job ended", kind)
		}
	}
}

func TestTheJobQueuedWithADocumentIngestsIt(t *testing.T) {
	b := newLibraryBench(t)
	_, events := startWorkers(t, b)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(3, 0, "")})
	if job := waitForJob(t, events, "ingest_document"); job.State != rivertype.JobStateCompleted {
		t.Errorf("the job ended as %s: %+v", job.State, job.Errors)
	}
	if d := b.document(t, d.ID); d.Status != knowledge.StatusReady || d.ChunksEmbedded != 3 {
		t.Errorf("%+v", d)
	}
}

func TestARefusedDocumentIsNotTriedAgain(t *testing.T) {
	b := newLibraryBench(t)
	_, events := startWorkers(t, b)
	d := b.put(t, knowledge.Upload{FileName: "a.html", Content: []byte("<script>x</script>")})
	if job := waitForJob(t, events, "ingest_document"); job.State != rivertype.JobStateCancelled {
		t.Errorf("the job ended as %s", job.State)
	}
	if d := b.document(t, d.ID); d.Status != knowledge.StatusFailed {
		t.Errorf("%+v", d)
	}
}

func TestAnOutageOfTheEmbedderIsTriedAgain(t *testing.T) {
	b := newLibraryBench(t)
	b.embedder.down = errors.New("down")
	_, events := startWorkers(t, b)
	b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(3, 0, "")})
	if job := waitForJob(t, events, "ingest_document"); job.FinalizedAt != nil || len(job.Errors) != 1 {
		t.Errorf("the job ended for good as %s: %+v", job.State, job.Errors)
	}
}

func TestWhatWaitsIsFoundWithoutItsJob(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(3, 0, "")})
	other := retrievaltest.NewChurch(t, b.db)
	retrievaltest.AddRow(t, b.db, other, retrievaltest.Row{Kind: "faq", Title: "Written by SQL", Unembedded: true})
	retrievaltest.ExecAsOwner(t, b.db, `delete from river_job`) // lost, or never queued
	_, events := startWorkers(t, b, knowledge.PeriodicJobs()...)
	// Other jobs start with these, so a count of those that ended would not say that the work is done.
	awaited := map[string]bool{"find_pending_knowledge": true, "ingest_document": true, "embed_pending": true}
	for len(awaited) > 0 {
		select {
		case event := <-events:
			delete(awaited, event.Job.Kind)
			if event.Job.State != rivertype.JobStateCompleted {
				t.Errorf("%s ended as %s: %+v", event.Job.Kind, event.Job.State, event.Job.Errors)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%v did not run", awaited)
		}
	}
	if d := b.document(t, d.ID); d.Status != knowledge.StatusReady {
		t.Errorf("%+v", d)
	}
	if pending, err := b.library.Pending(t.Context()); len(pending) != 0 || err != nil {
		t.Errorf("still pending: %+v, %v", pending, err)
	}
}

func TestTheSameWorkIsQueuedOnce(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(3, 0, "")})
	b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(3, 1, "New.")})
	if n := b.queued(t, "ingest_document"); n != 1 {
		t.Errorf("%d jobs for one document", n)
	}
	var churchID, documentID uuid.UUID
	err := b.db.Admin.QueryRow(t.Context(), `select (args ->> 'church_id')::uuid, (args ->> 'document_id')::uuid from river_job`).Scan(&churchID, &documentID)
	if err != nil || churchID != b.churchID || documentID != d.ID {
		t.Errorf("the job's arguments: %v, %v, %v", churchID, documentID, err)
	}
}

func TestClassifyMovesLargeChurchesToTheIndex(t *testing.T) {
	b := newLibraryBench(t)
	retrievaltest.AddRandomRows(t, b.db, b.churchID, 300, 1)
	retrievaltest.AddRandomRows(t, b.db, retrievaltest.NewChurch(t, b.db), 20, 2)
	if moved, err := b.newLibrary(t, knowledge.Config{ScanLimit: 250}).Classify(t.Context()); moved != 300 || err != nil {
		t.Errorf("moved %d rows, %v", moved, err)
	}
	if moved, err := b.newLibrary(t, knowledge.Config{ScanLimit: 400}).Classify(t.Context()); moved != 0 || err != nil {
		t.Errorf("a church somewhat below the limit moved %d rows back, %v", moved, err)
	}
	if moved, err := b.newLibrary(t, knowledge.Config{ScanLimit: 1000}).Classify(t.Context()); moved != 300 || err != nil {
		t.Errorf("moved %d rows back, %v", moved, err)
	}
}

// The embedder was down for hours, in which a document failed eight times.
func TestADocumentIsSoonTriedAgainAfterALongOutage(t *testing.T) {
	b := newLibraryBench(t)
	b.embedder.down = errors.New("down")
	_, events := startWorkers(t, b)
	b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(3, 0, "")})
	waitForJob(t, events, "ingest_document")
	retrievaltest.ExecAsOwner(t, b.db, `update river_job set attempt = 8, errors = array_fill(errors[1], array[8]), state = 'available', scheduled_at = now() where kind = 'ingest_document'`)
	if job := waitForJob(t, events, "ingest_document"); time.Until(job.ScheduledAt) > time.Minute {
		t.Errorf("the next attempt is in %v", time.Until(job.ScheduledAt))
	}
}
