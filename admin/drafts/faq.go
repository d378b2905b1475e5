package drafts

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// marks say which transaction wrote each FAQ of a church last: a FAQ whose mark is another was written meanwhile.
type marks map[uuid.UUID]string

func readMarks(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (marks, error) {
	rows, err := tx.Query(ctx, "select id, xmin::text from unified_rag_content where organization_id = $1 and content_type = 'faq'", churchID)
	if err != nil {
		return nil, err
	}
	found := marks{}
	var id uuid.UUID
	var mark string
	_, err = pgx.ForEachRow(rows, []any{&id, &mark}, func() error { found[id] = mark; return nil })
	return found, err
}

// since are the FAQs that were written, or deleted, since earlier marks.
func (m marks) since(earlier marks) (ids []uuid.UUID) {
	for id, mark := range m {
		if earlier[id] != mark {
			ids = append(ids, id)
		}
	}
	for id := range earlier {
		if _, there := m[id]; !there {
			ids = append(ids, id)
		}
	}
	return ids
}

// storedFAQ is a FAQ as its author sees it, with its vectors.
type storedFAQ struct {
	ID    uuid.UUID
	Value json.RawMessage
	vectors
}

// faqValue is SQL: what a FAQ says. Which embedder has read it is not its author's affair.
const faqValue = "jsonb_build_object('title', title, 'content', content, 'language', language, 'metadata', metadata - 'embedder')"

func readFAQs(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]storedFAQ, error) {
	rows, err := tx.Query(ctx, `
		select id, `+faqValue+`, metadata ->> 'embedder', embedding::text, question_embedding::text
		from unified_rag_content where organization_id = $1 and content_type = 'faq' and id = any($2)`, churchID, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]storedFAQ)
	var f storedFAQ
	_, err = pgx.ForEachRow(rows, []any{&f.ID, &f.Value, &f.Embedder, &f.Embedding, &f.QuestionEmbedding}, func() error {
		found[f.ID] = f
		f = storedFAQ{}
		return nil
	})
	return found, err
}

// faqsOf are the FAQs that changes are of.
func faqsOf(changes []Change) (ids []uuid.UUID) {
	for _, c := range changes {
		if c.Target == faqTarget {
			ids = append(ids, c.RowID)
		}
	}
	return ids
}

// writeFAQs makes changes of FAQs. Vectors that another embedder has made are left out: jobs make them anew, as of any FAQ without.
func writeFAQs(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, embedder string, changes []Change) error {
	batch := &pgx.Batch{}
	for _, c := range changes {
		switch {
		case c.Target != faqTarget:
		case c.After == nil:
			batch.Queue("delete from unified_rag_content where organization_id = $1 and id = $2 and content_type = 'faq'", churchID, c.RowID)
		default:
			v := c.vectors
			if v.Embedder == nil || *v.Embedder != embedder {
				v = vectors{}
			}
			batch.Queue(`
				insert into unified_rag_content (id, organization_id, content_type, curation_status, title, content, language, metadata, embedding, question_embedding)
				select $2, $1, 'faq', 'approved', f.value ->> 'title', f.value ->> 'content', f.value ->> 'language',
					(f.value -> 'metadata') || jsonb_strip_nulls(jsonb_build_object('embedder', $4::text)), $5::text::vector, $6::text::vector
				from (select $3::jsonb as value) f
				on conflict (id) do update set title = excluded.title, content = excluded.content, metadata = excluded.metadata,
					embedding = excluded.embedding, question_embedding = excluded.question_embedding, embed_attempts = 0, embed_error = null`,
				churchID, c.RowID, c.After, v.Embedder, v.Embedding, v.QuestionEmbedding)
		}
	}
	if batch.Len() == 0 {
		return nil
	}
	return tx.SendBatch(ctx, batch).Close()
}

// wordsOf are what the list of changes says of a FAQ that is changed from before to after.
func wordsOf(before, after json.RawMessage) (what string, detail map[string]string) {
	what, value := "faq.changed", after
	switch {
	case before == nil:
		what = "faq.created"
	case after == nil:
		what, value = "faq.deleted", before
	}
	var faq struct {
		Title string `json:"title"`
	}
	if json.Unmarshal(value, &faq) != nil {
		return what, map[string]string{}
	}
	return what, map[string]string{"question": faq.Title}
}
