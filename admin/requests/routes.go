package requests

import (
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/transfer"
	"narthex/static/web"
)

// Parts are what the requests need.
type Parts struct {
	Pool         *pgxpool.Pool
	Guard        *access.Guard
	Acknowledged func(after time.Duration) // is told how long an urgent crisis waited for somebody to take it on here
	Pages        *web.Pages
	Edge         *web.Edge
}

// Handler shows what visitors asked for, and notes what is done about it.
type Handler struct {
	parts     Parts
	store     store
	downloads *transfer.Room // of files that are on the disk until they are sent
}

const downloadsAtOnce = 8 // that one node sends

// NewHandler returns the tabs Requests and Care.
func NewHandler(p Parts) *Handler {
	return &Handler{p, store{p.Pool, p.Acknowledged}, transfer.NewRoom(downloadsAtOnce)}
}

const (
	path     = "/admin/requests"
	patience = 10 * time.Second // for Postgres
)

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	see := r.With(h.parts.Guard.SeesAny(areas...))
	see.Get(path, h.parts.Edge.Handle(h.show))
	see.Get(path+".csv", h.parts.Edge.Handle(h.export))
	see.Get(path+"/{id}", h.parts.Edge.Handle(h.showOne))
	write := r.With(h.parts.Guard.ChangesAny(areas...))
	r.With(h.parts.Guard.Changes(access.Data)).Get(path+"/{id}/export.json", h.parts.Edge.Handle(h.exportOne))
	write.Post(path+"/{id}", h.parts.Edge.Handle(h.changeOnPage))
	write.Post(path+"/{id}/delete", h.parts.Edge.Handle(h.delete))
	write.Post(path+"/floods/{name}", h.parts.Edge.Handle(h.closeFlood))
	write.Post(path+"/notifications/{id}", h.parts.Edge.Handle(h.resend))
	write.Patch("/api/admin/requests/{id}", h.parts.Edge.Handle(h.changeByAPI))
	r.With(h.parts.Guard.Sees(access.Care)).Get("/admin/care", h.parts.Edge.Handle(h.care))
}
