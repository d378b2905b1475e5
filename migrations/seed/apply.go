package seed

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Options chooses what Apply loads. Directory and Demo expect the reference data to be there, from this run or an earlier
// one. A production system wants Reference alone.
type Options struct {
	Reference bool      // lenses with their doctrine and texts, denominations, product knowledge
	Directory bool      // fictional churches for onboarding to match against
	Demo      bool      // the demonstration churches
	Now       time.Time // from when on their events are; the present when zero
}

// Apply brings the database to what the seed holds, in one transaction: all of it or, on an error, nothing. The pool must
// belong to the owner, because the rows are many churches'. Two processes may call it at once; the second waits and then
// finds nothing to do.
func Apply(ctx context.Context, pool *pgxpool.Pool, opts Options) (Report, error) {
	contents, err := read()
	if err != nil {
		return Report{}, fmt.Errorf("read the seed: %w", err)
	}
	steps, err := plan(contents, opts)
	if err != nil {
		return Report{}, fmt.Errorf("read the seed: %w", err)
	}
	var report Report
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", int64(applyLock)); err != nil {
			return fmt.Errorf("wait for another run: %w", err)
		}
		for _, apply := range steps {
			count, err := apply(ctx, tx)
			if err != nil {
				return err
			}
			report.Counts = append(report.Counts, count)
		}
		return nil
	})
	if err != nil {
		return Report{}, fmt.Errorf("apply the seed: %w", err)
	}
	return report, nil
}

// applyLock is the advisory lock that one run at a time holds.
const applyLock = 0x6e61727365656473

// step brings the rows of one kind to what the seed holds.
type step func(ctx context.Context, tx pgx.Tx) (Count, error)

// contents is everything the seed holds.
type contents struct {
	lenses    []Lens
	texts     []LensText
	families  []Family
	entries   []ProductEntry
	directory []directoryRow
	churches  []demoChurch
	documents []document
}

// read reads and checks it all. Once: the files are part of the program, and the catalogue's checks take a tenth of a
// second.
var read = sync.OnceValues(func() (c contents, err error) {
	if c.lenses, err = Lenses(); err != nil {
		return c, err
	}
	if c.texts, err = LensTexts(); err != nil {
		return c, err
	}
	if c.families, err = Denominations(); err != nil {
		return c, err
	}
	if c.entries, err = ProductKnowledge(); err != nil {
		return c, err
	}
	if c.directory, err = parseDirectory(directoryFile); err != nil {
		return c, err
	}
	if c.churches, err = demoChurches(); err != nil {
		return c, err
	}
	c.documents, err = demoDocuments(c.churches)
	return c, err
})

func plan(c contents, opts Options) ([]step, error) {
	var steps []step
	if opts.Reference {
		steps = append(steps, referenceSteps(c)...)
	}
	if opts.Directory {
		steps = append(steps, syncStep(directoryTable, c.directory))
	}
	if opts.Demo {
		demo, err := demoSteps(c, cmp.Or(opts.Now, time.Now()))
		if err != nil {
			return nil, err
		}
		steps = append(steps, demo...)
	}
	return steps, nil
}

func syncStep(t table, rows any) step {
	return func(ctx context.Context, tx pgx.Tx) (Count, error) { return t.sync(ctx, tx, rows) }
}
