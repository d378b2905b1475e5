package pages

import (
	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// Routes adds the pages to a router.
func (h *Handler) Routes(r chi.Router) {
	get := getter(r, h.edge)
	get("/chat/{slug}", h.chat)
	get("/care/{slug}", h.care)
	get("/care/{slug}/theme.css", h.theme)
	get("/churches/{slug}", h.church)
	get("/api/churches/{slug}", h.entry)
	get("/api/churches/{slug}/events/{event}.ics", h.calendar)
}

// Routes adds the widget to a router.
func (g *Widget) Routes(r chi.Router) {
	get := getter(r, g.edge)
	get("/widget.js", g.loader)
	get("/widget.css", g.style)
	get("/widget/{slug}", g.panel)
	get("/widget/{slug}/site.js", g.site)
	get("/widget/{slug}/colour.css", g.colour)
}

// getter adds what browsers get to a router: GET, and HEAD for those who only want to know about it.
func getter(r chi.Router, edge *web.Edge) func(pattern string, handle web.HandlerFunc) {
	return func(pattern string, handle web.HandlerFunc) {
		r.Get(pattern, edge.Handle(handle))
		r.Head(pattern, edge.Handle(handle))
	}
}
