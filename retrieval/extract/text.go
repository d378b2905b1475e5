package extract

import "context"

// Text is the text of a document in reading order.
type Text struct {
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

// MaxHeading is the length in characters beyond which a heading is a paragraph in large print.
const MaxHeading = 200

// collector gathers blocks and keeps them within bounds.
type collector struct {
	Text
	ctx   context.Context
	bytes int
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
	c.Blocks = append(c.Blocks, b)
	return nil
}

func (c *collector) heading(level int, text string, page int) error {
	return c.add(Block{Kind: Heading, HeadingLevel: min(max(level, 1), 6), Text: text, Page: page})
}
