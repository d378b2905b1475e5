package requests

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

// Flood is what a page shows of the flood that it lists.
type Flood struct {
	Name  string
	Until string // when the newest of what it shows was, RFC 3339
}

// floodShown is the flood that is listed.
func floodShown(f filter, found []Request) *Flood {
	if f.Flood == "" || len(found) == 0 {
		return nil
	}
	newest := found[0].CreatedAt
	for _, one := range found {
		if one.CreatedAt.After(newest) {
			newest = one.CreatedAt
		}
	}
	return &Flood{f.Flood, newest.UTC().Format(time.RFC3339Nano)}
}

// closeFlood is POST /admin/requests/floods/{name}.
func (h *Handler) closeFlood(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	until, err := time.Parse(time.RFC3339Nano, r.PostFormValue("until"))
	if err != nil || !a.Changes(access.Care) {
		return web.ErrNotFound
	}
	if err := h.store.closeFlood(ctx, a, chi.URLParam(r, "name"), until); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, "/admin/care", http.StatusSeeOther)
	return nil
}

// closeFlood closes those of a flood that came until a moment: what has come since its admin has not seen.
func (s store) closeFlood(ctx context.Context, a access.Admin, name string, until time.Time) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update visitor_requests
			set status = 'done', done_at = now(), acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = coalesce(acknowledged_by, $5)
			where church_id = $1 and status <> 'done'
			  and id in (select m.id from (`+merged+`) m where `+visible+` and m.area = 'care' and m.flood = $3 and m.created_at <= $4)`,
			a.ChurchID, seen(a), name, until, a.Email)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return audit.Record(ctx, tx, "request.close_flood", map[string]string{"count": strconv.FormatInt(tag.RowsAffected(), 10)})
	})
	if err != nil {
		return fmt.Errorf("close a flood of crises: %w", err)
	}
	return nil
}
