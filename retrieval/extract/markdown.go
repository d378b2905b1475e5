package extract

import (
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// markdown reads CommonMark with GitHub's tables.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList))

func extractMarkdown(c *collector, content []byte) error {
	source := []byte(withoutFrontMatter(c, Decode(content)))
	if len(source) > maxTextBytes {
		return ErrTooLarge
	}
	m := &markdownReader{collector: c, source: source}
	return m.blocks(markdown.Parser().Parse(text.NewReader(source)), 0)
}

// withoutFrontMatter takes title and language from a leading block between --- lines, and leaves it out of the text.
func withoutFrontMatter(c *collector, source string) string {
	source = strings.ReplaceAll(strings.TrimPrefix(source, "\uFEFF"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(source, "---\n")
	if !ok {
		return source
	}
	header, body, ok := strings.Cut(rest, "\n---\n")
	if !ok || strings.Contains(header, "\n\n") || len(header) > 4096 {
		return source
	}
	for line := range strings.Lines(header) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "title", "título", "titulo":
			c.Title = value
		case "lang", "language":
			c.Language = value
		}
	}
	return body
}

// maxNesting is deeper than any document that somebody wrote.
const maxNesting = 60

type markdownReader struct {
	collector *collector
	source    []byte
}

// blocks reads the children of a container block.
func (m *markdownReader) blocks(parent ast.Node, depth int) error {
	if depth > maxNesting {
		return ErrTooLarge
	}
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if err := m.block(node, depth); err != nil {
			return err
		}
	}
	return nil
}

func (m *markdownReader) block(node ast.Node, depth int) error {
	c := m.collector
	switch node := node.(type) {
	case *ast.Heading:
		heading := m.inline(node)
		if c.Title == "" && node.Level == 1 {
			c.Title = heading
		}
		return c.heading(node.Level, heading, 0)
	case *ast.Paragraph, *ast.TextBlock:
		return c.add(Block{Text: m.inline(node)})
	case *ast.List:
		var items []string
		if err := m.items(node, "", 0, &items); err != nil {
			return err
		}
		return c.add(Block{Kind: List, Text: strings.Join(items, "\n")})
	case *extast.Table:
		return c.add(Block{Kind: Table, Text: m.table(node)})
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return c.add(Block{Kind: List, Text: m.lines(node)})
	case *ast.HTMLBlock:
		return m.html(node)
	default:
		return m.blocks(node, depth+1)
	}
}

// items flattens a list; an item within an item is indented by a dash of its own.
func (m *markdownReader) items(list *ast.List, indent string, depth int, items *[]string) error {
	if depth > maxNesting {
		return ErrTooLarge
	}
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "-"
		if list.IsOrdered() {
			mark = strconv.Itoa(number) + "."
			number++
		}
		var parts []string
		var nested []string
		for child := item.FirstChild(); child != nil; child = child.NextSibling() {
			if inner, ok := child.(*ast.List); ok {
				if err := m.items(inner, indent+"- ", depth+1, &nested); err != nil {
					return err
				}
				continue
			}
			parts = append(parts, m.inline(child))
		}
		*items = append(*items, indent+mark+" "+clean(strings.Join(parts, " "), false))
		*items = append(*items, nested...)
	}
	return nil
}

func (m *markdownReader) table(table *extast.Table) string {
	var rows []string
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, clean(m.inline(cell), false))
		}
		rows = append(rows, strings.Join(cells, " | "))
	}
	return strings.Join(rows, "\n")
}

func (m *markdownReader) lines(node ast.Node) string {
	var b strings.Builder
	lines := node.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		b.Write(segment.Value(m.source))
	}
	return b.String()
}

// html reads a block of raw HTML as HTML.
func (m *markdownReader) html(node *ast.HTMLBlock) error {
	raw := m.lines(node)
	if node.HasClosure() {
		raw += string(node.ClosureLine.Value(m.source))
	}
	title, language := m.collector.Title, m.collector.Language
	err := readHTML(m.collector, []byte(raw))
	m.collector.Title, m.collector.Language = title, language
	return err
}

// inline returns the text of a block's inline content: link texts, image descriptions, code, without the marks.
func (m *markdownReader) inline(node ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(m.source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.URL(m.source))
		case *ast.RawHTML:
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return unescapeMarkdown(b.String())
}

var markdownEscape = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")

// unescapeMarkdown resolves backslash escapes and entities, which the syntax tree keeps as written.
func unescapeMarkdown(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	return html.UnescapeString(markdownEscape.ReplaceAllString(s, "$1"))
}
