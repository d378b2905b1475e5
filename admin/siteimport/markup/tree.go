package markup

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of a page. A node costs some 150 bytes, an attribute 48 and its text.
const (
	mostNodes      = 100_000
	mostAttributes = 200_000
	deepest        = 400 // elements in each other
)

// ErrTooLarge says that a page has more elements or attributes, or more of them in each other, than people write.
var ErrTooLarge = errors.New("the page has more elements than people write")

// Parse makes a tree of a page in UTF-8. The root is its document; html, head and body are there if they were written. Comments are left
// out. It fails with ErrTooLarge, as the reader did, or as ctx did.
func Parse(ctx context.Context, page io.Reader) (*html.Node, error) {
	root := &html.Node{Type: html.DocumentNode}
	t := &tree{tokens: html.NewTokenizer(page), open: []opened{{node: root}}}
	for n := 0; ; n++ {
		if n%1000 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		switch kind := t.tokens.Next(); kind {
		case html.ErrorToken:
			if err := t.tokens.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			return root, nil
		case html.TextToken:
			t.text(string(t.tokens.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t.start(kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := t.tokens.TagName()
			t.end(atom.Lookup(name), string(name))
		}
		if t.nodes > mostNodes || t.attributes > mostAttributes || t.top().depth > deepest {
			return nil, ErrTooLarge
		}
	}
}

// tree is one that is being made.
type tree struct {
	tokens            *html.Tokenizer
	open              []opened // from the document to what is written in now
	nodes, attributes int
}

// opened is an element that was not ended yet. Its parent in the tree may have been ended before it.
type opened struct {
	node  *html.Node
	depth int
}

func (t *tree) top() opened { return t.open[len(t.open)-1] }

func (t *tree) append(node *html.Node) {
	t.nodes++
	t.top().node.AppendChild(node)
}

func (t *tree) text(data string) {
	if t.top().node.DataAtom == atom.Head {
		if strings.TrimSpace(data) == "" {
			return
		}
		t.leaveHead()
	}
	t.append(&html.Node{Type: html.TextNode, Data: data})
}

// start takes a tag that begins an element.
func (t *tree) start(selfClosing bool) {
	node := t.element()
	name := node.DataAtom
	if !ofHead[name] {
		t.leaveHead()
	}
	if t.misplaced(name) {
		return
	}
	if endsForeign[name] || endsParagraph[name] {
		t.endNearest(foreign, leavesForeign)
	}
	if endsParagraph[name] {
		t.endNearest(is(atom.P), bounds(atom.Button))
	}
	if rule, ok := endsBefore[name]; ok {
		t.endNearest(rule.ends, rule.within)
	}
	if top := t.top().node; isHeading(name) && isHeading(top.DataAtom) {
		t.open = t.open[:len(t.open)-1]
	}
	inForeign := t.nearest(foreign, leavesForeign) > 0
	if inForeign {
		t.tokens.NextIsNotRawText()
	}
	depth, inRows := t.top().depth+1, rows[t.top().node.DataAtom]
	t.append(node)
	if void[name] || selfClosing && (inForeign || foreign(node)) || name == atom.Form && inRows { // such a form ends at once, and its rows are around it
		return
	}
	t.open = append(t.open, opened{node, depth})
}

// element is that of the tag that was read.
func (t *tree) element() *html.Node {
	name, more := t.tokens.TagName()
	node := &html.Node{Type: html.ElementNode, DataAtom: atom.Lookup(name), Data: string(name)}
	for more && t.attributes <= mostAttributes {
		var key, value []byte
		key, value, more = t.tokens.TagAttr()
		node.Attr = append(node.Attr, html.Attribute{Key: string(key), Val: string(value)})
		t.attributes++
	}
	return node
}

// misplaced reports whether an element is not begun where the page is now.
func (t *tree) misplaced(name atom.Atom) bool {
	switch name {
	case atom.Form, atom.Body, atom.Html:
		return t.nearest(is(name), nothing) > 0
	case atom.Head:
		top := t.top().node
		return top.Type != html.DocumentNode && top.DataAtom != atom.Html || t.nodes > 1
	}
	return false
}

func (t *tree) leaveHead() {
	if t.top().node.DataAtom == atom.Head {
		t.open = t.open[:len(t.open)-1]
	}
}

// end takes a tag that ends an element. One that ends nothing is left out.
func (t *tree) end(name atom.Atom, written string) {
	switch {
	case name == atom.Body || name == atom.Html: // what comes after belongs to it all the same
	case name == atom.Br: // which browsers show as one that begins
		t.append(&html.Node{Type: html.ElementNode, DataAtom: atom.Br, Data: "br"})
	case isHeading(name):
		t.endNearest(func(node *html.Node) bool { return isHeading(node.DataAtom) }, scope)
	case formats[name] || name == atom.Form:
		t.endAlone(name)
	case special[name]:
		within := scope
		if rule, ok := endsAfter[name]; ok {
			within = rule
		}
		t.endNearest(is(name), within)
	default:
		t.endNearest(func(node *html.Node) bool { return node.Data == written }, func(node *html.Node) bool { return special[node.DataAtom] })
	}
}

// endAlone ends an element that may have been ended before what was begun in it: blocks that were go on.
func (t *tree) endAlone(name atom.Atom) {
	at := t.nearest(is(name), scope)
	switch {
	case at <= 0:
	case slices.ContainsFunc(t.open[at+1:], func(o opened) bool { return special[o.node.DataAtom] }):
		t.open = slices.Delete(t.open, at, at+1)
	default:
		t.open = t.open[:at]
	}
}

// endNearest ends the nearest open element of a kind, with all in it.
func (t *tree) endNearest(kind, within func(*html.Node) bool) {
	if at := t.nearest(kind, within); at > 0 {
		t.open = t.open[:at]
	}
}

// nearest is the place of the nearest open element of a kind, of those in the nearest that bounds them; 0: there is none.
func (t *tree) nearest(kind, within func(*html.Node) bool) int {
	for at := len(t.open) - 1; at > 0; at-- {
		if node := t.open[at].node; kind(node) {
			return at
		} else if within(node) {
			return 0
		}
	}
	return 0
}
