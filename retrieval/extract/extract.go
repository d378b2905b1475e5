package extract

import (
	"context"
	"errors"
	"fmt"
)

// Media types that can be read.
const (
	TypePlain    = "text/plain"
	TypeMarkdown = "text/markdown"
	TypeHTML     = "text/html"
	TypePDF      = "application/pdf"
	TypeDOCX     = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
)

// Document reads the text of a document in this process. The context's end is looked at between pages and blocks, but a
// hostile file can keep a parser busy in between: files from outside go through [Isolated].
//
// It fails with ErrTooLarge, ErrUnreadable, ErrEncrypted, ErrNoText or ErrUnsupported (test with errors.Is).
func Document(ctx context.Context, mediaType string, content []byte) (text Text, err error) {
	if len(content) > MaxDocumentBytes {
		return Text{}, ErrTooLarge
	}
	defer func() {
		if r := recover(); r != nil { // a parser's bug on a damaged file must not end the caller
			text, err = Text{}, fmt.Errorf("%w (the parser failed: %v)", ErrUnreadable, r)
		}
	}()
	read, ok := formats[mediaType]
	if !ok {
		return Text{}, ErrUnsupported
	}
	c := &collector{ctx: ctx}
	if err := read(c, content); err != nil {
		if ctx.Err() != nil {
			return Text{}, context.Cause(ctx)
		}
		if _, refused := errors.AsType[*Refusal](err); !refused {
			err = fmt.Errorf("%w (%v)", ErrUnreadable, err)
		}
		return Text{}, err
	}
	if len(c.Blocks) == 0 {
		return Text{}, ErrNoText
	}
	c.Title = SingleLine(c.Title)
	c.Language = languageCode(c.Language)
	return c.Text, nil
}

// formats says what reads a document, by its media type.
var formats = map[string]func(*collector, []byte) error{
	TypePlain:    extractPlain,
	TypeMarkdown: extractMarkdown,
	TypeHTML:     extractHTML,
	TypePDF:      extractPDF,
	TypeDOCX:     extractDOCX,
}
