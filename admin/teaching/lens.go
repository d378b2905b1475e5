package teaching

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// readLenses reads the catalogue, by id.
func readLenses(ctx context.Context, tx pgx.Tx) ([]church.Tradition, error) {
	rows, err := tx.Query(ctx, `
		select l.id, l.slug, l.name, l.description, l.vocabulary, (
			select coalesce(jsonb_agg(jsonb_build_object('topic', r.topic, 'position', r.position, 'forbidden', r.forbidden_terms) order by r.topic), '[]')
			from theological_contradictions r where r.lens_id = l.id)
		from theological_lenses l order by l.id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t church.Tradition, err error) {
		var vocabulary, doctrine []byte
		if err := row.Scan(&t.Lens.ID, &t.Lens.Slug, &t.Lens.Name, &t.Lens.Description, &vocabulary, &doctrine); err != nil {
			return t, err
		}
		var terms []struct {
			Term, Gloss string
			InsteadOf   string `json:"instead_of"`
		}
		if err := errors.Join(json.Unmarshal(vocabulary, &terms), json.Unmarshal(doctrine, &t.Doctrine)); err != nil {
			return t, fmt.Errorf("read lens %d: %w", t.Lens.ID, err)
		}
		for _, term := range terms {
			t.Lens.Vocabulary = append(t.Lens.Vocabulary, church.Term(term))
		}
		return t, nil
	})
}

// lensWithID is one of the catalogue.
func lensWithID(lenses []church.Tradition, id int) (church.Tradition, bool) {
	for _, t := range lenses {
		if t.Lens.ID == id {
			return t, true
		}
	}
	return church.Tradition{}, false
}

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
	if chosen, ok := lensWithID(lenses, stored); ok {
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
		Lens    int    `json:"lens"`
	}](w, r)
	if err != nil {
		return err
	}
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
		if err := checkVersion(sent.Version, strconv.Itoa(before)); err != nil {
			return err
		}
		lenses, err := readLenses(ctx, tx)
		if err != nil {
			return err
		}
		chosen, known := lensWithID(lenses, sent.Lens)
		if !known && sent.Lens != 0 {
			return invalid(language, faults{"lens": {key: "theology.lens.unknown"}})
		}
		if sent.Lens == before {
			return nil
		}
		if known {
			_, err = tx.Exec(ctx, `
				insert into church_theological_lenses (church_id, theological_lens_id) values ($1, $2)
				on conflict (church_id) do update set theological_lens_id = excluded.theological_lens_id`, id, sent.Lens)
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
	return answer(w, saved{versionOf(strconv.Itoa(sent.Lens))})
}
