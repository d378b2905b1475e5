package learning

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/figures"
	"narthex/chat/church"
	"narthex/retrieval"
)

type store struct {
	pool     *pgxpool.Pool
	embedder string
}

// errGone says that there is no such group, or that nothing of it may be shown any more.
var errGone = errors.New("there is no such group of questions")

// Group are questions of one meaning.
type Group struct {
	ID            uuid.UUID
	Sessions      int // conversations in which it was asked
	Poor          int // answers that visitors found poor
	First, Last   time.Time
	Dismissed     bool
	Drafted       bool
	DraftQuestion string
	DraftAnswer   string
	DraftExact    bool
	DraftFrom     []string
	AnsweredBy    *uuid.UUID // the FAQ that answers it, if one does
	Wordings      []Wording  `db:"-"` // the commonest first
}

const (
	mostGroups   = 200 // that are read; the most asked
	mostWordings = 20  // of each
	mostSessions = 50  // of each wording
)

// live are the questions of a church $1 that may be shown.
const live = `
	select q.group_id, q.turn_id, q.conversation_id, q.wording, q.asked_at, coalesce(f.value = 'down', false) as poor
	from open_questions q
		join conversations c on c.church_id = q.church_id and c.id = q.conversation_id
		left join message_feedback f on f.church_id = q.church_id and f.turn_id = q.turn_id
	where q.church_id = $1 and (not q.poor or f.value = 'down') and ` + figures.Public

// groupColumns are those of Group. $2 is the embedder, $3 the similarity from which a FAQ answers a question.
const groupColumns = `
	g.id, k.sessions, k.poor, k.first, k.last, g.dismissed_at is not null as dismissed, g.drafted_at is not null as drafted,
	coalesce(g.draft_question, '') as draft_question, coalesce(g.draft_answer, '') as draft_answer, g.draft_exact, g.draft_from,
	(select u.id from unified_rag_content u where ` + answering + ` and (u.id = g.answered_by
		or u.updated_at > g.answered_checked and 1 - (u.question_embedding <=> g.anchor) >= $3) limit 1) as answered_by`

// groups reads what is to be answered, what is asked most first; or what was dismissed.
func (s store) groups(ctx context.Context, snapshot *church.Snapshot, dismissed bool) (found []Group, gathered time.Time, err error) {
	err = church.InChurch(ctx, s.pool, snapshot.ID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			with live as materialized (`+live+`), counted as (
				select group_id, count(distinct conversation_id) as sessions, count(*) filter (where poor) as poor, min(asked_at) as first, max(asked_at) as last
				from live group by group_id)
			select * from (
				select `+groupColumns+` from counted k join question_groups g on g.church_id = $1 and g.id = k.group_id
				where (g.dismissed_at is not null) = $4) g
			where $4 or answered_by is null
			order by sessions desc, last desc, id limit $5`, snapshot.ID, s.embedder, retrieval.ThresholdsFor(s.embedder).FuzzyFAQ, dismissed, mostGroups)
		if err != nil {
			return err
		}
		if found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Group]); err != nil {
			return err
		}
		if found, err = withWordings(ctx, tx, snapshot, found); err != nil {
			return err
		}
		err = tx.QueryRow(ctx, "select gathered_at from question_gatherings where church_id = $1", snapshot.ID).Scan(&gathered)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return nil, gathered, fmt.Errorf("read groups of questions: %w", err)
	}
	return found, gathered, nil
}

// group reads one. It fails with errGone.
func (s store) group(ctx context.Context, snapshot *church.Snapshot, id uuid.UUID) (found Group, err error) {
	err = church.InChurch(ctx, s.pool, snapshot.ID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			with live as (`+live+` and q.group_id = $4), counted as (
				select group_id, count(distinct conversation_id) as sessions, count(*) filter (where poor) as poor, min(asked_at) as first, max(asked_at) as last
				from live group by group_id)
			select `+groupColumns+` from counted k join question_groups g on g.church_id = $1 and g.id = k.group_id`,
			snapshot.ID, s.embedder, retrieval.ThresholdsFor(s.embedder).FuzzyFAQ, id)
		if err != nil {
			return err
		}
		groups, err := pgx.CollectRows(rows, pgx.RowToStructByName[Group])
		if err != nil {
			return err
		}
		if groups, err = withWordings(ctx, tx, snapshot, groups); err != nil {
			return err
		}
		if len(groups) == 0 {
			return errGone
		}
		found = groups[0]
		return nil
	})
	if err != nil && !errors.Is(err, errGone) {
		err = fmt.Errorf("read a group of questions: %w", err)
	}
	return found, err
}

// withWordings are the groups of which something may be shown, with that.
func withWordings(ctx context.Context, tx pgx.Tx, snapshot *church.Snapshot, groups []Group) (shown []Group, err error) {
	ids := make([]uuid.UUID, len(groups))
	for i, g := range groups {
		ids[i] = g.ID
	}
	rows, err := tx.Query(ctx, `
		with live as materialized (`+live+` and q.group_id = any ($2)), worded as (
			select group_id, (array_agg(turn_id order by asked_at, turn_id))[1] as turn_id, (array_agg(distinct conversation_id))[1:$4] as sessions,
				count(distinct conversation_id) as asked, min(asked_at) as first,
				row_number() over (partition by group_id order by count(distinct conversation_id) desc, min(asked_at), wording) as place
			from live group by group_id, wording)
		select w.group_id, m.content, w.sessions, w.asked
		from worded w join messages m on m.turn_id = w.turn_id and m.role = 'user' and m.church_id = $1
		where w.place <= $3 order by w.group_id, w.place`, snapshot.ID, ids, mostWordings, mostSessions)
	if err != nil {
		return nil, err
	}
	wordings := make(map[uuid.UUID][]wording)
	var group uuid.UUID
	var w wording
	_, err = pgx.ForEachRow(rows, []any{&group, &w.content, &w.sessions, &w.asked}, func() error {
		wordings[group] = append(wordings[group], w)
		w = wording{}
		return nil
	})
	if err != nil {
		return nil, err
	}
	redactor := redactorOf(snapshot)
	for _, g := range groups {
		if g.Wordings = shownOf(redactor, wordings[g.ID]); len(g.Wordings) > 0 {
			shown = append(shown, g)
		}
	}
	return shown, nil
}
