package dashboard

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
	"narthex/static/web"
)

// Parts are what the dashboard needs.
type Parts struct {
	Pool    *pgxpool.Pool
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
	r.Get("/admin/{token}", h.parts.Edge.Handle(h.show))
	r.Head("/admin/{token}", h.parts.Edge.Handle(h.show))
	r.Get("/admin/{token}/plan", h.parts.Edge.Handle(h.plan))
	own := r.With(h.parts.Edge.SameOrigin)
	own.Post("/admin/{token}/plan", h.parts.Edge.Handle(h.confirmPlan))
	own.Post("/admin/{token}/billing", h.parts.Edge.Handle(h.openPortal))
}

const (
	looksPerMinute = 60              // of one address: tokens cannot be guessed, and nobody shall try
	patience       = 5 * time.Second // for Postgres
)

// page is what dashboard.html shows.
type page struct {
	Church           string
	Live             bool
	Voice            bool // the plan has a telephone, and its number is being assigned
	ChatURL, CareURL string
	Embed            string // for the church's own website
	Subscription     *subscription
}

// show is GET /admin/{token}. The address is the key to the church: nobody keeps the page or is told where it was left from.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	if err := h.begin(w, r, "admin", looksPerMinute); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	token, found, err := h.found(ctx, r)
	if err != nil {
		return err
	}
	texts := &textsOf{language: h.parts.Pages.Asked(r, found.Language)}
	shown := &page{
		Church: found.Name, Live: found.Status == church.Active && found.Chatbot, Voice: found.Plan.HasVoice(),
		ChatURL: h.parts.BaseURL + "/chat/" + found.Slug, CareURL: h.parts.BaseURL + "/care/" + found.Slug,
		Embed: `<script src="` + h.parts.BaseURL + `/widget.js" data-church="` + found.Slug + `" async></script>`,
	}
	if shown.Subscription = h.subscriptionOf(found, token, texts); texts.err != nil {
		return texts.err
	}
	return h.parts.Pages.Render(w, http.StatusOK, texts.language, "dashboard", shown)
}

// begin gives the answer the headers of every page here, and asks those to slow down who try tokens.
func (h *Handler) begin(w http.ResponseWriter, r *http.Request, kind string, perMinute int) error {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	web.AllowForms(header, portalOrigin)
	wait, err := h.parts.Limit(r, kind, perMinute)
	if err != nil {
		return err
	}
	if wait > 0 {
		return &tooMany{wait}
	}
	return nil
}

// found is the church whose token stands in the address.
func (h *Handler) found(ctx context.Context, r *http.Request) (token uuid.UUID, found subscriber, err error) {
	if token, err = uuid.Parse(chi.URLParam(r, "token")); err != nil {
		return uuid.Nil, subscriber{}, web.ErrNotFound
	}
	found, err = h.store.find(ctx, token)
	switch {
	case errors.Is(err, errNoSuchToken):
		return uuid.Nil, subscriber{}, web.ErrNotFound
	case err != nil:
		return uuid.Nil, subscriber{}, errors.Join(web.ErrUnavailable, err)
	}
	return token, found, nil
}

// tooMany asks somebody to slow down.
type tooMany struct{ wait time.Duration }

func (t *tooMany) Error() string             { return "too many looks at dashboards" }
func (t *tooMany) Kind() string              { return "rate_limited" }
func (t *tooMany) Code() string              { return "too_many_requests" }
func (t *tooMany) Public() string            { return "Too many requests. Please wait a minute." }
func (t *tooMany) RetryAfter() time.Duration { return t.wait }
