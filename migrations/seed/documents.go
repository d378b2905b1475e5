package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"path"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// mediaTypes are the formats documents come in.
var mediaTypes = map[string]string{
	".md":   "text/markdown",
	".txt":  "text/plain",
	".html": "text/html",
	".pdf":  "application/pdf",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

// document is a row of knowledge_documents.
type document struct {
	ID, OrganizationID                     uuid.UUID
	FileName, Title, MediaType, Visibility string
	Language                               string
	Source, SHA256                         []byte
}

// documentKey identifies a document as the table does: a name within a church.
type documentKey struct {
	OrganizationID uuid.UUID
	FileName       string
}

func (d document) key() documentKey { return documentKey{d.OrganizationID, d.FileName} }

func demoDocuments(churches []demoChurch) ([]document, error) {
	var documents []document
	for _, church := range churches {
		for _, file := range church.Documents {
			source, err := church.source(file.File)
			if err != nil {
				return nil, err
			}
			mediaType, known := mediaTypes[path.Ext(file.File)]
			if !known {
				return nil, fmt.Errorf("%s: document %s is of no known type", church.Slug, file.File)
			}
			sum := sha256.Sum256(source)
			documents = append(documents, document{
				ID: documentID(church.Slug, file.File), OrganizationID: ChurchID(church.Slug),
				FileName: file.File, Title: file.Title, MediaType: mediaType, Visibility: file.Visibility,
				Language: file.Language, Source: source, SHA256: sum[:],
			})
		}
	}
	return documents, nil
}

func documentStep(churches []demoChurch, wanted []document) step {
	ids := make([]uuid.UUID, len(churches))
	for i, church := range churches {
		ids[i] = ChurchID(church.Slug)
	}
	return func(ctx context.Context, tx pgx.Tx) (Count, error) {
		count, err := syncDocuments(ctx, tx, ids, wanted)
		if err != nil {
			return Count{}, fmt.Errorf("write documents: %w", err)
		}
		return count, nil
	}
}

// syncDocuments compares hashes, so that sources cross the wire only when they are to be written.
func syncDocuments(ctx context.Context, tx pgx.Tx, churches []uuid.UUID, wanted []document) (Count, error) {
	count := Count{Kind: "documents"}
	stored, err := storedDocuments(ctx, tx, churches)
	if err != nil {
		return count, err
	}
	batch := &pgx.Batch{}
	for _, document := range wanted {
		before, known := stored[document.key()]
		delete(stored, document.key())
		switch {
		case !known:
			count.Inserted++
		case bytes.Equal(before.SHA256, document.SHA256) && before.Title == document.Title &&
			before.MediaType == document.MediaType && before.Visibility == document.Visibility && before.Language == document.Language:
			count.Unchanged++
			continue
		default:
			count.Updated++
		}
		batch.Queue(upsertDocument, document.ID, document.OrganizationID, document.FileName, document.Title, document.MediaType,
			document.Visibility, document.Language, document.Source, document.SHA256)
	}
	for _, stale := range stored {
		if stale.seeded {
			count.Removed++
			batch.Queue("delete from knowledge_documents where id = $1", stale.ID)
		}
	}
	return count, tx.SendBatch(ctx, batch).Close()
}

// upsertDocument queues the document for ingestion. Forgetting what was ingested makes ingestion run also where only the
// title, visibility or language changed, which its passages carry; passages that turn out the same keep their embeddings.
const upsertDocument = `
	insert into knowledge_documents (id, organization_id, file_name, title, media_type, visibility, language, source, source_sha256)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
	on conflict (organization_id, file_name) do update
	set title = excluded.title, media_type = excluded.media_type, visibility = excluded.visibility, language = excluded.language,
	    source = excluded.source, source_sha256 = excluded.source_sha256,
	    status = 'queued', ingested_sha256 = null, error_code = null, error_message = null`

type storedDocument struct {
	document
	seeded bool
}

func storedDocuments(ctx context.Context, tx pgx.Tx, churches []uuid.UUID) (map[documentKey]storedDocument, error) {
	rows, err := tx.Query(ctx, `
		select id, organization_id, file_name, title, media_type, visibility, language, source_sha256, `+seededRow+`
		from knowledge_documents
		where organization_id = any($1)`, churches)
	if err != nil {
		return nil, err
	}
	stored := map[documentKey]storedDocument{}
	var d storedDocument
	_, err = pgx.ForEachRow(rows, []any{
		&d.ID, &d.OrganizationID, &d.FileName, &d.Title, &d.MediaType, &d.Visibility, &d.Language, &d.SHA256, &d.seeded,
	}, func() error {
		stored[d.key()] = d
		return nil
	})
	return stored, err
}
