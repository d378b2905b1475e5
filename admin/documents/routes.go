package documents

import (
	"context"
	"log/slog"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/transfer"
	"narthex/retrieval/knowledge"
	"narthex/static/web"
)

// Library keeps documents: *knowledge.Library does.
type Library interface {
	PutDocument(ctx context.Context, churchID uuid.UUID, upload knowledge.Upload) (knowledge.Document, error)
	Documents(ctx context.Context, churchID uuid.UUID) ([]knowledge.Document, error)
	Excerpts(ctx context.Context, churchID, documentID uuid.UUID, from, limit int) (knowledge.Document, []knowledge.Excerpt, error)
	Retry(ctx context.Context, churchID, documentID uuid.UUID) error
	DeleteDocument(ctx context.Context, churchID, documentID uuid.UUID) error
}

// Parts are what the documents need.
type Parts struct {
	Pool    *pgxpool.Pool
	Guard   *access.Guard
	Library Library
	Pages   *web.Pages
	Edge    *web.Edge
	Logger  *slog.Logger
}

// Handler takes documents in and shows them.
type Handler struct {
	parts Parts
	room  *transfer.Room // of uploads that are read at a time: each may be as large as a document
}

// uploadsAtOnce is how many uploads one node reads at a time.
const uploadsAtOnce = 4

// NewHandler returns the documents.
func NewHandler(p Parts) *Handler { return &Handler{p, transfer.NewRoom(uploadsAtOnce)} }

// path is where the documents are.
const path = "/admin/training/documents"

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	seen := r.With(h.parts.Guard.Sees(access.Knowledge))
	seen.Get(path, h.parts.Edge.Handle(h.show))
	seen.Get(path+"/{id}", h.parts.Edge.Handle(h.showOne))
	seen.Get("/api/admin/documents", h.parts.Edge.Handle(h.states))
	changed := r.With(h.parts.Guard.Changes(access.Knowledge), h.parts.Guard.NeedsChatbot)
	changed.Post("/api/admin/kb-proxy/upload", h.parts.Edge.Handle(h.upload))
	changed.Post(path+"/{id}/retry", h.parts.Edge.Handle(h.retry))
	changed.Post(path+"/{id}/delete", h.parts.Edge.Handle(h.remove))
}
