package teaching

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// storedLens is the id of the lens that the church has chosen, 0 if it has chosen none.
func storedLens(ctx context.Context, tx pgx.Tx) (id int, err error) {
	err = tx.QueryRow(ctx, "select theological_lens_id from church_theological_lenses where church_id = $1", access.From(ctx).ChurchID).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// lensToday is the lens in which visitors are answered, and what decided that.
func (h *Handler) lensToday(ctx context.Context, lenses []church.Tradition, stored int) (church.Tradition, church.LensSource, error) {
	if chosen, ok := church.TraditionWithID(lenses, stored); ok {
		return chosen, church.LensStored, nil
	}
	snapshot, err := h.parts.Churches(ctx, access.From(ctx).ChurchID)
	if err != nil {
		return church.Tradition{}, "", err
	}
	return church.Tradition{Lens: snapshot.Lens, Doctrine: snapshot.Doctrine}, snapshot.LensSource, nil
}

// chooseLens is PATCH /api/admin/theology/lens: {"version", "lens"}, the lens by its number; 0: as the denomination says.
func (h *Handler) chooseLens(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[struct {
		Version string `json:"version"`
		Lens    *int   `json:"lens"`
	}](w, r)
	if err != nil {
		return err
	}
	if sent.Lens == nil { // which is not to say 0
		return errNothing
	}
	wanted := *sent.Lens
	var next version
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		id := access.From(ctx).ChurchID
		// There may be no row to lock.
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('lens of ' || $1::text, 0))", id); err != nil {
			return err
		}
		before, err := storedLens(ctx, tx)
		if err != nil {
			return err
		}
		lenses, err := church.ReadTraditions(ctx, tx)
		if err != nil {
			return err
		}
		chosen, known := church.TraditionWithID(lenses, wanted)
		if !known && wanted != 0 {
			return invalid(language, faults{"lens": {key: "theology.lens.unknown"}})
		}
		var write fields
		write, next, err = merge(lensFields(lenses, before), lensFields(lenses, wanted), shownTo(ctx, sent.Version))
		if err != nil || len(write) == 0 {
			return err
		}
		if known {
			_, err = tx.Exec(ctx, `
				insert into church_theological_lenses (church_id, theological_lens_id) values ($1, $2)
				on conflict (church_id) do update set theological_lens_id = excluded.theological_lens_id`, id, wanted)
		} else {
			_, err = tx.Exec(ctx, "delete from church_theological_lenses where church_id = $1", id)
		}
		if err != nil {
			return err
		}
		if !known {
			return audit.Record(ctx, tx, "lens.cleared", nil)
		}
		return audit.Record(ctx, tx, "lens.chosen", map[string]string{"lens": chosen.Lens.Name})
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}

// lensFields are what the forms of the lens show.
func lensFields(lenses []church.Tradition, id int) fields {
	chosen, _ := church.TraditionWithID(lenses, id)
	return fields{"lens": tradition(chosen.Lens.Name)}
}
