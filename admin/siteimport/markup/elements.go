package markup

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The kinds of elements, as the HTML standard has them (13.2.4.2 and 13.2.6.4.7).

func set(names ...atom.Atom) map[atom.Atom]bool {
	of := make(map[atom.Atom]bool, len(names))
	for _, name := range names {
		of[name] = true
	}
	return of
}

var (
	// void have no content.
	void = set(atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Frame, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr)
	// ofHead may stand in the head, which ends before anything else.
	ofHead = set(atom.Base, atom.Head, atom.Html, atom.Link, atom.Meta, atom.Noscript, atom.Script, atom.Style, atom.Template, atom.Title)
	// formats are those that say how text looks, or where it leads.
	formats = set(atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U)
	// rows are the parts of a table in which no text is.
	rows = set(atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr)

	endsParagraph = set(atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Dd, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr,
		atom.Li, atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Summary, atom.Table, atom.Ul)
	// endsForeign end a drawing or a formula, besides those that end a paragraph.
	endsForeign = set(atom.B, atom.Big, atom.Body, atom.Br, atom.Code, atom.Em, atom.Embed, atom.Head, atom.I, atom.Img, atom.Meta, atom.Nobr, atom.Ruby, atom.S, atom.Small,
		atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var)
	special = union(endsParagraph, rows, set(atom.Applet, atom.Body, atom.Button, atom.Caption, atom.Colgroup, atom.Frameset, atom.Head, atom.Html, atom.Iframe, atom.Marquee,
		atom.Noembed, atom.Noframes, atom.Noscript, atom.Object, atom.Script, atom.Select, atom.Style, atom.Td, atom.Template, atom.Textarea, atom.Th, atom.Title))
)

func union(sets ...map[atom.Atom]bool) map[atom.Atom]bool {
	of := make(map[atom.Atom]bool)
	for _, one := range sets {
		for name := range one {
			of[name] = true
		}
	}
	return of
}

func is(names ...atom.Atom) func(*html.Node) bool {
	of := set(names...)
	return func(node *html.Node) bool { return of[node.DataAtom] }
}

func isHeading(name atom.Atom) bool {
	switch name {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// scope is what an end tag does not reach out of.
var (
	scoping = []atom.Atom{atom.Applet, atom.Caption, atom.Html, atom.Marquee, atom.Object, atom.Table, atom.Td, atom.Template, atom.Th}
	scope   = is(scoping...)
)

// bounds are those of scope, and more.
func bounds(more ...atom.Atom) func(*html.Node) bool {
	return is(append(more, scoping...)...)
}

func nothing(*html.Node) bool { return false }

// foreign are drawings and formulas; what is in leavesForeign is HTML again, in the midst of them.
func foreign(node *html.Node) bool { return node.DataAtom == atom.Svg || node.DataAtom == atom.Math }

func leavesForeign(node *html.Node) bool { return node.DataAtom == atom.Foreignobject || scope(node) }

// ending says what ends, and in what it is looked for.
type ending struct{ ends, within func(*html.Node) bool }

// endsBefore is what ends before an element begins whose end nobody has to write.
var endsBefore = map[atom.Atom]ending{
	atom.A:        {is(atom.A), func(node *html.Node) bool { return special[node.DataAtom] }},
	atom.Button:   {is(atom.Button), scope},
	atom.Dd:       {is(atom.Dd, atom.Dt), bounds(atom.Dl)},
	atom.Dt:       {is(atom.Dd, atom.Dt), bounds(atom.Dl)},
	atom.Li:       {is(atom.Li), bounds(atom.Ol, atom.Ul, atom.Menu)},
	atom.Optgroup: {is(atom.Optgroup), is(atom.Select)},
	atom.Option:   {is(atom.Option), is(atom.Select, atom.Optgroup)},
	atom.Tbody:    {is(atom.Caption, atom.Tbody, atom.Tfoot, atom.Thead), is(atom.Table, atom.Template)},
	atom.Td:       {is(atom.Td, atom.Th), is(atom.Table, atom.Template, atom.Tr)},
	atom.Tfoot:    {is(atom.Caption, atom.Tbody, atom.Tfoot, atom.Thead), is(atom.Table, atom.Template)},
	atom.Th:       {is(atom.Td, atom.Th), is(atom.Table, atom.Template, atom.Tr)},
	atom.Thead:    {is(atom.Caption, atom.Tbody, atom.Tfoot, atom.Thead), is(atom.Table, atom.Template)},
	atom.Tr:       {is(atom.Caption, atom.Tr), is(atom.Table, atom.Template)},
}

// endsAfter is in what an element is looked for that is to end, where that is not scope.
var endsAfter = map[atom.Atom]func(*html.Node) bool{
	atom.Applet:   is(atom.Template),
	atom.Caption:  is(atom.Table, atom.Template),
	atom.Li:       bounds(atom.Ol, atom.Ul, atom.Menu),
	atom.Marquee:  is(atom.Template),
	atom.Object:   is(atom.Template),
	atom.P:        bounds(atom.Button),
	atom.Table:    is(atom.Template),
	atom.Tbody:    is(atom.Table, atom.Template),
	atom.Td:       is(atom.Table, atom.Template),
	atom.Template: nothing,
	atom.Tfoot:    is(atom.Table, atom.Template),
	atom.Th:       is(atom.Table, atom.Template),
	atom.Thead:    is(atom.Table, atom.Template),
	atom.Tr:       is(atom.Table, atom.Template),
}
