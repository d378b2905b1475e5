package settings

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/static/web"
)

// Parts are what the settings need.
type Parts struct {
	Pool  *pgxpool.Pool
	Guard *access.Guard
	Pages *web.Pages
	Edge  *web.Edge
}

// Handler shows and changes what a church has set.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the settings.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}} }

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	guard, handle := h.parts.Guard, h.parts.Edge.Handle
	r.With(guard.ChangesAny(access.Knowledge, access.Week, access.Settings)).Patch("/api/premium/update", handle(h.update(premium)))
	r.With(guard.ChangesAny(access.Knowledge, access.Week, access.Settings)).Patch("/api/admin/settings", handle(h.update(general)))
	for _, l := range lists {
		mine := r.With(guard.Changes(access.Volunteers))
		mine.Post("/api/admin/"+l.name, handle(h.addItem(l)))
		mine.Patch("/api/admin/"+l.name+"/{id}", handle(h.changeItem(l)))
		mine.Delete("/api/admin/"+l.name+"/{id}", handle(h.removeItem(l)))
		r.With(guard.Sees(access.Volunteers)).Get(knowledgePath+"/"+l.name, handle(h.listPage(l)))
	}
	r.With(guard.SeesAny(access.Knowledge, access.Volunteers)).Get(knowledgePath, handle(h.knowledge))
	r.With(guard.Sees(access.Week)).Get(weekPath, handle(h.week))
	r.With(guard.Sees(access.Settings)).Get(generalPath, handle(h.general))
}

// texts are those of the language that a request's answer is in.
func (h *Handler) texts(r *http.Request) *texts {
	return &texts{language: h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language)}
}
