package extract

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/retrieval/extract/pdftext"
)

// pdfBlocks puts lines together to headings, paragraphs, lists and tables.
type pdfBlocks struct {
	collector *collector
	style     pdfStyle

	open  Block        // its text so far; lists: items by lines
	last  pdftext.Line // the last line of it
	first pdftext.Line // lists: the first line of the item
	right float64      // the farthest any line of the page goes
	empty bool         // nothing is open
}

func newPDFBlocks(c *collector, pages []pdftext.Page) *pdfBlocks {
	return &pdfBlocks{collector: c, style: newPDFStyle(pages), empty: true}
}

// page reads one page. What is open at its beginning may go on.
func (b *pdfBlocks) page(number int, page pdftext.Page) error {
	b.right = 0
	for _, line := range page.Lines {
		b.right = max(b.right, line.X1)
	}
	for i := 0; i < len(page.Lines); {
		if rows, lines := b.tableAt(page.Lines[i:]); lines > 0 {
			if err := b.flush(); err != nil {
				return err
			}
			if err := b.collector.add(Block{Kind: Table, Text: tableText(rows), Page: number}); err != nil {
				return err
			}
			i += lines
			continue
		}
		if err := b.line(number, page.Lines[i]); err != nil {
			return err
		}
		i++
	}
	return nil
}

func (b *pdfBlocks) flush() error {
	if b.empty {
		return nil
	}
	b.empty = true
	return b.collector.add(b.open)
}

// line adds one line to what is open, or opens something new with it.
func (b *pdfBlocks) line(page int, line pdftext.Line) error {
	text := line.Text()
	level := b.style.headingLevel(line)
	item := level == 0 && isListItem(text)
	switch {
	case !b.empty && level > 0 && b.open.Kind == Heading && b.open.HeadingLevel == level && b.isNext(line, 1.3):
		b.append(" ", text, line)
		return nil
	case !b.empty && item && b.open.Kind == List && b.near(line):
		b.append("\n", text, line)
		b.first = line
		return nil
	case !b.empty && !item && level == 0 && b.open.Kind == List && b.isNext(line, 1.25) && line.X0 > b.first.X0+0.4*line.Size:
		b.append(" ", text, line)
		return nil
	case !b.empty && !item && level == 0 && b.open.Kind == Paragraph && b.goesOn(line):
		b.append(" ", text, line)
		return nil
	}
	if err := b.flush(); err != nil {
		return err
	}
	b.empty, b.last, b.first = false, line, line
	switch {
	case level > 0:
		b.open = Block{Kind: Heading, HeadingLevel: level, Text: text, Page: page}
	case item:
		b.open = Block{Kind: List, Text: text, Page: page}
	default:
		b.open = Block{Text: text, Page: page}
	}
	return nil
}

// append joins text to what is open. A word that was parted at the line's end is joined again.
func (b *pdfBlocks) append(separator, text string, line pdftext.Line) {
	if separator == " " && endsHyphenated(b.open.Text) && startsLower(text) {
		b.open.Text = strings.TrimSuffix(b.open.Text, "-") + text
	} else {
		b.open.Text += separator + text
	}
	b.last = line
}

// isNext tells whether a line stands right below the last one, at most slack times as far as lines usually do.
func (b *pdfBlocks) isNext(line pdftext.Line, slack float64) bool {
	distance := b.last.Y - line.Y
	return distance > 0 && distance <= slack*max(b.style.leading, 1.15)*max(line.Size, b.last.Size)
}

// near is isNext for the items of a list, which may stand apart, and go on in the next column or on the next page.
func (b *pdfBlocks) near(line pdftext.Line) bool {
	return b.isNext(line, 2) || b.last.Y <= line.Y
}

// goesOn tells whether a line belongs to the paragraph that is open.
func (b *pdfBlocks) goesOn(line pdftext.Line) bool {
	if math.Abs(line.Size-b.last.Size) > 0.1*b.last.Size || line.Bold != b.last.Bold && len(b.open.Text) < 60 {
		return false
	}
	ended := endsSentenceMark(b.open.Text)
	short := b.last.X1 < b.last.X0+0.75*(b.right-b.last.X0)
	if b.last.Y <= line.Y { // the next column or page
		return !ended && (!short || startsLower(line.Text()))
	}
	if !b.isNext(line, 1.25) {
		return false
	}
	indented := line.X0 > b.last.X0+0.8*line.Size
	return !ended || !short && !indented
}

func endsSentenceMark(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"')]”’»`))
	return strings.ContainsRune(".!?:…。", last)
}

func endsHyphenated(text string) bool {
	head, ok := strings.CutSuffix(text, "-")
	last, _ := utf8.DecodeLastRuneInString(head)
	return ok && unicode.IsLetter(last)
}

func startsLower(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(first)
}
