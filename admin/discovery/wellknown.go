package discovery

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"narthex/static/web"
)

// unlisted are the addresses that nobody looks for in a search engine: what is behind a link of one's own, and the wire. That they are
// named here keeps nobody out. Pages that others link to, such as conversations, are not among them: they say noindex themselves,
// which a search engine that must not read them would never see, and list them by their addresses.
var unlisted = []string{"/admin/", "/api/", "/v1/", "/auth/"}

func (h *Handler) robots(w http.ResponseWriter, r *http.Request) error {
	var text strings.Builder
	text.WriteString("User-agent: *\n")
	for _, path := range unlisted {
		text.WriteString("Disallow: " + path + "\n")
	}
	text.WriteString("\nSitemap: " + h.baseURL + "/sitemap.xml\n")
	return web.Shared{ContentType: "text/plain; charset=utf-8", Body: []byte(text.String())}.Serve(w, r)
}

// iconsKept is for how long icons may be kept, whose addresses are fixed by custom.
const iconsKept = "public, max-age=86400"

func (h *Handler) icon(w http.ResponseWriter, r *http.Request) error {
	return h.favicon.Serve(w, r, iconsKept)
}

func (h *Handler) touchIcon(w http.ResponseWriter, r *http.Request) error {
	return h.touch.Serve(w, r, iconsKept)
}

// manifest is a W3C web application manifest.
func (h *Handler) manifest(w http.ResponseWriter, r *http.Request) error {
	type icon struct {
		Source string `json:"src"`
		Sizes  string `json:"sizes"`
		Type   string `json:"type"`
	}
	body, err := json.Marshal(map[string]any{
		"name": "Narthex", "short_name": "Narthex", "start_url": "/", "display": "browser", "background_color": "#fbfaf7", "theme_color": "#1f5c66",
		"icons": []icon{{h.small, "192x192", "image/png"}, {h.large, "512x512", "image/png"}},
	})
	if err != nil {
		return err
	}
	return web.Shared{ContentType: "application/manifest+json", Body: body}.Serve(w, r)
}

// securityGood is for how long what security.txt says is to be believed; RFC 9116 wants less than a year.
const securityGood = 180 * 24 * time.Hour

// security is RFC 9116: whom to tell of a hole.
func (h *Handler) security(w http.ResponseWriter, r *http.Request) error {
	if h.contact == "" {
		return web.ErrNotFound
	}
	expires := time.Now().Add(securityGood).UTC().Truncate(24 * time.Hour)
	text := "Contact: mailto:" + h.contact + "\nExpires: " + expires.Format(time.RFC3339) + "\nPreferred-Languages: en, es\nCanonical: " + h.baseURL + "/.well-known/security.txt\n"
	return web.Shared{ContentType: "text/plain; charset=utf-8", Body: []byte(text)}.Serve(w, r)
}
