package knowledge_test

import (
	"cmp"
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
	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

// inProcess extracts in the test's own process: what the tests of ingestion feed it is harmless.
type inProcess struct{}

func (inProcess) Extract(ctx context.Context, mediaType string, content []byte) (extract.Text, error) {
	return extract.Document(ctx, mediaType, content)
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

func (e *recordingEmbedder) Name() string { return cmp.Or(e.name, e.Offline.Name()) }

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
	library  *knowledge.Library
	embedder *recordingEmbedder
	churchID uuid.UUID
}

func newLibraryBench(t testing.TB) *libraryBench {
	t.Helper()
	db := pgtest.New(t)
	b := &libraryBench{db: db, embedder: &recordingEmbedder{Offline: retrievaltest.Offline}, churchID: retrievaltest.NewChurch(t, db)}
	b.library = b.newLibrary(t, knowledge.Config{BatchTexts: 4})
	return b
}

func (b *libraryBench) newLibrary(t testing.TB, cfg knowledge.Config) *knowledge.Library {
	t.Helper()
	if cfg.Extractor == nil {
		cfg.Extractor = inProcess{}
	}
	cfg.Logger = slog.New(slog.DiscardHandler)
	library, err := knowledge.NewLibrary(b.db.Pool, b.embedder, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return library
}

func (b *libraryBench) put(t testing.TB, upload knowledge.Upload) knowledge.Document {
	t.Helper()
	document, err := b.library.PutDocument(t.Context(), b.churchID, upload)
	if err != nil {
		t.Fatalf("put %s: %v", upload.FileName, err)
	}
	return document
}

func (b *libraryBench) ingest(t testing.TB, documentID uuid.UUID) []knowledge.Progress {
	t.Helper()
	var seen []knowledge.Progress
	err := b.library.Ingest(t.Context(), b.churchID, documentID, func(p knowledge.Progress) { seen = append(seen, p) })
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func (b *libraryBench) document(t testing.TB, id uuid.UUID) knowledge.Document {
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
	return knowledge.Document{}
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

func TestAnUploadedDocumentBecomesSearchable(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "youth-safety_policy.md", Content: handbook(6, 3, "Call Zebulon Okonkwo.")})
	if d.Status != knowledge.StatusQueued || d.Title != "Youth safety policy" || d.MediaType != extract.TypeMarkdown || d.Language != "en" {
		t.Errorf("stored as %+v", d)
	}
	if n := b.queued(t, "ingest_document"); n != 1 {
		t.Errorf("%d jobs queued with the document, want 1", n)
	}
	progress := b.ingest(t, d.ID)
	if last := progress[len(progress)-1]; last.Status != knowledge.StatusReady || last.ChunksTotal != 6 || last.ChunksEmbedded != 6 {
		t.Errorf("progress ended with %+v", last)
	}
	if progress[0].Status != knowledge.StatusExtracting || !slices.IsSortedFunc(progress, func(a, b knowledge.Progress) int { return a.ChunksEmbedded - b.ChunksEmbedded }) {
		t.Errorf("progress went back: %+v", progress)
	}
	d = b.document(t, d.ID)
	if d.Status != knowledge.StatusReady || d.ChunksTotal != 6 || d.ChunksEmbedded != 6 {
		t.Errorf("after ingestion %+v", d)
	}
	got := retrievaltest.Search(t, b.db, retrievaltest.Ask(t, b.churchID, "Who is Zebulon Okonkwo?"))
	if len(got) == 0 || got[0].Kind != retrieval.KindDocument || got[0].DocumentID != d.ID || got[0].Title != d.Title ||
		!slices.Equal(got[0].HeadingPath, []string{"Handbook", "Section 3"}) {
		t.Errorf("found %+v", got)
	}
}

func TestAnotherChurchsDocumentIsOutOfReach(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "a.md", Content: handbook(2, 0, "")})
	b.ingest(t, d.ID)
	other := retrievaltest.NewChurch(t, b.db)
	if err := b.library.DeleteDocument(t.Context(), other, d.ID); !errors.Is(err, knowledge.ErrDocumentNotFound) {
		t.Errorf("delete: %v", err)
	}
	if err := b.library.Ingest(t.Context(), other, d.ID, nil); !errors.Is(err, knowledge.ErrDocumentNotFound) {
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
		upload knowledge.Upload
		want   error
	}{
		"too large":          {knowledge.Upload{FileName: "a.txt", Content: make([]byte, extract.MaxDocumentBytes+1)}, extract.ErrTooLarge},
		"empty":              {knowledge.Upload{FileName: "a.txt", Content: []byte(" \n")}, extract.ErrNoText},
		"a picture":          {knowledge.Upload{FileName: "a.pdf", MediaType: extract.TypePDF, Content: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")}, extract.ErrUnsupported},
		"an old Word file":   {knowledge.Upload{FileName: "a.doc", Content: []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00")}, extract.ErrUnsupported},
		"an archive":         {knowledge.Upload{FileName: "a.docx", Content: []byte("PK\x03\x04 and so on")}, extract.ErrUnsupported},
		"no name":            {knowledge.Upload{FileName: " ", Content: []byte("x")}, nil},
		"unknown visibility": {knowledge.Upload{FileName: "a", Visibility: "secret", Content: []byte("x")}, nil},
		"unknown language":   {knowledge.Upload{FileName: "a", Language: "English", Content: []byte("x")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.library.PutDocument(t.Context(), b.churchID, c.upload)
			if _, invalid := errors.AsType[*knowledge.InvalidUploadError](err); c.want == nil && !invalid || c.want != nil && !errors.Is(err, c.want) {
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
		{"a.txt", "text/plain", "%PDF-1.7\n", extract.TypePDF},
		{"a.pdf", extract.TypePDF, "plain words", extract.TypePlain},
		{"a.md", "application/octet-stream", "# Words", extract.TypeMarkdown},
		{"b", "text/markdown; charset=utf-8", "# Words", extract.TypeMarkdown},
		{"c.txt", "text/plain", "<!DOCTYPE html><p>Words", extract.TypeHTML},
		{"d.txt", "", "\xff\xfeW\x00o\x00r\x00d\x00s\x00", extract.TypePlain},
		{"e.txt", "", "caf\xe9", extract.TypePlain},
	} {
		if d := b.put(t, knowledge.Upload{FileName: c.name, MediaType: c.declared, Content: []byte(c.content)}); d.MediaType != c.want {
			t.Errorf("%q as %s: %s, want %s", c.content, c.name, d.MediaType, c.want)
		}
	}
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
