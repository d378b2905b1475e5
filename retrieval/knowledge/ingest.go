package knowledge

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/retrieval"
	"narthex/retrieval/chunk"
	"narthex/retrieval/extract"
)

// Progress is how far an ingestion has got.
type Progress struct {
	Status         string // of the document
	Pages          int    // 0 where the format has none, or before it was read
	ChunksTotal    int
	ChunksEmbedded int // of ChunksTotal, those that were stored before included
}

// errSuperseded says that the document was replaced while it was being ingested.
var errSuperseded = errors.New("a newer version of the document has come")

// Ingest brings the passages of a document into line with its source: extract, cut, embed what is new, publish. It may be
// killed at any point and called again, also at the same time: what was embedded is not embedded again, an unchanged
// passage keeps its row and its embedding, and visitors get the old passages until the new ones take their place, all at
// once. A document that is up to date is left alone. progress may be nil.
//
// A document that is refused (see extract.Document) is marked as failed, and its earlier passages stay. Any other error leaves it
// as it is, to be tried again.
func (l *Library) Ingest(ctx context.Context, churchID, documentID uuid.UUID, progress func(Progress)) error {
	if progress == nil {
		progress = func(Progress) {}
	}
	for {
		err := l.ingestVersion(ctx, churchID, documentID, progress)
		if errors.Is(err, errSuperseded) {
			continue // each turn of this loop took a new upload
		}
		l.metrics.countDocument(err)
		if err != nil {
			return fmt.Errorf("ingest document %s: %w", documentID, err)
		}
		return nil
	}
}

func (l *Library) ingestVersion(ctx context.Context, churchID, documentID uuid.UUID, progress func(Progress)) error {
	v, upToDate, err := l.beginIngestion(ctx, churchID, documentID)
	if err != nil || upToDate {
		return err
	}
	progress(Progress{Status: StatusExtracting})
	extracted, err := l.extract(ctx, v)
	if err != nil {
		if refusal, refused := errors.AsType[*extract.Refusal](err); refused && ctx.Err() == nil {
			return errors.Join(err, l.refuse(ctx, v, refusal))
		}
		return err
	}
	v.pages = extracted.Pages
	for _, passage := range chunk.Cut(extracted, l.cfg.Chunks) {
		sum := sha256.Sum256([]byte(retrieval.EmbeddedText(v.title, passage.HeadingPath, passage.Text)))
		v.chunks = append(v.chunks, hashedChunk{Chunk: passage, sha256: string(sum[:])})
	}
	if err := l.stage(ctx, v); err != nil {
		return err
	}
	if err := l.embedStaged(ctx, v, progress); err != nil {
		return err
	}
	embedded, err := l.publish(ctx, v)
	if err != nil {
		return err
	}
	progress(Progress{Status: StatusReady, Pages: v.pages, ChunksTotal: len(v.chunks), ChunksEmbedded: embedded})
	return nil
}

// version is one version of a document on its way through ingestion.
type version struct {
	churchID, documentID        uuid.UUID
	title, mediaType            string
	visibility, language        string
	source, sourceSHA, ingested []byte
	pages                       int
	chunks                      []hashedChunk
}

type hashedChunk struct {
	chunk.Chunk
	sha256 string // of what is embedded
}

// beginIngestion reads the document and marks it as being extracted.
func (l *Library) beginIngestion(ctx context.Context, churchID, documentID uuid.UUID) (*version, bool, error) {
	v := &version{churchID: churchID, documentID: documentID}
	upToDate := false
	err := church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
			select title, media_type, visibility, language, source, source_sha256, ingested_sha256
			from knowledge_documents
			where organization_id = $1 and id = $2
			for update`, churchID, documentID).
			Scan(&v.title, &v.mediaType, &v.visibility, &v.language, &v.source, &v.sourceSHA, &v.ingested)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrDocumentNotFound
		}
		if err != nil {
			return err
		}
		if upToDate = string(v.ingested) == string(v.sourceSHA); upToDate {
			return nil
		}
		_, err = tx.Exec(ctx, `
			update knowledge_documents
			set status = 'extracting', chunks_total = 0, chunks_embedded = 0, error_code = null, error_message = null
			where organization_id = $1 and id = $2`, churchID, documentID)
		return err
	})
	return v, upToDate, err
}

func (l *Library) extract(ctx context.Context, v *version) (extract.Text, error) {
	started := time.Now()
	extracted, err := l.cfg.Extractor.Extract(ctx, v.mediaType, v.source)
	l.metrics.observeExtraction(v.mediaType, err, time.Since(started))
	v.source = nil // up to 20 MB that the rest of the ingestion has no use for
	return extracted, err
}

// refuse marks the version as failed and throws away what was prepared for it.
func (l *Library) refuse(ctx context.Context, v *version, reason *extract.Refusal) error {
	return l.withVersion(ctx, v, func(tx pgx.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue(`
			update knowledge_documents set status = 'failed', error_code = $3, error_message = $4
			where organization_id = $1 and id = $2`, v.churchID, v.documentID, reason.Code, reason.Error())
		batch.Queue(`
			delete from unified_rag_content
			where organization_id = $1 and document_id = $2 and curation_status = 'pending'`, v.churchID, v.documentID)
		return tx.SendBatch(ctx, batch).Close()
	})
}

// withVersion runs fn with the document locked, if this version is still the newest.
func (l *Library) withVersion(ctx context.Context, v *version, fn func(pgx.Tx) error) error {
	return church.InChurch(ctx, l.pool, v.churchID, func(tx pgx.Tx) error {
		var current bool
		err := tx.QueryRow(ctx, `
			select (source_sha256, title, media_type, visibility, language) is not distinct from ($3::bytea, $4::text, $5::text, $6::text, $7::text)
			from knowledge_documents
			where organization_id = $1 and id = $2
			for update`, v.churchID, v.documentID, v.sourceSHA, v.title, v.mediaType, v.visibility, v.language).Scan(&current)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return ErrDocumentNotFound
		case err != nil:
			return err
		case !current:
			return errSuperseded
		}
		return fn(tx)
	})
}

// embedStaged embeds the staged passages batch by batch; each batch is stored before the next is begun.
func (l *Library) embedStaged(ctx context.Context, v *version, progress func(Progress)) error {
	failed := 0
	for {
		rows, err := l.stagedRows(ctx, v)
		if err != nil {
			return err
		}
		done, err := l.countEmbedded(ctx, v)
		if err != nil {
			return err
		}
		progress(Progress{Status: StatusEmbedding, Pages: v.pages, ChunksTotal: len(v.chunks), ChunksEmbedded: done})
		if len(rows) == 0 {
			if failed > 0 && done == 0 {
				return fmt.Errorf("none of %d passages could be embedded", failed)
			}
			return nil
		}
		_, bad, err := l.embedRows(ctx, v.churchID, rows)
		if err != nil {
			return err
		}
		failed += bad
	}
}

// stagedRows returns the next staged passages that were not tried yet.
func (l *Library) stagedRows(ctx context.Context, v *version) ([]pendingRow, error) {
	return l.pendingRows(ctx, v.churchID, `
		document_id = $2 and curation_status = 'pending' and embedding is null and embed_attempts = 0
		order by chunk_index desc
		limit $3`, v.documentID, l.cfg.BatchTexts)
}

// countEmbedded tells, and notes in the document's row, how many of the version's passages are embedded.
func (l *Library) countEmbedded(ctx context.Context, v *version) (embedded int, err error) {
	err = l.withVersion(ctx, v, func(tx pgx.Tx) error {
		stored, err := storedChunks(ctx, tx, v)
		if err != nil {
			return err
		}
		for _, row := range l.match(v.chunks, stored).rows {
			if row != nil && row.embedded {
				embedded++
			}
		}
		_, err = tx.Exec(ctx, `
			update knowledge_documents set status = 'embedding', chunks_total = $3, chunks_embedded = $4
			where organization_id = $1 and id = $2 and ingested_sha256 is distinct from source_sha256`, v.churchID, v.documentID, len(v.chunks), embedded)
		return err
	})
	return embedded, err
}
