package knowledge_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/retrieval/chunk"
	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
	"narthex/retrieval/retrievaltest"
)

func TestADocumentMadeInternalIsHiddenAtOnceWhateverBecomesOfIt(t *testing.T) {
	b := newLibraryBench(t)
	secret := []byte("# Rectory\n\nThe alarm code of the rectory is Zebulon Okonkwo's birthday.\n")
	d := b.put(t, knowledge.Upload{FileName: "rectory.md", Content: secret})
	b.ingest(t, d.ID)
	question := retrievaltest.Ask(t, b.churchID, "What is the alarm code of the rectory?")
	if len(retrievaltest.Search(t, b.db, question)) == 0 {
		t.Fatal("the public document is not found")
	}
	for name, content := range map[string][]byte{"as it was": secret, "unreadable": []byte("%PDF-1.7 broken")} {
		b.put(t, knowledge.Upload{FileName: "rectory.md", Content: content, Visibility: knowledge.VisibilityInternal})
		if got := retrievaltest.Search(t, b.db, question); len(got) != 0 {
			t.Errorf("%s: before its ingestion a visitor is told %q", name, got[0].Content)
		}
		_ = b.library.Ingest(t.Context(), b.churchID, d.ID, nil) // refused, or not
		if got := retrievaltest.Search(t, b.db, question); len(got) != 0 {
			t.Errorf("%s: after its ingestion a visitor is told %q", name, got[0].Content)
		}
	}
}

func TestOnlyWhatIsPublicIsFound(t *testing.T) {
	b := newLibraryBench(t)
	id := retrievaltest.AddRow(t, b.db, b.churchID, retrievaltest.Row{Title: "Alarm", Content: "The alarm code is four seven one one.", Visibility: "internal"})
	question := retrievaltest.Ask(t, b.churchID, "What is the alarm code?")
	if got := retrievaltest.Search(t, b.db, question); len(got) != 0 {
		t.Errorf("found %q", got[0].Content)
	}
	if _, err := b.db.Admin.Exec(t.Context(), `update unified_rag_content set metadata = metadata || '{"visibility":"Staff"}' where id = $1`, id); err == nil {
		t.Error("a visibility that nobody knows was stored")
	}
}

func TestARejectedPassageStaysRejectedInTheNextVersion(t *testing.T) {
	b := newLibraryBench(t)
	d := b.put(t, knowledge.Upload{FileName: "handbook.md", Content: handbook(4, 0, "First.")})
	b.ingest(t, d.ID)
	rejected := b.passages(t, d.ID)[2].ID
	retrievaltest.ExecAsOwner(t, b.db, `update unified_rag_content set curation_status = 'rejected' where id = $1`, rejected)
	b.put(t, knowledge.Upload{FileName: "handbook.md", Content: handbook(4, 0, "Second.")})
	b.ingest(t, d.ID)
	passages := b.passages(t, d.ID)
	i := slices.IndexFunc(passages, func(p passage) bool { return p.ID == rejected })
	if i < 0 || passages[i].Curation != "rejected" || len(passages) != 4 {
		t.Errorf("after the next version: %+v", passages)
	}
}

func TestAnEndlessWordIsCutInTimeInProportionToItsLength(t *testing.T) {
	done := make(chan int)
	go func() {
		done <- len(chunk.Cut(extract.Text{Blocks: []extract.Block{{Text: strings.Repeat("x", 4<<20)}}}, chunk.Config{}))
	}()
	select {
	case chunks := <-done:
		if chunks < 1000 {
			t.Errorf("%d chunks", chunks)
		}
	case <-time.After(10 * time.Second): // it takes tens of milliseconds; a square of the length takes a minute here
		t.Fatal("cutting takes too long")
	}
}
