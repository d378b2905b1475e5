package learning

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"narthex/admin/learning/redact"
	"narthex/chat/church"
)

// renewAtOnce is how many groups get a new anchor in one run.
const renewAtOnce = 500

// orphan is a group without an anchor of the embedder's, with its commonest wording.
type orphan struct {
	GroupID, TurnID uuid.UUID
	Content         string
}

// renewAnchors gives a new anchor to groups whose anchor was deleted, or made by another embedder: their commonest wording.
func (g *Gatherer) renewAnchors(ctx context.Context, snapshot *church.Snapshot) error {
	var orphans []orphan
	err := church.InChurch(ctx, g.Pool, snapshot.ID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select g.id as group_id, q.turn_id, m.content
			from question_groups g
				cross join lateral (
					select (array_agg(o.turn_id order by o.asked_at, o.turn_id))[1] as turn_id from open_questions o
					where o.church_id = $1 and o.group_id = g.id group by o.wording order by count(distinct o.conversation_id) desc, min(o.asked_at), o.wording limit 1) q
				join messages m on m.turn_id = q.turn_id and m.role = 'user' and m.church_id = $1
			where g.church_id = $1 and (g.anchor is null or g.embedder is distinct from $2)
			order by g.created_at, g.id limit $3`, snapshot.ID, g.Embedder.Name(), renewAtOnce)
		if err != nil {
			return err
		}
		orphans, err = pgx.CollectRows(rows, pgx.RowToStructByName[orphan])
		return err
	})
	redactor := redactorOf(snapshot)
	for some := range slices.Chunk(orphans, embedAtOnce) {
		if err != nil {
			return err
		}
		err = g.anchorAnew(ctx, snapshot.ID, redactor, some)
	}
	return err
}

func (g *Gatherer) anchorAnew(ctx context.Context, churchID uuid.UUID, redactor *redact.Redactor, orphans []orphan) error {
	texts := make([]string, len(orphans))
	for i, o := range orphans {
		texts[i] = redactor.Read(o.Content).WithoutNames()
	}
	vectors, err := g.embedBatch(ctx, texts)
	if err != nil {
		return err
	}
	return church.InChurch(ctx, g.Pool, churchID, func(tx pgx.Tx) error {
		var batch pgx.Batch
		for i, o := range orphans {
			if vectors[i] == nil {
				continue
			}
			// Where the question was deleted meanwhile, another one is taken next time.
			batch.Queue(`
				update question_groups set anchor = $3, anchor_turn = $4, embedder = $5, answered_checked = '-infinity'
				where church_id = $1 and id = $2 and exists (select from open_questions q where q.church_id = $1 and q.turn_id = $4)`,
				churchID, o.GroupID, pgvector.NewVector(vectors[i]), o.TurnID, g.Embedder.Name())
		}
		return tx.SendBatch(ctx, &batch).Close()
	})
}
