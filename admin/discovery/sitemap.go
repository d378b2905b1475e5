package discovery

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

const (
	perSitemap  = 10_000 // pages; the protocol allows 50,000
	mostSitemap = 1000
)

// fixed are the product's own pages.
var fixed = []place{{Path: "/"}, {Path: "/pricing"}, {Path: "/blog"}, {Path: "/churches"}, {Path: "/docs/api"}, {Path: "/terms"}, {Path: "/privacy"}}

const sitemapSpace = "http://www.sitemaps.org/schemas/sitemap/0.9"

type sitemapIndex struct {
	XMLName xml.Name `xml:"sitemapindex"`
	Space   string   `xml:"xmlns,attr"`
	Maps    []entry  `xml:"sitemap"`
}

type urlSet struct {
	XMLName xml.Name `xml:"urlset"`
	Space   string   `xml:"xmlns,attr"`
	URLs    []entry  `xml:"url"`
}

type entry struct {
	Location string `xml:"loc"`
	Changed  string `xml:"lastmod,omitempty"`
}

// index is GET /sitemap.xml: which sitemaps there are.
func (h *Handler) index(w http.ResponseWriter, r *http.Request) error {
	index := &sitemapIndex{Space: sitemapSpace, Maps: []entry{{Location: h.baseURL + "/sitemaps/pages-1.xml"}}}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		count, err := h.store.count(r.Context(), kind)
		if err != nil {
			return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
		}
		for page := 1; page <= min((count+perSitemap-1)/perSitemap, mostSitemap); page++ {
			index.Maps = append(index.Maps, entry{Location: fmt.Sprintf("%s/sitemaps/%s-%d.xml", h.baseURL, kind, page)})
		}
	}
	return serveXML(w, r, index)
}

// sitemap is GET /sitemaps/{kind}-{page}.xml.
func (h *Handler) sitemap(w http.ResponseWriter, r *http.Request) (err error) {
	kind := chi.URLParam(r, "kind")
	page, err := strconv.Atoi(chi.URLParam(r, "page"))
	if _, known := kinds[kind]; !known && kind != "pages" || err != nil || page < 1 || page > mostSitemap {
		return web.ErrNotFound
	}
	places := fixed
	if kind != "pages" {
		if places, err = h.store.places(r.Context(), kind, page); err != nil {
			return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
		}
	}
	if len(places) == 0 || kind == "pages" && page > 1 {
		return web.ErrNotFound
	}
	set := &urlSet{Space: sitemapSpace}
	for _, p := range places {
		one := entry{Location: h.baseURL + p.Path}
		if !p.Changed.IsZero() {
			one.Changed = p.Changed.UTC().Format(time.RFC3339)
		}
		set.URLs = append(set.URLs, one)
	}
	return serveXML(w, r, set)
}

func serveXML(w http.ResponseWriter, r *http.Request, document any) error {
	body := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(body).Encode(document); err != nil {
		return fmt.Errorf("write a sitemap: %w", err)
	}
	return web.Shared{ContentType: "application/xml; charset=utf-8", Body: body.Bytes()}.Serve(w, r)
}
