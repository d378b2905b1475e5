package data

import "narthex/admin/access"

// table is one that belongs to churches.
type table struct {
	name   string
	church string   // the column that says whose a row is
	drop   []string // columns that are left out: secrets, vectors, copies for searching
	where  string   // of the rows, beside that they are the church's; %hidden% stands for the sessions whose words are not everybody's
	order  string
}

// hidden are the sessions of visitors who have asked something of the church that is not for whoever exports: about safeguarding,
// whose subject may be the very person who exports, and confidential prayers, where the admin does not see those.
const hidden = `(select r.session_id from visitor_requests r where r.church_id = $1 and r.session_id is not null and (r.safeguarding or r.confidential and not $2))`

// unkept are the calls whose words are not kept, as their callers were told: they are there until the call is over and settled. A call's
// conversation has its id.
const unkept = `(select k.id from calls k where k.church_id = $1 and not k.transcribed)`

// accused are the rows that come after somebody who serves at the church was accused in their conversation: they are nobody's to see,
// as in admin/requests, for they say who the accuser is.
const accused = `exists (select from visitor_requests q where q.church_id = $1 and q.safeguarding and q.session_id = t.session_id and q.created_at <= t.created_at)`

// tables are those in an export, in the order of the archive.
var tables = []table{
	{name: "churches", church: "id"},
	{name: "premium_churches", church: "church_id", drop: []string{"admin_token", "checkout_session_id", "checkout_browser_sha256", "listing_before"}},
	{name: "church_voice_agents", church: "church_id"},
	{name: "organization_settings", church: "organization_id"},
	{name: "church_theological_lenses", church: "church_id"},
	{name: "unified_rag_content", church: "organization_id", order: "created_at, id",
		drop: []string{"embedding", "embedding_half", "question_embedding", "question_embedding_quantized", "words", "content_sha256", "approximate", "embed_attempts", "embed_error"}},
	{name: "knowledge_documents", church: "organization_id", drop: []string{"source", "source_sha256", "ingested_sha256"}, order: "created_at, id"},
	{name: "groups", church: "church_id", order: "created_at, id"},
	{name: "events", church: "church_id", order: "starts_at, id"},
	{name: "volunteer_roles", church: "church_id", order: "created_at, id"},
	{name: "conversations", church: "church_id", order: "created_at, id", where: "t.session_id not in %hidden% and t.id not in " + unkept},
	{name: "messages", church: "church_id", order: "created_at, id",
		where: "t.conversation_id not in (select c.id from conversations c where c.church_id = $1 and c.session_id in %hidden%) and t.conversation_id not in " + unkept},
	{name: "message_feedback", church: "church_id", order: "created_at, turn_id",
		where: "t.conversation_id not in (select c.id from conversations c where c.church_id = $1 and c.session_id in %hidden%) and t.conversation_id not in " + unkept},
	{name: "calls", church: "church_id", order: "began_at, id", where: "t.session_id not in %hidden%"},
	{name: "call_lines", church: "church_id", order: "said_at, id",
		where: "t.call_id not in (select c.id from calls c where c.church_id = $1 and c.session_id in %hidden%) and t.call_id not in " + unkept},
	{name: "visitor_requests", church: "church_id", order: "created_at, id", where: "not t.safeguarding and ($2 or not t.confidential) and not " + accused},
	{name: "event_registrations", church: "church_id", order: "created_at, id", where: "not " + accused},
	{name: "group_join_requests", church: "church_id", order: "created_at, id", where: "not " + accused},
	{name: "volunteer_signups", church: "church_id", order: "created_at, id", where: "not " + accused},
	{name: "newsletter_subscriptions", church: "church_id", order: "created_at, id", where: "not " + accused},
	{name: "church_admin_identities", church: "church_id", order: "created_at, id"},
	{name: "church_identity_roles", church: "church_id", order: "created_at, identity_id"},
	{name: "church_team_members", church: "church_id", order: "created_at, id"},
	{name: "admin_address_changes", church: "church_id", order: "created_at, id"},
	{name: "church_api_keys", church: "church_id", drop: []string{"sha256"}, order: "created_at, id"},
	{name: "widget_origins", church: "church_id", order: "created_at"},
	{name: "regression_cases", church: "church_id", order: "created_at, id"},
	{name: "draft_changes", church: "church_id", drop: []string{"embedder", "embedding", "question_embedding"}, order: "changed_at, id"},
	{name: "audit_log", church: "church_id", order: "id"},
}

// left are the tables of churches that no export holds, each with the reason.
var left = map[string]string{
	"admin_links":             "secrets",
	"answerable_faqs":         "what is in unified_rag_content, as a node reads it",
	"auth_sessions":           "secrets",
	"church_deletions":        "says nothing but that the church goes",
	"church_digests":          "says nothing but which week was told of",
	"church_versions":         "counters of the server",
	"confirmations":           "what visitors were asked; what came of it is in visitor_requests and its like",
	"drafts":                  "says nothing but since when there are draft_changes",
	"faq_import_lines":        "the church's own files; what came of them is in unified_rag_content",
	"faq_imports":             "the church's own files; what came of them is in unified_rag_content",
	"forgotten_conversations": "what visitors had forgotten",
	"open_questions":          "which questions belong together; what was asked is in messages",
	"question_gatherings":     "counters of the server",
	"question_groups":         "which questions belong together; what came of them is in unified_rag_content",
	"knowledge_retractions":   "counters of the server",
	"lifecycle_emails_sent":   "mails that the admins have",
	"notifications":           "mails that their readers have; some are for others than who exports",
	"regression_results":      "what came of regression_cases, asked anew at any time",
	"regression_runs":         "what came of regression_cases, asked anew at any time",
	"rejected_claims":         "other people, who said that they were of the church",
	"site_import_drafts":      "what the church's own website says; what came of it is in the church's record",
	"site_import_pages":       "the church's own website",
	"site_imports":            "the church's own website",
	"user_sessions":           "secrets, of people who belong to no church",
	"widget_attempts":         "other people's websites",
}

// seesConfidential reports whether an admin's export holds confidential prayers.
func seesConfidential(a access.Admin) bool { return a.Sees(access.Confidential) }
