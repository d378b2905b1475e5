package extract

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxHTMLNodes bounds the tree: a node costs some 150 bytes.
const maxHTMLNodes = 400_000

// extractHTML reads the text that a visitor of the page would read as its content: no navigation, no scripts or styles,
// nothing hidden.
func extractHTML(c *collector, content []byte) error { return readHTML(c, decodePage(content)) }

// readHTML is extractHTML for a page in UTF-8.
func readHTML(c *collector, page []byte) error {
	if bytes.Count(page, []byte("<")) > maxHTMLNodes {
		return ErrTooLarge
	}
	// The parser itself refuses elements nested deeper than 512.
	root, err := nethtml.Parse(bytes.NewReader(page))
	if err != nil {
		return fmt.Errorf("parse the page: %w", err)
	}
	unfold(root)
	r := &htmlReader{collector: c}
	if err := r.children(root); err != nil {
		return err
	}
	return r.flush()
}

// htmlReader walks the tree; inline text gathers until a block begins or ends.
type htmlReader struct {
	collector *collector
	text      strings.Builder
}

func (r *htmlReader) flush() error {
	text := r.text.String()
	r.text.Reset()
	return r.collector.add(Block{Text: text})
}

func (r *htmlReader) children(node *nethtml.Node) error {
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		if err := r.node(child); err != nil {
			return err
		}
	}
	return nil
}

func (r *htmlReader) node(node *nethtml.Node) error {
	switch node.Type {
	case nethtml.TextNode:
		r.text.WriteString(node.Data)
		return nil
	case nethtml.ElementNode:
		return r.element(node)
	default:
		return r.children(node)
	}
}

func (r *htmlReader) element(node *nethtml.Node) error {
	if isSkipped(node) {
		return nil
	}
	switch node.DataAtom {
	case atom.Html:
		r.collector.Language = attribute(node, "lang")
	case atom.Title:
		r.collector.Title = textOf(node, 0)
		return nil
	case atom.Br:
		r.text.WriteByte(' ')
		return nil
	case atom.Img:
		r.text.WriteString(" " + attribute(node, "alt") + " ")
		return nil
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return r.block(func() error { return r.collector.heading(int(node.Data[1]-'0'), textOf(node, 0), 0) })
	case atom.Ul, atom.Ol, atom.Menu:
		return r.block(func() error {
			return r.collector.add(Block{Kind: List, Text: strings.Join(listItems(node, "", 0), "\n")})
		})
	case atom.Dl:
		return r.block(func() error { return r.collector.add(Block{Kind: List, Text: strings.Join(definitions(node), "\n")}) })
	case atom.Table:
		return r.table(node)
	case atom.Pre:
		return r.block(func() error { return r.collector.add(Block{Kind: List, Text: rawText(node)}) })
	}
	if !isBlockElement(node) {
		return r.children(node)
	}
	if err := r.flush(); err != nil {
		return err
	}
	if err := r.children(node); err != nil {
		return err
	}
	return r.flush()
}

// block ends the paragraph that was being read and adds a block of its own.
func (r *htmlReader) block(add func() error) error {
	if err := r.flush(); err != nil {
		return err
	}
	return add()
}

// table reads a table of data row by row. One that holds headings, lists or other tables is there for the layout, and is
// read as if it were not there.
func (r *htmlReader) table(node *nethtml.Node) error {
	if err := r.flush(); err != nil {
		return err
	}
	if hasBlocks(node) {
		if err := r.children(node); err != nil {
			return err
		}
		return r.flush()
	}
	var rows []string
	for row := range node.Descendants() {
		if row.DataAtom == atom.Caption && !isSkipped(row) {
			if err := r.collector.add(Block{Text: textOf(row, 0)}); err != nil {
				return err
			}
		}
		if row.DataAtom != atom.Tr || isSkipped(row) {
			continue
		}
		var cells []string
		for cell := range row.ChildNodes() {
			if (cell.DataAtom == atom.Td || cell.DataAtom == atom.Th) && !isSkipped(cell) {
				cells = append(cells, clean(textOf(cell, 0), false))
			}
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return r.collector.add(Block{Kind: Table, Text: strings.Join(rows, "\n")})
}

func hasBlocks(table *nethtml.Node) bool {
	for node := range table.Descendants() {
		switch node.DataAtom {
		case atom.Table, atom.H1, atom.H2, atom.H3, atom.H4, atom.Ul, atom.Ol:
			return true
		}
	}
	return false
}

// maxDepth bounds recursion below one block; the parser bounds the whole tree.
const maxDepth = 512

// textOf is an element's visible text on one line.
func textOf(node *nethtml.Node, depth int) string {
	var b strings.Builder
	writeText(&b, node, depth)
	return b.String()
}

func writeText(b *strings.Builder, node *nethtml.Node, depth int) {
	switch {
	case depth > maxDepth:
	case node.Type == nethtml.TextNode:
		b.WriteString(node.Data)
	case node.Type == nethtml.ElementNode && isSkipped(node):
	default:
		parted := node.Type == nethtml.ElementNode && (isBlockElement(node) || node.DataAtom == atom.Br || node.DataAtom == atom.Td)
		if parted {
			b.WriteByte(' ')
		}
		for child := range node.ChildNodes() {
			writeText(b, child, depth+1)
		}
		if parted {
			b.WriteByte(' ')
		}
	}
}

// rawText keeps the line ends, for preformatted text.
func rawText(node *nethtml.Node) string {
	var b strings.Builder
	for n := range node.Descendants() {
		if n.Type == nethtml.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

func listItems(list *nethtml.Node, indent string, depth int) []string {
	if depth > maxNesting {
		return nil
	}
	var items []string
	number := 1
	for item := range list.ChildNodes() {
		if item.Type != nethtml.ElementNode || isSkipped(item) {
			continue
		}
		mark := "-"
		if list.DataAtom == atom.Ol {
			mark = strconv.Itoa(number) + "."
			number++
		}
		var own strings.Builder
		var nested []string
		for child := range item.ChildNodes() {
			if child.DataAtom == atom.Ul || child.DataAtom == atom.Ol {
				nested = append(nested, listItems(child, indent+"- ", depth+1)...)
				continue
			}
			writeText(&own, child, depth)
		}
		if text := clean(own.String(), false); text != "" {
			items = append(items, indent+mark+" "+text)
		}
		items = append(items, nested...)
	}
	return items
}

// definitions are the lines of a list of terms and what they mean. Each pair may stand in a div of its own.
func definitions(list *nethtml.Node) (lines []string) {
	for node := range list.ChildNodes() {
		switch {
		case node.Type != nethtml.ElementNode || isSkipped(node):
		case node.DataAtom == atom.Dt:
			lines = append(lines, clean(textOf(node, 0), false)+":")
		case node.DataAtom == atom.Dd:
			text := clean(textOf(node, 0), false)
			if n := len(lines); n > 0 && strings.HasSuffix(lines[n-1], ":") {
				lines[n-1] += " " + text
			} else {
				lines = append(lines, text)
			}
		case node.DataAtom == atom.Div:
			lines = append(lines, definitions(node)...)
		}
	}
	return lines
}

func isBlockElement(node *nethtml.Node) bool {
	switch node.DataAtom {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Aside, atom.Address,
		atom.Blockquote, atom.Figure, atom.Figcaption, atom.Details, atom.Summary, atom.Fieldset, atom.Hr, atom.Li, atom.Dd,
		atom.Dt, atom.Tr, atom.Td, atom.Th, atom.Caption, atom.Body, atom.Center, atom.Hgroup:
		return true
	}
	return false
}
