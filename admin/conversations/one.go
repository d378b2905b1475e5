package conversations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat"
	"narthex/chat/church"
)

// mostMessages is how many of a conversation are shown, the last.
const mostMessages = 500

// Message is one of a conversation, an answer with why it is as it is.
type Message struct {
	TurnID           uuid.UUID
	Role             string // user or assistant
	Content          string
	CreatedAt        time.Time
	Agent            string
	Lens             string // its name; empty: none
	LensID           int    // 0: none
	Tier             *int
	Reason           string
	Outcome          string // stop, stopped, length, error
	Similarity       *float64
	Sources          json.RawMessage // array of chat.Source
	Model            string
	PromptTokens     int
	CompletionTokens int
	CostMicros       int64
	Timings          map[string]int64 // microseconds by stage
	Trace            *chat.Trace
	Rated            string // up, down or empty
	Comment          string
}

// read reads a conversation that the admin sees, with its messages, the earliest first. It fails with errGone.
func (s store) read(ctx context.Context, a access.Admin, id uuid.UUID) (found Conversation, messages []Message, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		if found, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			select * from (
				select m.turn_id, m.role, m.content, m.created_at, m.agent, coalesce(l.name, '') as lens, coalesce(m.lens_id, 0)::int as lens_id, m.tier, coalesce(m.reason, '') as reason, coalesce(m.outcome, '') as outcome,
					m.similarity::float8 as similarity, m.sources, coalesce(m.model, '') as model, m.prompt_tokens, m.completion_tokens, m.cost_micros, m.timings, m.trace,
					coalesce(f.value, '') as rated, coalesce(f.comment, '') as comment
				from messages m left join theological_lenses l on l.id = m.lens_id
					left join message_feedback f on f.church_id = $1 and f.turn_id = m.turn_id and m.role = 'assistant'
				where m.church_id = $1 and m.conversation_id = $2
				order by m.created_at desc, m.role limit $3) m
			order by created_at, role desc`, a.ChurchID, id, mostMessages)
		if err != nil {
			return err
		}
		messages, err = pgx.CollectRows(rows, pgx.RowToStructByName[Message])
		return err
	})
	if err != nil && !errors.Is(err, errGone) {
		err = fmt.Errorf("read a conversation: %w", err)
	}
	return found, messages, err
}

// find reads a conversation without its messages. It fails with errGone.
func find(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID) (Conversation, error) {
	rows, err := tx.Query(ctx, "select "+columns+" from conversations c where "+visible+" and c.id = $4", append(rights(a), id)...)
	if err != nil {
		return Conversation{}, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Conversation])
	if errors.Is(err, pgx.ErrNoRows) {
		return Conversation{}, errGone
	}
	return found, err
}
