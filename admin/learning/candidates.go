package learning

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/figures"
	"narthex/cache"
)

// candidate is a question that was not answered well.
type candidate struct {
	TurnID, ConversationID uuid.UUID
	Content                string
	AskedAt                time.Time
	Poor                   bool // the visitor said so
	Opens                  bool // it opened its conversation
}

// candidates reads questions from a time on that were not answered well and belong to no group yet, the earliest first.
func candidates(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, since time.Time, after candidate, limit int) ([]candidate, error) {
	rows, err := tx.Query(ctx, `
		select u.turn_id, u.conversation_id, u.content, u.created_at as asked_at, coalesce(f.value = 'down', false) as poor,
			not exists (select from messages e where e.conversation_id = u.conversation_id and e.role = 'user' and e.created_at < u.created_at) as opens
		from conversations c
			join messages u on u.church_id = c.church_id and u.conversation_id = c.id and u.role = 'user'
			join messages a on a.turn_id = u.turn_id and a.role = 'assistant' and a.church_id = c.church_id
			left join message_feedback f on f.church_id = c.church_id and f.turn_id = u.turn_id
		where c.church_id = $1 and `+figures.Public+`
			and (c.last_message_at >= $2 or c.id in (select d.conversation_id from message_feedback d where d.church_id = $1 and d.updated_at >= $2))
			and (u.created_at, u.turn_id) > ($3, $4) and length(u.content) <= $6
			and (f.value = 'down' or a.outcome = 'stop' and a.tier in (2, 4) and (
				a.sources = '[]' and not `+figures.ToolServed+` or left(a.content, 400) ~* $7))
			and not exists (select from visitor_requests r where r.church_id = $1 and r.session_id = c.session_id and r.turn_id = u.turn_id)
			and not exists (select from open_questions q where q.church_id = $1 and q.turn_id = u.turn_id)
		order by u.created_at, u.turn_id limit $5`, churchID, since, after.AskedAt, after.TurnID, limit, longestQuestion, figures.NotOnFile)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[candidate])
}

// wordingOf is the same for questions in the same words.
func wordingOf(question string) []byte { return digest(cache.Normalise(question)) }

// gistOf is the same for questions that are known to ask the same, whatever the embedder makes of them. nil: nothing is known.
func gistOf(question string) []byte {
	gist := cache.Gist(question)
	if gist == "" {
		return nil
	}
	return digest("gist " + gist)
}

func digest(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:16]
}
