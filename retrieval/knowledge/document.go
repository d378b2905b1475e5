package knowledge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/retrieval/extract"
)

// Upload is a document as a church sends it.
type Upload struct {
	FileName   string // identifies the document: the same name again replaces it
	Title      string // default: the file name without its extension
	MediaType  string // as the client declared it; the content decides
	Visibility string // VisibilityPublic or VisibilityInternal; default: that of the document it replaces, else public
	Language   string // ISO 639-1; default: the church's
	Content    []byte
}

// Who may be told what a document says.
const (
	VisibilityPublic   = "public"
	VisibilityInternal = "internal" // kept, but never part of an answer to a visitor
)

// Document is an uploaded document and how far its ingestion has got.
type Document struct {
	ID             uuid.UUID
	Title          string
	FileName       string
	MediaType      string
	Visibility     string
	Language       string
	Bytes          int
	Status         string
	PageCount      *int // nil where the format has no pages, or before it was read
	ChunksTotal    int
	ChunksEmbedded int
	Published      bool    // visitors are answered from passages of it, though perhaps from those of the version before
	ErrorCode      *string // too_large, unreadable, encrypted, no_text, unsupported; nil unless Status is StatusFailed
	ErrorMessage   *string // for the church's eyes
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// States of a document.
const (
	StatusQueued     = "queued"
	StatusExtracting = "extracting"
	StatusEmbedding  = "embedding"
	StatusReady      = "ready"
	StatusFailed     = "failed"
)

// ErrDocumentNotFound is returned for a document that the church does not have.
var ErrDocumentNotFound = errors.New("no such document")

// InvalidUploadError says what is wrong with an upload, in words for the church's eyes.
type InvalidUploadError struct{ Reason string }

func (e *InvalidUploadError) Error() string { return e.Reason }

// ErrFull is returned for a document for which its church has no room: at most MaxDocuments of MaxSources bytes together.
var ErrFull = errors.New("the church has as many documents as it may have")

// How much a church's documents may be.
const (
	MaxDocuments = 200
	MaxSources   = 500 << 20 // bytes
)

const (
	maxFileName = 255
	maxTitle    = 300
)

var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// prepare checks the upload and fills in what it left open.
func (u Upload) prepare() (Upload, error) {
	u.FileName = path.Base(strings.ReplaceAll(church.Storable(strings.TrimSpace(u.FileName)), `\`, "/"))
	u.Title = extract.SingleLine(u.Title)
	switch {
	case u.FileName == "." || u.FileName == "/" || len(u.FileName) > maxFileName:
		return u, &InvalidUploadError{fmt.Sprintf("A document needs a file name of at most %d characters.", maxFileName)}
	case u.Visibility != "" && u.Visibility != VisibilityPublic && u.Visibility != VisibilityInternal:
		return u, &InvalidUploadError{"A document's visibility is public or internal."}
	case u.Language != "" && !languageCode.MatchString(u.Language):
		return u, &InvalidUploadError{"A document's language is a code of two letters, such as en."}
	case len(u.Content) > extract.MaxDocumentBytes:
		return u, extract.ErrTooLarge
	case len(bytes.TrimSpace(u.Content)) == 0:
		return u, extract.ErrNoText
	case utf8.RuneCountInString(u.Title) > maxTitle:
		return u, &InvalidUploadError{fmt.Sprintf("A document's title has at most %d characters.", maxTitle)}
	}
	if u.Title == "" {
		u.Title = titleFromFileName(u.FileName, u.Content)
	}
	mediaType, err := extract.Sniff(u.FileName, u.MediaType, u.Content)
	u.MediaType = mediaType
	return u, err
}

// PutDocument stores the document and queues its ingestion, in one transaction. A document that is stored already, in the
// same words and with nothing changed, is left as it is. It fails with an *InvalidUploadError, an *extract.Refusal or ErrFull.
func (l *Library) PutDocument(ctx context.Context, churchID uuid.UUID, upload Upload) (Document, error) {
	upload, err := upload.prepare()
	if err != nil {
		return Document{}, err
	}
	var document Document
	err = church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		if err := makeRoom(ctx, tx, churchID, upload); err != nil {
			return err
		}
		document, err = putDocument(ctx, tx, churchID, upload)
		if err != nil || document.Status != StatusQueued {
			return err
		}
		return l.queueIngestion(ctx, tx, churchID, document.ID, document.UpdatedAt)
	})
	if err != nil {
		return Document{}, fmt.Errorf("store document %q: %w", upload.FileName, err)
	}
	return document, nil
}

// makeRoom fails with ErrFull where a church has no room for a document. Until the transaction ends, the church stores no other. One that
// takes the place of a larger one always has its room.
func makeRoom(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, u Upload) error {
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('documents ' || $1::text, 0))", churchID); err != nil {
		return err
	}
	var others, bytes, before int
	err := tx.QueryRow(ctx, `
		select count(*) filter (where file_name <> $2), coalesce(sum(octet_length(source)) filter (where file_name <> $2), 0),
			coalesce(max(octet_length(source)) filter (where file_name = $2), 0)
		from knowledge_documents where organization_id = $1`, churchID, u.FileName).Scan(&others, &bytes, &before)
	if err != nil {
		return err
	}
	if before == 0 && others >= MaxDocuments || bytes+len(u.Content) > MaxSources && len(u.Content) > before {
		return ErrFull
	}
	return nil
}

// documentColumns are those of a Document, of knowledge_documents d.
const documentColumns = `d.id, d.title, d.file_name, d.media_type, d.visibility, d.language, octet_length(d.source) as bytes, d.status,
	d.page_count, d.chunks_total, d.chunks_embedded, d.error_code, d.error_message, d.created_at, d.updated_at,
	exists (
		select from unified_rag_content u
		where u.organization_id = d.organization_id and u.document_id = d.id and u.curation_status = 'approved') as published`

const sameDocument = `d.status <> 'failed'
	and (d.title, d.media_type, d.visibility, d.language, d.source_sha256) is not distinct from
	    (excluded.title, excluded.media_type, coalesce(nullif($6, ''), d.visibility), excluded.language, excluded.source_sha256)`

func putDocument(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, u Upload) (Document, error) {
	sum := sha256.Sum256(u.Content)
	// Passages carry title, visibility and language too: a change of these alone is a new version as well. A document that
	// is as it was keeps its state, unless it failed: sending it again asks to try again.
	rows, err := tx.Query(ctx, `
		insert into knowledge_documents as d
			(id, organization_id, file_name, title, media_type, visibility, language, source, source_sha256)
		select $1, $2, $3, $4, $5, coalesce(nullif($6, ''), 'public'), coalesce(nullif($7, ''), c.language), $8, $9
		from churches c
		where c.id = $2
		on conflict (organization_id, file_name) do update set
			title = excluded.title, media_type = excluded.media_type, visibility = coalesce(nullif($6, ''), d.visibility),
			language = excluded.language, source = excluded.source, source_sha256 = excluded.source_sha256,
			error_code = null, error_message = null,
			status = case when `+sameDocument+` then d.status else 'queued' end,
			ingested_sha256 = case when `+sameDocument+` then d.ingested_sha256 end
		returning `+documentColumns,
		uuid.Must(uuid.NewV7()), churchID, u.FileName, u.Title, u.MediaType, u.Visibility, u.Language, u.Content, sum[:])
	if err != nil {
		return Document{}, err
	}
	document, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Document])
	if err != nil || document.Visibility != VisibilityInternal {
		return document, err
	}
	// What is to be kept from visitors is so at once, whatever becomes of the ingestion; what is to be shown waits for it.
	_, err = tx.Exec(ctx, `
		update unified_rag_content set metadata = metadata || '{"visibility": "internal"}'
		where organization_id = $1 and document_id = $2 and metadata ->> 'visibility' is distinct from 'internal'`, churchID, document.ID)
	return document, err
}

// Documents returns the church's documents by title.
func (l *Library) Documents(ctx context.Context, churchID uuid.UUID) ([]Document, error) {
	var documents []Document
	err := church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select `+documentColumns+`
			from knowledge_documents d
			where d.organization_id = $1
			order by lower(d.title), d.file_name`, churchID)
		if err != nil {
			return err
		}
		documents, err = pgx.CollectRows(rows, pgx.RowToStructByName[Document])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	return documents, nil
}

// DeleteDocument removes the document and all its passages. It fails with ErrDocumentNotFound.
func (l *Library) DeleteDocument(ctx context.Context, churchID, documentID uuid.UUID) error {
	err := church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `delete from knowledge_documents where organization_id = $1 and id = $2`, churchID, documentID)
		if err == nil && tag.RowsAffected() == 0 {
			return ErrDocumentNotFound
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrDocumentNotFound) {
		return fmt.Errorf("delete a document: %w", err)
	}
	return err
}

// Retry queues the ingestion of a document that failed. It fails with ErrDocumentNotFound where none of that id has.
func (l *Library) Retry(ctx context.Context, churchID, documentID uuid.UUID) error {
	err := church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		var asked time.Time
		err := tx.QueryRow(ctx, `
			update knowledge_documents set status = 'queued', error_code = null, error_message = null, ingested_sha256 = null
			where organization_id = $1 and id = $2 and status = 'failed' returning updated_at`, churchID, documentID).Scan(&asked)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrDocumentNotFound
		}
		if err != nil {
			return err
		}
		return l.queueIngestion(ctx, tx, churchID, documentID, asked)
	})
	if err != nil && !errors.Is(err, ErrDocumentNotFound) {
		return fmt.Errorf("try a document again: %w", err)
	}
	return err
}

// Excerpt is a passage of a document as it is found.
type Excerpt struct {
	HeadingPath []string
	Page        *int // from 1; nil where the format has none
	Content     string
	Embedded    bool
}

// Excerpts returns a document with some of the passages that were made of it, in their order. It fails with ErrDocumentNotFound.
func (l *Library) Excerpts(ctx context.Context, churchID, documentID uuid.UUID, from, limit int) (document Document, found []Excerpt, err error) {
	err = church.InChurch(ctx, l.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `select `+documentColumns+` from knowledge_documents d where d.organization_id = $1 and d.id = $2`, churchID, documentID)
		if err != nil {
			return err
		}
		if document, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Document]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `
			select heading_path, page, content, embedding is not null as embedded from unified_rag_content
			where organization_id = $1 and document_id = $2 and curation_status = 'approved' order by chunk_index offset $3 limit $4`, churchID, documentID, from, limit)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Excerpt])
		return err
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Document{}, nil, ErrDocumentNotFound
	case err != nil:
		return Document{}, nil, fmt.Errorf("read a document's passages: %w", err)
	}
	return document, found, nil
}
