package acknowledge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/notify"
	"narthex/static/web"
)

// Parts are what the page needs.
type Parts struct {
	Pool       *pgxpool.Pool
	Links      *notify.Links
	Pages      *web.Pages
	Edge       *web.Edge
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Handler shows the page.
type Handler struct {
	parts   Parts
	store   store
	metrics *metrics
}

// NewHandler returns the page.
func NewHandler(parts Parts) *Handler {
	return &Handler{parts: parts, store: store{parts.Pool}, metrics: newMetrics(parts.Registerer, parts.Pool)}
}

// Routes adds the page to a router.
func (h *Handler) Routes(r chi.Router) {
	r.Get(notify.LinkPath+"{token}", h.parts.Edge.Handle(h.show))
	r.Head(notify.LinkPath+"{token}", h.parts.Edge.Handle(h.show))
	r.Post(notify.LinkPath+"{token}", h.parts.Edge.Handle(h.take))
}

// Acknowledged counts an urgent crisis that somebody took on elsewhere, on the dashboard.
func (h *Handler) Acknowledged(after time.Duration) { h.metrics.after.Observe(after.Seconds()) }

// patience is for Postgres.
const patience = 5 * time.Second

// show is what a link leads to, for people and scanners alike: it changes nothing, and tells nothing of the visitor.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, func(ctx context.Context, link notify.Acknowledgement) (view, error) {
		found, err := h.store.find(ctx, link)
		if err != nil {
			return view{}, err
		}
		return found.closed(link), nil
	})
}

// take is what the button does.
func (h *Handler) take(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, func(ctx context.Context, link notify.Acknowledgement) (view, error) {
		found, after, err := h.store.acknowledge(ctx, link)
		if err != nil {
			return view{}, err
		}
		for _, took := range after {
			h.metrics.after.Observe(took.Seconds())
		}
		if len(after) > 0 {
			h.parts.Logger.InfoContext(ctx, "a crisis is acknowledged", "church", link.Church, "request", link.Request, "after", after[0].Round(time.Second).String())
		}
		return found.open(link, len(after) > 0), nil
	})
}

// serve reads the link, does what is asked, and shows what came of it.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, do func(context.Context, notify.Acknowledgement) (view, error)) error {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	link, err := h.parts.Links.Read(chi.URLParam(r, "token"), time.Now())
	if err != nil {
		return h.refuse(w, r, h.placeOf(ctx, link), err)
	}
	shown, err := do(ctx, link)
	switch {
	case errors.Is(err, notify.ErrNoRequest):
		return h.refuse(w, r, h.placeOf(ctx, link), err)
	case err != nil:
		return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.parts.Pages.In(shown.Language), "acknowledge", shown)
}

// placeOf is the church that a link names, as far as it can be told: it is only for the language.
func (h *Handler) placeOf(ctx context.Context, link notify.Acknowledgement) place {
	found, err := placeOf(ctx, h.parts.Pool, link.Church)
	if err != nil && !errors.Is(err, notify.ErrNoRequest) {
		h.parts.Logger.WarnContext(ctx, "the language of a link is not known", "error", err)
	}
	return found
}

// refuse says what is the matter with a link.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, at place, cause error) error {
	key, status := "forged", http.StatusNotFound
	switch {
	case errors.Is(cause, notify.ErrExpiredLink):
		key, status = "expired", http.StatusGone
	case errors.Is(cause, notify.ErrNoRequest):
		key, status = "gone", http.StatusGone
	}
	language := h.parts.Pages.Language(r, at.Language)
	if at.Language != "" {
		language = h.parts.Pages.In(at.Language)
	}
	words := notify.WordsIn(language.Code)
	shown := view{Language: language.Code, Title: words.Text(key + "_title"), Text: []string{words.Text(key)}}
	return h.parts.Pages.Render(w, status, language, "acknowledge", shown)
}
