package crawl

import (
	"bytes"
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
)

// Bounds of what is read of a site's own list of its pages.
const (
	mostSitemaps = 3
	mostListed   = 2000 // pages that are looked at
)

// Listed are the pages of the site's own list of them that are most promising. A site without a list has none.
func (v *Visit) Listed(ctx context.Context) ([]Link, error) {
	home := v.site.Home
	waiting := v.rulesAt(ctx, home).sitemaps
	if len(waiting) == 0 {
		waiting = []string{home.Scheme + "://" + home.Host + "/sitemap.xml"}
	}
	var found []Link
	seen := make(map[string]bool)
	for asked := 0; len(waiting) > 0 && asked < mostSitemaps; asked++ {
		address, err := home.Parse(waiting[0])
		waiting = waiting[1:]
		if err != nil || !v.fetcher.fetchable(address) || !v.site.Has(address) {
			continue
		}
		pages, sitemaps, err := v.readSitemap(ctx, address)
		if err != nil {
			return nil, err
		}
		waiting = append(waiting, sitemaps...)
		for _, page := range pages {
			to, err := address.Parse(page)
			if err != nil {
				continue
			}
			if link, ok := v.link(to, ""); ok && link.Rank > 0 && !seen[Key(link.URL)] {
				seen[Key(link.URL)] = true
				found = append(found, link)
			}
		}
	}
	return best(found), nil
}

// readSitemap reads one list. One that cannot be had is as good as none; only the end of ctx is an error.
func (v *Visit) readSitemap(ctx context.Context, address *url.URL) (pages, sitemaps []string, err error) {
	if err := v.pause(ctx, v.between(v.rulesAt(ctx, address))); err != nil {
		return nil, nil, err
	}
	got, err := v.fetcher.get(ctx, v.site, address, "application/xml, text/xml", func(to *url.URL) error { return v.may(ctx, to) })
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	if err != nil || got.status != http.StatusOK || !strings.HasSuffix(got.mediaType, "xml") {
		return nil, nil, nil
	}
	decoder := xml.NewDecoder(bytes.NewReader(got.body))
	for len(pages) < mostListed {
		token, err := decoder.Token()
		if err != nil {
			break // the end, or nonsense: what was read by then is good
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "url" && start.Name.Local != "sitemap" {
			continue
		}
		var entry struct {
			Loc string `xml:"loc"`
		}
		if decoder.DecodeElement(&entry, &start) != nil {
			break
		}
		if start.Name.Local == "url" {
			pages = append(pages, strings.TrimSpace(entry.Loc))
		} else {
			sitemaps = append(sitemaps, strings.TrimSpace(entry.Loc))
		}
	}
	return pages, sitemaps, nil
}
