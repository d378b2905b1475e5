package pages

import (
	"context"

	"github.com/go-chi/chi/v5"

	"narthex/chat/church"
	"narthex/static/web"
)

// Lookup finds a church by its slug; church.Store.BySlug is one.
type Lookup func(ctx context.Context, slug string) (*church.Snapshot, error)

// Handler serves the pages.
type Handler struct {
	lookup Lookup
	pages  *web.Pages
	edge   *web.Edge
}

// NewHandler returns a handler of the churches that lookup finds.
func NewHandler(lookup Lookup, pages *web.Pages, edge *web.Edge) *Handler {
	return &Handler{lookup: lookup, pages: pages, edge: edge}
}

// Routes adds the pages to a router.
func (h *Handler) Routes(r chi.Router) {
	r.Get("/chat/{slug}", h.edge.Handle(h.chat))
	r.Head("/chat/{slug}", h.edge.Handle(h.chat))
}
