package provision_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/provision"
	"narthex/chat/church"
)

// afterwards are the tables of churches in which a rejected claim leaves something, each with the reason.
var afterwards = map[string]string{
	"churches":                "the listing, as it was",
	"forgotten_conversations": "what visitors had forgotten: ids and hashes",
	"notifications":           "what was sent, and what the founder is told",
	"deleted_subscriptions":   "that nothing sets it up again",
	"rejected_claims":         "who claimed it",
	"church_versions":         "counters of the server",
	"knowledge_retractions":   "counters of the server",
}

func (f *fixture) withdraw(id uuid.UUID) {
	f.Helper()
	err := church.InChurch(f.Context(), f.db.Pool, id, func(tx pgx.Tx) error {
		if _, err := tx.Exec(f.Context(), `update premium_churches set ownership_decision = 'rejected', ownership_decided_at = now() where church_id = $1`, id); err != nil {
			return err
		}
		_, err := tx.Exec(f.Context(), `
			insert into rejected_claims (premium_id, church_id, admin_email) select id, church_id, admin_email from premium_churches where church_id = $1`, id)
		if err != nil {
			return err
		}
		return provision.Withdraw(f.Context(), tx, id)
	})
	if err != nil {
		f.Fatal(err)
	}
}

func TestARejectedClaimLeavesTheListingAsItWas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`insert into churches (slug, name, city, state, country, phone, email, website, address, photo, denomination, language) values
		('gh', 'Grace Harbor', 'Portland', 'ME', 'US', '207 555 0100', 'office@gh.example.org', 'https://gh.example.org', '1 Main Street', 'https://gh.example.org/p.jpg', 'Baptist', 'es')`)
	const listing = `select (to_jsonb(c) - 'updated_at')::text from churches c where slug = 'gh'`
	before := value[string](f, listing)
	s := form()
	s.Email, s.BackupEmail = "mallory@example.net", "accomplice@example.net"
	id := f.must(s, "sub_1")
	token := value[uuid.UUID](f, "select admin_token from premium_churches where church_id = $1", id)
	f.exec(`update churches set name = 'Ours', phone = '1', address = 'x', photo = null, email = 'mallory@example.net', website = null, timezone = 'Asia/Tokyo' where id = $1`, id)
	f.exec(`insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 12)`, id)
	f.exec(`insert into unified_rag_content (organization_id, content_type, title, content) values ($1, 'faq', 'Who?', 'Mallory')`, id)
	f.exec(`insert into groups (church_id, kind, name) values ($1, 'small', 'x')`, id)
	f.exec(`insert into conversations (church_id, session_id, agent) values ($1, gen_random_uuid(), 'care')`, id)
	f.exec(`insert into notifications (id, church_id, key, channel, audience, kind, urgent, happened_at)
		select gen_random_uuid(), $1, gen_random_uuid(), 'mail', audience, 'prayer', urgent, now()
		from unnest(array['church', 'admin', 'founder', 'user', 'church'], array[false, false, false, false, true]) as n (audience, urgent)`, id)
	f.withdraw(id)
	if after := value[string](f, listing); after != before {
		t.Errorf("the listing was\n%s\nand is\n%s", before, after)
	}
	for _, column := range list(f, `
		select table_name || '.' || column_name from information_schema.columns
		where table_schema = 'public' and column_name in ('church_id', 'organization_id') and table_name in (select tablename from pg_tables) and table_name <> 'queued'`) {
		table, key, _ := strings.Cut(column, ".")
		n := value[int](f, fmt.Sprintf("select count(*) from %s where %s = $1", table, key), id)
		if _, stays := afterwards[table]; !stays && n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	if waiting := list(f, "select audience || ' ' || urgent from notifications where status = 'queued' order by 1"); !slices.Equal(waiting, []string{"founder false", "founder true", "user false"}) {
		t.Errorf("still to be sent: %v", waiting)
	}
	if n := value[int](f, "select count(*) from admin_of_link($1)", token); n != 0 {
		t.Error("the link still opens a dashboard")
	}
	if n := value[int](f, "select count(*) from river_job"); n != 0 {
		t.Errorf("%d jobs end a subscription that another ends", n)
	}

	s.Email, s.BackupEmail = "Mallory@example.net", ""
	if again := f.must(s, "sub_2"); again == id {
		t.Error("the same person got the listing again")
	}
	s = form()
	s.Email = "ann@gh.example.org"
	if theirs := f.must(s, "sub_3"); theirs != id {
		t.Error("whose church it is cannot claim it")
	}
	if !value[bool](f, "select c.is_premium and p.listing_own_email = 'ann@gh.example.org' and p.listing_before is not null and p.admin_token <> $2 from churches c join premium_churches p on p.church_id = c.id where c.id = $1", id, token) {
		t.Error("it is not theirs")
	}
}

func TestEveryTableOfChurchesIsWithdrawnOrStays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := form()
	f.exec(`insert into churches (slug, name, city, state, country) values ('gh', 'Grace Harbor', 'Portland', 'ME', 'US')`)
	id := f.must(s, "sub_1")
	if err := church.InChurch(t.Context(), f.db.Pool, id, func(tx pgx.Tx) error { return provision.Withdraw(t.Context(), tx, id) }); err != nil {
		t.Fatal(err)
	}
	for _, table := range list(f, `
		select table_name::text from information_schema.columns
		where table_schema = 'public' and column_name in ('church_id', 'organization_id') and table_name in (select tablename from pg_tables) and table_name <> 'queued'
		union
		select tablename::text from pg_policies where schemaname = 'public' and policyname = 'church_isolation'`) {
		_, stays := afterwards[table]
		if taken := provision.Withdrawn(table); taken == stays {
			t.Errorf("%s: withdrawn %v, stays %v", table, taken, stays)
		}
	}
}
