package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

// stuck reads documents when it is released.
type stuck chan struct{}

func (s stuck) Extract(ctx context.Context, _ string, _ []byte) (extract.Text, error) {
	select {
	case <-s:
		return extract.Text{}, extract.ErrNoText
	case <-ctx.Done():
		return extract.Text{}, context.Cause(ctx)
	}
}

// listening says when something is embedded that has words.
type listening struct {
	retrieval.Embedder
	words string
	heard func()
}

func (l listening) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, l.words) }) {
		l.heard()
	}
	return l.Embedder.Embed(ctx, texts)
}

func TestAChurchsDocumentsLeaveTheJobsOfOthersTheirWorkers(t *testing.T) {
	db := pgtest.New(t)
	released, heard := make(stuck), make(chan struct{})
	embedder := listening{retrieval.NewOffline(), "Where do I park?", sync.OnceFunc(func() { close(heard) })}
	library, err := knowledge.NewLibrary(db.Pool, embedder, knowledge.Config{Extractor: released, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	many, other := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	for n := range 50 {
		if _, err := library.PutDocument(t.Context(), many, knowledge.Upload{FileName: fmt.Sprint(n, ".txt"), Content: []byte("The hall closes at ten.")}); err != nil {
			t.Fatal(err)
		}
	}
	// As a version before has queued it.
	if _, err := db.Admin.Exec(t.Context(), "update river_job set queue = 'default' where id = (select min(id) from river_job where kind = 'ingest_document')"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Admin.Exec(t.Context(), `insert into unified_rag_content (organization_id, content_type, curation_status, title, content)
		values ($1, 'faq', 'approved', 'Where do I park?', 'Behind the church.')`, other); err != nil {
		t.Fatal(err)
	}
	jobs, err := newJobs(db.Pool, func(workers *river.Workers) []*river.PeriodicJob {
		knowledge.AddWorkers(workers, library)
		return knowledge.PeriodicJobs()
	}, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancelled := jobs.client.Subscribe(river.EventKindJobCancelled)
	defer cancelled()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := jobs.Run(ctx); err != nil {
			t.Errorf("the jobs: %v", err)
		}
	})
	defer running.Wait()
	defer stop()
	release := sync.OnceFunc(func() { close(released) })
	defer release()
	select {
	case <-heard:
	case <-time.After(30 * time.Second):
		t.Fatal("the question of another church waits for all documents")
	}
	release()
	for limit, fromBefore := time.After(time.Minute), false; !fromBefore; {
		select {
		case event := <-ended:
			fromBefore = event.Job.Queue == river.QueueDefault
		case <-limit:
			t.Fatal("what a version before has queued is not worked on")
		}
	}
}
