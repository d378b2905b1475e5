package dashboard

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/figures"
	"narthex/admin/frame"
	"narthex/admin/requests"
	"narthex/static/web"
)

// Parts are what the dashboard needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Guard   *access.Guard
	Limit   func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error) // by address, over all nodes
	Pages   *web.Pages
	Edge    *web.Edge
	Logger  *slog.Logger
	BaseURL string // without a slash at the end
	Portal  Portal // nil where nobody can pay
	// Tally counts what visitors asked of the church since a time, of what the admin of the request sees.
	Tally func(ctx context.Context, since time.Time) ([]requests.Tally, error)
	// Digest reports whether a church gets the weekly mail.
	Digest func(ctx context.Context, churchID uuid.UUID) (wanted bool, err error)
	// ProveAgain has the link by which an admin proves whose a listed church is sent again, at most once an hour.
	ProveAgain func(ctx context.Context, churchID uuid.UUID) error
}

// Handler shows the dashboard.
type Handler struct {
	parts   Parts
	store   store
	figures figures.Store
}

// NewHandler returns the dashboard.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}, figures.Store{Pool: p.Pool}} }

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	r.With(h.parts.Guard.Sees(access.Overview)).Get("/admin/overview", h.parts.Edge.Handle(h.show))
	r.With(h.parts.Guard.Sees(access.Billing)).Get("/admin/upgrade", h.parts.Edge.Handle(h.plan))
	r.With(h.parts.Guard.Changes(access.Settings)).Post("/admin/overview/listing", h.parts.Edge.Handle(h.proveAgain))
	payer := r.With(h.parts.Guard.Changes(access.Billing))
	payer.Post("/admin/upgrade", h.parts.Edge.Handle(h.confirmPlan))
	payer.Post("/admin/upgrade/return", h.parts.Edge.Handle(h.takeAgain))
	payer.Post("/admin/upgrade/billing", h.parts.Edge.Handle(h.openPortal))
}

// upgradePath is where the plan is.
const upgradePath = "/admin/upgrade"

const patience = 5 * time.Second // for Postgres

// Home shows an admin, who is in the request's context, the overview, or leads them to the first page that they see.
func (h *Handler) Home(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	if a.Sees(access.Overview) {
		return h.show(w, r)
	}
	http.Redirect(w, r, frame.First(a), http.StatusSeeOther)
	return nil
}

// found is the admin's church.
func (h *Handler) found(ctx context.Context) (subscriber, error) {
	found, err := h.store.find(ctx, access.From(ctx).ChurchID)
	if err != nil {
		return subscriber{}, errors.Join(web.ErrUnavailable, err)
	}
	return found, nil
}
