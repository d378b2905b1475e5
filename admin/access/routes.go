package access

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/static/web"
)

// Parts are what the way in needs.
type Parts struct {
	Guard *Guard
	Pages *web.Pages
	Edge  *web.Edge
	// Limit counts requests by the address that they come from, over all nodes.
	Limit func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error)
	// Home shows an admin, who is in the request's context, the first page: the overview, or where else they have something to do.
	Home http.Handler
	// Resend has the links of those who have an address mailed to it, at most once an hour.
	Resend func(ctx context.Context, email string) error
}

// Handler is the way in and out.
type Handler struct{ parts Parts }

// NewHandler returns the way in and out.
func NewHandler(p Parts) *Handler { return &Handler{p} }

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	r.Get("/admin", h.parts.Edge.Handle(h.show))
	r.Head("/admin", h.parts.Edge.Handle(h.show))
	r.Get("/admin/{token}", h.parts.Edge.Handle(h.enter))
	r.Head("/admin/{token}", h.parts.Edge.Handle(h.enter))
	own := r.With(h.parts.Edge.SameOrigin)
	own.Post("/admin", h.parts.Edge.Handle(h.resend))
	own.Post("/admin/sign-out", h.parts.Edge.Handle(h.signOut))
}
