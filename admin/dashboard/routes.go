package dashboard

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// Parts are what the dashboard needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Guard   *access.Guard
	Limit   func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error) // by address, over all nodes
	Pages   *web.Pages
	Edge    *web.Edge
	BaseURL string // without a slash at the end
	Portal  Portal // nil where nobody can pay
}

// Handler shows the dashboard.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the dashboard.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}} }

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	r.With(h.parts.Guard.Sees(access.Overview)).Get("/admin/overview", h.parts.Edge.Handle(h.show))
	r.With(h.parts.Guard.Sees(access.Billing)).Get("/admin/upgrade", h.parts.Edge.Handle(h.plan))
	payer := r.With(h.parts.Guard.Changes(access.Billing))
	payer.Post("/admin/upgrade", h.parts.Edge.Handle(h.confirmPlan))
	payer.Post("/admin/upgrade/billing", h.parts.Edge.Handle(h.openPortal))
}

// upgradePath is where the plan is.
const upgradePath = "/admin/upgrade"

const patience = 5 * time.Second // for Postgres

// page is what dashboard.html shows.
type page struct {
	Frame            frame.Frame
	Church           string
	Live             bool
	Voice            bool // the plan has a telephone, and its number is being assigned
	ChatURL, CareURL string
	Embed            string // for the church's own website
	Subscription     *subscription
}

// Home shows an admin, who is in the request's context, the overview, or leads them to the first page that they see.
func (h *Handler) Home(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	if a.Sees(access.Overview) {
		return h.show(w, r)
	}
	http.Redirect(w, r, frame.First(a), http.StatusSeeOther)
	return nil
}

// show is GET /admin/overview.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.found(ctx)
	if err != nil {
		return err
	}
	web.AllowForms(w.Header(), portalOrigin)
	texts := &textsOf{language: h.parts.Pages.Asked(r, found.Language)}
	shown := &page{
		Frame: frame.Of(access.From(ctx), frame.Overview), Church: found.Name, Live: found.Status == church.Active && found.Chatbot, Voice: found.Plan.HasVoice(),
		ChatURL: h.parts.BaseURL + "/chat/" + found.Slug, CareURL: h.parts.BaseURL + "/care/" + found.Slug,
		Embed: `<script src="` + h.parts.BaseURL + `/widget.js" data-church="` + found.Slug + `" async></script>`,
	}
	if shown.Subscription = h.subscriptionOf(found, access.From(ctx), texts); texts.err != nil {
		return texts.err
	}
	return h.parts.Pages.Render(w, http.StatusOK, texts.language, "dashboard", shown)
}

// found is the admin's church.
func (h *Handler) found(ctx context.Context) (subscriber, error) {
	found, err := h.store.find(ctx, access.From(ctx).ChurchID)
	if err != nil {
		return subscriber{}, errors.Join(web.ErrUnavailable, err)
	}
	return found, nil
}

// tooMany asks somebody to slow down.
type tooMany struct{ wait time.Duration }

func (t *tooMany) Error() string             { return "too many visits to the portal" }
func (t *tooMany) Kind() string              { return "rate_limited" }
func (t *tooMany) Code() string              { return "too_many_requests" }
func (t *tooMany) Public() string            { return "Too many requests. Please wait a minute." }
func (t *tooMany) RetryAfter() time.Duration { return t.wait }
