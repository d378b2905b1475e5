package discovery

import (
	"fmt"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/static/web"
)

// Parts are what the handler needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Assets  *web.Assets
	Edge    *web.Edge
	Contact string // mail address for whoever finds a hole; without one there is no security.txt
	BaseURL string // without a slash at the end
}

// Handler answers programs that look for what there is.
type Handler struct {
	store          store
	edge           *web.Edge
	contact        string
	baseURL        string
	favicon, touch *web.File
	small, large   string // addresses of the icons
}

// NewHandler returns the answers.
func NewHandler(p Parts) (h *Handler, err error) {
	h = &Handler{store: store{p.Pool}, edge: p.Edge, contact: p.Contact, baseURL: p.BaseURL}
	if h.favicon, err = p.Assets.File("favicon.ico"); err != nil {
		return nil, fmt.Errorf("read the icons: %w", err)
	}
	if h.touch, err = p.Assets.File("icon-180.png"); err != nil {
		return nil, fmt.Errorf("read the icons: %w", err)
	}
	if h.small, err = p.Assets.URL("icon-192.png"); err != nil {
		return nil, fmt.Errorf("read the icons: %w", err)
	}
	if h.large, err = p.Assets.URL("icon-512.png"); err != nil {
		return nil, fmt.Errorf("read the icons: %w", err)
	}
	return h, nil
}

// Routes adds the answers to a router.
func (h *Handler) Routes(r chi.Router) {
	get := func(pattern string, handle web.HandlerFunc) {
		r.Get(pattern, h.edge.Handle(handle))
		r.Head(pattern, h.edge.Handle(handle))
	}
	get("/robots.txt", h.robots)
	get("/sitemap.xml", h.index)
	get("/sitemaps/{kind}-{page}.xml", h.sitemap)
	get("/favicon.ico", h.icon)
	get("/apple-touch-icon.png", h.touchIcon)
	get("/site.webmanifest", h.manifest)
	get("/.well-known/security.txt", h.security)
}
