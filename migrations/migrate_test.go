package migrations_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/migrations"
	"narthex/migrations/pgtest"
)

// schemaOf lists everything in the public schema, so that two moments can be compared.
func schemaOf(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
		from information_schema.columns where table_schema = 'public'
		union all
		select 'index ' || indexdef from pg_indexes where schemaname = 'public'
		union all
		select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
		union all
		select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
		union all
		select 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') from pg_policies where schemaname = 'public'
		union all
		select 'function ' || p.oid::regprocedure from pg_proc p
		where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
		order by 1`)
	must(t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "goose_db_version") })
}

func TestDownTakesEverythingAwayAndUpBringsItBack(t *testing.T) {
	db := pgtest.NewEmpty(t)
	must(t, migrations.Up(t.Context(), db.Admin))
	up := schemaOf(t, db.Admin)
	if len(up) < 200 {
		t.Errorf("only %d things in the schema", len(up))
	}
	must(t, migrations.Down(t.Context(), db.Admin))
	if left := schemaOf(t, db.Admin); len(left) > 0 {
		t.Errorf("left behind: %s", strings.Join(left, "\n"))
	}
	must(t, migrations.Up(t.Context(), db.Admin))
	if again := schemaOf(t, db.Admin); !slices.Equal(up, again) {
		t.Error("the schema differs after down and up")
	}
	must(t, migrations.Up(t.Context(), db.Admin)) // nothing to do
}

func TestProcessesThatMigrateAtOnceDoNotCollide(t *testing.T) {
	db := pgtest.NewEmpty(t)
	var work sync.WaitGroup
	for range 3 {
		work.Go(func() {
			if err := migrations.Up(t.Context(), db.Admin); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if pending, err := migrations.Pending(t.Context(), db.Pool); err != nil || pending {
		t.Errorf("pending %v, %v, as the app's role", pending, err)
	}
}

func TestPendingSaysSoOfOldJobTables(t *testing.T) {
	db := pgtest.New(t)
	for _, change := range []string{
		"delete from river_migration where version = (select max(version) from river_migration)",
		"delete from river_migration",
		"drop table river_migration",
	} {
		if _, err := db.Admin.Exec(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		if pending, err := migrations.Pending(t.Context(), db.Pool); err != nil || !pending {
			t.Errorf("after %s: %v, %v", change, pending, err)
		}
	}
}

func TestPendingSaysSoOnAnOldSchema(t *testing.T) {
	db := pgtest.NewEmpty(t)
	if pending, err := migrations.Pending(t.Context(), db.Pool); err != nil || !pending {
		t.Errorf("an empty database: pending %v, %v", pending, err)
	}
	must(t, migrations.Up(t.Context(), db.Admin))
	exec(t, db.Admin, `delete from goose_db_version where version_id = (select max(version_id) from goose_db_version)`)
	if pending, err := migrations.Pending(t.Context(), db.Pool); err != nil || !pending {
		t.Errorf("pending %v, %v", pending, err)
	}
}

// Tables that belong to no church, and why the app may see all of them.
var shared = map[string]string{
	"theological_lenses": "reference", "theological_contradictions": "reference", "church_families": "reference",
	"denominations": "reference", "product_knowledge": "reference", "lens_texts": "reference", "reference_versions": "counters of reference data", "articles": "the public blog", "article_slugs": "the public blog", "article_embeddings": "the public blog",
	"churches":            "the public directory; a policy of its own keeps others from writing",
	"simulated_checkouts": "what a payment provider would know, before there is a church",
	"simulated_portals":   "what a payment provider would know", "deleted_subscriptions": "their churches are no more", "job_leases": "jobs",
	"webhook_events": "comes before its church is known", "profiles": "users of the sermon app", "outreach_contacts": "users of the sermon app",
	"goose_db_version": "the schema's version", "deployment_keys": "keys of the deployment, not of a church",
	"user_sessions": "people signed in to the sermon app, who belong to no church",
	"river_job":     "jobs carry their church", "river_leader": "jobs", "river_queue": "jobs", "river_migration": "jobs", "river_notification": "jobs",
	"river_client": "jobs", "river_client_queue": "jobs",
}

func TestEveryTableOfAChurchIsProtectedAndDescribed(t *testing.T) {
	db := pgtest.New(t)
	rows, err := db.Admin.Query(t.Context(), `
		select relname, relrowsecurity, obj_description(oid) is not null,
			exists (select from pg_policy where polrelid = c.oid and pg_get_expr(polqual, polrelid) like '%narthex_church_id%')
		from pg_class c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`)
	must(t, err)
	var name string
	var secured, described, confined bool
	tables := 0
	_, err = pgx.ForEachRow(rows, []any{&name, &secured, &described, &confined}, func() error {
		tables++
		if shared[name] == "" && (!secured || !confined) {
			t.Errorf("%s is not protected by row-level security", name)
		}
		if !described && !strings.HasPrefix(name, "river_") && name != "goose_db_version" {
			t.Errorf("%s has no comment", name)
		}
		return nil
	})
	must(t, err)
	if tables < 25 {
		t.Errorf("only %d tables", tables)
	}
}

func TestTheAppsRoleSeesAndWritesOneChurchAtATime(t *testing.T) {
	db := pgtest.New(t)
	ours, theirs := newChurch(t, db, "ours"), newChurch(t, db, "theirs")
	tokens := func(tx pgx.Tx) (n int) {
		must(t, tx.QueryRow(t.Context(), `select count(*) from premium_churches`).Scan(&n))
		return n
	}
	must(t, pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
		if n := tokens(tx); n != 0 {
			t.Errorf("without a church, %d subscriptions are seen", n)
		}
		enter(t, tx, ours)
		if n := tokens(tx); n != 1 {
			t.Errorf("%d subscriptions are seen", n)
		}
		changed, err := tx.Exec(t.Context(), `update premium_churches set custom_name = 'hacked' where church_id = $1`, theirs)
		must(t, err)
		if changed.RowsAffected() != 0 {
			t.Error("another church's subscription was written")
		}
		changed, err = tx.Exec(t.Context(), `update churches set name = 'hacked' where id = $1`, theirs)
		must(t, err)
		if changed.RowsAffected() != 0 {
			t.Error("another church's directory entry was written")
		}
		return nil
	}))
	err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
		enter(t, tx, ours)
		_, err := tx.Exec(t.Context(), `insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 1)`, theirs)
		return err
	})
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "42501" {
		t.Errorf("a row for another church: %v", err)
	}
	var bypass bool
	must(t, db.Pool.QueryRow(t.Context(), `select rolsuper or rolbypassrls from pg_roles where rolname = current_user`).Scan(&bypass))
	if bypass {
		t.Error("the app's role bypasses row-level security")
	}
}

// Functions that run as the owner are not bound by row-level security, so the app may call only those that check the church
// themselves.
func TestTheAppsRoleCannotReachAnotherChurchThroughAFunction(t *testing.T) {
	db := pgtest.New(t)
	checked := map[string]bool{
		"search_church_knowledge": true, "pending_knowledge": true, "classify_knowledge": true, "forget_retractions": true, // package retrieval tests them
		"church_of_admin_token": true, "setup_of_checkout": true, // takes a checkout's id, which its browser and the payment provider know; package provision tests it
		"use_api_key":                    true,                                                                                 // takes the hash of a key, which only who has the key knows; package church tests it
		"churches_with_old_site_imports": true,                                                                                 // tells ids; package siteimport tests it
		"churches_administered_by":       true,                                                                                 // takes an address, and tells ids alone; package onboarding tests it
		"church_of_phone_number":         true,                                                                                 // takes a number that can be called anyway, and tells an id; package line tests it
		"church_of_subscription":         true, "live_subscriptions": true, "churches_in_grace": true, "billed_churches": true, // take what only the provider or the person knows, or tell ids and statuses; package billing tests them
		"waiting_crises":            true, // tells ids and times; package acknowledge tests it
		"unsent_notifications":      true,
		"churches_whose_trial_ends": true,                                                                                    // tells ids; package billing tests it
		"admin_of_link":             true, "admin_of_session": true, "admins_at_address": true, "due_church_deletions": true, // take a secret or an address, and tell ids; package access tests them
		"church_of_turn":    true,                                                                                                                      // takes a session with the turn, which only its visitor knows; package chat tests it
		"due_notifications": true, "find_notifications": true, "notification_queue": true, "forget_notifications": true, "forget_crisis_origins": true, // tell ids and counts; package notify tests them
		"churches_with_old_conversations": true, "churches_without_digest": true, // tell ids; packages conversations and digest test them
		"forget_changes":       true,                                                                                                                                                 // deletes of the transaction's church alone, and only while nobody holds it; package provision tests it
		"forget_confirmations": true,                                                                                                                                                 // tells a count; package confirmation tests it
		"open_user_session":    true, "user_session": true, "claim_user_session_refresh": true, "renew_user_session": true, "close_user_session": true, "forget_user_sessions": true, // take the hash of a secret; belong to no church; package session tests them
		"log_first_visit": true, "attribute_signup": true, // take a user's id or a token; package accounts tests them
		"churches_with_questions": true,                                                                                                                                        // tells ids; package learning tests it
		"answering_churches":      true,                                                                                                                                        // takes ids, and tells which of them answer, as their pages do; package directory tests it
		"unacknowledged_crises":   true,                                                                                                                                        // tells counts; package acknowledge tests it
		"store_messages":          true,                                                                                                                                        // adds what its caller may add church by church, and tells ids of what it was given; package transcript tests it
		"unsettled_calls":         true,                                                                                                                                        // tells ids; package voice tests it
		"church_changed":          true, "reference_changed": true, "knowledge_added": true, "knowledge_updated": true, "knowledge_removed": true, "keep_answerable_faq": true, // triggers
	}
	rows, err := db.Admin.Query(t.Context(), `
		select proname::text from pg_proc p
		where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('narthex_app', p.oid, 'execute')`)
	must(t, err)
	callable, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	for _, name := range callable {
		if !checked[name] {
			t.Errorf("the app's role may call %s as its owner", name)
		}
	}
	ours, theirs := newChurch(t, db, "ours"), newChurch(t, db, "theirs")
	exec(t, db.Admin, `insert into knowledge_documents (id, organization_id, title, file_name, media_type, source, source_sha256)
		values ($1, $1, 't', 'f', 'text/plain', '', '')`, theirs)
	err = pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
		enter(t, tx, ours)
		_, err := tx.Exec(t.Context(), `insert into unified_rag_content (organization_id, content_type, title, content, document_id, chunk_index)
			values ($1, 'document', 't', 'c', $2, 0)`, ours, theirs)
		return err
	})
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != "23503" {
		t.Errorf("a passage of another church's document: %v", err)
	}
}

func TestConstraintsRefuseWhatTheContractForbids(t *testing.T) {
	db := pgtest.New(t)
	id := newChurch(t, db, "grace")
	exec(t, db.Admin, `insert into theological_lenses (id, slug, name, description) values (1, 'x', 'X', 'x')`)
	request := func(kind, urgent, status, details string) string {
		return fmt.Sprintf(`insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, status, details)
			select gen_random_uuid(), id, '%s', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), %s, %s, coalesce(%s::jsonb, '{}') from churches limit 1`, kind, urgent, status, details)
	}
	exec(t, db.Admin, request("crisis", "true", "'new'", "null")) // only what is wrong with them is refused below
	for name, sql := range map[string]string{
		"a slug twice":                      `insert into churches (slug, name) values ('grace', 'Another')`,
		"a slug with a space":               `insert into churches (slug, name) values ('gr ace', 'Another')`,
		"an unknown plan":                   `update premium_churches set plan = 'gold_chat'`,
		"a plan of another channel":         `update premium_churches set channel = 'voice'`,
		"an unknown status":                 `update premium_churches set status = 'trial'`,
		"hours that are a list":             `update premium_churches set custom_hours = '[]'`,
		"staff that are an object":          `update premium_churches set custom_staff = '{}'`,
		"a phone number that is none":       `insert into church_voice_agents (church_id, carrier_phone_number) select id, '555' from churches limit 1`,
		"lens 18":                           `insert into theological_lenses (id, slug, name, description) values (18, 'y', 'Y', 'y')`,
		"a rule without a term":             `insert into theological_contradictions (lens_id, topic, position, forbidden_terms) values (1, 'a', 'b', '{}')`,
		"an article without content":        `insert into articles (slug, title, content) values ('a', 'A', '  ')`,
		"an article of an unknown status":   `insert into articles (slug, title, content, status) values ('a', 'A', 'a', 'lost')`,
		"a vector of the wrong length":      `insert into unified_rag_content (organization_id, content_type, title, content, embedding) select id, 'faq', 'q', 'a', '[1,2]' from churches limit 1`,
		"a passage without a document":      `insert into unified_rag_content (organization_id, content_type, title, content) select id, 'document', 'q', 'a' from churches limit 1`,
		"an answer that did not end":        `insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at) select gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), 'assistant', '', 'care', now() from churches limit 1`,
		"a payment event twice":             `insert into webhook_events (event_id, provider, type) values ('e', 'p', 't'), ('e', 'p', 't')`,
		"a subscription of a lost church":   fmt.Sprintf(`insert into premium_churches (church_id, plan, channel) values ('%s', 'pro_chat', 'chat')`, uuid.New()),
		"a request of an unknown kind":      request("gossip", "false", "'new'", "null"),
		"a request of an unknown status":    request("prayer", "false", "'lost'", "null"),
		"a request acknowledged at no time": request("prayer", "false", "'acknowledged'", "null"),
		"details that are a list":           request("prayer", "false", "'new'", "'[]'"),
		"a second subscription of a church": fmt.Sprintf(`insert into premium_churches (church_id, plan, channel) values ('%s', 'pro_chat', 'chat')`, id),
	} {
		_, err := db.Admin.Exec(t.Context(), sql)
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || !strings.HasPrefix(pgErr.Code, "23") && !strings.HasPrefix(pgErr.Code, "22") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestChangesRaiseTheEpochAndAreAnnounced(t *testing.T) {
	db := pgtest.New(t)
	ours, other := newChurch(t, db, "ours"), newChurch(t, db, "other")
	exec(t, db.Admin, `insert into theological_lenses (id, slug, name, description) values (1, 'x', 'X', 'x')`)
	listener, err := pgx.Connect(t.Context(), db.URL)
	must(t, err)
	defer listener.Close(context.Background())
	_, err = listener.Exec(t.Context(), `listen narthex_church`)
	must(t, err)

	vector := "array_fill(0.1::real, array[1536])::vector"
	for _, step := range []struct {
		name, sql  string
		epoch, cut int64 // by how much they rise
		payload    string
	}{
		{"a fact", `update premium_churches set custom_name = 'New' where church_id = $1`, 1, 0, ours.String()},
		{"the directory entry", `update churches set phone = '1' where id = $1`, 1, 0, ours.String()},
		{"voice", `insert into church_voice_agents (church_id) values ($1)`, 1, 0, ours.String()},
		{"settings", `insert into organization_settings (organization_id) values ($1)`, 1, 0, ours.String()},
		{"the lens", `insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 1)`, 1, 0, ours.String()},
		{"a FAQ without an embedding", `insert into unified_rag_content (organization_id, content_type, title, content) values ($1, 'faq', 'q', 'a')`, 0, 0, ""},
		{"its embedding", `update unified_rag_content set embedding = ` + vector + ` where organization_id = $1`, 1, 0, ours.String()},
		{"an edit", `update unified_rag_content set content = 'b' where organization_id = $1`, 0, 1, ours.String()},
		{"its embedding after the edit", `update unified_rag_content set embedding = ` + vector + ` where organization_id = $1`, 0, 0, ours.String()},
		{"an edit that changes nothing", `update unified_rag_content set content = 'b' where organization_id = $1`, 0, 0, ""},
		{"bookkeeping", `update unified_rag_content set embed_attempts = 1 where organization_id = $1`, 0, 0, ""},
		{"withdrawal", `update unified_rag_content set curation_status = 'rejected' where organization_id = $1`, 0, 1, ours.String()},
		{"approval", `update unified_rag_content set curation_status = 'approved' where organization_id = $1`, 1, 0, ours.String()},
		{"internal", `update unified_rag_content set metadata = metadata || '{"visibility":"internal"}' where organization_id = $1`, 0, 1, ours.String()},
		{"public", `update unified_rag_content set metadata = metadata || '{"visibility":"public"}' where organization_id = $1`, 1, 1, ours.String()},
		{"removal", `delete from unified_rag_content where organization_id = $1`, 0, 1, ours.String()},
	} {
		epoch, cut := versions(t, db, ours)
		otherEpoch, otherCut := versions(t, db, other)
		exec(t, db.Admin, step.sql, ours)
		nowEpoch, nowCut := versions(t, db, ours)
		if nowEpoch-epoch != step.epoch || nowCut-cut != step.cut {
			t.Errorf("%s: epoch rose by %d, retractions by %d", step.name, nowEpoch-epoch, nowCut-cut)
		}
		if e, c := versions(t, db, other); e != otherEpoch || c != otherCut {
			t.Errorf("%s: the other church changed", step.name)
		}
		heard := announced(t, db, listener)
		if step.payload == "" && len(heard) > 0 || step.payload != "" && !slices.Contains(heard, step.payload) {
			t.Errorf("%s: announced %v", step.name, heard)
		}
	}
	var retracted int
	must(t, db.Admin.QueryRow(t.Context(), `select count(*) from knowledge_retractions where organization_id = $1`, ours).Scan(&retracted))
	if retracted != 5 {
		t.Errorf("%d retractions are kept", retracted)
	}
}

// announced returns what was announced since the last time.
func announced(t *testing.T, db *pgtest.DB, listener *pgx.Conn) (payloads []string) {
	t.Helper()
	exec(t, db.Admin, `select pg_notify('narthex_church', 'end')`)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		notification, err := listener.WaitForNotification(ctx)
		must(t, err)
		if notification.Payload == "end" {
			return payloads
		}
		payloads = append(payloads, notification.Payload)
	}
}

// What a lens says concerns its own churches, and no church's row is written for it.
func TestChangesOfReferenceDataAreCountedByLensAndAnnounced(t *testing.T) {
	db := pgtest.New(t)
	ours := newChurch(t, db, "ours")
	listener, err := pgx.Connect(t.Context(), db.URL)
	must(t, err)
	defer listener.Close(context.Background())
	_, err = listener.Exec(t.Context(), `listen narthex_church`)
	must(t, err)
	counted := func() map[int]int64 {
		rows, err := db.Pool.Query(t.Context(), `select lens_id, epoch from reference_versions`)
		must(t, err)
		var (
			lens   int
			epoch  int64
			epochs = make(map[int]int64)
		)
		_, err = pgx.ForEachRow(rows, []any{&lens, &epoch}, func() error { epochs[lens] = epoch; return nil })
		must(t, err)
		return epochs
	}
	epoch, cut := versions(t, db, ours)
	for _, step := range []struct {
		name, sql string
		changed   []int // lenses; 0: every church
	}{
		{"lenses", `insert into theological_lenses (id, slug, name, description) values (1, 'x', 'X', 'x'), (2, 'y', 'Y', 'y')`, []int{1, 2}},
		{"a rule", `insert into theological_contradictions (lens_id, topic, position, forbidden_terms) values (1, 'a', 'b', '{c}')`, []int{1}},
		{"a rule of another lens from now on", `update theological_contradictions set lens_id = 2`, []int{1, 2}},
		{"a rule that stays as it is", `update theological_contradictions set position = 'b'`, nil},
		{"a text", `insert into lens_texts (id, lens_id, title, source, content) values (gen_random_uuid(), 2, 't', 's', 'c')`, []int{2}},
		{"its embedding", `update lens_texts set embedding = array_fill(0.1::real, array[1536])::vector, embedder = 'e'`, nil},
		{"what it says", `update lens_texts set content = 'd'`, []int{2}},
		{"a family", `insert into church_families (key, name, position) values ('f', 'F', 1)`, []int{0}},
		{"a denomination", `insert into denominations (key, family_key, name, lens_id) values ('d', 'f', 'D', 1)`, []int{0}},
		{"product knowledge", `insert into product_knowledge (priority, topic, question, answer) values (1, 't', 'q', 'a')`, []int{0}},
		{"nothing", `update product_knowledge set answer = 'b' where false`, nil},
		{"a lens that goes with its rules and texts", `delete from theological_lenses where id = 2`, []int{2}},
	} {
		before := counted()
		exec(t, db.Admin, step.sql)
		after, heard := counted(), announced(t, db, listener)
		for lens := range 3 {
			if rose := after[lens] > before[lens]; rose != slices.Contains(step.changed, lens) {
				t.Errorf("%s: the epoch of lens %d went from %d to %d", step.name, lens, before[lens], after[lens])
			}
		}
		if (len(step.changed) > 0) != slices.Contains(heard, "*") {
			t.Errorf("%s: announced %v", step.name, heard)
		}
	}
	if e, c := versions(t, db, ours); e != epoch || c != cut {
		t.Error("a church's own row was written")
	}
	if _, err := db.Pool.Exec(t.Context(), `update reference_versions set epoch = 0`); err == nil {
		t.Error("the app may set an epoch back")
	}
}

func TestAChurchCanBeDeletedWhole(t *testing.T) {
	db := pgtest.New(t)
	id := newChurch(t, db, "ours")
	listener, err := pgx.Connect(t.Context(), db.URL)
	must(t, err)
	defer listener.Close(context.Background())
	_, err = listener.Exec(t.Context(), `listen narthex_church`)
	must(t, err)
	newFAQ(t, db, id)
	exec(t, db.Admin, `delete from churches where id = $1`, id)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 2 { // its knowledge came, and it went
		notification, err := listener.WaitForNotification(ctx)
		must(t, err)
		if notification.Payload != id.String() {
			t.Errorf("announced %s", notification.Payload)
		}
	}
	for _, table := range []string{"premium_churches", "unified_rag_content", "answerable_faqs", "church_versions", "knowledge_retractions"} {
		var left int
		must(t, db.Admin.QueryRow(t.Context(), `select count(*) from `+table).Scan(&left))
		if left != 0 {
			t.Errorf("%d rows are left in %s", left, table)
		}
	}
}

func versions(t *testing.T, db *pgtest.DB, church uuid.UUID) (epoch, retracted int64) {
	t.Helper()
	must(t, db.Admin.QueryRow(t.Context(), `select epoch, retracted_through from church_versions where church_id = $1`, church).Scan(&epoch, &retracted))
	return epoch, retracted
}

func newChurch(t *testing.T, db *pgtest.DB, slug string) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	exec(t, db.Admin, `insert into churches (id, slug, name) values ($1, $2, $2)`, id, slug)
	exec(t, db.Admin, `insert into premium_churches (church_id, plan, channel) values ($1, 'pro_chat', 'chat')`, id)
	return id
}

func enter(t *testing.T, tx pgx.Tx, church uuid.UUID) {
	t.Helper()
	_, err := tx.Exec(t.Context(), `select set_config('narthex.church_id', $1, true)`, church.String())
	must(t, err)
}

func exec(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	_, err := pool.Exec(t.Context(), sql, args...)
	must(t, err)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
