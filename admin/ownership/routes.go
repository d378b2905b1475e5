package ownership

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/notify"
	"narthex/static/web"
)

// Parts are what the page needs.
type Parts struct {
	Pool   *pgxpool.Pool
	Links  *Links
	Refuse Refuse
	Tell   Tell
	Pages  *web.Pages
	Edge   *web.Edge
	Logger *slog.Logger
}

// Handler shows the page.
type Handler struct {
	parts Parts
	store store
}

// NewHandler returns the page.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool, p.Refuse, p.Tell}} }

// Routes adds the page to a router.
func (h *Handler) Routes(r chi.Router) {
	r.Get(linkPath+"{token}", h.parts.Edge.Handle(h.show))
	r.Head(linkPath+"{token}", h.parts.Edge.Handle(h.show))
	r.Post(linkPath+"{token}", h.parts.Edge.Handle(h.decide))
}

// patience is for Postgres.
const patience = 5 * time.Second

// view is what ownership.html shows.
type view struct {
	Title, Church, By string
	Done              string // what was decided
	Text              string
	Offers            string   // over the changes
	Changes           []string // of the listing, which the button makes
	Button            string   // "" where there is nothing to tap
}

// show is what a link leads to, for people and scanners alike: it changes nothing.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, func(ctx context.Context, c claim) (found, error) { return h.store.find(ctx, c) })
}

// decide is what the button does.
func (h *Handler) decide(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, func(ctx context.Context, c claim) (found, error) {
		f, first, err := h.store.decide(ctx, c)
		if first && err == nil {
			h.parts.Logger.InfoContext(ctx, "it is settled whose a church is", "church", c.Church, "decision", c.Decision)
		}
		return f, err
	})
}

// serve reads the link, does what is asked, and shows how the claim stands.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, do func(context.Context, claim) (found, error)) error {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	c, err := h.parts.Links.read(chi.URLParam(r, "token"), time.Now())
	if err != nil {
		return h.refuse(w, r, err)
	}
	f, err := do(ctx, c)
	if errors.Is(err, errGone) {
		return h.refuse(w, r, err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
	}
	language := h.parts.Pages.Language(r, "")
	if c.Decision == Confirmed || c.Decision == Proven {
		language = h.parts.Pages.In(f.Language)
	}
	words := notify.WordsIn(language.Code)
	shown := view{Title: words.Ownership("title"), Church: f.Church, By: words.Ownership("by", "name", f.Name, "email", f.Email)}
	if f.City != "" {
		shown.Church += ", " + f.City
	}
	if f.DecidedAt != nil {
		shown.Done = words.Ownership("done_"+string(f.Decision), "moment", words.Moment(*f.DecidedAt, f.Timezone))
	} else {
		shown.Text, shown.Button = words.Ownership("ask_"+string(c.Decision)), words.Ownership("button_"+string(c.Decision))
		if c.Decision != Rejected && len(f.Changes) > 0 {
			shown.Offers, shown.Changes = words.Ownership("changes"), f.Changes
		}
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "ownership", shown)
}

// refuse says what is the matter with a link.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, cause error) error {
	key, status := "forged", http.StatusNotFound
	switch {
	case errors.Is(cause, errExpired):
		key, status = "expired", http.StatusGone
	case errors.Is(cause, errGone):
		key, status = "gone", http.StatusGone
	}
	language := h.parts.Pages.Language(r, "")
	words := notify.WordsIn(language.Code)
	return h.parts.Pages.Render(w, status, language, "ownership", view{Title: words.Ownership("title"), Text: words.Ownership(key)})
}
