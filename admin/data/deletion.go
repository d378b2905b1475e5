package data

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
	"narthex/static/web"
)

// Notices tells people of a deletion, in the transaction in which it is asked for or taken back.
type Notices interface {
	// DeletionAsked tells each admin of the church.
	DeletionAsked(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, by string, due time.Time, admins []string) error
	// DeletionWithdrawn tells each of them that a deletion which was to be due then does not take place.
	DeletionWithdrawn(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, by string, due time.Time, admins []string) error
}

// Reprieve is for how long a deletion can be taken back after it was asked for.
const Reprieve = 7 * 24 * time.Hour

// ask is POST /admin/settings/data/deletion, with the name of the church as it is shown: nobody does that by mistake.
func (h *Handler) ask(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if !strings.EqualFold(strings.Join(strings.Fields(r.PostFormValue("name")), " "), strings.Join(strings.Fields(a.Church.Name), " ")) {
		return h.render(w, r, http.StatusUnprocessableEntity, "data.delete.wrong")
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	err := church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error { return h.askIn(ctx, tx, a) })
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
	return nil
}

func (h *Handler) askIn(ctx context.Context, tx pgx.Tx, a access.Admin) error {
	var due time.Time
	err := tx.QueryRow(ctx, `
		insert into church_deletions (church_id, asked_by, due_at) values ($1, $2, now() + $3::interval)
		on conflict do nothing returning due_at`, a.ChurchID, a.Email, Reprieve).Scan(&due)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // somebody has asked for it already
	}
	if err != nil {
		return fmt.Errorf("note that a church is to be deleted: %w", err)
	}
	admins, err := adminsOf(ctx, tx, a.ChurchID)
	if err != nil {
		return err
	}
	if err := h.parts.Notices.DeletionAsked(ctx, tx, a.ChurchID, a.Email, due, admins); err != nil {
		return err
	}
	return audit.Record(ctx, tx, "data.deletion_asked", nil)
}

// adminsOf are the addresses of a church's admins, who are told.
func adminsOf(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) ([]string, error) {
	rows, err := tx.Query(ctx, `
		select i.email from church_admin_identities i join church_identity_roles r on r.identity_id = i.id and r.role = 'admin'
		where i.church_id = $1 and i.email <> '' order by i.created_at`, churchID)
	if err != nil {
		return nil, err
	}
	admins, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read whom to tell of a church's deletion: %w", err)
	}
	return admins, nil
}

// keep is POST /admin/settings/data/keep: the deletion is taken back.
func (h *Handler) keep(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	err := church.InChurch(ctx, h.store.pool, a.ChurchID, func(tx pgx.Tx) error {
		var due time.Time
		err := tx.QueryRow(ctx, "delete from church_deletions where church_id = $1 returning due_at", a.ChurchID).Scan(&due)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // somebody has taken it back already
		}
		if err != nil {
			return fmt.Errorf("take back that a church is to be deleted: %w", err)
		}
		admins, err := adminsOf(ctx, tx, a.ChurchID)
		if err != nil {
			return err
		}
		if err := h.parts.Notices.DeletionWithdrawn(ctx, tx, a.ChurchID, a.Email, due, admins); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "data.deletion_withdrawn", nil)
	})
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, path+"?done=kept", http.StatusSeeOther)
	return nil
}
