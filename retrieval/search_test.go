package retrieval_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/retrievaltest"
)

// halfPrecision is by how much a similarity may be off, since vectors are compared in half precision.
const halfPrecision = 1e-4

func ids(passages []retrieval.Passage) []uuid.UUID {
	var ids []uuid.UUID
	for _, p := range passages {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestSearchFindsTheNearestPassagesOfTheChurch(t *testing.T) {
	db := pgtest.New(t)
	churchID, other := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	parking := retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Kind: "faq", Title: "Where can I park?", Content: "Behind the church, free of charge."})
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Baptism", Content: "Talk to the pastor about baptism."})
	retrievaltest.AddRow(t, db, other, retrievaltest.Row{Kind: "faq", Title: "Where can I park?", Content: "On the street."})

	got := retrievaltest.Search(t, db, retrievaltest.Ask(t, churchID, "Where can I park?"))
	if len(got) != 1 || got[0].ID != parking {
		t.Fatalf("got %+v, want only the parking question of this church", got)
	}
	p := got[0]
	if p.Kind != retrieval.KindFAQ || p.Title != "Where can I park?" || p.Content != "Behind the church, free of charge." || p.DocumentID != uuid.Nil || p.Page != 0 {
		t.Errorf("passage is incomplete: %+v", p)
	}
	if want := retrievaltest.Cosine(retrievaltest.Embed(t, "Where can I park?"), retrievaltest.Embed(t, "Where can I park?\nBehind the church, free of charge.")); math.Abs(p.Similarity-want) > halfPrecision {
		t.Errorf("similarity %v, want the cosine %v", p.Similarity, want)
	}
}

func TestSearchLeavesOutWhatMayNotBeShown(t *testing.T) {
	for name, hidden := range map[string]retrievaltest.Row{
		"a row without an embedding":    {Unembedded: true},
		"a row waiting for approval":    {Curation: "pending"},
		"a rejected row":                {Curation: "rejected"},
		"an internal row":               {Visibility: "internal"},
		"a row of a different embedder": {Embedder: "openai:another"},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.New(t)
			churchID := retrievaltest.NewChurch(t, db)
			hidden.Title, hidden.Content = "Safe code", "The safe's code is 4711."
			retrievaltest.AddRow(t, db, churchID, hidden)
			retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Choir", Content: "The choir rehearses on Thursday."})
			if got := retrievaltest.Search(t, db, retrievaltest.Ask(t, churchID, "What is the safe's code? 4711?")); len(got) != 0 {
				t.Errorf("found %+v", got)
			}
		})
	}
}

func TestSearchRefusesAChurchThatIsNotTheTransactionsOwn(t *testing.T) {
	db := pgtest.New(t)
	mine, theirs := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, theirs, retrievaltest.Row{Title: "Secret", Content: "Theirs alone."})
	err := church.InChurch(t.Context(), db.Pool, mine, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `select * from search_church_knowledge($1, $2::real[]::vector, -1, 8)`, theirs, retrievaltest.Embed(t, "secret"))
		return err
	})
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || pgErr.Code != "42501" {
		t.Fatalf("got %v, want insufficient_privilege", err)
	}
	if _, err := db.Pool.Exec(t.Context(), `select * from search_church_knowledge($1, $2::real[]::vector, -1, 8)`, theirs, retrievaltest.Embed(t, "secret")); err == nil {
		t.Fatal("a transaction that is in no church could search one")
	}
}

func TestSearchFindsNamesAndNumbersThatMeaningMisses(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	for i := range 40 {
		retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: fmt.Sprintf("Ministry %d", i), Content: "We meet in the hall after the service and everyone is welcome to come along.", Embedding: retrievaltest.Direction(i + 1)})
	}
	for name, c := range map[string]struct{ content, question, language string }{
		"a name in another case":              {"Ask for Margaret Okonkwo at the desk.", "who is margaret okonkwo", "en"},
		"a name without its accents":          {"La catequista es Begoña Ibáñez.", "begona ibanez", "es"},
		"a telephone number written in parts": {"Ring the sacristy on 555-0134.", "whose number is 555 0134?", "en"},
		"a time written together":             {"The vigil starts at 7:45pm.", "what starts at 7:45 pm", "en"},
		"an inflected rare word":              {"Columbarium niches may be reserved.", "niche reservations columbarium", "en"},
	} {
		t.Run(name, func(t *testing.T) {
			want := retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Notice", Content: c.content, Embedding: retrievaltest.Direction(900), Language: c.language})
			q := retrievaltest.Ask(t, churchID, c.question)
			q.Embedding, q.Language, q.Threshold = retrievaltest.Direction(0), c.language, 0.35
			got := retrievaltest.Search(t, db, q)
			if !slices.Contains(ids(got), want) {
				t.Fatalf("not found; got %+v", got)
			}
			for _, p := range got {
				if p.ID == want && math.Abs(p.Similarity) > 1e-6 {
					t.Errorf("similarity %v, want the true one, 0", p.Similarity)
				}
			}
		})
	}
}

func TestSearchIgnoresWordsThatProveNothing(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	for i := range 60 {
		retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Notice", Content: "Everyone is welcome in our church on Sunday.", Embedding: retrievaltest.Direction(i + 1)})
	}
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Notice", Content: "The car park is locked at night.", Embedding: retrievaltest.Direction(900)})
	for _, question := range []string{
		"what is the church like", "is everyone welcome", "the and of", "¿?", "how do I replace the clutch plate of my car",
	} {
		q := retrievaltest.Ask(t, churchID, question)
		q.Embedding, q.Threshold = retrievaltest.Direction(0), 0.35
		if got := retrievaltest.Search(t, db, q); len(got) != 0 {
			t.Errorf("%q found %+v by its words", question, got)
		}
	}
}

func TestWordsTakeAtMostAQuarterOfThePlacesFromMeaning(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	for i := range 20 {
		retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Near", Content: "Lorem ipsum.", Embedding: between(0, i+1, 0.9-float64(i)/100)})
	}
	for i := range 3 {
		retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Named", Content: "Zebulon.", Embedding: retrievaltest.Direction(500 + i)})
	}
	q := retrievaltest.Ask(t, churchID, "Zebulon")
	q.Embedding, q.Threshold, q.Limit = retrievaltest.Direction(0), 0.35, 8
	got := retrievaltest.Search(t, db, q)
	named := 0
	for _, p := range got {
		if p.Title == "Named" {
			named++
		}
	}
	if len(got) != 8 || named != 2 {
		t.Errorf("%d passages, %d of them by words; want 8 and 2", len(got), named)
	}
	if got := retrievaltest.Search(t, db, retrieval.Query{ChurchID: churchID, Embedding: retrievaltest.Direction(0), Embedder: retrievaltest.Offline.Name(), Threshold: 0.875, Text: "Zebulon"}); len(got) != 6 {
		t.Errorf("%d passages, want the three similar enough and the three named, since places are free", len(got))
	}
}

func TestSearchNamesBothEmbeddersWhenNoneOfTheRowsFit(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{})
	if _, err := searcher.Search(t.Context(), retrievaltest.Ask(t, churchID, "anything")); err != nil {
		t.Fatalf("a church without knowledge: %v", err)
	}
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Choir", Embedder: "openai:text-embedding-3-small"})
	_, err := searcher.Search(t.Context(), retrievaltest.Ask(t, churchID, "choir"))
	mismatch, ok := errors.AsType[*retrieval.EmbedderMismatchError](err)
	if !ok || mismatch.Stored != "openai:text-embedding-3-small" || mismatch.Query != retrievaltest.Offline.Name() {
		t.Fatalf("got %v, want an embedder mismatch that names both", err)
	}
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Parking", Content: "Behind the church."})
	if _, err := searcher.Search(t.Context(), retrievaltest.Ask(t, churchID, "quantum chromodynamics")); err != nil {
		t.Fatalf("once a row fits, finding nothing is no error: %v", err)
	}
}

func TestSearchTakesTextThatTheDatabaseWouldNot(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Choir", Content: "The choir sings."})
	for _, text := range []string{"choir\x00", "choir \xff\xfe", "'); drop table churches; --", "choir & | ! :* <->"} {
		q := retrievaltest.Ask(t, churchID, "choir")
		q.Text = text
		retrievaltest.Search(t, db, q)
	}
}

func TestARowOfAnyWidthCanBeStoredAndFound(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	long := strings.Repeat("Zebulon's columbarium ", 100_000)
	id := retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Kind: "faq", Title: long[:2_000], Content: long, Visibility: "public", Embedder: retrievaltest.Offline.Name()})
	retrievaltest.ExecAsOwner(t, db, `update unified_rag_content set metadata = metadata || jsonb_build_object('faq_category', $2::text) where id = $1`, id, long[:9_000])
	if got := retrievaltest.Search(t, db, retrievaltest.Ask(t, churchID, "columbarium")); len(got) != 1 || got[0].Content != long {
		t.Errorf("%d passages", len(got))
	}
}

func TestSearchRefusesAnEmbeddingOfTheWrongLength(t *testing.T) {
	if _, err := retrieval.NewSearcher(nil, retrieval.SearcherConfig{}).Search(t.Context(), retrieval.Query{Embedding: make([]float32, 3)}); err == nil {
		t.Fatal("accepted 3 dimensions")
	}
}

// mustBeNearest fails where eight passages are not the nearest of all that are stored, but for what half precision cannot tell apart.
func mustBeNearest(t *testing.T, stored []retrievaltest.StoredVector, query []float32, passages []retrieval.Passage) {
	t.Helper()
	cosines := make(map[uuid.UUID]float64, len(stored))
	for _, s := range stored {
		cosines[s.ID] = retrievaltest.Cosine(s.Vector, query)
	}
	nearest := bruteForce(stored, query, 8)
	if len(passages) != len(nearest) {
		t.Fatalf("%d passages, not %d", len(passages), len(nearest))
	}
	for i, p := range passages {
		if got, want := cosines[p.ID], cosines[nearest[i]]; math.Abs(got-want) > halfPrecision || math.Abs(p.Similarity-got) > halfPrecision {
			t.Fatalf("passage %d has the cosine %v and is told to have %v; that of the nearest is %v", i, got, p.Similarity, want)
		}
	}
}

func TestExactSearchLosesNothingAgainstBruteForce(t *testing.T) {
	db := pgtest.New(t)
	churchID, other := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	stored := retrievaltest.AddRandomRows(t, db, churchID, 600, 1)
	retrievaltest.AddRandomRows(t, db, other, 600, 2)
	for seed := range uint64(20) {
		q := retrieval.Query{ChurchID: churchID, Embedding: retrievaltest.Random(rand.New(rand.NewPCG(9, seed))), Embedder: retrievaltest.Offline.Name(), Threshold: -1}
		mustBeNearest(t, stored, q.Embedding, retrievaltest.Search(t, db, q))
	}
}

func TestLargeChurchesAreSearchedThroughTheIndex(t *testing.T) {
	db := pgtest.New(t)
	large, small := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	stored := retrievaltest.AddRandomRows(t, db, large, 600, 1)
	retrievaltest.AddRandomRows(t, db, small, 100, 2)
	for classify(t, db, 400, 250) > 0 {
	}
	stored = append(stored, retrievaltest.AddRandomRows(t, db, large, 40, 3)...) // not yet classified: scanned beside the index

	registry := prometheus.NewRegistry()
	searcher := retrieval.NewSearcher(db.Pool, retrieval.SearcherConfig{Registerer: registry})
	hits, wanted := 0, 0
	for seed := range uint64(20) {
		q := retrieval.Query{ChurchID: large, Embedding: retrievaltest.Random(rand.New(rand.NewPCG(9, seed))), Embedder: retrievaltest.Offline.Name(), Threshold: -1}
		got, err := searcher.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range bruteForce(stored, q.Embedding, 8) {
			wanted++
			if slices.Contains(ids(got), id) {
				hits++
			}
		}
	}
	if recall := float64(hits) / float64(wanted); recall < 0.95 {
		t.Errorf("recall@8 %.3f, want at least 0.95", recall)
	}
	if n := observations(t, registry, "approximate"); n != 20 {
		t.Errorf("%d searches counted as approximate, want 20", n)
	}
	if got := retrievaltest.Search(t, db, retrieval.Query{ChurchID: small, Embedding: retrievaltest.Direction(0), Embedder: retrievaltest.Offline.Name(), Threshold: -1}); len(got) != 8 {
		t.Errorf("the small church: %d passages, want 8", len(got))
	}
	for classify(t, db, 2000, 1000) > 0 { // under half of the limit now: back to the scan
	}
	q := retrieval.Query{ChurchID: large, Embedding: retrievaltest.Random(rand.New(rand.NewPCG(9, 99))), Embedder: retrievaltest.Offline.Name(), Threshold: -1}
	if diff := cmp.Diff(bruteForce(stored, q.Embedding, 8), ids(retrievaltest.Search(t, db, q))); diff != "" {
		t.Errorf("after leaving the index (-want +got):\n%s", diff)
	}
}

func TestAChurchWithFewRowsInTheIndexIsStillFoundWhole(t *testing.T) {
	db := pgtest.New(t)
	rare, crowd := retrievaltest.NewChurch(t, db), retrievaltest.NewChurch(t, db)
	stored := retrievaltest.AddRandomRows(t, db, rare, 10, 1)
	retrievaltest.AddRandomRows(t, db, crowd, 500, 2)
	retrievaltest.ExecAsOwner(t, db, `update unified_rag_content set approximate = true`)
	q := retrieval.Query{ChurchID: rare, Embedding: retrievaltest.Random(rand.New(rand.NewPCG(9, 9))), Embedder: retrievaltest.Offline.Name(), Threshold: -1}
	if diff := cmp.Diff(bruteForce(stored, q.Embedding, 8), ids(retrievaltest.Search(t, db, q))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSearchIsOneRoundTrip(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	retrievaltest.AddRow(t, db, churchID, retrievaltest.Row{Title: "Choir", Content: "The choir sings."})
	pool, trips := countingPool(t, db.URL)
	searcher := retrieval.NewSearcher(pool, retrieval.SearcherConfig{})
	for range 2 { // the first search of a connection also prepares its statements
		trips.Store(0)
		if _, err := searcher.Search(t.Context(), retrievaltest.Ask(t, churchID, "choir")); err != nil {
			t.Fatal(err)
		}
	}
	if n := trips.Load(); n != 1 {
		t.Errorf("%d round trips, want 1", n)
	}
}

// The deterministic half of what BenchmarkSearch measures: pages read, which no busy machine changes.
func TestSearchReadsNoMoreWhenOtherChurchesGrow(t *testing.T) {
	db := pgtest.New(t)
	churchID := retrievaltest.NewChurch(t, db)
	fillChurches(t, db, []uuid.UUID{churchID}, 500)
	few := pagesRead(t, db, churchID)
	others := make([]uuid.UUID, 10)
	for i := range others {
		others[i] = retrievaltest.NewChurch(t, db)
	}
	fillChurches(t, db, others, 500)
	many := pagesRead(t, db, churchID)
	t.Logf("pages read: %d beside nobody, %d beside ten churches of the same size", few, many)
	if float64(many) > 1.2*float64(few) {
		t.Errorf("%d pages grew to %d", few, many)
	}
	if few > 800 { // twice those of the passages, of which two lie in one, for meaning and for words; and those of the indexes
		t.Errorf("%d pages for 500 passages", few)
	}
}
