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
}

// show is GET /admin/{token}. The address is the key to the church: nobody keeps the page or is told where it was left from.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	if wait, err := h.parts.Limit(r, "admin", looksPerMinute); err != nil {
		return err
	} else if wait > 0 {
		return &tooMany{wait}
	}
	token, err := uuid.Parse(chi.URLParam(r, "token"))
	if err != nil {
		return web.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.store.find(ctx, token)
	switch {
	case errors.Is(err, errNoSuchToken):
		return web.ErrNotFound
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	shown := &page{
		Church: found.Name, Live: found.Status == church.Active && found.Chatbot, Voice: found.Plan.HasVoice(),
		ChatURL: h.parts.BaseURL + "/chat/" + found.Slug, CareURL: h.parts.BaseURL + "/care/" + found.Slug,
		Embed: `<script src="` + h.parts.BaseURL + `/widget.js" data-church="` + found.Slug + `" async></script>`,
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.Asked(r, found.Language), "dashboard", shown)
}

// tooMany asks somebody to slow down.
type tooMany struct{ wait time.Duration }

func (t *tooMany) Error() string             { return "too many looks at dashboards" }
func (t *tooMany) Kind() string              { return "rate_limited" }
func (t *tooMany) Code() string              { return "too_many_requests" }
func (t *tooMany) Public() string            { return "Too many requests. Please wait a minute." }
func (t *tooMany) RetryAfter() time.Duration { return t.wait }
