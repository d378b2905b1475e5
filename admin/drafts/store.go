package drafts

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// Draft is a church's.
type Draft struct {
	Revision           int64
	BegunBy            string
	BegunAt, ChangedAt time.Time
}

// find reads a church's draft, and with lock keeps others from working in it until the transaction ends. It fails with errGone.
func find(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, lock bool) (Draft, error) {
	query := "select revision, begun_by, begun_at, changed_at from drafts where church_id = $1"
	if lock {
		query += " for update"
	}
	rows, err := tx.Query(ctx, query, churchID)
	if err != nil {
		return Draft{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Draft])
	if errors.Is(err, pgx.ErrNoRows) {
		return Draft{}, errGone
	}
	return found, err
}

// changesOf are those of a church's draft, in the order in which they were made. Vectors are read only where they are wanted.
func changesOf(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, withVectors bool) ([]Change, error) {
	embedding := "null::text, null::text"
	if withVectors {
		embedding = "embedding::text, question_embedding::text"
	}
	rows, err := tx.Query(ctx, `
		select id, target, row_id, field, before, after, embedder, `+embedding+`, who, what, detail, changed_at
		from draft_changes where church_id = $1 order by changed_at, id`, churchID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Change, err error) {
		return c, row.Scan(&c.ID, &c.Target, &c.RowID, &c.Field, &c.Before, &c.After, &c.Embedder, &c.Embedding, &c.QuestionEmbedding,
			&c.Who, &c.What, &c.Detail, &c.ChangedAt)
	})
}

// keep stores changes of a draft. One that changes nothing any more is forgotten.
func keep(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, changes []Change) error {
	batch := &pgx.Batch{}
	for _, c := range changes {
		if same(c.Before, c.After) {
			batch.Queue("delete from draft_changes where church_id = $1 and target = $2 and row_id = $3 and field = $4", churchID, c.Target, c.RowID, c.Field)
			continue
		}
		batch.Queue(`
			insert into draft_changes (id, church_id, target, row_id, field, before, after, embedder, embedding, question_embedding, who, what, detail)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::vector, $10::text::vector, $11, $12, $13)
			on conflict (church_id, target, row_id, field) do update set after = excluded.after, embedder = excluded.embedder,
				embedding = excluded.embedding, question_embedding = excluded.question_embedding, who = excluded.who, what = excluded.what,
				detail = excluded.detail, changed_at = excluded.changed_at`,
			uuid.Must(uuid.NewV7()), churchID, c.Target, c.RowID, c.Field, c.Before, c.After, c.Embedder, c.Embedding, c.QuestionEmbedding, c.Who, c.What, c.Detail)
	}
	batch.Queue("update drafts set revision = revision + 1, changed_at = now() where church_id = $1", churchID)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return err
	}
	var count int
	if err := tx.QueryRow(ctx, "select count(*) from draft_changes where church_id = $1", churchID).Scan(&count); err != nil {
		return err
	}
	if count > mostChanges {
		return errFull
	}
	return nil
}

// mostChanges is how many things a draft holds.
const mostChanges = 300

// state is what the bar says of a church's draft.
func state(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) (found access.Draft, err error) {
	err = tx.QueryRow(ctx, `
		select d.begun_at, (select count(*) from draft_changes c where c.church_id = d.church_id)
		from drafts d where d.church_id = $1`, churchID).Scan(&found.Since, &found.Changes)
	if errors.Is(err, pgx.ErrNoRows) {
		return access.Draft{}, nil
	}
	found.Begun = err == nil
	return found, err
}
