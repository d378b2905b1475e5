package church

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

const selectTraditions = `
	select l.id, l.slug, l.name, l.description, l.vocabulary, (
		select coalesce(jsonb_agg(jsonb_build_object('topic', r.topic, 'position', r.position, 'forbidden', r.forbidden_terms)
		                          order by r.topic), '[]')
		from theological_contradictions r
		where r.lens_id = l.id
	)
	from theological_lenses l
	order by l.id`

// ReadTraditions reads the catalogue of lenses, by id.
func ReadTraditions(ctx context.Context, tx pgx.Tx) ([]Tradition, error) {
	rows, err := tx.Query(ctx, selectTraditions)
	if err != nil {
		return nil, err
	}
	var dropped droppings
	catalogue, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Tradition, error) { return scanTradition(row, &dropped) })
	if err == nil && len(dropped.items) > 0 {
		err = fmt.Errorf("read the catalogue of lenses: %s: %s", dropped.items[0].column, dropped.items[0].problem)
	}
	return catalogue, err
}

func scanTradition(row pgx.CollectableRow, dropped *droppings) (t Tradition, err error) {
	var vocabulary, doctrine []byte
	if err := row.Scan(&t.Lens.ID, &t.Lens.Slug, &t.Lens.Name, &t.Lens.Description, &vocabulary, &doctrine); err != nil {
		return t, err
	}
	t.Lens.Vocabulary = decodeVocabulary(vocabulary, dropped)
	t.Doctrine = decodeDoctrine(doctrine, dropped)
	return t, nil
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
