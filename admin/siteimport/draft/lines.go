package draft

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"narthex/chat/words"
)

// line is a line of a page as a reader sees it.
type line struct {
	text    string
	heading int  // its level, 0: it is none
	asks    bool // it opens what follows: a summary, or the button of an accordion
	strong  bool // all of it stands out
	item    bool // of a list
}

// Bounds of a page's lines.
const (
	mostLines   = 4000
	longestLine = 4000 // bytes
)

// instructs is what a line says to a model and not to people: it is left out, whoever may have put it there.
var instructs = word(`(?:ignore|disregard|forget) (?:all |any |the |your |every )*(?:previous|prior|above|earlier|other) (?:instructions?|prompts?|rules?)|system prompt|you are (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot)|` +
	`as an ai|ignora (?:todas )?(?:las )?instrucciones|olvida (?:todas )?(?:las )?instrucciones`)

// reading makes lines of a tree.
type reading struct {
	lines  []line
	text   strings.Builder
	plain  bool            // something of the line does not stand out
	opened map[string]bool // ids of what buttons open: it is hidden until then
	inside line            // what the lines are in
}

// linesOf are the lines of a page.
func linesOf(root *html.Node) []line {
	r := &reading{opened: make(map[string]bool)}
	for node := range root.Descendants() {
		for _, key := range []string{"aria-controls", "data-bs-target", "data-target"} {
			if id := strings.TrimPrefix(attribute(node, key), "#"); id != "" {
				r.opened[id] = true
			}
		}
	}
	r.children(root, false)
	r.flush()
	return r.lines
}

func (r *reading) flush() {
	text := tidy(r.text.String())
	r.text.Reset()
	if text != "" && len(r.lines) < mostLines && !instructs.MatchString(words.Fold(text)) {
		of := r.inside
		of.text, of.strong = text, !r.plain
		r.lines = append(r.lines, of)
	}
	r.plain = false
}

// tidy is a text on one line, with nothing in it that does not show.
func tidy(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c), c == '\u200b', c == '\ufeff', c == '\u2060':
			return ' '
		case unicode.IsControl(c), unicode.Is(unicode.Cf, c), c == unicode.ReplacementChar:
			return -1
		}
		return c
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

func (r *reading) children(node *html.Node, strong bool) {
	for child := range node.ChildNodes() {
		r.node(child, strong)
	}
}

// node reads one node. The parser bounds how deep they are nested.
func (r *reading) node(node *html.Node, strong bool) {
	switch node.Type {
	case html.TextNode:
		if room := longestLine - r.text.Len(); room > 0 { // what is cut in the midst of a character is tidied
			r.text.WriteString(node.Data[:min(room, len(node.Data))])
			r.plain = r.plain || !strong && strings.TrimSpace(node.Data) != ""
		}
	case html.ElementNode:
		r.element(node, strong)
	default:
		r.children(node, strong)
	}
}

func (r *reading) element(node *html.Node, strong bool) {
	if r.skipped(node) {
		return
	}
	switch node.DataAtom {
	case atom.Br:
		r.flush()
		return
	case atom.B, atom.Strong:
		r.children(node, true)
		return
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.within(node, strong, func(l *line) { l.heading = int(node.Data[1] - '0') })
		return
	case atom.Summary, atom.Dt:
		r.within(node, strong, func(l *line) { l.asks = true })
		return
	case atom.Li:
		r.within(node, strong, func(l *line) { l.item = true })
		return
	}
	if opens(node) {
		r.within(node, strong, func(l *line) { l.asks = true })
		return
	}
	if !isBlock(node) {
		if node.DataAtom == atom.Td || node.DataAtom == atom.Th {
			r.text.WriteString(" ")
		}
		r.children(node, strong)
		return
	}
	r.flush()
	r.children(node, strong)
	r.flush()
}

// within reads what is in a node as lines of a kind.
func (r *reading) within(node *html.Node, strong bool, mark func(*line)) {
	r.flush()
	around := r.inside
	mark(&r.inside)
	r.children(node, strong)
	r.flush()
	r.inside = around
}

// opens reports whether somebody presses an element to see what is under it.
func opens(node *html.Node) bool {
	return attribute(node, "aria-expanded") != "" && (node.DataAtom == atom.Button || attribute(node, "role") == "button" || node.DataAtom == atom.A || node.DataAtom == atom.Div)
}

// skipped reports whether an element is no part of what a page says to its readers.
func (r *reading) skipped(node *html.Node) bool {
	switch node.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Nav, atom.Iframe, atom.Object, atom.Embed, atom.Svg, atom.Math, atom.Canvas,
		atom.Select, atom.Input, atom.Textarea, atom.Audio, atom.Video, atom.Head:
		return true
	case atom.Form:
		return !wraps(node)
	case atom.Button:
		return !opens(node)
	}
	return attribute(node, "role") == "navigation" || isHidden(node) && !r.opened[attribute(node, "id")]
}

// wraps reports whether a form is around a whole page, as ASP.NET has it, and not one that the page's readers fill in.
func wraps(form *html.Node) bool {
	for node := range form.Descendants() {
		switch node.DataAtom {
		case atom.Main, atom.Nav, atom.Header, atom.Footer, atom.H1:
			return true
		case atom.Input:
			if attribute(node, "name") == "__VIEWSTATE" {
				return true
			}
		}
	}
	return false
}

// isHidden reports whether nobody sees an element as the page is served.
func isHidden(node *html.Node) bool {
	for _, a := range node.Attr {
		switch a.Key {
		case "hidden":
			if a.Val != "until-found" {
				return true
			}
		case "aria-hidden":
			if a.Val == "true" {
				return true
			}
		case "style":
			style := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

func isBlock(node *html.Node) bool {
	switch node.DataAtom {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Aside, atom.Address, atom.Blockquote, atom.Figure,
		atom.Figcaption, atom.Details, atom.Fieldset, atom.Hr, atom.Ul, atom.Ol, atom.Dl, atom.Dd, atom.Table, atom.Tr, atom.Caption, atom.Body,
		atom.Center, atom.Hgroup, atom.Pre:
		return true
	}
	return false
}

func attribute(node *html.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textOf is what an element says, on one line.
func textOf(node *html.Node) string {
	var b strings.Builder
	for one := range node.Descendants() {
		if b.Len() >= longestLine {
			break
		}
		if one.Type == html.TextNode && (one.Parent == nil || one.Parent.DataAtom != atom.Script && one.Parent.DataAtom != atom.Style) {
			b.WriteString(one.Data[:min(longestLine, len(one.Data))] + " ")
		}
	}
	return tidy(b.String())
}
