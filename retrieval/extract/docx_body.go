package extract

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
)

// docxBody walks the body's elements and gathers paragraphs, lists and tables.
type docxBody struct {
	collector *collector
	styles    docxStyles
	page      int
	breaks    int // page breaks seen

	depth     int
	skipUntil int // depth of the element that is being skipped; 0: none

	paragraph strings.Builder
	docxParagraph
	outer []docxParagraph // paragraphs around this one: text boxes hold paragraphs within a paragraph
	broke bool            // a page has just begun: the break that Word noted where it ended the page is the same one

	list     []string
	listPage int
	tables   []*docxTable // the innermost last
}

// docxParagraph is what is known of a paragraph besides its text.
type docxParagraph struct {
	level     int // of a heading; 0: none
	item      int // list depth, from 1; 0: no list
	startPage int
}

// docxTable is a table that is being read.
type docxTable struct {
	rows  []string
	cells []string
	cell  strings.Builder
	page  int
}

func (b *docxBody) read(d *xml.Decoder) error {
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return b.flushList()
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if b.depth++; b.depth > maxXMLDepth {
				return ErrTooLarge
			}
			if b.skipUntil == 0 {
				if err := b.start(t, d); err != nil {
					return err
				}
			}
		case xml.EndElement:
			if b.skipUntil == 0 {
				if err := b.end(t.Name.Local); err != nil {
					return err
				}
			} else if b.skipUntil == b.depth {
				b.skipUntil = 0
			}
			b.depth--
		}
	}
}

func (b *docxBody) start(t xml.StartElement, d *xml.Decoder) error {
	switch t.Name.Local {
	case "p":
		if err := b.endParagraph(); err != nil {
			return err
		}
		b.outer = append(b.outer, b.docxParagraph)
		b.docxParagraph = docxParagraph{startPage: b.page}
	case "pStyle":
		b.level = b.styles[attr(t, "val")]
	case "outlineLvl":
		if n, err := strconv.Atoi(attr(t, "val")); err == nil && n >= 0 && n < ignoredOutline {
			b.level = n + 1
		}
	case "ilvl":
		if n, err := strconv.Atoi(attr(t, "val")); err == nil && n >= 0 && n < 9 {
			b.item = n + 1
		}
	case "numId":
		b.item = max(b.item, 1)
		if attr(t, "val") == "0" { // the style's numbering is taken away
			b.item = 0
		}
	case "t":
		return b.text(d)
	case "tab", "noBreakHyphen":
		b.paragraph.WriteByte(map[string]byte{"tab": ' ', "noBreakHyphen": '-'}[t.Name.Local])
	case "br", "cr":
		if attr(t, "type") == "page" {
			b.nextPage()
			b.broke = true
		}
		b.paragraph.WriteByte(' ')
	case "pageBreakBefore":
		b.nextPage()
		b.broke = true
	case "lastRenderedPageBreak":
		if !b.broke {
			b.nextPage()
		}
		b.broke = false
	case "tbl":
		return b.startTable()
	// Deleted text, field codes, the second form of what is there already (drawings kept for older programs), comments.
	case "del", "moveFrom", "instrText", "Fallback", "delText", "annotationRef":
		b.skipUntil = b.depth
	}
	return nil
}

// text reads the character data of a text element up to its end, which it consumes.
func (b *docxBody) text(d *xml.Decoder) error {
	for {
		token, err := d.RawToken()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			if b.paragraph.Len()+len(t) > maxTextBytes {
				return ErrTooLarge
			}
			b.paragraph.Write(t)
			b.broke = false
		case xml.StartElement:
			return errors.New("a text run holds elements")
		case xml.EndElement:
			b.depth--
			return nil
		}
	}
}

func (b *docxBody) nextPage() {
	b.breaks++
	if b.page < maxPages {
		b.page++
	}
	if strings.TrimSpace(b.paragraph.String()) == "" {
		b.startPage = b.page
	}
}

func (b *docxBody) end(name string) error {
	switch name {
	case "p":
		err := b.endParagraph()
		if n := len(b.outer); n > 0 {
			b.docxParagraph, b.outer = b.outer[n-1], b.outer[:n-1]
		}
		return err
	case "tc":
		b.endCell()
	case "tr":
		return b.endRow()
	case "tbl":
		return b.endTable()
	}
	return nil
}

func (b *docxBody) endParagraph() error {
	text := clean(b.paragraph.String(), false)
	b.paragraph.Reset()
	if text == "" {
		return nil
	}
	if n := len(b.tables); n > 0 {
		cell := &b.tables[n-1].cell
		if cell.Len() > 0 {
			cell.WriteByte(' ')
		}
		cell.WriteString(text)
		return nil
	}
	if b.level == 0 && b.item > 0 {
		if len(b.list) == 0 {
			b.listPage = b.startPage
		}
		b.list = append(b.list, strings.Repeat("- ", b.item)+text)
		return nil
	}
	if err := b.flushList(); err != nil {
		return err
	}
	if b.level > 0 {
		if b.collector.Title == "" && b.level == 1 {
			b.collector.Title = text
		}
		return b.collector.heading(b.level, text, b.startPage)
	}
	return b.collector.add(Block{Text: text, Page: b.startPage})
}

func (b *docxBody) flushList() error {
	items := b.list
	b.list = nil
	return b.collector.add(Block{Kind: List, Text: strings.Join(items, "\n"), Page: b.listPage})
}

func (b *docxBody) startTable() error {
	if err := b.flushList(); err != nil {
		return err
	}
	b.tables = append(b.tables, &docxTable{page: b.page})
	return nil
}

func (b *docxBody) endCell() {
	if n := len(b.tables); n > 0 {
		table := b.tables[n-1]
		if len(table.cells) < maxTableCells {
			table.cells = append(table.cells, table.cell.String())
		}
		table.cell.Reset()
	}
}

func (b *docxBody) endRow() error {
	if n := len(b.tables); n > 0 {
		table := b.tables[n-1]
		table.rows = append(table.rows, strings.Join(table.cells, " | "))
		table.cells = nil
	}
	return b.collector.ctx.Err()
}

// endTable adds the table. A table within a cell becomes a part of that cell's text.
func (b *docxBody) endTable() error {
	n := len(b.tables)
	if n == 0 {
		return nil
	}
	table := b.tables[n-1]
	b.tables = b.tables[:n-1]
	if n > 1 {
		b.tables[n-2].cell.WriteString(" " + strings.Join(table.rows, "; "))
		return nil
	}
	return b.collector.add(Block{Kind: Table, Text: strings.Join(table.rows, "\n"), Page: table.page})
}
