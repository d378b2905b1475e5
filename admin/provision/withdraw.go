package provision

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// withdrawn are the tables of what a claim has made of a listed church, in the order in which they go. With them goes all access.
var withdrawn = []struct{ table, church string }{
	{"premium_churches", "church_id"},
	{"organization_settings", "organization_id"},
	{"church_voice_agents", "church_id"},
	{"church_theological_lenses", "church_id"},
	{"unified_rag_content", "organization_id"},
	{"knowledge_documents", "organization_id"},
	{"events", "church_id"},
	{"groups", "church_id"},
	{"volunteer_roles", "church_id"},
	{"admin_links", "church_id"},
	{"auth_sessions", "church_id"},
	{"church_team_members", "church_id"},
	{"church_admin_identities", "church_id"},
	{"admin_address_changes", "church_id"},
	{"church_api_keys", "church_id"},
	{"widget_origins", "church_id"},
	{"widget_attempts", "church_id"},
	{"faq_imports", "church_id"},
	{"draft_changes", "church_id"},
	{"drafts", "church_id"},
	{"regression_cases", "church_id"},
	{"regression_runs", "church_id"},
	{"open_questions", "church_id"},
	{"question_groups", "church_id"},
	{"question_gatherings", "church_id"},
	{"site_imports", "church_id"},
	{"church_deletions", "church_id"},
	{"church_digests", "church_id"},
	{"lifecycle_emails_sent", "church_id"},
}

// Withdraw takes everything back that a claim has made of a listed church, in a transaction that is confined to it: the listing is
// what it was before, with its own contacts, and can be claimed again. What visitors wrote meanwhile was meant for the church and said to
// somebody else: it goes as well, for nobody could tell it from what the next claim is told. An alarm that nobody has taken on goes to the
// founder, since the church has no address of its own any more; other news that waited is not sent.
func Withdraw(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		with listing as (
			select b.* from premium_churches p, jsonb_populate_record(null::churches, p.listing_before) b
			where p.church_id = $1 and p.listing_before is not null)
		update churches c
		set (is_premium, name, denomination, church_family, address, city, state, postal_code, country, phone, email, website, photo, photo_alt, timezone, language) =
			(select false, l.name, l.denomination, l.church_family, l.address, l.city, l.state, l.postal_code, l.country, l.phone, l.email, l.website, l.photo, l.photo_alt, l.timezone, l.language from listing l)
		where c.id = $1 and exists (select from listing)`, churchID)
	if err != nil {
		return fmt.Errorf("give a listing back what it was: %w", err)
	}
	for _, of := range withdrawn {
		if _, err := tx.Exec(ctx, "delete from "+of.table+" where "+of.church+" = $1", churchID); err != nil {
			return fmt.Errorf("take back what a claim has made (%s): %w", of.table, err)
		}
	}
	_, err = tx.Exec(ctx, "update churches set is_premium = false where id = $1", churchID) // also of what was not listed before
	if err != nil {
		return fmt.Errorf("have a church be claimed by nobody: %w", err)
	}
	return forgetVisitors(ctx, tx, churchID)
}
