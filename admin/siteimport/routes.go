package siteimport

import (
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/access"
	"narthex/admin/faqs"
	"narthex/admin/settings"
	"narthex/admin/siteimport/crawl"
	"narthex/static/web"
)

// Parts are what the reading of websites needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Guard   *access.Guard
	Fetcher *crawl.Fetcher
	Facts   *settings.Handler     // through which facts are stored
	FAQs    *faqs.Handler         // through which questions are
	Jobs    *river.Client[pgx.Tx] // queues readings
	Pages   *web.Pages
	Edge    *web.Edge
}

// Handler has websites read, and shows what was found.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the reading of websites.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}} }

const (
	path       = "/admin/training/website"
	readerPath = "/reader" // what the owner of a website finds who looks who reads it
)

// AgentName is what a website's owner reads in their log, with where they find who that is.
func AgentName(baseURL string) string { return "NarthexReader/1.0 (+" + baseURL + readerPath + ")" }

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	handle := h.parts.Edge.Handle
	r.Get(readerPath, handle(h.reader))
	seen := r.With(h.parts.Guard.Sees(access.Knowledge))
	seen.Get(path, handle(h.list))
	seen.Get(path+"/{id}", handle(h.show))
	seen.Get("/api/admin/site-imports/{id}", handle(h.state))
	changed := r.With(h.parts.Guard.Changes(access.Knowledge), h.parts.Guard.NeedsChatbot)
	changed.Post(path, handle(h.begin))
	changed.Post(path+"/{id}/cancel", handle(h.cancel))
	changed.Post(path+"/{id}/decide", handle(h.decide))
}
