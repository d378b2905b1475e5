package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/net/html"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
)

// crawler follows all links of pages, as somebody who is signed in or nobody.
type crawler struct {
	t       *testing.T
	site    *url.URL
	session *http.Cookie // nil: nobody's
	from    map[string]string
	queue   []string
	ids     map[string]map[string]bool // of each page
	wanted  map[string]string          // fragments, and where they are linked
	signing string                     // the listed church whose signing up is followed; that of the others is the same
}

// mostPages is more than the demonstration has: beyond it, some links lead on for ever.
const mostPages = 3000

func TestNoLinkIsDead(t *testing.T) {
	s, db := inProcess(t)
	listening := httptest.NewServer(s.public.Handler)
	t.Cleanup(listening.Close)
	starts := []string{"/", "/sitemap.xml", "/robots.txt", "/nowhere"}
	for _, slug := range []string{"grace-harbor", "st-brigids", "nueva-vida"} {
		starts = append(starts, "/care/"+slug, "/churches/"+slug, "/chat/"+slug)
	}
	t.Run("for everybody", func(t *testing.T) {
		c := newCrawler(t, listening.URL, nil)
		c.crawl(starts)
		if len(c.from) < 60 {
			t.Errorf("only %d addresses were found", len(c.from))
		}
	})
	t.Run("in the dashboard", func(t *testing.T) {
		var church uuid.UUID
		if err := db.Admin.QueryRow(t.Context(), "select id from churches where slug = 'grace-harbor'").Scan(&church); err != nil {
			t.Fatal(err)
		}
		c := newCrawler(t, listening.URL, accesstest.SignIn(t, db.Admin, church, access.Roles()...))
		c.crawl([]string{"/admin/overview"})
		if len(c.from) < 60 {
			t.Errorf("only %d addresses were found", len(c.from))
		}
	})
}

func newCrawler(t *testing.T, site string, session *http.Cookie) *crawler {
	t.Helper()
	parsed, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	return &crawler{t: t, site: parsed, session: session, from: make(map[string]string), ids: make(map[string]map[string]bool), wanted: make(map[string]string)}
}

func (c *crawler) crawl(starts []string) {
	for _, start := range starts {
		c.add(c.site, start, "the start")
	}
	for len(c.queue) > 0 {
		address := c.queue[0]
		c.queue = c.queue[1:]
		c.visit(address)
	}
	if len(c.from) >= mostPages {
		c.t.Errorf("links lead on for ever")
	}
	for fragment, on := range c.wanted {
		page, id, _ := strings.Cut(fragment, "#")
		if ids, seen := c.ids[page]; seen && !ids[id] {
			c.t.Errorf("%s on %s leads to no part of the page", fragment, on)
		}
	}
}

// add notes a link that stands on a page, if it leads to this site.
func (c *crawler) add(page *url.URL, link, on string) {
	link = strings.TrimSpace(link)
	target, err := page.Parse(link)
	if err != nil {
		c.t.Errorf("%q on %s is no address", link, on)
		return
	}
	// What the pages call their own address is the configured one.
	if target.Scheme != "http" || target.Hostname() != c.site.Hostname() || target.Port() != "" && target.Port() != c.site.Port() {
		return
	}
	if church := target.Query().Get("church"); church != "" {
		if c.signing == "" {
			c.signing = church
		}
		if c.signing != church {
			return
		}
	}
	fragment := target.Fragment
	target.Fragment, target.Host = "", c.site.Host
	address := target.String()
	if fragment != "" {
		c.wanted[address+"#"+fragment] = on
	}
	if _, known := c.from[address]; !known && len(c.from) < mostPages {
		c.from[address] = on
		c.queue = append(c.queue, address)
	}
}

func (c *crawler) visit(address string) {
	request, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	if c.session != nil {
		request.AddCookie(c.session)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	on := strings.TrimPrefix(address, c.site.String())
	if response.StatusCode >= http.StatusBadRequest && on != "/nowhere" {
		c.t.Errorf("%s on %s: %d", on, c.from[address], response.StatusCode)
		return
	}
	if location := response.Header.Get("Location"); location != "" {
		c.add(response.Request.URL, location, on)
	}
	media, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	switch media {
	case "text/html":
		c.read(response.Request.URL, string(body), on)
	case "application/xml", "application/rss+xml", "application/atom+xml":
		for _, location := range locations(string(body)) {
			c.add(response.Request.URL, location, on)
		}
	}
}

// linking are the attributes that lead somewhere.
var linking = []string{"href", "src", "action"}

func (c *crawler) read(page *url.URL, body, on string) {
	document, err := html.Parse(strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	ids := make(map[string]bool)
	c.ids[page.String()] = ids
	for node := range document.Descendants() {
		if node.Type != html.ElementNode || isStored(node) {
			continue
		}
		posts := node.Data == "form" && slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == "method" && strings.EqualFold(a.Val, "post") })
		for _, attribute := range node.Attr {
			switch {
			case attribute.Key == "id":
				if ids[attribute.Val] {
					c.t.Errorf("%s has two elements with the id %s", on, attribute.Val)
				}
				ids[attribute.Val] = true
			case slices.Contains(linking, attribute.Key) && !posts && attribute.Val != "":
				c.add(page, attribute.Val, fmt.Sprintf("%s (%s)", on, node.Data))
			}
		}
	}
}

// isStored reports whether an element is in a template: it is no part of the page yet.
func isStored(node *html.Node) bool {
	for above := node.Parent; above != nil; above = above.Parent {
		if above.Data == "template" {
			return true
		}
	}
	return false
}

// locations are the addresses of a sitemap or feed.
func locations(document string) (found []string) {
	for _, mark := range []string{"loc", "link"} {
		for part := range strings.SplitSeq(document, "<"+mark+">") {
			if text, _, ok := strings.Cut(part, "</"+mark+">"); ok && strings.HasPrefix(text, "http") {
				found = append(found, html.UnescapeString(text))
			}
		}
	}
	return found
}
