package knowledge

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// A version's new passages are staged first: rows with curation status pending, which no search shows, under chunk
// indexes below zero, which no passage has. Publishing gives them their places and takes the old ones away, in one
// transaction.

// storedChunk is a passage in the database, staged or published.
type storedChunk struct {
	id         uuid.UUID
	chunkIndex int
	sha256     string
	published  bool
	embedded   bool
	embedder   string
}

func storedChunks(ctx context.Context, tx pgx.Tx, v *version) ([]*storedChunk, error) {
	rows, err := tx.Query(ctx, `
		select id, chunk_index, coalesce(content_sha256, '')::bytea, curation_status <> 'pending', embedding is not null,
		       coalesce(metadata ->> 'embedder', '')
		from unified_rag_content
		where organization_id = $1 and document_id = $2
		order by curation_status = 'pending', embedding is null, chunk_index`, v.churchID, v.documentID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*storedChunk, error) {
		var s storedChunk
		var sha []byte
		err := row.Scan(&s.id, &s.chunkIndex, &sha, &s.published, &s.embedded, &s.embedder)
		s.sha256 = string(sha)
		return &s, err
	})
}

// matching says which stored row holds which chunk.
type matching struct {
	rows   []*storedChunk // one per chunk; nil: not stored yet
	unused []*storedChunk
}

// match finds for each chunk a row of the same text, whose embedding, if it has one, is of the current embedder. A
// published row goes before a staged one, one with an embedding before one without.
func (l *Library) match(chunks []hashedChunk, stored []*storedChunk) matching {
	byText := make(map[string][]*storedChunk)
	m := matching{rows: make([]*storedChunk, len(chunks))}
	for _, row := range stored {
		if row.embedded && row.embedder != l.embedder.Name() {
			m.unused = append(m.unused, row)
			continue
		}
		byText[row.sha256] = append(byText[row.sha256], row)
	}
	for i, chunk := range chunks {
		if rows := byText[chunk.sha256]; len(rows) > 0 {
			m.rows[i], byText[chunk.sha256] = rows[0], rows[1:]
		}
	}
	for _, rows := range byText {
		m.unused = append(m.unused, rows...)
	}
	return m
}

// stage stores the passages that are not stored yet.
func (l *Library) stage(ctx context.Context, v *version) error {
	return l.withVersion(ctx, v, func(tx pgx.Tx) error {
		stored, err := storedChunks(ctx, tx, v)
		if err != nil {
			return err
		}
		m := l.match(v.chunks, stored)
		var stale []uuid.UUID
		next := -1
		for _, row := range stored {
			next = min(next, row.chunkIndex-1)
		}
		for _, row := range m.unused {
			if !row.published {
				stale = append(stale, row.id)
			}
		}
		batch := &pgx.Batch{}
		batch.Queue(`delete from unified_rag_content where organization_id = $1 and id = any($2)`, v.churchID, stale)
		batch.Queue(`
			update unified_rag_content set embed_attempts = 0
			where organization_id = $1 and document_id = $2 and embedding is null and embed_attempts > 0`, v.churchID, v.documentID)
		for i, row := range m.rows {
			if row == nil {
				queueStagedChunk(batch, v, v.chunks[i], next)
				next--
			}
		}
		return tx.SendBatch(ctx, batch).Close()
	})
}

func queueStagedChunk(batch *pgx.Batch, v *version, chunk hashedChunk, chunkIndex int) {
	headingPath := chunk.HeadingPath
	if headingPath == nil {
		headingPath = []string{}
	}
	batch.Queue(`
		insert into unified_rag_content
			(id, organization_id, content_type, document_id, chunk_index, title, content, heading_path, page, content_sha256,
			 language, curation_status, metadata)
		values ($1, $2, 'document', $3, $4, $5, $6, $7, nullif($8, 0), $9, $10, 'pending', jsonb_build_object('visibility', $11::text))`,
		uuid.Must(uuid.NewV7()), v.churchID, v.documentID, chunkIndex, v.title, chunk.Text, headingPath, chunk.Page,
		[]byte(chunk.sha256), v.language, v.visibility)
}

// movedIndex is where a published passage waits while the passages of its document change places: the index is unique.
const movedIndex = -1_000_000_000

// publish puts the version's passages in the place of the document's old ones and marks it as ready. It returns how many
// of them are embedded; the others stay out of every answer until EmbedPending has seen to them.
func (l *Library) publish(ctx context.Context, v *version) (embedded int, err error) {
	err = l.withVersion(ctx, v, func(tx pgx.Tx) error {
		stored, err := storedChunks(ctx, tx, v)
		if err != nil {
			return err
		}
		m := l.match(v.chunks, stored)
		var old, kept []uuid.UUID
		var indexes, pages []int32
		for _, row := range m.unused {
			old = append(old, row.id)
		}
		for i, row := range m.rows {
			if row == nil { // somebody else published and pruned this version's rows in between: stage again
				return errSuperseded
			}
			if row.embedded {
				embedded++
			}
			kept, indexes, pages = append(kept, row.id), append(indexes, int32(i)), append(pages, int32(v.chunks[i].Page))
		}
		batch := &pgx.Batch{}
		batch.Queue(`delete from unified_rag_content where organization_id = $1 and id = any($2)`, v.churchID, old)
		batch.Queue(`
			update unified_rag_content c set chunk_index = $4 - p.chunk_index
			from unnest($2::uuid[], $3::integer[]) as p (id, chunk_index)
			where c.organization_id = $1 and c.id = p.id and c.chunk_index >= 0 and c.chunk_index <> p.chunk_index`,
			v.churchID, kept, indexes, movedIndex)
		batch.Queue(`
			update unified_rag_content c
			set chunk_index = p.chunk_index, page = nullif(p.page, 0), language = $5,
			    -- A passage that the church has rejected stays so.
			    curation_status = case c.curation_status when 'pending' then 'approved' else c.curation_status end,
			    metadata = c.metadata || jsonb_build_object('visibility', $6::text)
			from unnest($2::uuid[], $3::integer[], $4::integer[]) as p (id, chunk_index, page)
			where c.organization_id = $1 and c.id = p.id
			  and (c.chunk_index, c.page, c.curation_status = 'pending', c.language, c.metadata ->> 'visibility')
			      is distinct from (p.chunk_index, nullif(p.page, 0), false, $5, $6::text)`,
			v.churchID, kept, indexes, pages, v.language, v.visibility)
		batch.Queue(`
			update knowledge_documents
			set status = 'ready', ingested_sha256 = source_sha256, page_count = nullif($3, 0), chunks_total = $4, chunks_embedded = $5
			where organization_id = $1 and id = $2`, v.churchID, v.documentID, v.pages, len(v.chunks), embedded)
		return tx.SendBatch(ctx, batch).Close()
	})
	return embedded, err
}
