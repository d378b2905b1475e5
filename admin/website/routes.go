package website

import (
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/static/web"
)

// Parts are what the page needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Guard   *access.Guard
	Keys    *church.APIKeys
	Pages   *web.Pages
	Edge    *web.Edge
	BaseURL string // without a slash at the end
}

// Handler shows the page, and does what is asked on it.
type Handler struct {
	parts   Parts
	widgets *church.Widgets
}

// NewHandler returns the page.
func NewHandler(p Parts) *Handler { return &Handler{p, church.NewWidgets(p.Pool)} }

const (
	path     = "/admin/settings/website"
	patience = 5 * time.Second // for Postgres
)

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	r.With(h.parts.Guard.Sees(access.Settings)).Get(path, h.parts.Edge.Handle(h.show))
	change := r.With(h.parts.Guard.Changes(access.Settings))
	change.Post(path+"/sites", h.parts.Edge.Handle(h.allow))
	change.Post(path+"/sites/remove", h.parts.Edge.Handle(h.disallow))
	change.Post(path+"/keys", h.parts.Edge.Handle(h.createKey))
	change.Post(path+"/keys/{id}/revoke", h.parts.Edge.Handle(h.revokeKey))
}
