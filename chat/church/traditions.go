package church

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ReadTraditions reads the catalogue of lenses, by id.
func ReadTraditions(ctx context.Context, tx pgx.Tx) ([]Tradition, error) {
	rows, err := tx.Query(ctx, `
		select l.id, l.slug, l.name, l.description, l.vocabulary, (
			select coalesce(jsonb_agg(jsonb_build_object('topic', r.topic, 'position', r.position, 'forbidden', r.forbidden_terms) order by r.topic), '[]')
			from theological_contradictions r where r.lens_id = l.id)
		from theological_lenses l order by l.id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (t Tradition, err error) {
		var vocabulary, doctrine []byte
		if err := row.Scan(&t.Lens.ID, &t.Lens.Slug, &t.Lens.Name, &t.Lens.Description, &vocabulary, &doctrine); err != nil {
			return t, err
		}
		var terms []struct {
			Term, Gloss      string
			InsteadOf        string `json:"instead_of"`
			Spanish          string `json:"es"`
			SpanishInsteadOf string `json:"es_instead_of"`
		}
		if err := errors.Join(json.Unmarshal(vocabulary, &terms), json.Unmarshal(doctrine, &t.Doctrine)); err != nil {
			return t, fmt.Errorf("read lens %d: %w", t.Lens.ID, err)
		}
		for _, term := range terms {
			t.Lens.Vocabulary = append(t.Lens.Vocabulary, Term(term))
		}
		return t, nil
	})
}

// TraditionWithID is one of the catalogue.
func TraditionWithID(catalogue []Tradition, id int) (Tradition, bool) {
	for _, t := range catalogue {
		if t.Lens.ID == id {
			return t, true
		}
	}
	return Tradition{}, false
}
