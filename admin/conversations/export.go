package conversations

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

// exported are the rows of each table that are about a visitor: those of the conversation $2, which is also what says the session of
// what was asked for in it.
func exported() map[string]string {
	queries := map[string]string{
		"conversations":    "t.id = $2",
		"messages":         "t.conversation_id = $2",
		"message_feedback": "t.conversation_id = $2",
		"calls":            "t.id = $2",
		"call_lines":       "t.call_id = $2",
	}
	for _, table := range requestTables {
		queries[table] = "t.session_id = (select c.session_id from conversations c where c.church_id = $1 and c.id = $2)"
	}
	return queries
}

// takeAlong reads all that is stored of a visitor whose conversation the admin sees: rows of JSON by their tables, which are named as in
// the export of the whole church. It fails with errGone.
func (s store) takeAlong(ctx context.Context, a access.Admin, id uuid.UUID) (rows map[string]json.RawMessage, err error) {
	rows = make(map[string]json.RawMessage)
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if _, err := find(ctx, tx, a, id); err != nil {
			return err
		}
		for table, where := range exported() {
			var found json.RawMessage
			order := "created_at"
			switch table {
			case "calls":
				order = "began_at"
			case "call_lines":
				order = "said_at, id"
			}
			if err := tx.QueryRow(ctx, "select coalesce(json_agg(t order by "+order+"), '[]') from "+table+" t where t.church_id = $1 and "+where, a.ChurchID, id).Scan(&found); err != nil {
				return fmt.Errorf("read %s: %w", table, err)
			}
			rows[table] = found
		}
		return audit.Record(ctx, tx, "conversation.exported", nil)
	})
	if err != nil && !errors.Is(err, errGone) {
		err = fmt.Errorf("export a conversation: %w", err)
	}
	return rows, err
}

// export is GET /admin/conversations/{id}/export.json: what a visitor who asks for it is given.
func (h *Handler) export(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	id, err := uuid.Parse(chi.URLParam(r, "id"))
	if err != nil {
		return web.ErrNotFound
	}
	rows, err := h.store.takeAlong(ctx, a, id)
	switch {
	case errors.Is(err, errGone):
		return web.ErrNotFound
	case err != nil:
		return errors.Join(web.ErrUnavailable, err)
	}
	return transfer.Visitor(w, a.Church.Slug, rows)
}
