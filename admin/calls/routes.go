package calls

import (
	"context"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/static/web"
)

// Forget deletes a call and its conversation wherever they are kept. It may be repeated.
type Forget func(ctx context.Context, churchID, sessionID uuid.UUID) error

// Parts are what the calls need.
type Parts struct {
	Pool   *pgxpool.Pool
	Guard  *access.Guard
	Forget Forget
	Pages  *web.Pages
	Edge   *web.Edge
}

// Handler shows calls, and deletes them.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the tab Calls.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}} }

const (
	path     = "/admin/calls"
	patience = 10 * time.Second // for Postgres
)

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	see := r.With(h.parts.Guard.Sees(access.Calls))
	see.Get(path, h.parts.Edge.Handle(h.show))
	see.Get(path+"/{id}", h.parts.Edge.Handle(h.showOne))
	r.With(h.parts.Guard.Changes(access.Calls)).Post(path+"/{id}/delete", h.parts.Edge.Handle(h.delete))
}
