package data

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// Parts are what the page needs.
type Parts struct {
	Pool    *pgxpool.Pool
	Guard   *access.Guard
	Notices Notices
	Limit   func(r *http.Request, churchID uuid.UUID, kind string, perMinute int) (wait time.Duration, err error) // over all nodes
	Pages   *web.Pages
	Edge    *web.Edge
}

// Handler shows the page.
type Handler struct {
	parts   Parts
	store   store
	room    *room
	largest int64 // bytes of an archive
}

// NewHandler returns the page.
func NewHandler(p Parts) *Handler { return &Handler{p, store{p.Pool}, newRoom(p.Pool), largestArchive} }

// path is where the page is.
const path = "/admin/settings/data"

const patience = 5 * time.Second // for Postgres

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	seen := r.With(h.parts.Guard.Sees(access.Data))
	seen.Get(path, h.parts.Edge.Handle(h.show))
	seen.Get(path+"/export", h.parts.Edge.Handle(h.export))
	changed := r.With(h.parts.Guard.Changes(access.Data))
	changed.Post(path+"/deletion", h.parts.Edge.Handle(h.ask))
	changed.Post(path+"/keep", h.parts.Edge.Handle(h.keep))
}

// page is what data.html shows.
type page struct {
	Frame   frame.Frame
	Church  string
	Hidden  bool   // the export lacks confidential prayers
	Due     string // when the church is to be deleted, in its own time; empty: it is not
	Zone    string
	By      string
	Kept    bool   // a deletion was taken back just now
	Problem string // key of a text; empty: there is none
}

// show is GET /admin/settings/data.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) error {
	return h.render(w, r, http.StatusOK, "")
}

func (h *Handler) render(w http.ResponseWriter, r *http.Request, status int, problem string) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	shown := &page{Frame: frame.Of(a, frame.Data), Church: a.Church.Name, Hidden: !seesConfidential(a), Problem: problem, Zone: a.Church.Timezone}
	err := church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err := pending(ctx, tx, a.ChurchID)
		shown.Kept = found == nil && r.URL.Query().Get("done") == "kept"
		if err != nil || found == nil {
			return err
		}
		place, err := time.LoadLocation(a.Church.Timezone)
		if err != nil {
			place, shown.Zone = time.UTC, "UTC"
		}
		shown.Due, shown.By = found.Due.In(place).Format("2006-01-02 15:04"), found.By
		return nil
	})
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return h.parts.Pages.Render(w, status, h.parts.Pages.Asked(r, a.Church.Language), "data", shown)
}
