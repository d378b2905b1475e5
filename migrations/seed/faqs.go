package seed

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

type (
	faqRow struct {
		ID             uuid.UUID   `json:"id"`
		OrganizationID uuid.UUID   `json:"organization_id"`
		Title          string      `json:"title"`
		Content        string      `json:"content"`
		Language       string      `json:"language"`
		Metadata       faqMetadata `json:"metadata"`
	}
	faqMetadata struct {
		Category      string `json:"faq_category"`
		Visibility    string `json:"visibility"`
		ExactResponse bool   `json:"exact_response"`
	}
)

func faqStep(churches []demoChurch) step {
	var rows []faqRow
	for _, church := range churches {
		for _, faq := range church.FAQs {
			rows = append(rows, faqRow{
				ID: faqID(church.Slug, faq.Question), OrganizationID: ChurchID(church.Slug),
				Title: faq.Question, Content: faq.Answer, Language: faq.Language,
				Metadata: faqMetadata{Category: faq.Category, Visibility: faq.Visibility, ExactResponse: faq.ExactResponse},
			})
		}
	}
	return func(ctx context.Context, tx pgx.Tx) (Count, error) {
		count, err := syncFAQs(ctx, tx, rows)
		if err != nil {
			return Count{}, fmt.Errorf("write FAQs: %w", err)
		}
		return count, nil
	}
}

const wantedFAQs = "jsonb_populate_recordset(null::unified_rag_content, $1::jsonb)"

// syncFAQs is not a table's sync because a changed text takes the embeddings with it, and because metadata belongs to the
// embedder as well (embedder): only the seed's own keys are compared and written.
func syncFAQs(ctx context.Context, tx pgx.Tx, rows []faqRow) (Count, error) {
	wanted, err := json.Marshal(rows)
	if err != nil {
		return Count{}, err
	}
	count := Count{Kind: "FAQs"}
	err = tx.QueryRow(ctx, `
		select count(*) filter (where t.id is null),
		       count(*) filter (where t.id is not null and `+faqDiffers+`),
		       count(*) filter (where t.id is not null and not `+faqDiffers+`),
		       (select count(*) `+staleFAQs+`)
		from `+wantedFAQs+` w left join unified_rag_content t on t.id = w.id`,
		wanted).Scan(&count.Inserted, &count.Updated, &count.Unchanged, &count.Removed)
	if err != nil || !count.changed() {
		return count, err
	}
	for _, statement := range []string{"delete" + staleFAQs, forgetEmbeddings, upsertFAQs} {
		if _, err := tx.Exec(ctx, statement, wanted); err != nil {
			return Count{}, err
		}
	}
	return count, nil
}

const faqDiffers = `((t.title, t.content, t.language) is distinct from (w.title, w.content, w.language) or not t.metadata @> w.metadata)`

// forgetEmbeddings writes a changed text. The embedder finds rows without an embedding; attempts and error were the old
// text's.
const forgetEmbeddings = `
	update unified_rag_content t
	set title = w.title, content = w.content, embedding = null, question_embedding = null, content_sha256 = null,
	    embed_attempts = 0, embed_error = null
	from ` + wantedFAQs + ` w
	where t.id = w.id and (t.title, t.content) is distinct from (w.title, w.content)`

const upsertFAQs = `
	insert into unified_rag_content as t (id, organization_id, content_type, title, content, language, metadata)
	select id, organization_id, 'faq', title, content, language, metadata from ` + wantedFAQs + `
	on conflict (id) do update set language = excluded.language, metadata = t.metadata || excluded.metadata
	where t.language is distinct from excluded.language or not t.metadata @> excluded.metadata`

// staleFAQs are rows the seed once gave these churches and no longer holds, such as those whose question was reworded.
const staleFAQs = `
	from unified_rag_content
	where content_type = 'faq' and ` + seededRow + `
	  and organization_id in (select organization_id from ` + wantedFAQs + `)
	  and id not in (select id from ` + wantedFAQs + `)`
