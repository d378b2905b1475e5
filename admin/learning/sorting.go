package learning

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"narthex/retrieval"
)

// sortIn stores questions with the groups that they belong to. Who does so for the same church at once waits.
func sortIn(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, embedder string, questions []embedded) error {
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('question groups ' || $1::text, 0))", churchID); err != nil {
		return err
	}
	questions, err := stillOpen(ctx, tx, churchID, questions)
	if err != nil || len(questions) == 0 {
		return err
	}
	known, err := readGrouping(ctx, tx, churchID, embedder)
	if err != nil {
		return err
	}
	var batch pgx.Batch
	for _, q := range questions {
		wording, gist := wordingOf(q.Content), gistOf(q.Content)
		group, found := known.named(wording, gist)
		if !found && q.vector == nil {
			continue // it could not be embedded, and is a candidate again
		}
		if !found {
			group, found = known.find(q.vector)
		}
		if !found {
			group = uuid.NewSHA1(q.TurnID, []byte("question group"))
			known.add(group, q.vector)
			batch.Queue("insert into question_groups (id, church_id, anchor, anchor_turn, embedder, created_at) values ($1, $2, $3, $4, $5, $6)",
				group, churchID, pgvector.NewVector(q.vector), q.TurnID, embedder, q.AskedAt)
		}
		known.name(group, wording, gist)
		batch.Queue("insert into open_questions (church_id, turn_id, conversation_id, group_id, wording, gist, poor, asked_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
			churchID, q.TurnID, q.ConversationID, group, wording, gist, q.Poor, q.AskedAt)
	}
	return tx.SendBatch(ctx, &batch).Close()
}

// stillOpen are the questions that nobody has sorted, or deleted, since they were read. Their conversations stay until the end of tx.
func stillOpen(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, questions []embedded) ([]embedded, error) {
	turns, conversations := make([]uuid.UUID, len(questions)), make([]uuid.UUID, len(questions))
	for i, q := range questions {
		turns[i], conversations[i] = q.TurnID, q.ConversationID
	}
	rows, err := tx.Query(ctx, "select turn_id from open_questions where church_id = $1 and turn_id = any ($2)", churchID, turns)
	if err != nil {
		return nil, err
	}
	sorted, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, err
	}
	rows, err = tx.Query(ctx, "select id from conversations where church_id = $1 and id = any ($2) order by id for key share", churchID, conversations)
	if err != nil {
		return nil, err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return nil, err
	}
	isSorted, isThere := setOf(sorted), setOf(there)
	return slices.DeleteFunc(questions, func(q embedded) bool { return isSorted[q.TurnID] || !isThere[q.ConversationID] }), nil
}

func setOf(ids []uuid.UUID) map[uuid.UUID]bool {
	set := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// readGrouping reads the groups that there are, the oldest first.
func readGrouping(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, embedder string) (*grouping, error) {
	known := newGrouping(retrieval.ThresholdsFor(embedder).FuzzyFAQ)
	rows, err := tx.Query(ctx, `
		select id, anchor from (
			select id, anchor::real[], created_at from question_groups where church_id = $1 and embedder = $2 and anchor is not null
			order by created_at desc, id limit $3) g
		order by created_at, id`, churchID, embedder, mostAnchors)
	if err != nil {
		return nil, err
	}
	var group uuid.UUID
	var vector []float32
	if _, err := pgx.ForEachRow(rows, []any{&group, &vector}, func() error { known.add(group, slices.Clone(vector)); return nil }); err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	rows, err = tx.Query(ctx, "select group_id, wording, gist from open_questions where church_id = $1 order by asked_at, turn_id", churchID)
	if err != nil {
		return nil, err
	}
	var wording, gist []byte
	if _, err := pgx.ForEachRow(rows, []any{&group, &wording, &gist}, func() error { known.name(group, wording, gist); return nil }); err != nil {
		return nil, fmt.Errorf("read wordings: %w", err)
	}
	return known, nil
}

// answering is the condition on a row u of unified_rag_content that visitors of the church $1 are answered by it as a FAQ.
const answering = `u.organization_id = $1 and u.content_type = 'faq' and u.question_embedding is not null and is_answerable(u.embedding, u.curation_status, u.metadata, $2)`

// compareFAQs notes by which FAQ a group is answered: by that which was made of it, as long as there is that, else by the nearest. Groups
// that have seen all FAQs are left alone.
func compareFAQs(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, embedder string) error {
	_, err := tx.Exec(ctx, `
		update question_groups g set answered_checked = now(), answered_by = (
			select u.id from unified_rag_content u where `+answering+` and (u.id = g.answered_by or 1 - (u.question_embedding <=> g.anchor) >= $3)
			order by u.id = g.answered_by desc nulls last, u.question_embedding <=> g.anchor, u.id limit 1)
		where g.church_id = $1 and g.embedder = $2 and g.anchor is not null
			and g.answered_checked <= (select max(u.updated_at) from unified_rag_content u where u.organization_id = $1 and u.content_type = 'faq')`,
		churchID, embedder, retrieval.ThresholdsFor(embedder).FuzzyFAQ)
	return err
}
