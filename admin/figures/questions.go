package figures

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// mostQuestions is how many questions of a kind are shown.
const mostQuestions = 10

// Asked is what several visitors asked in the same words.
type Asked struct {
	Text  string // as it was asked last
	Count int    // conversations
}

// Uncovered is a question on which the church's own knowledge said nothing, or whose answer the visitor found poor.
type Uncovered struct {
	Text string
	Poor bool // the visitor said so
	At   time.Time
}

// Questions are what visitors asked in a period.
type Questions struct {
	Top       []Asked
	Uncovered []Uncovered // the newest first
}

// Questions reads what visitors asked, but for conversations in which somebody seemed to be in danger or something was confided:
// these are for whom they were meant.
func (s Store) Questions(ctx context.Context, churchID uuid.UUID, p Period) (found Questions, err error) {
	err = church.InChurch(ctx, s.Pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select (array_agg(content order by created_at desc))[1] as text, count(distinct conversation_id) as count
			from (`+questions+`) q
			group by `+alike+`
			having count(distinct conversation_id) > 1 order by 2 desc, max(created_at) desc limit $4`, churchID, p.Start, p.End, mostQuestions)
		if err != nil {
			return err
		}
		if found.Top, err = pgx.CollectRows(rows, pgx.RowToStructByName[Asked]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `
			select text, poor, at from (
				select distinct on (`+alike+`) q.content as text, coalesce(f.value = 'down', false) as poor, q.created_at as at
				from (`+questions+`) q join messages a on a.church_id = $1 and a.turn_id = q.turn_id and a.role = 'assistant'
					left join message_feedback f on f.church_id = $1 and f.turn_id = q.turn_id
				where f.value = 'down' or (a.tier = 4 and a.outcome = 'stop' and a.sources = '[]'
					and (q.content ~ '[?？؟]' or array_length(regexp_split_to_array(btrim(q.content), '\s+'), 1) >= 4))
				order by `+alike+`, 2 desc, 3 desc) u
			order by at desc limit $4`, churchID, p.Start, p.End, mostQuestions)
		if err != nil {
			return err
		}
		found.Uncovered, err = pgx.CollectRows(rows, pgx.RowToStructByName[Uncovered])
		return err
	})
	if err != nil {
		return Questions{}, fmt.Errorf("read what was asked: %w", err)
	}
	return found, nil
}

// alike is the same for questions in the same words, however they are written.
const alike = `lower(btrim(regexp_replace(q.content, '[[:space:][:punct:]¿¡]+', ' ', 'g')))`

// questions are the visitors' messages of a church $1 from a time $2 until $3 that may be shown to whoever sees its conversations, and are
// short enough to be questions. A call of which no transcript is kept shows none while it goes on, either.
const questions = `
	select m.content, m.conversation_id, m.turn_id, m.created_at
	from conversations c join messages m on m.church_id = c.church_id and m.conversation_id = c.id
	where c.church_id = $1 and c.last_message_at >= $2 and m.role = 'user' and m.created_at >= $2 and m.created_at < $3 and not c.flagged and length(m.content) between 4 and 300
		and not exists (select from visitor_requests r where r.church_id = $1 and r.session_id = c.session_id and (r.confidential or r.safeguarding or r.kind = 'crisis'))
		and not exists (select from calls k where k.church_id = $1 and k.id = c.id and not k.transcribed)`
