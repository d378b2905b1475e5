package articles

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markdown reads GitHub's dialect with footnotes and typographic quotes. Raw HTML is let through to the policy, which alone decides
// what may stand in a page: a rule in two places is a rule with a gap between them.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify, extension.TaskList, extension.Typographer,
		extension.NewFootnote(extension.WithFootnoteIDPrefix("note-"))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

// policy is what may stand in an article: text, lists, tables, links, pictures. No styles, no scripts, nothing of other sites but
// pictures by https. Ids are those of headings and footnotes: a free choice of ids could pass for parts of the page.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "s", "del", "ins", "sub", "sup", "small", "mark",
		"code", "pre", "kbd", "samp", "blockquote", "q", "cite", "ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "abbr",
		"table", "thead", "tbody", "tr", "th", "td", "caption", "details", "summary", "div", "section")
	ids := regexp.MustCompile(`^(?:section-[\p{L}\p{N}_-]+|note-fn(?:ref)?\d*:\d+)$`)
	p.AllowAttrs("id").Matching(ids).OnElements("h2", "h3", "h4", "h5", "h6", "li", "sup")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^footnotes$`)).OnElements("div")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^footnote-(?:ref|backref)$`)).OnElements("a")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[\w+-]+$`)).OnElements("code")
	p.AllowAttrs("role").Matching(regexp.MustCompile(`^doc-(?:noteref|backlink|endnotes)$`)).OnElements("a", "div")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(?:left|center|right)$`)).OnElements("th", "td")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(?:col|row)$`)).OnElements("th")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$`)).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("abbr", "a")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^(?:https://|/[^/\\])`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("img")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoReferrerOnFullyQualifiedLinks(false)
	p.AddTargetBlankToFullyQualifiedLinks(false)
	return p
})

// HTML is the article's text as a page shows it. Nothing in it can be code, whatever the text is.
func HTML(content string) (template.HTML, error) {
	source := []byte(content)
	document := parse(source)
	adapt(document)
	var made bytes.Buffer
	if err := markdown.Renderer().Render(&made, source, document); err != nil {
		return "", fmt.Errorf("render an article: %w", err)
	}
	balanced, err := balance(made.Bytes())
	if err != nil { // nested deeper than a browser would follow
		return template.HTML("<p>" + template.HTMLEscapeString(Text(content)) + "</p>"), nil //nolint:gosec // escaped
	}
	return template.HTML(policy().SanitizeBytes(balanced)), nil //nolint:gosec // the policy has just seen to it
}

// balance closes what the article leaves open, and leaves out ends of what it has not begun: the policy looks at one tag at a time, and a
// table without an end would take the rest of the page in.
func balance(made []byte) ([]byte, error) {
	nodes, err := xhtml.ParseFragment(bytes.NewReader(made), &xhtml.Node{Type: xhtml.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return nil, err
	}
	var balanced bytes.Buffer
	for _, node := range nodes {
		if err := xhtml.Render(&balanced, node); err != nil {
			return nil, err
		}
	}
	return balanced.Bytes(), nil
}

func parse(source []byte) ast.Node {
	return markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&sectionIDs{taken: make(map[string]bool)}))))
}

// adapt fits a document into its page, which has a title of its own: headings begin at the second level. Pictures wait until they
// are near.
func adapt(document ast.Node) {
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Heading:
			node.Level = max(node.Level, 2)
		case *ast.Image:
			node.SetAttributeString("loading", []byte("lazy"))
		}
		return ast.WalkContinue, nil
	})
}

// sectionIDs names headings by what they say, in any script, apart from all ids of the page itself.
type sectionIDs struct{ taken map[string]bool }

// Generate implements parser.IDs.
func (s *sectionIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	name := SlugOf(string(value))
	if name == "" {
		name = "part"
	}
	id := "section-" + name
	for n := 2; s.taken[id]; n++ {
		id = fmt.Sprintf("section-%s-%d", name, n)
	}
	s.taken[id] = true
	return []byte(id)
}

// Put implements parser.IDs.
func (s *sectionIDs) Put(value []byte) { s.taken[string(value)] = true }

// Text is what an article says, without its marks: for counting, for comparing.
func Text(content string) string { return textOf(content, "") }

// parted is Text for people who read a piece of it: it shows where a heading, an item or a cell has ended that has no stop.
func parted(content string) string { return textOf(content, partEnd) }

// partEnd stands between two parts of a text of which the first has no stop; stops are what it can have.
const partEnd, stops = "·", ".!?:;,…—"

func textOf(content, between string) string {
	source := []byte(content)
	var words strings.Builder
	_ = ast.Walk(parse(source), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if node.Type() == ast.TypeBlock {
				words.WriteByte(' ')
				if between != "" && isUnstopped(words.String()) {
					words.WriteString(between + " ")
				}
			}
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Text:
			words.Write(node.Segment.Value(source))
			if node.SoftLineBreak() || node.HardLineBreak() {
				words.WriteByte(' ')
			}
		case *ast.String:
			words.Write(node.Value)
		case *ast.AutoLink:
			words.Write(node.Label(source))
		case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSuffix(strings.Join(strings.Fields(typographic.Replace(words.String())), " "), " "+between)
}

// isUnstopped reports whether a text ends in a word, so that what comes next would be read as going on with it.
func isUnstopped(text string) bool {
	text = typographic.Replace(text[max(0, len(text)-40):])
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, ` "'”’»)`))
	return last != utf8.RuneError && !strings.ContainsRune(stops+partEnd, last)
}

// typographic takes back what the typographer wrote as entities.
var typographic = strings.NewReplacer("&ldquo;", "“", "&rdquo;", "”", "&lsquo;", "‘", "&rsquo;", "’", "&ndash;", "–", "&mdash;", "—",
	"&hellip;", "…", "&laquo;", "«", "&raquo;", "»")

// wordsPerMinute is how fast people read prose on a screen (Brysbaert 2019: 238 in English), a little less to think.
const wordsPerMinute = 220

// ReadTimeOf is how many minutes it takes to read an article, one at the least.
func ReadTimeOf(content string) int {
	return max(1, (len(strings.Fields(Text(content)))+wordsPerMinute/2)/wordsPerMinute)
}
