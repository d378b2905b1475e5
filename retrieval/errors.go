package retrieval

import (
	"errors"
	"fmt"
)

// Why a document was refused or could not be read. The messages are fit for the person who uploaded it.
var (
	ErrTooLarge    = errors.New("the document is too large or too complicated to be read")
	ErrUnreadable  = errors.New("the document is damaged and cannot be read")
	ErrEncrypted   = errors.New("the document is protected by a password")
	ErrNoText      = errors.New("the document holds no text; a scan must be made searchable first")
	ErrUnsupported = errors.New("this kind of document is not supported; send a PDF, a Word document (.docx), HTML, Markdown or plain text")
)

// ErrDocumentNotFound is returned for a document that the church does not have.
var ErrDocumentNotFound = errors.New("no such document")

// ErrEmbedderMismatch says that everything the church has stored was embedded by another embedder than the query's, so
// that nothing could be found.
type ErrEmbedderMismatch struct {
	Stored string // the embedder of the church's rows
	Query  string // the embedder of the query
}

func (e *ErrEmbedderMismatch) Error() string {
	return fmt.Sprintf("the church's knowledge was embedded by %q, but the server now uses %q: run `narthex reembed`", e.Stored, e.Query)
}
