package knowledge

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"narthex/chat/church"
	"narthex/retrieval"
)

// EmbedPending embeds the church's rows that lack an embedding and are due, FAQs with a second one of their question
// alone. It returns how many rows now have theirs and how many failed; those are due again after 30 s, then 1 min, and so
// on up to an hour. When the embedder could not be reached at all it returns that error too.
func (l *Library) EmbedPending(ctx context.Context, churchID uuid.UUID) (embedded, failed int, err error) {
	for {
		rows, err := l.pendingRows(ctx, churchID, `
			(embedding is null or content_type = 'faq' and question_embedding is null)
			and (content_type <> 'document' and curation_status <> 'rejected' or curation_status = 'approved')
			and embedding_due(embed_attempts, updated_at)
			order by embed_attempts, id
			limit $2`, l.cfg.BatchTexts)
		if err != nil || len(rows) == 0 {
			return embedded, failed, err
		}
		good, bad, err := l.embedRows(ctx, churchID, rows)
		embedded, failed = embedded+good, failed+bad
		if err != nil {
			return embedded, failed, err
		}
	}
}

// pendingRow is a row to be embedded.
type pendingRow struct {
	ID          uuid.UUID
	DocumentID  *uuid.UUID
	ContentType string
	Title       string
	Content     string
	HeadingPath []string
}

// pendingRows reads the church's rows that fit a condition; $1 is the church.
func (l *Library) pendingRows(ctx context.Context, churchID uuid.UUID, condition string, args ...any) (found []pendingRow, err error) {
	err = church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id, document_id, content_type, title, content, heading_path
			from unified_rag_content
			where organization_id = $1 and `+condition, append([]any{churchID}, args...)...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[pendingRow])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for rows without an embedding: %w", err)
	}
	return found, nil
}

// embedRows embeds the rows and stores what came of it, in one statement each for good and bad. An error means that none
// of them could be tried; the attempt is counted against all.
func (l *Library) embedRows(ctx context.Context, churchID uuid.UUID, rows []pendingRow) (embedded, failed int, err error) {
	var texts []string
	for _, row := range rows {
		texts = append(texts, retrieval.EmbeddedText(row.Title, row.HeadingPath, row.Content))
	}
	for _, row := range rows {
		if row.ContentType == retrieval.KindFAQ {
			texts = append(texts, row.Title)
		}
	}
	vectors, embedErr := l.embedder.Embed(ctx, texts)
	if ctx.Err() != nil {
		return 0, 0, context.Cause(ctx)
	}
	outcome := newEmbedOutcome(rows, texts, vectors, embedErr)
	if err := l.storeOutcome(ctx, churchID, outcome); err != nil {
		return 0, 0, errors.Join(err, embedErr)
	}
	if _, partial := errors.AsType[*retrieval.PartialError](embedErr); embedErr != nil && !partial {
		return 0, len(rows), fmt.Errorf("embed %d rows: %w", len(rows), embedErr)
	}
	return len(outcome.ids), len(outcome.failed), nil
}

// embedOutcome holds the columns of the update: one element per row that succeeded or failed.
type embedOutcome struct {
	ids                          []uuid.UUID
	titles, contents             []string // as they were embedded: a row edited meanwhile is left for the next time
	embeddings, questions        []*string
	sums                         [][]byte
	failed                       []uuid.UUID
	failedTitles, failedContents []string
	errs                         []string
	documents                    []uuid.UUID
}

func newEmbedOutcome(rows []pendingRow, texts []string, vectors [][]float32, err error) *embedOutcome {
	o := &embedOutcome{}
	at := len(rows) // of the next FAQ's question
	for i, row := range rows {
		needed := []int{i}
		if row.ContentType == retrieval.KindFAQ {
			needed = append(needed, at)
			at++
		}
		if row.DocumentID != nil {
			o.documents = append(o.documents, *row.DocumentID)
		}
		if reason := failure(needed, vectors, err); reason != nil {
			o.failed = append(o.failed, row.ID)
			o.failedTitles, o.failedContents = append(o.failedTitles, row.Title), append(o.failedContents, row.Content)
			o.errs = append(o.errs, church.Storable(reason.Error()[:min(len(reason.Error()), 500)]))
			continue
		}
		sum := sha256.Sum256([]byte(texts[i]))
		o.ids, o.titles, o.contents = append(o.ids, row.ID), append(o.titles, row.Title), append(o.contents, row.Content)
		o.embeddings, o.sums = append(o.embeddings, vectorText(vectors[i])), append(o.sums, sum[:])
		var question *string
		if len(needed) == 2 {
			question = vectorText(vectors[needed[1]])
		}
		o.questions = append(o.questions, question)
	}
	return o
}

// failure returns why one of the texts has no vector.
func failure(needed []int, vectors [][]float32, err error) error {
	for _, i := range needed {
		if i < len(vectors) && vectors[i] != nil {
			continue
		}
		if partial, ok := errors.AsType[*retrieval.PartialError](err); ok && partial.Errs[i] != nil {
			return partial.Errs[i]
		}
		if err != nil {
			return err
		}
		return retrieval.ErrBadEmbedding
	}
	return nil
}

func vectorText(vector []float32) *string {
	text := pgvector.NewVector(vector).String()
	return &text
}

func (l *Library) storeOutcome(ctx context.Context, churchID uuid.UUID, o *embedOutcome) error {
	batch := &pgx.Batch{}
	batch.Queue(`
		update unified_rag_content c
		set embedding = e.embedding::vector, question_embedding = e.question::vector, content_sha256 = e.sum,
		    embed_attempts = 0, embed_error = null, metadata = c.metadata || jsonb_build_object('embedder', $8::text)
		from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[])
		     as e (id, title, content, embedding, question, sum)
		where c.organization_id = $1 and c.id = e.id and c.title = e.title and c.content = e.content`,
		churchID, o.ids, o.titles, o.contents, o.embeddings, o.questions, o.sums, l.embedder.Name())
	batch.Queue(`
		update unified_rag_content c
		set embed_attempts = c.embed_attempts + 1, embed_error = e.error
		from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as e (id, title, content, error)
		where c.organization_id = $1 and c.id = e.id and c.title = e.title and c.content = e.content`,
		churchID, o.failed, o.failedTitles, o.failedContents, o.errs)
	// A published passage that got its embedding late counts towards its document.
	batch.Queue(`
		update knowledge_documents d
		set chunks_embedded = (
			select count(*) from unified_rag_content c
			where c.document_id = d.id and c.curation_status = 'approved' and c.embedding is not null)
		where d.organization_id = $1 and d.id = any($2) and d.status = 'ready'`, churchID, o.documents)
	err := church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
	if err != nil {
		return fmt.Errorf("store embeddings: %w", err)
	}
	return nil
}
