package requests

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/transfer"
	"narthex/chat/church"
	"narthex/static/web"
)

// errWaits says that a crisis is not deleted before somebody has it: nobody would be reminded of it any more.
var errWaits = errors.New("nobody has taken the crisis on")

// remove deletes a request that the admin sees and may change, with what else has its words: its messages to the team, also those still to
// be sent, and the answers to cards of its conversation. It outlives its conversation, so that it is deleted by itself too. It fails with
// errGone, errNotMine and errWaits.
func (s store) remove(ctx context.Context, a access.Admin, id uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err := find(ctx, tx, a, id)
		switch {
		case err != nil:
			return err
		case !a.Changes(found.Area):
			return errNotMine
		case found.Kind == "crisis" && found.Urgent && found.Status == stateNew:
			return errWaits
		}
		table := tables[found.Source].name
		_, err = tx.Exec(ctx, "delete from confirmations c using "+table+" r where c.church_id = $1 and r.church_id = $1 and r.id = $2 and c.session_id = r.session_id and c.status <> 'open'", a.ChurchID, id)
		if err != nil {
			return err
		}
		// A summary of several holds how many they are and nobody's words: the others wait to be told in it.
		if _, err := tx.Exec(ctx, "update notifications set request_id = null where church_id = $1 and request_id = $2 and kind = 'crises'", a.ChurchID, id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from notifications where church_id = $1 and request_id = $2", a.ChurchID, id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from "+table+" where church_id = $1 and id = $2", a.ChurchID, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "request.delete", map[string]string{"kind": found.Kind})
	})
	if err == nil || errors.Is(err, errGone) || errors.Is(err, errNotMine) || errors.Is(err, errWaits) {
		return err
	}
	return fmt.Errorf("delete a request: %w", err)
}

// delete is POST /admin/requests/{id}/delete.
func (h *Handler) delete(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	err = refused(h.parts.Pages.Asked(r, a.Church.Language), h.store.remove(ctx, a, id))
	if refusal, ok := errors.AsType[*web.Refusal](err); ok {
		return h.renderOne(w, r, web.Status(refusal), refusal.Public(), "")
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, path+"?deleted", http.StatusSeeOther)
	return nil
}

// takeAlong reads what is stored of the visitor of a request that the admin sees: all that they asked for in its conversation and the
// admin sees, rows of JSON by their tables, which are named as in the export of the whole church. It fails with errGone.
func (s store) takeAlong(ctx context.Context, a access.Admin, id uuid.UUID) (rows map[string]json.RawMessage, err error) {
	rows = make(map[string]json.RawMessage)
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err := find(ctx, tx, a, id)
		if err != nil {
			return err
		}
		for source, table := range tables {
			var of json.RawMessage
			err := tx.QueryRow(ctx, `
				select coalesce(json_agg(t order by created_at), '[]') from `+table.name+` t
				where t.church_id = $1 and t.id in (select m.id from (`+merged+`) m where `+visible+` and m.source = $4
					and m.session_id = (select r.session_id from `+tables[found.Source].name+` r where r.church_id = $1 and r.id = $3))`,
				a.ChurchID, seen(a), id, source).Scan(&of)
			if err != nil {
				return fmt.Errorf("read %s: %w", table.name, err)
			}
			rows[table.name] = of
		}
		return audit.Record(ctx, tx, "request.export", map[string]string{"kind": found.Kind})
	})
	if err != nil && !errors.Is(err, errGone) {
		err = fmt.Errorf("export a request: %w", err)
	}
	return rows, err
}

// exportOne is GET /admin/requests/{id}/export.json: what a visitor who asks for it is given where their conversation is gone.
func (h *Handler) exportOne(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	rows, err := h.store.takeAlong(ctx, a, id)
	if err != nil {
		return refused(h.parts.Pages.Asked(r, a.Church.Language), err)
	}
	return transfer.Visitor(w, a.Church.Slug, rows)
}
