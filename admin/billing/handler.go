package billing

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/signup"
	"narthex/static/web"
)

// HandlerParts are what the handler needs.
type HandlerParts struct {
	Service   *Service
	Catalogue *signup.Catalogue
	// Match finds the church of the directory that a sign-up is about; the zero UUID: none.
	Match func(ctx context.Context, s signup.SignUp) (uuid.UUID, error)
	// Address is where a request comes from.
	Address func(r *http.Request) string
	// Limit counts something of a kind and key against a number a minute, over all nodes. A wait of 0: it may go on.
	Limit   func(ctx context.Context, kind, key string, perMinute int) (wait time.Duration, err error)
	BaseURL string // as visitors see it, without a slash at the end
	Contact string // whoever runs it reads this address; "": none is given
	Pages   *web.Pages
	Edge    *web.Edge
}

// Handler opens checkouts and takes the payment provider's events.
type Handler struct {
	HandlerParts
	cookie cookie
}

// NewHandler returns the addresses of package billing.
func NewHandler(p HandlerParts) *Handler {
	return &Handler{HandlerParts: p, cookie: newCookie(p.BaseURL)}
}

// Routes adds them to a router.
func (h *Handler) Routes(r chi.Router) {
	r.With(h.Edge.SameOrigin).Post("/api/stripe/checkout-embedded", h.Edge.Handle(h.openCheckout))
	r.Post("/api/stripe/webhook", h.Edge.Handle(h.webhook))
}
