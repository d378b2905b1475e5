package knowledge_test

import (
	"errors"
	"testing"

	"narthex/retrieval/knowledge"
)

func TestAChurchHasSoManyDocumentsAndMayReplaceThem(t *testing.T) {
	b := newLibraryBench(t)
	fill := func(documents, bytes int) {
		t.Helper()
		if _, err := b.db.Admin.Exec(t.Context(), `
			insert into knowledge_documents (id, organization_id, file_name, title, media_type, visibility, language, source, source_sha256)
			select gen_random_uuid(), $1, n || '.txt', n, 'text/plain', 'public', 'en', convert_to(repeat('a', $3), 'UTF8'), sha256(n::text::bytea)
			from generate_series(1, $2) n on conflict (organization_id, file_name) do update set source = excluded.source`, b.churchID, documents, bytes); err != nil {
			t.Fatal(err)
		}
	}
	put := func(name string, bytes int) error {
		content := make([]byte, bytes)
		for i := range content {
			content[i] = "word "[i%5]
		}
		_, err := b.library.PutDocument(t.Context(), b.churchID, knowledge.Upload{FileName: name, Content: content})
		return err
	}
	fill(knowledge.MaxDocuments-1, 10)
	if err := put("the last.txt", 10); err != nil {
		t.Errorf("the last one: %v", err)
	}
	if err := put("one more.txt", 10); !errors.Is(err, knowledge.ErrFull) {
		t.Errorf("one more: %v", err)
	}
	if err := put("1.txt", 20); err != nil {
		t.Errorf("one in the place of another: %v", err)
	}
	if _, err := b.db.Admin.Exec(t.Context(), "delete from knowledge_documents where organization_id = $1", b.churchID); err != nil {
		t.Fatal(err)
	}
	fill(25, knowledge.MaxSources/25)
	if err := put("one more.txt", 10); !errors.Is(err, knowledge.ErrFull) {
		t.Errorf("one that makes them too large: %v", err)
	}
	if err := put("1.txt", 10); err != nil {
		t.Errorf("a smaller one in the place of a large one: %v", err)
	}
	if err := put("one more.txt", 10); err != nil {
		t.Errorf("one more, when there is room: %v", err)
	}
}
