package knowledge

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/retrieval"
)

// EmbedLensTexts embeds the curated texts of all lenses that have no embedding; with reembed, those of another embedder as
// well. It returns how many are done and may be stopped at any time and called again.
func (l *Library) EmbedLensTexts(ctx context.Context, reembed bool) (embedded int, err error) {
	for {
		rows, err := l.pool.Query(ctx, `
			select id, title, content from lens_texts
			where embedding is null or $1 and embedder is distinct from $2
			order by id
			limit $3`, reembed, l.embedder.Name(), l.cfg.BatchTexts)
		if err != nil {
			return embedded, fmt.Errorf("look for texts of lenses without an embedding: %w", err)
		}
		texts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[lensText])
		if err != nil {
			return embedded, fmt.Errorf("look for texts of lenses without an embedding: %w", err)
		}
		if len(texts) == 0 {
			return embedded, nil
		}
		if err := l.embedLensTexts(ctx, texts); err != nil {
			return embedded, fmt.Errorf("embed texts of lenses: %w", err)
		}
		embedded += len(texts)
	}
}

type lensText struct {
	ID             uuid.UUID
	Title, Content string
}

// embedLensTexts leaves alone what the seed has changed meanwhile.
func (l *Library) embedLensTexts(ctx context.Context, texts []lensText) error {
	var ids []uuid.UUID
	var asked, titles, contents []string
	for _, text := range texts {
		ids, titles, contents = append(ids, text.ID), append(titles, text.Title), append(contents, text.Content)
		asked = append(asked, retrieval.EmbeddedText(text.Title, nil, text.Content))
	}
	vectors, err := l.embedder.Embed(ctx, asked)
	if err != nil {
		return err
	}
	embeddings := make([]*string, len(vectors))
	for i := range vectors {
		embeddings[i] = vectorText(vectors[i])
	}
	_, err = l.pool.Exec(ctx, `
		update lens_texts t
		set embedding = e.embedding::vector, embedder = $5
		from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as e (id, title, content, embedding)
		where t.id = e.id and t.title = e.title and t.content = e.content`,
		ids, titles, contents, embeddings, l.embedder.Name())
	return err
}
