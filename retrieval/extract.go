package retrieval

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Media types that can be read.
const (
	TypePlain    = "text/plain"
	TypeMarkdown = "text/markdown"
	TypeHTML     = "text/html"
	TypePDF      = "application/pdf"
	TypeDOCX     = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
)

// Extracted is the text of a document in reading order.
type Extracted struct {
	Title    string `json:"title,omitempty"`    // as the document itself says, empty if it does not
	Language string `json:"language,omitempty"` // ISO 639-1, likewise
	Pages    int    `json:"pages,omitempty"`    // 0 where the format has none
	Blocks   []Block
}

// Block is a heading, a paragraph, a list or a table.
type Block struct {
	Kind         BlockKind
	HeadingLevel int    `json:",omitempty"` // 1 (outermost) to 6; 0 unless Kind is Heading
	Text         string // lists: one item a line; tables: one row a line, cells parted by " | "
	Page         int    `json:",omitempty"` // from 1; 0 where the format has none
}

// BlockKind says how a block may be cut: lists and tables only between their lines, paragraphs between sentences.
type BlockKind uint8

// Kinds of blocks.
const (
	Paragraph BlockKind = iota
	Heading
	List
	Table
)

// Bounds of what is read of one document, whatever its format.
const (
	// MaxDocumentBytes is the largest upload.
	MaxDocumentBytes = 20 << 20
	maxTextBytes     = 8 << 20 // text of one document: some 4,000 pages
	maxPages         = 3000
	maxBlocks        = 200_000
)

// Extract reads the text of a document in this process. The context's end is looked at between pages and blocks, but a
// hostile file can keep a parser busy in between: files from outside go through [Isolated].
//
// It fails with ErrTooLarge, ErrUnreadable, ErrEncrypted, ErrNoText or ErrUnsupported (test with errors.Is).
func Extract(ctx context.Context, mediaType string, content []byte) (extracted Extracted, err error) {
	if len(content) > MaxDocumentBytes {
		return Extracted{}, ErrTooLarge
	}
	defer func() {
		if r := recover(); r != nil { // a parser's bug on a damaged file must not end the caller
			extracted, err = Extracted{}, fmt.Errorf("%w (the parser failed: %v)", ErrUnreadable, r)
		}
	}()
	reader, ok := extractors[mediaType]
	if !ok {
		return Extracted{}, ErrUnsupported
	}
	c := &collector{ctx: ctx}
	if err := reader(c, content); err != nil {
		if ctx.Err() != nil {
			return Extracted{}, context.Cause(ctx)
		}
		if publicCode(err) == "" {
			err = fmt.Errorf("%w (%v)", ErrUnreadable, err)
		}
		return Extracted{}, err
	}
	if !c.hasText {
		return Extracted{}, ErrNoText
	}
	c.Title = singleLine(c.Title)
	c.Language = languageCode(c.Language)
	return c.Extracted, nil
}

var extractors = map[string]func(*collector, []byte) error{
	TypePlain:    extractPlain,
	TypeMarkdown: extractMarkdown,
	TypeHTML:     extractHTML,
	TypePDF:      extractPDF,
	TypeDOCX:     extractDOCX,
}

// collector gathers blocks and keeps them within bounds.
type collector struct {
	Extracted
	ctx     context.Context
	bytes   int
	hasText bool
}

// add appends a block, cleaned; an empty one is left out.
func (c *collector) add(b Block) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	b.Text = clean(b.Text, b.Kind == List || b.Kind == Table)
	if b.Text == "" {
		return nil
	}
	c.bytes += len(b.Text)
	if c.bytes > maxTextBytes || len(c.Blocks) == maxBlocks {
		return ErrTooLarge
	}
	c.hasText = true
	c.Blocks = append(c.Blocks, b)
	return nil
}

func (c *collector) heading(level int, text string, page int) error {
	return c.add(Block{Kind: Heading, HeadingLevel: min(max(level, 1), 6), Text: text, Page: page})
}

// clean makes text fit to store and to show: valid UTF-8, no control characters, runs of spaces as one. Line ends stay
// only where they mean something.
func clean(text string, keepLines bool) string {
	var lines []string
	for line := range strings.Lines(strings.ToValidUTF8(text, "\uFFFD")) {
		if line = strings.Join(strings.FieldsFunc(line, isBlank), " "); line != "" {
			lines = append(lines, line)
		}
	}
	if keepLines {
		return strings.Join(lines, "\n")
	}
	return strings.Join(lines, " ")
}

// isBlank tells characters that part words or show nothing: space of any width, controls, soft hyphens, byte order marks.
func isBlank(r rune) bool {
	switch {
	case r <= ' ', r >= 0x7f && r <= 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200b, r == 0x2028, r == 0x2029,
		r == 0x202f, r == 0x205f, r == 0x2060, r == 0x3000, r == 0xfeff, r == 0xfffc:
		return true
	}
	return false
}

func singleLine(text string) string {
	return cut(clean(text, false), 300)
}

// languageCode takes "es" from "es-MX" or "ES_mx".
func languageCode(tag string) string {
	tag = strings.ToLower(tag)
	if i := strings.IndexAny(tag, "-_"); i >= 0 {
		tag = tag[:i]
	}
	if len(tag) != 2 || strings.ContainsFunc(tag, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return ""
	}
	return tag
}

func runeCount(text string) int { return utf8.RuneCountInString(text) }

// refusals are the reasons for which a document is refused for good, with the codes under which they are stored.
var refusals = []struct {
	err  error
	code string
}{
	{ErrTooLarge, "too_large"},
	{ErrUnreadable, "unreadable"},
	{ErrEncrypted, "encrypted"},
	{ErrNoText, "no_text"},
	{ErrUnsupported, "unsupported"},
}

// publicCode returns the code of a refusal, or nothing for any other error.
func publicCode(err error) string {
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return r.code
		}
	}
	return ""
}

// refusal is the inverse of publicCode.
func refusal(code string) error {
	for _, r := range refusals {
		if r.code == code {
			return r.err
		}
	}
	return nil
}
