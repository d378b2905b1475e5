package seed_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

func TestAnEditedFAQLosesItsEmbeddingsAndNoOtherDoes(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	exec(t, db.Admin, `
		update unified_rag_content
		set embedding = array_fill(0.5, array[1536])::vector, question_embedding = array_fill(0.5, array[1536])::vector,
		    content_sha256 = '\x01', metadata = metadata || '{"embedder": "test"}'`)
	edited := query[uuid.UUID](t, db.Admin, "select id from unified_rag_content where title = 'Do you livestream your services?'")
	recategorised := query[uuid.UUID](t, db.Admin, "select id from unified_rag_content where title = 'Do you have hearing assistance?'")
	exec(t, db.Admin, "update unified_rag_content set content = 'An older answer.', embed_attempts = 3, embed_error = 'old' where id = $1", edited)
	exec(t, db.Admin, "update unified_rag_content set metadata = metadata || '{\"faq_category\": \"old\"}' where id = $1", recategorised)
	all := query[int](t, db.Admin, "select count(*) from unified_rag_content")

	report := apply(t, db, everything)

	if diff := cmp.Diff(seed.Count{Kind: "FAQs", Updated: 2, Unchanged: all - 2}, report.Of("FAQs")); diff != "" {
		t.Error(diff)
	}
	if ids := query[[]uuid.UUID](t, db.Admin, `
		select array_agg(id) from unified_rag_content
		where embedding is null and question_embedding is null and content_sha256 is null and embed_attempts = 0 and embed_error is null
		  and published_at is not null and metadata ->> 'embedder' = 'test'`); len(ids) != 1 || ids[0] != edited {
		t.Errorf("waiting for the embedder: %v, want %v", ids, edited)
	}
	if n := query[int](t, db.Admin, "select count(*) from unified_rag_content where embedding is not null and metadata ->> 'embedder' = 'test'"); n != all-1 {
		t.Errorf("%d rows kept their embeddings, want %d", n, all-1)
	}
	if category := query[string](t, db.Admin, "select metadata ->> 'faq_category' from unified_rag_content where id = $1", recategorised); category != "visiting" {
		t.Errorf("category is %q, want the seed's", category)
	}
	if n := query[int](t, db.Admin, "select count(*) from knowledge_retractions where content_id = $1", edited); n != 2 {
		t.Errorf("the answer was retracted %d times, want once for each of two edits", n)
	}
}

func TestRowsTheSeedDroppedGoAndRowsOfOthersStay(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	church := seed.ChurchID("grace-harbor")
	dropped := uuid.NewSHA1(uuid.New(), []byte("a question that was reworded since"))
	theirs := uuid.Must(uuid.NewV7())
	for _, id := range []uuid.UUID{dropped, theirs} {
		exec(t, db.Admin, `insert into unified_rag_content (id, organization_id, content_type, title, content) values ($1, $2, 'faq', 'Q', 'A')`, id, church)
		exec(t, db.Admin, `
			insert into knowledge_documents (id, organization_id, title, file_name, media_type, source, source_sha256)
			values ($1, $2, 'T', $3, 'text/plain', 'x', sha256('x'))`, id, church, id.String())
	}
	exec(t, db.Admin, "insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 4)", seed.ChurchID("st-brigids"))
	token := query[uuid.UUID](t, db.Admin, "select admin_token from premium_churches where church_id = $1", church)

	report := apply(t, db, everything)

	if report.Of("FAQs").Removed != 1 || report.Of("documents").Removed != 1 {
		t.Errorf("want one FAQ and one document removed:\n%s", report)
	}
	for _, table := range []string{"unified_rag_content", "knowledge_documents"} {
		left := query[[]uuid.UUID](t, db.Admin, "select array_agg(id) from "+table+" where id in ($1, $2)", dropped, theirs)
		if len(left) != 1 || left[0] != theirs {
			t.Errorf("%s: left %v, want %v", table, left, theirs)
		}
	}
	if n := query[int](t, db.Admin, "select count(*) from church_theological_lenses"); n != 2 {
		t.Errorf("%d chosen lenses, want grace-harbor's and the one st-brigids chose", n)
	}
	if query[uuid.UUID](t, db.Admin, "select admin_token from premium_churches where church_id = $1", church) != token {
		t.Error("the admin token changed")
	}
}

func TestADocumentWhoseBytesChangedIsQueuedAgain(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	exec(t, db.Admin, "update knowledge_documents set status = 'ready', ingested_sha256 = source_sha256, page_count = 1")
	exec(t, db.Admin, `
		update knowledge_documents
		set source = 'older', source_sha256 = sha256('older'), ingested_sha256 = sha256('older'), status = 'failed', error_code = 'x', error_message = 'y'
		where file_name = 'visitor-guide.md'`)
	exec(t, db.Admin, "update knowledge_documents set visibility = 'internal' where file_name = 'funeral-guide.md'")

	report := apply(t, db, everything)

	if got := report.Of("documents"); got.Updated != 2 || got.Inserted+got.Removed > 0 {
		t.Errorf("got %+v, want two updated", got)
	}
	queued := query[[]string](t, db.Admin, `
		select array_agg(file_name order by file_name) from knowledge_documents
		where status = 'queued' and source_sha256 = sha256(source) and ingested_sha256 is null and error_code is null and error_message is null`)
	if diff := cmp.Diff([]string{"funeral-guide.md", "visitor-guide.md"}, queued); diff != "" {
		t.Error(diff)
	}
	if n := query[int](t, db.Admin, "select count(*) from knowledge_documents where status = 'ready'"); n != report.Of("documents").Unchanged {
		t.Errorf("%d documents still ready, want %d", n, report.Of("documents").Unchanged)
	}
}
