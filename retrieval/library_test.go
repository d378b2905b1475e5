package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
)

// inProcess extracts in the test's own process: what the tests of ingestion feed it is harmless.
type inProcess struct{}

func (inProcess) Extract(ctx context.Context, mediaType string, content []byte) (retrieval.Extracted, error) {
	return retrieval.Extract(ctx, mediaType, content)
}

// recordingEmbedder is the offline embedder with a memory and with faults.
type recordingEmbedder struct {
	*retrieval.Offline
	name string

	mu       sync.Mutex
	embedded []string
	down     error          // every call fails
	refuses  string         // texts that contain it fail alone
	onEmbed  func(call int) // called before each call
	calls    int
}

func (e *recordingEmbedder) Name() string { return or(e.name, e.Offline.Name()) }

func (e *recordingEmbedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls++
	if e.onEmbed != nil {
		e.onEmbed(e.calls)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.down != nil {
		return nil, e.down
	}
	vectors, err := e.Offline.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	errs := map[int]error{}
	for i, text := range texts {
		if e.refuses != "" && strings.Contains(text, e.refuses) {
			vectors[i], errs[i] = nil, errors.New("refused")
			continue
		}
		e.embedded = append(e.embedded, text)
	}
	if len(errs) == 0 {
		return vectors, nil
	}
	return vectors, &retrieval.PartialError{Errs: errs}
}

// forget returns what was embedded since it was last called.
func (e *recordingEmbedder) forget() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	texts := e.embedded
	e.embedded = nil
	return texts
}

type libraryBench struct {
	db       *pgtest.DB
	library  *retrieval.Library
	embedder *recordingEmbedder
	churchID uuid.UUID
}

func newLibraryBench(t testing.TB) *libraryBench {
	t.Helper()
	db := pgtest.New(t)
	b := &libraryBench{db: db, embedder: &recordingEmbedder{Offline: offline}, churchID: newChurch(t, db)}
	b.library = b.newLibrary(t, retrieval.LibraryConfig{BatchTexts: 4})
	return b
}

func (b *libraryBench) newLibrary(t testing.TB, cfg retrieval.LibraryConfig) *retrieval.Library {
	t.Helper()
	if cfg.Extractor == nil {
		cfg.Extractor = inProcess{}
	}
	cfg.Logger = slog.New(slog.DiscardHandler)
	library, err := retrieval.NewLibrary(b.db.Pool, b.embedder, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return library
}

func (b *libraryBench) put(t testing.TB, upload retrieval.Upload) retrieval.Document {
	t.Helper()
	document, err := b.library.PutDocument(t.Context(), b.churchID, upload)
	if err != nil {
		t.Fatalf("put %s: %v", upload.FileName, err)
	}
	return document
}

func (b *libraryBench) ingest(t testing.TB, documentID uuid.UUID) []retrieval.Progress {
	t.Helper()
	var seen []retrieval.Progress
	err := b.library.Ingest(t.Context(), b.churchID, documentID, func(p retrieval.Progress) { seen = append(seen, p) })
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func (b *libraryBench) document(t testing.TB, id uuid.UUID) retrieval.Document {
	t.Helper()
	documents, err := b.library.Documents(t.Context(), b.churchID)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		if d.ID == id {
			return d
		}
	}
	t.Fatalf("the church has no document %s", id)
	return retrieval.Document{}
}

// passage is a row of the document as the database has it.
type passage struct {
	ID         uuid.UUID
	ChunkIndex int
	Title      string
	Content    string
	Curation   string
	Visibility string
	Embedder   *string
	Embedded   bool
	Page       *int
}

func (b *libraryBench) passages(t testing.TB, documentID uuid.UUID) []passage {
	t.Helper()
	rows, err := b.db.Admin.Query(t.Context(), `
		select id, chunk_index, title, content, curation_status as curation, metadata ->> 'visibility' as visibility,
		       metadata ->> 'embedder' as embedder, embedding is not null as embedded, page
		from unified_rag_content where document_id = $1 order by chunk_index`, documentID)
	if err != nil {
		t.Fatal(err)
	}
	passages, err := pgx.CollectRows(rows, pgx.RowToStructByName[passage])
	if err != nil {
		t.Fatal(err)
	}
	return passages
}

func (b *libraryBench) queued(t testing.TB, kind string) (jobs int) {
	t.Helper()
	err := b.db.Admin.QueryRow(t.Context(), `select count(*) from river_job where kind = $1 and state = 'available'`, kind).Scan(&jobs)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

// handbook is a Markdown document of several sections; word stands in the given one.
func handbook(sections, changed int, word string) []byte {
	var b strings.Builder
	b.WriteString("# Handbook\n")
	for i := range sections {
		fmt.Fprintf(&b, "\n## Section %d\n\n", i)
		for s := range 8 {
			fmt.Fprintf(&b, "Sentence %d of section %d speaks about topic%d and about what follows from it for everybody. ", s, i, i*10+s)
		}
		if i == changed {
			b.WriteString(word)
		}
		b.WriteString("\n")
	}
	return []byte(b.String())
}

func TestAnUploadedDocumentBecomesSearchable(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "youth-safety_policy.md", Content: handbook(6, 3, "Call Zebulon Okonkwo.")})
	if d.Status != retrieval.StatusQueued || d.Title != "Youth safety policy" || d.MediaType != retrieval.TypeMarkdown || d.Language != "en" {
		t.Errorf("stored as %+v", d)
	}
	if n := b.queued(t, "ingest_document"); n != 1 {
		t.Errorf("%d jobs queued with the document, want 1", n)
	}
	progress := b.ingest(t, d.ID)
	if last := progress[len(progress)-1]; last.Status != retrieval.StatusReady || last.ChunksTotal != 6 || last.ChunksEmbedded != 6 {
		t.Errorf("progress ended with %+v", last)
	}
	if progress[0].Status != retrieval.StatusExtracting || !slices.IsSortedFunc(progress, func(a, b retrieval.Progress) int { return a.ChunksEmbedded - b.ChunksEmbedded }) {
		t.Errorf("progress went back: %+v", progress)
	}
	d = b.document(t, d.ID)
	if d.Status != retrieval.StatusReady || d.ChunksTotal != 6 || d.ChunksEmbedded != 6 {
		t.Errorf("after ingestion %+v", d)
	}
	got := search(t, b.db, ask(t, b.churchID, "Who is Zebulon Okonkwo?"))
	if len(got) == 0 || got[0].Kind != retrieval.KindDocument || got[0].DocumentID != d.ID || got[0].Title != d.Title ||
		!slices.Equal(got[0].HeadingPath, []string{"Handbook", "Section 3"}) {
		t.Errorf("found %+v", got)
	}
}

func TestTheEmbeddedTextCarriesTitleAndHeadings(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "a.md", Title: "Parish guide", Content: []byte("# Baptism\n\n## Preparation\n\nTwo evenings in spring.")})
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
	upload := retrieval.Upload{FileName: "a.md", Content: handbook(3, 0, "")}
	d := b.put(t, upload)
	b.ingest(t, d.ID)
	b.embedder.forget()
	execAsOwner(t, b.db, `delete from river_job`)
	again := b.put(t, upload)
	if again.ID != d.ID || again.Status != retrieval.StatusReady || b.queued(t, "ingest_document") != 0 {
		t.Errorf("the second upload gave %+v and %d jobs", again, b.queued(t, "ingest_document"))
	}
	b.ingest(t, d.ID)
	if texts := b.embedder.forget(); len(texts) != 0 {
		t.Errorf("embedded %d texts again", len(texts))
	}
}

func TestAChangedSectionAloneIsEmbeddedAgain(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(10, -1, "")})
	b.ingest(t, d.ID)
	before := b.passages(t, d.ID)
	b.embedder.forget()

	b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(10, 4, "Something new.")})
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
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: []byte(part("Alpha") + part("Beta") + part("Gamma"))})
	b.ingest(t, d.ID)
	before := map[string]uuid.UUID{}
	for _, p := range b.passages(t, d.ID) {
		before[p.Content] = p.ID
	}
	b.embedder.forget()
	b.put(t, retrieval.Upload{FileName: "a.md", Content: []byte(part("Gamma") + part("New") + part("Alpha"))})
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
	d := b.put(t, retrieval.Upload{FileName: "a.md", Title: "Old", Content: content})
	b.ingest(t, d.ID)
	if d = b.put(t, retrieval.Upload{FileName: "a.md", Title: "Old", Visibility: retrieval.VisibilityInternal, Content: content}); d.Status != retrieval.StatusQueued {
		t.Fatalf("a new visibility did not queue the document: %+v", d)
	}
	b.embedder.forget()
	b.ingest(t, d.ID)
	if texts := b.embedder.forget(); len(texts) != 0 {
		t.Errorf("a new visibility embedded %d texts", len(texts))
	}
	for _, p := range b.passages(t, d.ID) {
		if p.Visibility != retrieval.VisibilityInternal {
			t.Errorf("%+v is not internal", p)
		}
	}
	if got := search(t, b.db, ask(t, b.churchID, "topic1 topic12")); len(got) != 0 {
		t.Errorf("an internal document was found: %+v", got)
	}
	b.put(t, retrieval.Upload{FileName: "a.md", Title: "New", Content: content})
	b.ingest(t, d.ID)
	for _, p := range b.passages(t, d.ID) {
		if p.Title != "New" || !p.Embedded || p.Visibility != retrieval.VisibilityPublic {
			t.Errorf("%+v", p)
		}
	}
}

func TestIngestionGoesOnWhereItWasKilled(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(20, 0, "")})
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
		if got := search(t, b.db, ask(t, b.churchID, "topic11")); len(got) != 0 {
			t.Errorf("half a document was found: %+v", got)
		}
	}
	b.embedder.onEmbed = nil
	b.ingest(t, d.ID)
	texts := b.embedder.forget()
	if slices.Sort(texts); len(texts) != 20 || len(slices.Compact(texts)) != 20 {
		t.Errorf("embedded %d texts, want each of 20 once", len(texts))
	}
	if d := b.document(t, d.ID); d.Status != retrieval.StatusReady || d.ChunksEmbedded != 20 {
		t.Errorf("%+v", d)
	}
}

func TestTheOldVersionAnswersUntilTheNewOneIsReady(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(6, 2, "The vigil begins at twenty.")})
	b.ingest(t, d.ID)
	b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(6, 2, "The vigil begins at midnight.")})
	b.embedder.down = errors.New("the embedder is down")
	if err := b.library.Ingest(t.Context(), b.churchID, d.ID, nil); err == nil {
		t.Fatal("ingested without an embedder")
	}
	vigil := func() string { return search(t, b.db, ask(t, b.churchID, "When does the vigil begin?"))[0].Content }
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
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(6, 2, "First.")})
	b.embedder.onEmbed = func(call int) {
		if call == 1 {
			b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(6, 2, "Second.")})
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
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(12, 0, "")})
	var running sync.WaitGroup
	errs := make([]error, 3)
	for i := range errs {
		running.Go(func() { errs[i] = b.library.Ingest(t.Context(), b.churchID, d.ID, nil) })
	}
	running.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if passages := b.passages(t, d.ID); len(passages) != 12 || b.document(t, d.ID).Status != retrieval.StatusReady {
		t.Errorf("%d passages, %+v", len(passages), b.document(t, d.ID))
	}
}

func TestARefusedDocumentSaysWhyAndKeepsItsEarlierPassages(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "a.html", Content: []byte("<h1>Choir</h1><p>The choir sings on Thursday.</p>")})
	b.ingest(t, d.ID)
	b.put(t, retrieval.Upload{FileName: "a.html", Content: []byte("<script>nothing to read</script>")})
	err := b.library.Ingest(t.Context(), b.churchID, d.ID, nil)
	if !errors.Is(err, retrieval.ErrNoText) {
		t.Fatalf("got %v", err)
	}
	d = b.document(t, d.ID)
	if d.Status != retrieval.StatusFailed || *d.ErrorCode != "no_text" || *d.ErrorMessage != retrieval.ErrNoText.Error() {
		t.Errorf("%+v", d)
	}
	if got := search(t, b.db, ask(t, b.churchID, "When does the choir sing?")); len(got) != 1 {
		t.Errorf("the earlier passages are gone: %+v", got)
	}
	if pending, _ := b.library.Pending(t.Context()); len(pending) != 0 {
		t.Errorf("a refused document still waits: %+v", pending)
	}
}

func TestATextThatCannotBeEmbeddedDoesNotHoldUpTheOthers(t *testing.T) {
	b := newLibraryBench(t)
	b.embedder.refuses = "Unspeakable"
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(9, 5, "Unspeakable.")})
	b.ingest(t, d.ID)
	if d := b.document(t, d.ID); d.Status != retrieval.StatusReady || d.ChunksTotal != 9 || d.ChunksEmbedded != 8 {
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
	execAsOwner(t, db, `alter table unified_rag_content disable trigger unified_rag_content_touch`)
	execAsOwner(t, db, `update unified_rag_content set updated_at = now() - interval '2 hours'`)
	execAsOwner(t, db, `alter table unified_rag_content enable trigger unified_rag_content_touch`)
}

func TestAnotherChurchsDocumentIsOutOfReach(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, retrieval.Upload{FileName: "a.md", Content: handbook(2, 0, "")})
	b.ingest(t, d.ID)
	other := newChurch(t, b.db)
	if err := b.library.DeleteDocument(t.Context(), other, d.ID); !errors.Is(err, retrieval.ErrDocumentNotFound) {
		t.Errorf("delete: %v", err)
	}
	if err := b.library.Ingest(t.Context(), other, d.ID, nil); !errors.Is(err, retrieval.ErrDocumentNotFound) {
		t.Errorf("ingest: %v", err)
	}
	if documents, err := b.library.Documents(t.Context(), other); err != nil || len(documents) != 0 {
		t.Errorf("documents: %v, %v", documents, err)
	}
	if err := b.library.DeleteDocument(t.Context(), b.churchID, d.ID); err != nil {
		t.Error(err)
	}
	if left := b.passages(t, d.ID); len(left) != 0 {
		t.Errorf("%d passages outlived their document", len(left))
	}
}

func TestUploadsAreRefusedWithAReason(t *testing.T) {
	b := newLibraryBench(t)
	for name, c := range map[string]struct {
		upload retrieval.Upload
		want   error
	}{
		"too large":          {retrieval.Upload{FileName: "a.txt", Content: make([]byte, retrieval.MaxDocumentBytes+1)}, retrieval.ErrTooLarge},
		"empty":              {retrieval.Upload{FileName: "a.txt", Content: []byte(" \n")}, retrieval.ErrNoText},
		"a picture":          {retrieval.Upload{FileName: "a.pdf", MediaType: retrieval.TypePDF, Content: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")}, retrieval.ErrUnsupported},
		"an old Word file":   {retrieval.Upload{FileName: "a.doc", Content: []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00")}, retrieval.ErrUnsupported},
		"an archive":         {retrieval.Upload{FileName: "a.docx", Content: []byte("PK\x03\x04 and so on")}, retrieval.ErrUnsupported},
		"no name":            {retrieval.Upload{FileName: " ", Content: []byte("x")}, nil},
		"unknown visibility": {retrieval.Upload{FileName: "a", Visibility: "secret", Content: []byte("x")}, nil},
		"unknown language":   {retrieval.Upload{FileName: "a", Language: "English", Content: []byte("x")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.library.PutDocument(t.Context(), b.churchID, c.upload)
			if _, invalid := errors.AsType[*retrieval.InvalidUploadError](err); c.want == nil && !invalid || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
		})
	}
	if documents, _ := b.library.Documents(t.Context(), b.churchID); len(documents) != 0 {
		t.Errorf("stored %+v", documents)
	}
}

func TestTheContentDecidesTheType(t *testing.T) {
	b := newLibraryBench(t)
	for _, c := range []struct{ name, declared, content, want string }{
		{"a.txt", "text/plain", "%PDF-1.7\n", retrieval.TypePDF},
		{"a.pdf", retrieval.TypePDF, "plain words", retrieval.TypePlain},
		{"a.md", "application/octet-stream", "# Words", retrieval.TypeMarkdown},
		{"b", "text/markdown; charset=utf-8", "# Words", retrieval.TypeMarkdown},
		{"c.txt", "text/plain", "<!DOCTYPE html><p>Words", retrieval.TypeHTML},
		{"d.txt", "", "\xff\xfeW\x00o\x00r\x00d\x00s\x00", retrieval.TypePlain},
		{"e.txt", "", "caf\xe9", retrieval.TypePlain},
	} {
		if d := b.put(t, retrieval.Upload{FileName: c.name, MediaType: c.declared, Content: []byte(c.content)}); d.MediaType != c.want {
			t.Errorf("%q as %s: %s, want %s", c.content, c.name, d.MediaType, c.want)
		}
	}
}
