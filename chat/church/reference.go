package church

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// reference is the reference data that every church is told of: the lenses and what is known about the platform. A node holds it
// once for all its churches.
type reference struct {
	traditions []Tradition // by id
	products   []ProductEntry

	shared int64         // changes of what concerns every church, whatever its lens
	ofLens map[int]int64 // changes of each lens, of one that is no more too
	sum    uint64        // of all that was read

	loadedAt   time.Time
	generation uint64 // Store.generation when it began to be read
}

// epoch counts the changes of all the reference data that a snapshot may show.
func (r *reference) epoch(of *Snapshot) int64 {
	if !of.Demo {
		return r.shared + r.ofLens[of.Lens.ID]
	}
	return r.changes()
}

// changes counts those of all the reference data.
func (r *reference) changes() int64 {
	changes := r.shared
	for _, of := range r.ofLens {
		changes += of
	}
	return changes
}

// currentReference returns the reference data in which everything is that was announced before the call. ctx has a deadline.
func (s *Store) currentReference(ctx context.Context) (*reference, error) {
	generation := s.generation.Load()
	for {
		r := s.reference.Load()
		if r != nil && r.generation >= generation && time.Since(r.loadedAt) < s.knownFor(s.config.MaxAge) {
			return r, nil
		}
		r, err := s.referenceLoads.do(ctx, struct{}{}, func(uint64) (*reference, error) {
			// Others may wait for it: it ends in time, not when who began it leaves.
			deadline, _ := ctx.Deadline()
			ctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
			defer cancel()
			return s.readReference(ctx)
		}, func(r *reference, _ bool) { s.reference.Store(r) })
		if err != nil {
			return nil, fmt.Errorf("read the reference data: %w", err)
		}
		if r.generation >= generation { // else it is what somebody began to read before
			return r, nil
		}
	}
}

// readReference reads it in one round trip. What is counted is read first, as by read.
func (s *Store) readReference(ctx context.Context) (*reference, error) {
	r := &reference{loadedAt: time.Now(), generation: s.generation.Load(), ofLens: make(map[int]int64)}
	var (
		dropped droppings
		sum     reading
	)
	sum.SetSeed(s.seed)
	batch := &pgx.Batch{}
	batch.Queue(`select lens_id, epoch from reference_versions order by lens_id`).Query(func(rows pgx.Rows) error {
		var (
			lens    int
			changes int64
		)
		_, err := pgx.ForEachRow(rows, []any{&lens, &changes}, func() error {
			sum.row(rows.RawValues())
			r.ofLens[lens] = changes
			return nil
		})
		r.shared = r.ofLens[everyLens]
		delete(r.ofLens, everyLens)
		return err
	})
	batch.Queue(selectTraditions).Query(func(rows pgx.Rows) (err error) {
		r.traditions, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (Tradition, error) {
			sum.row(row.RawValues())
			return scanTradition(row, &dropped)
		})
		return err
	})
	batch.Queue(selectProducts, MaxProductEntries).Query(func(rows pgx.Rows) (err error) {
		r.products, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (ProductEntry, error) {
			sum.row(row.RawValues())
			return pgx.RowToStructByPos[ProductEntry](row)
		})
		return err
	})
	if err := s.pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	r.sum = sum.Sum64()
	s.report(ctx, uuid.Nil, dropped)
	return r, nil
}

const (
	// everyLens is the lens_id of what concerns every church.
	everyLens = 0

	selectProducts = `select topic, question, answer from product_knowledge order by priority limit $1`
)

// speakAs sets the lens, and what every church is told. A catalogue without the row leaves the lens with its id alone.
func (s *Snapshot) speakAs(r *reference, lensID int) {
	s.Lens.ID = lensID
	if tradition, ok := TraditionWithID(r.traditions, lensID); ok {
		s.Lens, s.Doctrine = tradition.Lens, tradition.Doctrine
	}
	if s.Demo {
		s.Catalogue = r.traditions
	}
	s.ProductKnowledge = r.products
}
