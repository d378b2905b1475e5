package digest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

const patience = 5 * time.Second // for Postgres

// Handler switches the mail on and off.
type Handler struct {
	pool  *pgxpool.Pool
	guard *access.Guard
	edge  *web.Edge
	now   func() time.Time
}

// NewHandler returns what switches the mail on and off.
func NewHandler(pool *pgxpool.Pool, guard *access.Guard, edge *web.Edge) *Handler {
	return &Handler{pool, guard, edge, time.Now}
}

// Routes adds it to a router.
func (h *Handler) Routes(r chi.Router) {
	r.With(h.guard.Changes(access.Settings)).Post("/admin/overview/digest", h.edge.Handle(h.set))
}

// Wanted reports whether a church gets the mail.
func (h *Handler) Wanted(ctx context.Context, churchID uuid.UUID) (wanted bool, err error) {
	err = church.InChurch(ctx, h.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "select coalesce((select enabled from church_digests where church_id = $1), true)", churchID).Scan(&wanted)
	})
	if err != nil {
		return false, fmt.Errorf("look whether a church wants its weekly mail: %w", err)
	}
	return wanted, nil
}

// set is POST /admin/overview/digest with wanted=1, or without. Whoever switches the mail on again gets the next one on a Monday: those that
// were due meanwhile count as made.
func (h *Handler) set(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	wanted, what := r.PostFormValue("wanted") != "", "digest.off"
	if wanted {
		what = "digest.on"
	}
	a := access.From(ctx)
	err := church.InChurch(ctx, h.pool, a.ChurchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			insert into church_digests (church_id, enabled) values ($1, $2)
			on conflict (church_id) do update set enabled = excluded.enabled,
				told_week = case when excluded.enabled then greatest(church_digests.told_week, $3::date) else church_digests.told_week end
			where church_digests.enabled <> excluded.enabled`, a.ChurchID, wanted, lastDue(h.now(), a.Church.Timezone).Format(time.DateOnly))
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return audit.Record(ctx, tx, what, nil)
	})
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, "/admin/overview#digest", http.StatusSeeOther)
	return nil
}
