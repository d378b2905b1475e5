package siteimport

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/siteimport/draft"
	"narthex/chat/church"
)

// finish ends an import: with drafts, or with why there are none. Of its pages it keeps what the list of them shows.
func (s store) finish(ctx context.Context, of readSite, drafts []draft.Draft, reason, movedTo string) error {
	status := "done"
	if reason != "" {
		status = "failed"
	}
	err := church.InChurch(ctx, s.pool, of.ChurchID, func(tx pgx.Tx) error {
		if working, err := lock(ctx, tx, of); err != nil || !working {
			return err
		}
		batch := &pgx.Batch{}
		for i, d := range drafts {
			batch.Queue(`insert into site_import_drafts (church_id, import_id, number, kind, fields, quote, url, by_model) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
				of.ChurchID, of.ImportID, i+1, d.Group, d.Values, d.Quote, d.URL, d.Source == draft.FromModel)
		}
		batch.Queue("delete from site_import_pages where church_id = $1 and import_id = $2 and reason is null and found is null", of.ChurchID, of.ImportID)
		batch.Queue("update site_import_pages set found = jsonb_build_object('title', found ->> 'title') where church_id = $1 and import_id = $2 and found is not null", of.ChurchID, of.ImportID)
		batch.Queue("update site_imports set status = $3, reason = nullif($4, ''), moved_to = nullif($5, ''), reading = null, ended_at = now() where church_id = $1 and id = $2",
			of.ChurchID, of.ImportID, status, reason, movedTo)
		return tx.SendBatch(ctx, batch).Close()
	})
	return named("end an import", err)
}

// drafts are those of an import, in their order.
func (s store) drafts(ctx context.Context, churchID, id uuid.UUID) (found []numbered, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select number, status, kind, fields, quote, url, by_model from site_import_drafts where church_id = $1 and import_id = $2 order by number`, churchID, id)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (n numbered, err error) {
			var byModel bool
			n.Source = draft.FromWords
			err = row.Scan(&n.Number, &n.Status, &n.Group, &n.Values, &n.Quote, &n.URL, &byModel)
			if byModel {
				n.Source = draft.FromModel
			}
			return n, err
		})
		return err
	})
	return found, named("read drafts", err)
}

// edit keeps what was written in drafts that nobody has decided about.
func (s store) edit(ctx context.Context, churchID, id uuid.UUID, edited []choice) error {
	if len(edited) == 0 {
		return nil
	}
	batch := &pgx.Batch{}
	for _, one := range edited {
		batch.Queue("update site_import_drafts set fields = $4 where church_id = $1 and import_id = $2 and number = $3 and status = 'open' and fields <> $4::jsonb",
			churchID, id, one.Number, one.Values)
	}
	err := church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
	return named("keep what was written in drafts", err)
}

// decided notes what became of drafts that nobody had decided about.
func (s store) decided(ctx context.Context, churchID, id uuid.UUID, status string, numbers ...int) error {
	err := church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update site_import_drafts set status = $3 where church_id = $1 and import_id = $2 and number = any($4) and status = 'open'", churchID, id, status, numbers)
		return err
	})
	return named("note what became of drafts", err)
}

// reopen takes back that drafts are discarded.
func (s store) reopen(ctx context.Context, churchID, id uuid.UUID, numbers ...int) error {
	err := church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update site_import_drafts set status = 'open' where church_id = $1 and import_id = $2 and number = any($3) and status = 'discarded'", churchID, id, numbers)
		return err
	})
	return named("take a decision back", err)
}
