package regression

import (
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/access"
	"narthex/admin/transfer"
	"narthex/static/web"
)

// Parts are what the regression set needs.
type Parts struct {
	Pool  *pgxpool.Pool
	Guard *access.Guard
	Jobs  *river.Client[pgx.Tx]
	Pages *web.Pages
	Edge  *web.Edge
}

// Handler serves the regression set.
type Handler struct {
	parts Parts
	store store
	room  *transfer.Room // of files that are read at a time
}

const (
	path        = "/admin/training/regression"
	patience    = 10 * time.Second // for Postgres
	filesAtOnce = 2                // on one node
)

// NewHandler returns the regression set.
func NewHandler(p Parts) *Handler {
	return &Handler{p, store{p.Pool}, transfer.NewRoom(filesAtOnce)}
}

// Routes adds it to a router. Running it changes nothing, but models are paid for: it is for who may change what is tried.
func (h *Handler) Routes(r chi.Router) {
	handle := h.parts.Edge.Handle
	seen := r.With(h.parts.Guard.Sees(access.Theology))
	seen.Get(path, handle(h.show))
	seen.Get(path+".csv", handle(h.export))
	seen.Get(path+"/cases/{id}", handle(h.showCase))
	seen.Get(path+"/runs/{id}", handle(h.showRun))
	seen.Get(path+"/runs/{id}/report.csv", handle(h.reportCSV))
	seen.Get(path+"/runs/{id}/report.json", handle(h.reportJSON))
	seen.Get("/api/admin/regression-runs/{id}", handle(h.runState))
	changed := r.With(h.parts.Guard.Changes(access.Theology), h.parts.Guard.NeedsChatbot)
	changed.Post(path, handle(h.add))
	changed.Post(path+"/import", handle(h.importFile))
	changed.Post(path+"/cases/{id}", handle(h.change))
	changed.Post(path+"/cases/{id}/delete", handle(h.remove))
	changed.Post(path+"/runs", handle(h.begin))
	changed.Post(path+"/runs/{id}/cancel", handle(h.cancel))
}
