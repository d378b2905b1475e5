package conversations

import (
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/static/web"
)

// Parts are what the conversations need.
type Parts struct {
	Pool   *pgxpool.Pool
	Guard  *access.Guard
	Forget Forget
	Pages  *web.Pages
	Edge   *web.Edge
}

// Handler shows conversations, and deletes them.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the pages of the conversations.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}} }

const (
	path     = "/admin/conversations"
	patience = 10 * time.Second // for Postgres
)

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	see := r.With(h.parts.Guard.Sees(access.Conversations))
	see.Get(path, h.parts.Edge.Handle(h.show))
	see.Get(path+"/{id}", h.parts.Edge.Handle(h.showOne))
	change := r.With(h.parts.Guard.Changes(access.Conversations))
	change.Post(path+"/{id}/delete", h.parts.Edge.Handle(h.delete))
	own := r.With(h.parts.Guard.Changes(access.Data))
	own.Get(path+"/{id}/export.json", h.parts.Edge.Handle(h.export))
	own.Post(path+"/retention", h.parts.Edge.Handle(h.setRetention))
}
