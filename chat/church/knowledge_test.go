package church_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/google/uuid"

	"narthex/chat/church"
)

func TestFAQsAreThoseAVisitorMayBeShown(t *testing.T) {
	f := setup(t)
	id, other := f.subscriber("faqs", "suite_chat"), f.subscriber("other", "suite_chat")
	f.faq(id, "shown", `{"embedder": "test-embedder"}`)
	f.faq(id, "exact", `{"embedder": "test-embedder", "exact_response": true}`)
	f.faq(id, "exact as text", `{"embedder": "test-embedder", "exact_response": "true", "visibility": "public"}`)
	f.faq(id, "internal", `{"embedder": "test-embedder", "visibility": "internal"}`)
	f.exec(`alter table unified_rag_content drop constraint known_visibility`) // the snapshot does not count on it
	f.faq(id, "of an unknown visibility", `{"embedder": "test-embedder", "visibility": "staff"}`)
	f.faq(id, "of another embedder", `{"embedder": "old-embedder"}`)
	f.faq(other, "of another church", `{"embedder": "test-embedder"}`)
	pending := f.faq(id, "pending", `{"embedder": "test-embedder"}`)
	f.exec(`update unified_rag_content set curation_status = 'pending' where id = $1`, pending)
	unembedded := f.faq(id, "without an embedding", `{"embedder": "test-embedder"}`)
	f.exec(`update unified_rag_content set question_embedding = null where id = $1`, unembedded)

	var got []string
	for _, faq := range newStore(t, f.Pool, church.Config{}).snapshot(id).FAQs {
		got = append(got, fmt.Sprint(faq.Question, " ", faq.Exact))
	}
	if diff := cmp.Diff([]string{"exact true", "exact as text true", "shown false"}, got); diff != "" {
		t.Errorf("FAQs (-want +got):\n%s", diff)
	}
}

func TestFAQsAreCappedExactOnesFirst(t *testing.T) {
	f := setup(t)
	id := f.subscriber("many", "suite_chat")
	f.exec(`
		insert into unified_rag_content (organization_id, content_type, title, content, metadata, question_embedding, embedding)
		select $1, 'faq', 'Question ' || n, 'Answer', jsonb_build_object('embedder', $2::text, 'exact_response', n > $3::int), $4, $4
		from generate_series(1, $3 + 20) as n`, id, embedder, church.MaxFAQs, vector(1))
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient})
	faqs := s.snapshot(id).FAQs
	if len(faqs) != church.MaxFAQs {
		t.Fatalf("%d FAQs; want %d", len(faqs), church.MaxFAQs)
	}
	if !faqs[19].Exact || faqs[20].Exact {
		t.Error("the 20 exact FAQs do not come first")
	}
	s.eventually("it is weighed", func() bool { return s.metric("narthex_church_snapshots_bytes", "") > 0 })
	if bytes := s.metric("narthex_church_snapshots_bytes", ""); bytes < 1.7e6 || bytes > 2.5e6 {
		t.Errorf("the snapshot counts as %v bytes; its embeddings alone take 1.5 MB", bytes)
	}
}

func TestExactSimilaritiesOfFAQs(t *testing.T) {
	f := setup(t)
	id, other := f.subscriber("exact", "starter_chat"), f.subscriber("elsewhere", "starter_chat")
	of := f.faq(id, "Parking?", `{"embedder": "test-embedder"}`)
	removed, theirs := f.faq(id, "Dogs?", `{"embedder": "test-embedder"}`), f.faq(other, "Cats?", `{"embedder": "test-embedder"}`)
	f.exec(`delete from unified_rag_content where id = $1`, removed)
	s := newStore(t, f.Pool, church.Config{})
	asked := make([]float32, 1536)
	asked[0] = 1
	got, err := s.FAQSimilarities(t.Context(), id, []uuid.UUID{of, removed, theirs}, asked)
	want := 0.5 / math.Sqrt(0.5*0.5+1) // see vector
	if err != nil || len(got) != 1 || math.Abs(got[of]-want) > 1e-6 {
		t.Errorf("%v, %v; want %v of %v alone", got, err, want, of)
	}
}

// Answers do without the exact similarities where they take too long. That a lock is held for a moment makes no church stale.
func TestSlowSimilaritiesDoNotSayThatTheDatabaseIsAway(t *testing.T) {
	f := setup(t)
	id := f.subscriber("slow", "starter_chat")
	faq := f.faq(id, "Parking?", `{"embedder": "test-embedder"}`)
	s := newStore(t, f.Pool, church.Config{}).listen()
	s.snapshot(id)
	s.eventually("nothing is stale", func() bool { return s.metric("narthex_church_stale", "") == 0 })
	locked, err := f.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = locked.Rollback(t.Context()) }()
	if _, err := locked.Exec(t.Context(), `lock table unified_rag_content in access exclusive mode`); err != nil {
		t.Fatal(err)
	}
	if found, err := s.FAQSimilarities(t.Context(), id, []uuid.UUID{faq}, make([]float32, 1536)); !errors.Is(err, church.ErrUnavailable) {
		t.Errorf("%v, %v", found, err)
	}
	if s.metric("narthex_church_stale", "") != 0 {
		t.Error("churches count as stale")
	}
}
