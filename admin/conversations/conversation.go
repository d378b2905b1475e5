package conversations

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
)

type store struct{ pool *pgxpool.Pool }

// errGone says that there is no such conversation, or none that the admin sees.
var errGone = errors.New("there is no such conversation")

// Conversation is one of a visitor's with the church.
type Conversation struct {
	ID            uuid.UUID
	SessionID     uuid.UUID
	Agent         string
	Language      string
	Flagged       bool // somebody seemed to be in danger
	CreatedAt     time.Time
	LastMessageAt time.Time
	First         string // what the visitor wrote first
	Questions     int
}

// columns are those of Conversation, of a row c of conversations.
const columns = `c.id, c.session_id, c.agent, coalesce(c.language, '') as language, c.flagged, c.created_at, c.last_message_at,
	coalesce((select left(m.content, 200) from messages m where m.church_id = $1 and m.conversation_id = c.id and m.role = 'user' order by m.created_at limit 1), '') as first,
	(select count(*) from messages m where m.church_id = $1 and m.conversation_id = c.id and m.role = 'user') as questions`

// visible is the condition on a row c of conversations that it is of the church $1, and for whoever sees Care ($2) and what was confided
// ($3). The arguments are those of rights. A call of which no transcript is kept shows none while it goes on, either.
const visible = `c.church_id = $1 and ($2 or not c.flagged) and not exists (
	select from visitor_requests r where r.church_id = $1 and r.session_id = c.session_id
		and (r.safeguarding or (r.kind = 'crisis' and not $2) or (r.confidential and not $3)))
	and not exists (select from calls k where k.church_id = $1 and k.id = c.id and not k.transcribed)`

func rights(a access.Admin) []any {
	return []any{a.ChurchID, a.Sees(access.Care), a.Sees(access.Confidential)}
}
