package extract

import (
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// unfold has a page be as somebody sees it who has opened all that can be opened: what a button is named stands there as words, and what it
// opens is not hidden.
func unfold(root *nethtml.Node) {
	opened := make(map[string]bool) // by ids
	for node := range root.Descendants() {
		if !opens(node) {
			continue
		}
		for _, key := range []string{"aria-controls", "data-bs-target", "data-target"} {
			if id := strings.TrimPrefix(attribute(node, key), "#"); id != "" {
				opened[id] = true
			}
		}
		if node.DataAtom == atom.Button {
			node.Data, node.DataAtom = "span", atom.Span
		}
	}
	for node := range root.Descendants() {
		if id := attribute(node, "id"); opened[id] {
			node.Attr = slices.DeleteFunc(node.Attr, func(a nethtml.Attribute) bool { return a.Key != "role" && hides(a) })
		}
	}
}

// opens reports whether somebody presses an element to see what is under it; a menu is no part of what the page says.
func opens(node *nethtml.Node) bool {
	switch {
	case node.Type != nethtml.ElementNode || attribute(node, "aria-haspopup") != "":
		return false
	case attribute(node, "aria-expanded") != "":
		return node.DataAtom == atom.Button || node.DataAtom == atom.A || node.DataAtom == atom.Div || attribute(node, "role") == "button"
	case node.DataAtom != atom.Button:
		return false
	}
	for around := range node.Ancestors() {
		switch around.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Summary:
			return true
		}
	}
	return false
}

// isSkipped tells elements that are no part of what the page says.
func isSkipped(node *nethtml.Node) bool {
	switch node.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Nav, atom.Iframe, atom.Object, atom.Embed, atom.Svg,
		atom.Math, atom.Canvas, atom.Button, atom.Select, atom.Input, atom.Textarea, atom.Audio, atom.Video, atom.Dialog:
		return true
	}
	return slices.ContainsFunc(node.Attr, hides)
}

// hides tells attributes that keep an element from being read, or mark it as a way to elsewhere.
func hides(a nethtml.Attribute) bool {
	switch a.Key {
	case "hidden":
		return a.Val != "until-found"
	case "aria-hidden":
		return a.Val == "true"
	case "role":
		return a.Val == "navigation" || a.Val == "search"
	case "style":
		style := strings.ToLower(strings.Join(strings.Fields(a.Val), ""))
		return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
	}
	return false
}

func attribute(node *nethtml.Node, key string) string {
	for _, a := range node.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
