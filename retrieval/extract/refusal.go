package extract

// Refusal is why a document was refused for good: reading it again would end the same way.
type Refusal struct {
	Code    string // under which it is stored and counted
	message string // fit for the person who uploaded the document
}

func (r *Refusal) Error() string { return r.message }

// The reasons for a refusal (test with errors.Is).
var (
	ErrTooLarge    = &Refusal{"too_large", "the document is too large or too complicated to be read"}
	ErrUnreadable  = &Refusal{"unreadable", "the document is damaged and cannot be read"}
	ErrEncrypted   = &Refusal{"encrypted", "the document is protected by a password"}
	ErrNoText      = &Refusal{"no_text", "the document holds no text; a scan must be made searchable first"}
	ErrUnsupported = &Refusal{"unsupported", "this kind of document is not supported; send a PDF, a Word document (.docx), HTML, Markdown or plain text"}
)

// refusalOf returns the refusal with a code, or nil.
func refusalOf(code string) *Refusal {
	for _, refusal := range []*Refusal{ErrTooLarge, ErrUnreadable, ErrEncrypted, ErrNoText, ErrUnsupported} {
		if refusal.Code == code {
			return refusal
		}
	}
	return nil
}
