package onboarding

import (
	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// Routes adds the pages and the form's end to a router.
func (h *Handler) Routes(r chi.Router) {
	get := func(pattern string, handle web.HandlerFunc) {
		r.Get(pattern, h.edge.Handle(handle))
		r.Head(pattern, h.edge.Handle(handle))
	}
	get("/", h.home)
	get("/pricing", h.pricing)
	get("/onboard", h.form)
	get("/onboard/checkout", h.checkout)
	get("/onboard/return", h.returned)
	get("/thank-you", h.thankYou)
	r.Post("/api/onboard", h.edge.Handle(h.submit))
}
