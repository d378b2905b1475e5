package church_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
)

func TestUnknownAndUnsubscribedChurchesAreToldApart(t *testing.T) {
	f := setup(t)
	listed, subscribed := f.church("listed"), f.subscriber("subscribed", "starter_chat")
	s := newStore(t, f.Pool, church.Config{}).listen()

	s.expectByID(subscribed, nil)
	s.expectBySlug("subscribed", nil)
	s.expectByID(listed, church.ErrNotSubscribed)
	s.expectBySlug("listed", church.ErrNotSubscribed)
	s.expectByID(uuid.Must(uuid.NewV7()), church.ErrNotFound)
	s.expectByID(uuid.Nil, church.ErrNotFound)
	for _, slug := range []string{"unknown", "", "Listed", "listed/", "naïve", "x' or 1=1", strings.Repeat("a", 81)} {
		s.expectBySlug(slug, church.ErrNotFound)
	}

	directory, err := s.Directory(t.Context(), "listed")
	if err != nil || directory.ID != listed || directory.Name != "Church listed" || directory.Location.String() != "America/Chicago" {
		t.Errorf("Directory = %+v, %v", directory, err)
	}
	if _, err := s.Directory(t.Context(), "unknown"); !errors.Is(err, church.ErrNotFound) {
		t.Errorf("Directory of an unknown slug: %v", err)
	}
}

func TestACachedChurchIsNotAskedForAgain(t *testing.T) {
	f := setup(t)
	id := f.subscriber("cached", "starter_chat")
	s := newStore(t, f.Pool, church.Config{}).listen()
	first := s.snapshot(id)
	for range 100 {
		if s.snapshot(id) != first {
			t.Fatal("another snapshot of an unchanged church")
		}
		if bySlug, err := s.BySlug(t.Context(), "cached"); err != nil || bySlug != first {
			t.Fatalf("BySlug: another snapshot of an unchanged church, %v", err)
		}
	}
	if s.loads() != 1 {
		t.Errorf("%v loads; want 1", s.loads())
	}
}

func TestAThousandVisitorsAtOnceLoadAChurchOnce(t *testing.T) {
	f := setup(t)
	id := f.subscriber("busy", "starter_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
	release := f.holdUpLoads()
	var visitors sync.WaitGroup
	for range 1000 {
		visitors.Go(func() { s.expectByID(id, nil) })
	}
	f.waitUntilHeldUp(1)
	release()
	visitors.Wait()
	if s.loads() != 1 {
		t.Errorf("%v loads; want 1", s.loads())
	}
}

func TestEveryLoadIsOneRoundTripAndAnUnknownIDOrSlugIsAskedForOnce(t *testing.T) {
	f := setup(t)
	known := f.subscriber("known", "starter_chat")
	pool, sent := f.tracedPool()
	s := newStore(t, pool, church.Config{}).listen()
	sent.queries.Store(0) // "listen" itself
	unknown := uuid.Must(uuid.NewV7())
	for range 100 {
		s.expectByID(known, nil)
		s.expectByID(unknown, church.ErrNotFound)
		s.expectBySlug("no-such-church", church.ErrNotFound)
		s.expectBySlug("known", nil)
	}
	if queries, batches := sent.queries.Load(), sent.batches.Load(); queries != 1 || batches != 3 {
		t.Errorf("%d queries and %d batches; want one query for the unknown slug, and one batch for each id and the reference data", queries, batches)
	}
}

func TestAVisitorWhoLeavesDoesNotSpoilTheLoadForOthers(t *testing.T) {
	f := setup(t)
	id := f.subscriber("patient", "starter_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
	release := f.holdUpLoads()

	leaving, leave := context.WithCancelCause(t.Context())
	gone := errors.New("tab closed")
	var visitors sync.WaitGroup
	visitors.Go(func() { _, _ = s.ByID(leaving, id) }) // starts the load
	f.waitUntilHeldUp(1)
	visitors.Go(func() {
		if _, err := s.ByID(leaving, id); !errors.Is(err, gone) && err != nil {
			t.Errorf("the visitor who left: %v; want the cause", err)
		}
	})
	visitors.Go(func() { s.expectByID(id, nil) })
	leave(gone)
	release()
	visitors.Wait()
	s.expectByID(id, nil)
	if s.loads() != 1 {
		t.Errorf("%v loads; want 1", s.loads())
	}
}

func TestMemoryForChurchesIsBounded(t *testing.T) {
	f := setup(t)
	var ids []uuid.UUID
	for i := range 30 {
		ids = append(ids, f.subscriber(fmt.Sprint("heavy-", i), "suite_chat"))
	}
	f.exec(`
		insert into unified_rag_content (organization_id, content_type, title, content, metadata, question_embedding, embedding)
		select p.church_id, 'faq', 'Question ' || n, 'Answer', jsonb_build_object('embedder', $1::text), $2, $2
		from premium_churches p, generate_series(1, 20) as n`, embedder, vector(1))
	const limit = 256 << 10 // six churches of 42 KB
	s := newStore(t, f.Pool, church.Config{MaxBytes: limit}).listen()
	for range 3 {
		for _, id := range ids {
			s.snapshot(id)
		}
	}
	cached := func() float64 { return s.metric("narthex_church_snapshots_cached", "") }
	s.eventually("what is too much is evicted", func() bool {
		return s.metric("narthex_church_snapshots_bytes", "") <= limit && cached() <= 8
	})
	if cached() == 0 {
		t.Error("nothing is cached")
	}
}
