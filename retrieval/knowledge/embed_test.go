package knowledge_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/retrieval"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

func TestAFAQIsEmbeddedWholeAndByItsQuestion(t *testing.T) {
	b := newLibraryBench(t)
	id := retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Kind: "faq", Title: "Where do I park?", Content: "Behind the church.", Unembedded: true})
	if embedded, failed, err := b.library.EmbedPending(t.Context(), b.churchID); embedded != 1 || failed != 0 || err != nil {
		t.Fatalf("embedded %d, failed %d, %v", embedded, failed, err)
	}
	var whole, question []float32
	var embedder string
	err := b.db.Admin.QueryRow(t.Context(), `select embedding::real[], question_embedding::real[], metadata ->> 'embedder' from unified_rag_content where id = $1`, id).
		Scan(&whole, &question, &embedder)
	if err != nil {
		t.Fatal(err)
	}
	if s := retrievaltest.Cosine(whole, retrievaltest.Embed(t, retrieval.EmbeddedText("Where do I park?", nil, "Behind the church."))); s < 0.9999 {
		t.Errorf("the whole: similarity %v", s)
	}
	if s := retrievaltest.Cosine(question, retrievaltest.Embed(t, "Where do I park?")); s < 0.9999 {
		t.Errorf("the question: similarity %v", s)
	}
	if embedder != retrievaltest.Offline.Name() {
		t.Errorf("embedder %q", embedder)
	}
}

func TestPendingKnowsEveryChurchThatWaits(t *testing.T) {
	b := newLibraryBench(t)
	other, done := retrievaltest.NewChurch(t, b.db), retrievaltest.NewChurch(t, b.db)
	retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Unembedded: true})
	retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Unembedded: true, Curation: "rejected"})
	retrievaltest.AddRow(t, b.db, done, retrievaltest.Row{})
	if _, err := b.library.PutDocument(t.Context(), other, knowledge.Upload{FileName: "a.txt", Content: []byte("words")}); err != nil {
		t.Fatal(err)
	}
	pending, err := b.library.Pending(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[uuid.UUID]knowledge.ChurchPending{}
	for _, p := range pending {
		got[p.ChurchID] = p
	}
	if len(got) != 2 || got[b.churchID].Rows != 1 || got[b.churchID].Due != 1 || got[other].Documents != 1 || got[other].Rows != 0 {
		t.Errorf("%+v", pending)
	}
}

func TestPendingRowsAreAMetric(t *testing.T) {
	b := newLibraryBench(t)
	registry := prometheus.NewRegistry()
	b.newLibrary(t, knowledge.Config{Registerer: registry})
	retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Unembedded: true})
	retrievaltest.AddRow(t, b.db, retrievaltest.NewChurch(t, b.db), retrievaltest.Row{Unembedded: true})
	want := "# HELP narthex_knowledge_pending_rows Knowledge rows without an embedding, which no answer can use.\n# TYPE narthex_knowledge_pending_rows gauge\nnarthex_knowledge_pending_rows 2\n"
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_knowledge_pending_rows"); err != nil {
		t.Error(err)
	}
}

func TestFailedRowsBackOff(t *testing.T) {
	b := newLibraryBench(t)
	retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Unembedded: true})
	b.embedder.down = errors.New("the server is down")
	for attempt := 1; attempt <= 3; attempt++ {
		embedded, failed, err := b.library.EmbedPending(t.Context(), b.churchID)
		if embedded != 0 || failed != 1 || !errors.Is(err, b.embedder.down) {
			t.Fatalf("attempt %d: embedded %d, failed %d, %v", attempt, embedded, failed, err)
		}
		if embedded, failed, err = b.library.EmbedPending(t.Context(), b.churchID); embedded+failed != 0 || err != nil {
			t.Fatalf("attempt %d was repeated at once: %d, %d, %v", attempt, embedded, failed, err)
		}
		var attempts int
		var reason string
		if err := b.db.Admin.QueryRow(t.Context(), `select embed_attempts, embed_error from unified_rag_content`).Scan(&attempts, &reason); err != nil {
			t.Fatal(err)
		}
		if attempts != attempt || !strings.Contains(reason, "down") {
			t.Errorf("stored %d attempts and %q", attempts, reason)
		}
		makeDue(t, b.db)
	}
	b.embedder.down = nil
	if embedded, _, err := b.library.EmbedPending(t.Context(), b.churchID); embedded != 1 || err != nil {
		t.Errorf("embedded %d, %v", embedded, err)
	}
}

func TestARowThatIsEditedWhileItIsEmbeddedIsEmbeddedAgain(t *testing.T) {
	b := newLibraryBench(t)
	id := retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Title: "Old", Content: "Old words.", Unembedded: true})
	b.embedder.onEmbed = func(call int) {
		if call == 1 {
			retrievaltest.ExecAsOwner(t, b.db, `update unified_rag_content set content = 'New words.' where id = $1`, id)
		}
	}
	if _, _, err := b.library.EmbedPending(t.Context(), b.churchID); err != nil {
		t.Fatal(err)
	}
	if texts := b.embedder.forget(); len(texts) != 2 || !strings.Contains(texts[1], "New words.") {
		t.Errorf("embedded %q", texts)
	}
}

func TestAnEditTakesARowOutOfTheAnswersUntilItIsEmbeddedAgain(t *testing.T) {
	b := newLibraryBench(t)
	id := retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Kind: "faq", Title: "Where do I park?", Content: "Behind the church."})
	vectors := func() (whole, question bool) {
		t.Helper()
		if err := b.db.Admin.QueryRow(t.Context(), `select embedding is not null, question_embedding is not null from unified_rag_content where id = $1`, id).Scan(&whole, &question); err != nil {
			t.Fatal(err)
		}
		return whole, question
	}
	retrievaltest.ExecAsOwner(t, b.db, `update unified_rag_content set content = 'On the street.' where id = $1`, id)
	if whole, question := vectors(); whole || !question {
		t.Errorf("after a new answer: embedding %v, question's %v", whole, question)
	}
	if got := retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "Where do I park?")); len(got) != 0 {
		t.Errorf("found by an outdated embedding: %+v", got)
	}
	if _, _, err := b.library.EmbedPending(t.Context(), b.churchID); err != nil {
		t.Fatal(err)
	}
	retrievaltest.ExecAsOwner(t, b.db, `update unified_rag_content set title = 'Is there parking?' where id = $1`, id)
	if whole, question := vectors(); whole || question {
		t.Errorf("after a new question: embedding %v, question's %v", whole, question)
	}
	if _, _, err := b.library.EmbedPending(t.Context(), b.churchID); err != nil {
		t.Fatal(err)
	}
	retrievaltest.ExecAsOwner(t, b.db, `update unified_rag_content set curation_status = 'approved', metadata = metadata || '{"faq_category": "visit"}', title = title where id = $1`, id)
	if whole, question := vectors(); !whole || !question {
		t.Errorf("after an update that changed no text: embedding %v, question's %v", whole, question)
	}
}

func TestReembedConvertsEveryRow(t *testing.T) {
	b := newLibraryBench(t)
	for range 5 {
		retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Kind: "faq", Title: "Where do I park?", Content: "Behind the church.", Embedder: "openai:old", Embedding: retrievaltest.Direction(7)})
	}
	retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Title: "Choir", Content: "The choir sings."})
	b.library = b.newLibrary(t, knowledge.Config{BatchTexts: 2})
	var seen []int
	converted, failed, err := b.library.Reembed(t.Context(), b.churchID, func(done int) { seen = append(seen, done) })
	if converted != 5 || failed != 0 || err != nil || len(seen) != 3 || seen[2] != 5 {
		t.Fatalf("converted %d, failed %d, %v, progress %v", converted, failed, err, seen)
	}
	if got := retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "Where do I park?")); len(got) != 5 {
		t.Errorf("%d rows found after the conversion", len(got))
	}
	b.embedder.forget()
	if converted, _, err := b.library.Reembed(t.Context(), b.churchID, nil); converted != 0 || err != nil || len(b.embedder.forget()) != 0 {
		t.Errorf("converted again: %d, %v", converted, err)
	}
}

func TestReembedGoesOnAfterAnOutageAndKeepsWhatFails(t *testing.T) {
	b := newLibraryBench(t)
	b.library = b.newLibrary(t, knowledge.Config{BatchTexts: 2})
	for _, content := range []string{"a", "b", "c", "d", "Unspeakable"} {
		retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Content: content, Embedder: "openai:old"})
	}
	b.embedder.refuses = "Unspeakable"
	b.embedder.onEmbed = func(call int) {
		if call == 2 {
			b.embedder.down = errors.New("down")
		}
	}
	first, failed, err := b.library.Reembed(t.Context(), b.churchID, nil)
	if first == 0 || !errors.Is(err, b.embedder.down) {
		t.Fatalf("converted %d, failed %d, %v", first, failed, err)
	}
	b.embedder.onEmbed, b.embedder.down = nil, nil
	second, failed, err := b.library.Reembed(t.Context(), b.churchID, nil)
	if first+second != 4 || failed != 1 || err != nil {
		t.Errorf("converted %d and %d, failed %d, %v", first, second, failed, err)
	}
	var kept int
	if err := b.db.Admin.QueryRow(t.Context(), `select count(*) from unified_rag_content where embedding is not null and metadata ->> 'embedder' = 'openai:old'`).Scan(&kept); err != nil || kept != 1 {
		t.Errorf("%d rows kept their old embedding, %v", kept, err)
	}
}
