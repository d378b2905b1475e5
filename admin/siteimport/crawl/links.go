package crawl

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Link leads to another page of the site.
type Link struct {
	URL  *url.URL
	Rank int // the higher, the more of what a church's visitors ask is expected there
}

// mostLinks is how many links of one page are considered, those of the highest rank.
const mostLinks = 200

// links are those of a page that may be followed, each once, the most promising first.
func (v *Visit) links(from *url.URL, root *html.Node) []Link {
	base := from
	found, seen := []Link(nil), map[string]bool{Key(from): true}
	for node := range root.Descendants() {
		if node.DataAtom == atom.Base && base == from {
			if set, err := from.Parse(attribute(node, "href")); err == nil {
				base = set
			}
		}
		if node.DataAtom != atom.A || slices.Contains(strings.Fields(strings.ToLower(attribute(node, "rel"))), "nofollow") {
			continue
		}
		to, err := base.Parse(strings.TrimSpace(attribute(node, "href")))
		if err != nil || attribute(node, "href") == "" {
			continue
		}
		if link, ok := v.link(to, wordsOf(node)); ok && !seen[Key(link.URL)] {
			seen[Key(link.URL)] = true
			found = append(found, link)
		}
	}
	return best(found)
}

// link is one to an address, if that is a page of the site that is worth reading.
func (v *Visit) link(to *url.URL, words string) (Link, bool) {
	if !v.fetcher.fetchable(to) || !v.site.Has(to) {
		return Link{}, false
	}
	tidy(to)
	rank, ok := rankOf(to, words)
	if !sameHost(to, v.site.Home) {
		rank -= 20
	}
	return Link{to, rank}, ok
}

func sameHost(a, b *url.URL) bool {
	return strings.TrimPrefix(a.Hostname(), "www.") == strings.TrimPrefix(b.Hostname(), "www.")
}

// best are the links of the highest rank, as many as are considered.
func best(found []Link) []Link {
	slices.SortStableFunc(found, func(a, b Link) int { return b.Rank - a.Rank })
	return found[:min(len(found), mostLinks)]
}

// wordsOf is what somebody reads who follows a link.
func wordsOf(node *html.Node) string {
	var b strings.Builder
	for one := range node.Descendants() {
		if one.Type == html.TextNode && b.Len() < 200 {
			b.WriteString(one.Data + " ")
		}
	}
	return b.String()
}
