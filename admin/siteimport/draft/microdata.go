package draft

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of the microdata of a page.
const (
	mostItems    = 200
	deepestItems = 8
)

// microdata are the things of a page that are marked by attributes, as JSON-LD would have them.
func microdata(root *html.Node) (found []any) {
	for node := range root.Descendants() {
		if has(node, "itemscope") && attribute(node, "itemtype") != "" && !has(node, "itemprop") && len(found) < mostItems {
			found = append(found, itemOf(node, 0))
		}
	}
	return found
}

func itemOf(scope *html.Node, depth int) map[string]any {
	item := map[string]any{"@type": attribute(scope, "itemtype")}
	if depth < deepestItems {
		properties(item, scope, depth)
	}
	return item
}

// properties gathers those of an item, but not those of the items in it.
func properties(item map[string]any, of *html.Node, depth int) {
	for node := range of.ChildNodes() {
		if node.Type != html.ElementNode {
			continue
		}
		if name := attribute(node, "itemprop"); name != "" {
			var value any = propertyOf(node)
			if has(node, "itemscope") {
				value = itemOf(node, depth+1)
			}
			several, _ := item[name].([]any)
			item[name] = append(several, value)
		}
		if !has(node, "itemscope") {
			properties(item, node, depth)
		}
	}
}

func propertyOf(node *html.Node) string {
	for _, key := range []string{"content", "datetime"} {
		if has(node, key) {
			return attribute(node, key)
		}
	}
	switch node.DataAtom {
	case atom.A, atom.Link, atom.Area:
		if to := attribute(node, "href"); !strings.HasPrefix(to, "tel:") && !strings.HasPrefix(to, "mailto:") {
			return to
		}
	case atom.Img, atom.Iframe, atom.Source:
		return attribute(node, "src")
	}
	return textOf(node)
}

func has(node *html.Node, key string) bool {
	for _, a := range node.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}
