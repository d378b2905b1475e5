package requests

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
)

// States of a request.
const (
	stateNew          = "new"
	stateAcknowledged = "acknowledged"
	stateDone         = "done"
)

// kinds are what can be asked for, in the order in which a filter offers them.
var kinds = []string{
	"crisis", "escalation", "prayer", "contact", "message", "callback", "appointment", "visit", "hospital_visit", "home_visit", "bereavement",
	"practical_help", "meals", "baptism", "membership", "mentor", "facility_use", "giving_statement", "registration", "join", "volunteer", "newsletter",
}

// Request is what a visitor asked for.
type Request struct {
	Source         string // a key of tables
	ID             uuid.UUID
	Kind           string
	Area           access.Area
	Urgent         bool
	Withdrawn      bool // of a sign-up: it takes no place any more
	CreatedAt      time.Time
	Name           string
	Email          string
	Phone          string
	Message        string
	About          string // the name of the event, group or role
	Details        map[string]any
	Status         string
	AcknowledgedBy string
	AcknowledgedAt *time.Time
	AssigneeID     *uuid.UUID
	Assignee       string
	Notes          json.RawMessage
	Version        string
	Flood          string // the name of the flood that it is of; empty: of none
	Alike          int    `db:"-"` // in a list: how many of the flood it stands for, itself included; 1: for itself
}

// note is one of what the team noted.
type note struct {
	Who  string    `json:"who"`
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// table is where requests stand, with the column that says what the team did.
type table struct{ name, status string }

// closed closes a row on behalf of the admin $3.
func (t table) closed() string {
	return t.status + " = 'done', done_at = now(), acknowledged_at = coalesce(acknowledged_at, now()), acknowledged_by = coalesce(acknowledged_by, $3)"
}

func (t table) reopened() string {
	return t.status + " = case when acknowledged_at is null then 'new' else 'acknowledged' end, done_at = null"
}

// tables are those of the sources.
var tables = map[string]table{
	"visitor":      {"visitor_requests", "status"},
	"registration": {"event_registrations", "handled"},
	"join":         {"group_join_requests", "handled"},
	"volunteer":    {"volunteer_signups", "handled"},
	"newsletter":   {"newsletter_subscriptions", "handled"},
}

// areas are those that requests belong to.
var areas = []access.Area{access.Requests, access.Volunteers, access.Prayers, access.Confidential, access.Care}

// seen are those of them that an admin sees.
func seen(a access.Admin) []access.Area {
	return slices.DeleteFunc(slices.Clone(areas), func(area access.Area) bool { return !a.Sees(area) })
}

// floodOf is the name of the flood that a row of visitor_requests is of; null: of none. A flood is the crises of an hour that came
// through one connection, in one state, whose visitors have left no name or contact and which nobody was given: somebody may be sending
// them to hide one among them, or for a joke.
const floodOf = `case when kind = 'crisis' and name is null and email is null and phone is null and assignee_id is null
	then md5(origin || urgent::text || status || date_trunc('hour', created_at at time zone 'UTC')::text) end`

// merged are all requests of the church $1 as one table. The area is who sees a row. What is confidential and no prayer is for the
// pastor's eyes too.
const merged = `
	select 'visitor' as source, id, kind,
		case when kind = 'crisis' then 'care' when confidential then 'confidential' when kind = 'prayer' then 'prayers' else 'requests' end as area,
		urgent, false as withdrawn, created_at, session_id, coalesce(name, '') as name, coalesce(email, '') as email, coalesce(phone, '') as phone,
		coalesce(message, '') as message, '' as about, details, status, coalesce(acknowledged_by, '') as acknowledged_by, acknowledged_at, assignee_id, notes,
		` + floodOf + ` as flood
	from visitor_requests where church_id = $1 and not safeguarding
	union all
	select 'registration', r.id, 'registration', 'requests', false, r.status = 'cancelled', r.created_at, session_id, r.name, coalesce(email, ''), coalesce(phone, ''),
		note, e.title, jsonb_build_object('party_size', party_size::text), handled, coalesce(acknowledged_by, ''), acknowledged_at, assignee_id, notes, null
	from event_registrations r join events e on e.church_id = r.church_id and e.id = r.event_id where r.church_id = $1
	union all
	select 'join', r.id, 'join', 'requests', false, r.status = 'withdrawn', r.created_at, session_id, r.name, coalesce(email, ''), coalesce(phone, ''),
		message, g.name, '{}', handled, coalesce(acknowledged_by, ''), acknowledged_at, assignee_id, notes, null
	from group_join_requests r join groups g on g.church_id = r.church_id and g.id = r.group_id where r.church_id = $1
	union all
	select 'volunteer', r.id, 'volunteer', 'volunteers', false, r.status = 'withdrawn', r.created_at, session_id, r.name, coalesce(email, ''), coalesce(phone, ''),
		message, v.name, '{}', handled, coalesce(acknowledged_by, ''), acknowledged_at, assignee_id, notes, null
	from volunteer_signups r join volunteer_roles v on v.church_id = r.church_id and v.id = r.role_id where r.church_id = $1
	union all
	select 'newsletter', id, 'newsletter', 'requests', false, unsubscribed_at is not null, consented_at, session_id, coalesce(name, ''), email, '',
		visitor_words, '', '{}', handled, coalesce(acknowledged_by, ''), acknowledged_at, assignee_id, notes, null
	from newsletter_subscriptions where church_id = $1`

// visible is the condition on a row m of merged that it is in one of the areas $2, and not of a conversation in which somebody was
// accused before.
const visible = `m.area = any($2) and not exists (
	select from visitor_requests q where q.church_id = $1 and q.safeguarding and q.session_id = m.session_id and q.created_at <= m.created_at)`

// columns are those of Request.
const columns = `m.source, m.id, m.kind, m.area, m.urgent, m.withdrawn, m.created_at, m.name, m.email, m.phone, m.message, m.about, m.details, m.status,
	coalesce((select nullif(i.name, '') from church_admin_identities i where i.church_id = $1 and lower(i.email) = lower(m.acknowledged_by)), m.acknowledged_by) as acknowledged_by,
	m.acknowledged_at, m.assignee_id, coalesce((select coalesce(nullif(i.name, ''), i.email) from church_admin_identities i where i.id = m.assignee_id), '') as assignee,
	m.notes, coalesce(m.flood, '') as flood, md5(jsonb_build_array(m.status, m.acknowledged_by, m.acknowledged_at, m.assignee_id, m.notes, m.withdrawn)::text) as version`
