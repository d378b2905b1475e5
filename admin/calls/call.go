package calls

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
)

type store struct{ pool *pgxpool.Pool }

// errGone says that there is no such call, or none that the admin sees.
var errGone = errors.New("there is no such call")

// Call is one that the assistant answered.
type Call struct {
	ID          uuid.UUID
	SessionID   uuid.UUID
	Caller      string // E.164; empty: not shown
	Language    string
	Flagged     bool // somebody seemed to be in danger
	Sockets     int
	Transcribed bool   // what was said is kept
	Outcome     string // as the column has it; open: it goes on; cut_off: nothing was heard of its end
	BeganAt     time.Time
	Seconds     int
	First       string // what the caller said first
	Questions   int
	Conversed   bool     // there is a conversation of it: something was asked that was answered as a chat is
	CostMicros  int64    // as stored when it was over; of one that goes on, and of one from before it was, its answers'
	Kinds       []string // of what the caller asked of the church
}

// silent is how long nothing is written of a call that goes on, at most: after a few silences it is ended.
const silent = "interval '10 minutes'"

// columns are those of Call, of a row c of calls; $4 says whether the admin sees prayers.
const columns = `c.id, c.session_id, coalesce(c.caller, '') as caller, c.language, c.flagged, c.sockets, c.transcribed,
	coalesce(c.outcome, case when c.last_at > now() - ` + silent + ` then 'open' else 'cut_off' end) as outcome,
	c.began_at, greatest(0, extract(epoch from coalesce(c.ended_at, c.last_at) - c.began_at))::int as seconds,
	coalesce((select left(l.said, 200) from call_lines l where l.church_id = $1 and l.call_id = c.id and c.transcribed and l.speaker = 'caller' order by l.said_at, l.id limit 1), '') as first,
	(select count(*) from call_lines l where l.church_id = $1 and l.call_id = c.id and c.transcribed and l.speaker = 'caller') as questions,
	exists (select from conversations v where v.church_id = $1 and v.id = c.id) as conversed,
	coalesce(c.cost_micros, (select coalesce(sum(m.cost_micros), 0)::bigint from messages m where m.church_id = $1 and m.conversation_id = c.id)) as cost_micros,
	(select coalesce(array_agg(distinct r.kind), '{}') from visitor_requests r
		where r.church_id = $1 and r.session_id = c.session_id and (r.kind <> 'prayer' or $4)) as kinds`

// visible is the condition on a row c of calls that it is of the church $1, and for whoever sees Care ($2) and what was confided ($3).
// The arguments are those of rights. It is that of admin/conversations, whose record of a danger may be there before the call's.
const visible = `c.church_id = $1 and ($2 or not c.flagged and not exists (
		select from conversations v where v.church_id = $1 and v.id = c.id and v.flagged))
	and not exists (
		select from visitor_requests r where r.church_id = $1 and r.session_id = c.session_id
			and (r.safeguarding or (r.kind = 'crisis' and not $2) or (r.confidential and not $3)))`

func rights(a access.Admin) []any {
	return []any{a.ChurchID, a.Sees(access.Care), a.Sees(access.Confidential), a.Sees(access.Prayers)}
}
