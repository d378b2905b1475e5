package faqs

import (
	"context"
	"log/slog"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/access"
	"narthex/admin/transfer"
	"narthex/retrieval"
	"narthex/static/web"
)

// Parts are what the FAQs need.
type Parts struct {
	Pool     *pgxpool.Pool
	Guard    *access.Guard
	Embedder retrieval.Embedder
	// Unfit reports whether a text must not be said in a church's name. Where nobody can say, it is not.
	Unfit  func(ctx context.Context, text string) bool
	Jobs   *river.Client[pgx.Tx] // queues imports
	Pages  *web.Pages
	Edge   *web.Edge
	Logger *slog.Logger
}

// Handler shows the FAQs and has them changed.
type Handler struct {
	parts     Parts
	store     store
	room      *transfer.Room // of files that are read at a time
	downloads *transfer.Room // of files that are on the disk until they are sent
}

const (
	filesAtOnce     = 2 // that one node reads at a time
	downloadsAtOnce = 8 // that one node sends
)

// NewHandler returns the FAQs.
func NewHandler(p Parts) *Handler {
	return &Handler{p, store{p.Pool}, transfer.NewRoom(filesAtOnce), transfer.NewRoom(downloadsAtOnce)}
}

// path is where the FAQs are.
const path = "/admin/training/faqs"

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	seen := r.With(h.parts.Guard.Sees(access.Knowledge))
	seen.Get(path, h.parts.Edge.Handle(h.show))
	seen.Get(path+".csv", h.parts.Edge.Handle(h.export))
	seen.Get(path+"/{id}", h.parts.Edge.Handle(h.showOne))
	seen.Get(importPath, h.parts.Edge.Handle(h.showImports))
	seen.Get(importPath+"/{id}", h.parts.Edge.Handle(h.showImport))
	seen.Get(importPath+"/{id}/refused.csv", h.parts.Edge.Handle(h.refusedLines))
	seen.Get("/api/admin/faq-imports/{id}", h.parts.Edge.Handle(h.importState))
	changed := r.With(h.parts.Guard.Changes(access.Knowledge), h.parts.Guard.NeedsChatbot)
	changed.Post(path+"/{id}/delete", h.parts.Edge.Handle(h.remove))
	changed.Post(importPath, h.parts.Edge.Handle(h.importFile))
	changed.Post(importPath+"/{id}/cancel", h.parts.Edge.Handle(h.cancelImport))
	changed.Post("/api/admin/kb-proxy", h.parts.Edge.Handle(h.proxy))
	changed.Patch("/api/admin/kb-proxy", h.parts.Edge.Handle(h.proxy))
	changed.Delete("/api/admin/kb-proxy", h.parts.Edge.Handle(h.proxy))
}
