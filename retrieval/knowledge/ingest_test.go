package knowledge_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"narthex/migrations/pgtest"
	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

func TestTheEmbeddedTextCarriesTitleAndHeadings(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Title: "Parish guide", Content: []byte("# Baptism\n\n## Preparation\n\nTwo evenings in spring.")})
	b.ingest(t, d.ID)
	if got, want := b.embedder.forget(), "Parish guide\nBaptism › Preparation\n\nTwo evenings in spring."; len(got) != 1 || got[0] != want {
		t.Errorf("embedded %q, want %q", got, want)
	}
	if p := b.passages(t, d.ID); p[0].Content != "Two evenings in spring." {
		t.Errorf("stored %q, want the text alone", p[0].Content)
	}
}

func TestUploadingTheSameAgainDoesNothing(t *testing.T) {
	b := newLibraryBench(t)
	upload := knowledge.Upload{FileName: "a.md", Content: handbook(3, 0, "")}
	d := b.put(t, upload)
	b.ingest(t, d.ID)
	b.embedder.forget()
	retrievaltest.ExecAsOwner(t, b.db, `delete from river_job`)
	again := b.put(t, upload)
	if again.ID != d.ID || again.Status != knowledge.StatusReady || b.queued(t, "ingest_document") != 0 {
		t.Errorf("the second upload gave %+v and %d jobs", again, b.queued(t, "ingest_document"))
	}
	b.ingest(t, d.ID)
	if texts := b.embedder.forget(); len(texts) != 0 {
		t.Errorf("embedded %d texts again", len(texts))
	}
}

func TestAChangedSectionAloneIsEmbeddedAgain(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(10, -1, "")})
	b.ingest(t, d.ID)
	before := b.passages(t, d.ID)
	b.embedder.forget()

	b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(10, 4, "Something new.")})
	b.ingest(t, d.ID)
	texts := b.embedder.forget()
	if len(texts) != 1 || !strings.Contains(texts[0], "Something new.") {
		t.Errorf("embedded %d texts, want only the changed one", len(texts))
	}
	after := b.passages(t, d.ID)
	if len(after) != len(before) {
		t.Fatalf("%d passages became %d", len(before), len(after))
	}
	for i := range after {
		if same := after[i].ID == before[i].ID; same == (i == 4) {
			t.Errorf("passage %d: kept its row: %v", i, same)
		}
	}
}

func TestSectionsThatMoveKeepTheirRows(t *testing.T) {
	b := newLibraryBench(t)
	part := func(name string) string {
		return "# " + name + "\n\n" + strings.Repeat("All there is to say about "+name+" in a few words. ", 8) + "\n\n"
	}
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: []byte(part("Alpha") + part("Beta") + part("Gamma"))})
	b.ingest(t, d.ID)
	before := map[string]uuid.UUID{}
	for _, p := range b.passages(t, d.ID) {
		before[p.Content] = p.ID
	}
	b.embedder.forget()
	b.put(t, knowledge.Upload{FileName: "a.md", Content: []byte(part("Gamma") + part("New") + part("Alpha"))})
	b.ingest(t, d.ID)
	after := b.passages(t, d.ID)
	if len(after) != 3 || len(b.embedder.forget()) != 1 {
		t.Fatalf("passages %+v", after)
	}
	for i, name := range []string{"Gamma", "New", "Alpha"} {
		p := after[i]
		if p.ChunkIndex != i || !strings.Contains(p.Content, name) {
			t.Errorf("place %d holds %+v", i, p)
		}
		if old, ok := before[p.Content]; ok && old != p.ID {
			t.Errorf("%s got a new row", name)
		}
	}
}

func TestANewTitleOrVisibilityReachesThePassages(t *testing.T) {
	b := newLibraryBench(t)
	content := handbook(2, 0, "")
	d := b.put(t, knowledge.Upload{FileName: "a.md", Title: "Old", Content: content})
	b.ingest(t, d.ID)
	if d = b.put(t, knowledge.Upload{FileName: "a.md", Title: "Old", Visibility: knowledge.VisibilityInternal, Content: content}); d.Status != knowledge.StatusQueued {
		t.Fatalf("a new visibility did not queue the document: %+v", d)
	}
	b.embedder.forget()
	b.ingest(t, d.ID)
	if texts := b.embedder.forget(); len(texts) != 0 {
		t.Errorf("a new visibility embedded %d texts", len(texts))
	}
	for _, p := range b.passages(t, d.ID) {
		if p.Visibility != knowledge.VisibilityInternal {
			t.Errorf("%+v is not internal", p)
		}
	}
	if got := retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "topic1 topic12")); len(got) != 0 {
		t.Errorf("an internal document was found: %+v", got)
	}
	if d = b.put(t, knowledge.Upload{FileName: "a.md", Title: "Newer", Content: handbook(2, 0, "New. ")}); d.Visibility != knowledge.VisibilityInternal {
		t.Errorf("a new version of what is internal is %s", d.Visibility)
	}
	b.put(t, knowledge.Upload{FileName: "a.md", Title: "New", Visibility: knowledge.VisibilityPublic, Content: content})
	b.ingest(t, d.ID)
	for _, p := range b.passages(t, d.ID) {
		if p.Title != "New" || !p.Embedded || p.Visibility != knowledge.VisibilityPublic {
			t.Errorf("%+v", p)
		}
	}
}

func TestIngestionGoesOnWhereItWasKilled(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(20, 0, "")})
	for kill := range 6 { // each run gets one batch further than the last
		ctx, cancel := context.WithCancel(t.Context())
		b.embedder.calls = 0
		b.embedder.onEmbed = func(call int) {
			if call == 2 {
				cancel()
			}
		}
		if err := b.library.Ingest(ctx, b.churchID, d.ID, nil); err == nil {
			break
		} else if kill == 5 {
			t.Fatalf("still not through: %v", err)
		}
		if got := retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "topic11")); len(got) != 0 {
			t.Errorf("half a document was found: %+v", got)
		}
	}
	b.embedder.onEmbed = nil
	b.ingest(t, d.ID)
	texts := b.embedder.forget()
	if slices.Sort(texts); len(texts) != 20 || len(slices.Compact(texts)) != 20 {
		t.Errorf("embedded %d texts, want each of 20 once", len(texts))
	}
	if d := b.document(t, d.ID); d.Status != knowledge.StatusReady || d.ChunksEmbedded != 20 {
		t.Errorf("%+v", d)
	}
}

func TestTheOldVersionAnswersUntilTheNewOneIsReady(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(6, 2, "The vigil begins at twenty.")})
	b.ingest(t, d.ID)
	b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(6, 2, "The vigil begins at midnight.")})
	b.embedder.down = errors.New("the embedder is down")
	if err := b.library.Ingest(t.Context(), b.churchID, d.ID, nil); err == nil {
		t.Fatal("ingested without an embedder")
	}
	vigil := func() string {
		return retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "When does the vigil begin?"))[0].Content
	}
	if got := vigil(); !strings.Contains(got, "twenty") {
		t.Errorf("the old version is gone: %q", got)
	}
	b.embedder.down = nil
	b.ingest(t, d.ID)
	if got := vigil(); !strings.Contains(got, "midnight") {
		t.Errorf("the new version is not there: %q", got)
	}
}

func TestAReplacementDuringIngestionWins(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(6, 2, "First.")})
	b.embedder.onEmbed = func(call int) {
		if call == 1 {
			b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(6, 2, "Second.")})
		}
	}
	b.ingest(t, d.ID)
	passages := b.passages(t, d.ID)
	if len(passages) != 6 || !strings.Contains(passages[2].Content, "Second.") {
		t.Errorf("%+v", passages)
	}
	if texts := b.embedder.forget(); len(texts) > 7 {
		t.Errorf("embedded %d texts for six passages and one change", len(texts))
	}
}

func TestTwoIngestionsAtOnceEndAsOne(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(12, 0, "")})
	var running sync.WaitGroup
	errs := make([]error, 3)
	for i := range errs {
		running.Go(func() { errs[i] = b.library.Ingest(t.Context(), b.churchID, d.ID, nil) })
	}
	running.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if passages := b.passages(t, d.ID); len(passages) != 12 || b.document(t, d.ID).Status != knowledge.StatusReady {
		t.Errorf("%d passages, %+v", len(passages), b.document(t, d.ID))
	}
}

func TestARefusedDocumentSaysWhyAndKeepsItsEarlierPassages(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.html", Content: []byte("<h1>Choir</h1><p>The choir sings on Thursday.</p>")})
	b.ingest(t, d.ID)
	b.put(t, knowledge.Upload{FileName: "a.html", Content: []byte("<script>nothing to read</script>")})
	err := b.library.Ingest(t.Context(), b.churchID, d.ID, nil)
	if !errors.Is(err, extract.ErrNoText) {
		t.Fatalf("got %v", err)
	}
	d = b.document(t, d.ID)
	if d.Status != knowledge.StatusFailed || *d.ErrorCode != "no_text" || *d.ErrorMessage != extract.ErrNoText.Error() {
		t.Errorf("%+v", d)
	}
	if got := retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "When does the choir sing?")); len(got) != 1 {
		t.Errorf("the earlier passages are gone: %+v", got)
	}
	if pending, _ := b.library.Pending(t.Context()); len(pending) != 0 {
		t.Errorf("a refused document still waits: %+v", pending)
	}
}

func TestATextThatCannotBeEmbeddedDoesNotHoldUpTheOthers(t *testing.T) {
	b := newLibraryBench(t)
	b.embedder.refuses = "Unspeakable"
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(9, 5, "Unspeakable.")})
	b.ingest(t, d.ID)
	if d := b.document(t, d.ID); d.Status != knowledge.StatusReady || d.ChunksTotal != 9 || d.ChunksEmbedded != 8 {
		t.Errorf("%+v", d)
	}
	pending, err := b.library.Pending(t.Context())
	if err != nil || len(pending) != 1 || pending[0].Rows != 1 || pending[0].Due != 0 || pending[0].ChurchID != b.churchID {
		t.Errorf("pending %+v, %v", pending, err)
	}
	b.embedder.refuses = ""
	if embedded, failed, err := b.library.EmbedPending(t.Context(), b.churchID); embedded != 0 || failed != 0 || err != nil {
		t.Errorf("tried again at once: %d, %d, %v", embedded, failed, err)
	}
	makeDue(t, b.db)
	if embedded, failed, err := b.library.EmbedPending(t.Context(), b.churchID); embedded != 1 || failed != 0 || err != nil {
		t.Errorf("embedded %d, failed %d, %v", embedded, failed, err)
	}
	if d := b.document(t, d.ID); d.ChunksEmbedded != 9 {
		t.Errorf("the late passage is not counted: %+v", d)
	}
}

// makeDue lets the back-off of every row be over.
func makeDue(t testing.TB, db *pgtest.DB) {
	t.Helper()
	retrievaltest.ExecAsOwner(t, db, `alter table unified_rag_content disable trigger unified_rag_content_touch`)
	retrievaltest.ExecAsOwner(t, db, `update unified_rag_content set updated_at = now() - interval '2 hours'`)
	retrievaltest.ExecAsOwner(t, db, `alter table unified_rag_content enable trigger unified_rag_content_touch`)
}
