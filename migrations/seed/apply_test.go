package seed_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/migrations/pgtest"
	"narthex/migrations/seed"
)

// everything has the events of one day, whatever the day of the test, and whether or not it ends in between.
var everything = seed.Options{Reference: true, Directory: true, Demo: true, Now: time.Now()}

func apply(t testing.TB, db *pgtest.DB, opts seed.Options) seed.Report {
	t.Helper()
	report, err := seed.Apply(t.Context(), db.Admin, opts)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func query[T any](t testing.TB, pool *pgxpool.Pool, sql string, args ...any) T {
	t.Helper()
	var value T
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

func exec(t testing.TB, pool *pgxpool.Pool, sql string, args ...any) {
	t.Helper()
	tag, err := pool.Exec(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	if tag.RowsAffected() == 0 {
		t.Fatalf("%s: no row", sql)
	}
}

func TestAnEmptyDatabaseGetsEverythingPromised(t *testing.T) {
	db := pgtest.New(t)
	report := apply(t, db, everything)

	for _, want := range []struct {
		what  string
		least int
		sql   string
	}{
		{"lenses", 17, "select count(*) from theological_lenses"},
		{"doctrinal rules", 17 * 6, "select count(*) from theological_contradictions"},
		{"denominations", 60, "select count(*) from denominations"},
		{"product knowledge", 40, "select count(*) from product_knowledge"},
		{"directory churches", 300, "select count(*) from churches where not is_premium"},
		{"countries in the directory", 5, "select count(distinct country) from churches where not is_premium"},
		{"US churches", 180, "select count(*) from churches where country = 'US'"},
		{"Canadian churches", 30, "select count(*) from churches where country = 'CA'"},
		{"UK churches", 35, "select count(*) from churches where country = 'GB'"},
		{"Irish churches", 20, "select count(*) from churches where country = 'IE'"},
		{"Australian churches", 15, "select count(*) from churches where country = 'AU'"},
		{"New Zealand churches", 10, "select count(*) from churches where country = 'NZ'"},
		{"FAQs", 25, "select count(*) from unified_rag_content where content_type = 'faq' and curation_status = 'approved'"},
		{"documents", 8, "select count(*) from knowledge_documents where status = 'queued'"},
		{"document formats", 5, "select count(distinct media_type) from knowledge_documents"},
	} {
		if got := query[int](t, db.Admin, want.sql); got < want.least {
			t.Errorf("%d %s, want at least %d", got, want.what, want.least)
		}
	}
	if embedded := query[int](t, db.Admin, "select count(*) from unified_rag_content where embedding is not null"); embedded != 0 {
		t.Errorf("%d rows were embedded", embedded)
	}
	for _, count := range report.Counts {
		if count.Inserted == 0 || count.Updated+count.Removed+count.Unchanged+count.Kept > 0 {
			t.Errorf("%s: %+v, want only insertions", count.Kind, count)
		}
		if !strings.Contains(report.String(), count.Kind) {
			t.Errorf("the report does not mention %s", count.Kind)
		}
	}
}

func TestTheDemoChurchesAreAsDifferentAsPromised(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	type church struct {
		Slug, Plan, Country, Timezone, Language string
		IsDemo                                  bool
		ChosenLens                              *string
		NotificationEmail                       *string
	}
	rows, err := db.Admin.Query(t.Context(), `
		select c.slug, p.plan, c.country, c.timezone, c.language, c.is_demo, l.slug as chosen_lens, v.notification_email
		from churches c
		join premium_churches p on p.church_id = c.id and p.status = 'active' and p.chatbot_enabled and p.chatbot_agent_id = c.id
		join church_voice_agents v on v.church_id = c.id
		join organization_settings o on o.organization_id = c.id
		left join church_theological_lenses chosen on chosen.church_id = c.id
		left join theological_lenses l on l.id = chosen.theological_lens_id
		order by c.slug`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowToStructByName[church])
	if err != nil {
		t.Fatal(err)
	}
	want := []church{
		{"grace-harbor", "suite_both", "US", "America/New_York", "en", true, new("evangelical"), new("care@graceharbor.example.org")},
		{"nueva-vida", "starter_chat", "US", "America/Chicago", "es", true, nil, nil},
		{"st-brigids", "pro_chat", "IE", "Europe/Dublin", "en", false, nil, new("office@stbrigids.example.org")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestJSONColumnsHaveTheShapesThatReadersExpect(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	for name, misshapen := range map[string]string{
		"hours": `select 1 from premium_churches, jsonb_each(custom_hours) as day
			where jsonb_typeof(value) <> 'array' or jsonb_path_exists(value, '$[*] ? (@.type() != "string")')`,
		"staff": `select 1 from premium_churches, jsonb_array_elements(custom_staff) as member
			where not member ?& array['name', 'title'] or (member - array['name', 'title', 'bio', 'photo_url']) <> '{}'`,
		"ministries": `select 1 from premium_churches, jsonb_array_elements(custom_ministries) as ministry
			where not ministry ?& array['name', 'description'] or (ministry - array['name', 'description']) <> '{}'`,
		"what to expect": `select 1 from premium_churches
			where (what_to_expect - array['dress_code', 'parking', 'children', 'first_visit', 'music_style', 'service_length']) <> '{}'`,
		"availability": `select 1 from church_voice_agents, jsonb_each(pastor_availability) as day where jsonb_typeof(value) <> 'array'`,
		"agents": `select 1 from organization_settings, jsonb_each(agent_config) as agent
			where jsonb_typeof(value -> 'enabled') <> 'boolean' or jsonb_typeof(value #> '{personality,warmth}') <> 'number'
			   or jsonb_typeof(value #> '{personality,tone}') <> 'string' or jsonb_typeof(value -> 'handoff_rules') <> 'string'`,
		"tools":               `select 1 from organization_settings, jsonb_each(agent_tool_config) as tool where jsonb_typeof(value) <> 'boolean'`,
		"doctrinal overrides": `select 1 from organization_settings, jsonb_each(doctrinal_overrides) as topic where jsonb_typeof(value) <> 'string'`,
		"FAQ metadata": `select 1 from unified_rag_content
			where jsonb_typeof(metadata -> 'exact_response') <> 'boolean' or not metadata ?& array['faq_category', 'visibility', 'exact_response']`,
		"vocabulary": `select 1 from theological_lenses, jsonb_array_elements(vocabulary) as entry
			where not entry ?& array['term', 'gloss', 'es'] or (entry - array['term', 'gloss', 'instead_of', 'es', 'es_instead_of']) <> '{}'`,
	} {
		if n := query[int](t, db.Admin, "select count(*) from ("+misshapen+") as misshapen"); n != 0 {
			t.Errorf("%s: %d have another shape", name, n)
		}
	}
}

// rowVersions gives, for every row of every table a church or the catalogue has, the transaction that last wrote it.
func rowVersions(t *testing.T, pool *pgxpool.Pool) map[string]string {
	t.Helper()
	versions := map[string]string{}
	for _, table := range []string{
		"theological_lenses", "theological_contradictions", "church_families", "denominations", "product_knowledge",
		"churches", "premium_churches", "church_voice_agents", "organization_settings", "church_theological_lenses",
		"unified_rag_content", "knowledge_documents", "church_versions", "knowledge_retractions",
		"events", "groups", "volunteer_roles",
	} {
		versions[table] = query[string](t, pool, fmt.Sprintf(
			"select count(*) || ' rows ' || coalesce(md5(string_agg(ctid::text || xmin::text, ',' order by ctid)), '') from %s", table))
	}
	return versions
}

func TestASecondApplyWritesNothingAndTellsNobody(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	before := rowVersions(t, db.Admin)

	listener, err := pgx.Connect(t.Context(), db.AdminURL)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close(context.WithoutCancel(t.Context()))
	if _, err := listener.Exec(t.Context(), "listen narthex_church"); err != nil {
		t.Fatal(err)
	}
	report := apply(t, db, everything)

	if report.Changed() {
		t.Errorf("the second run reports changes:\n%s", report)
	}
	if diff := cmp.Diff(before, rowVersions(t, db.Admin)); diff != "" {
		t.Errorf("rows were written:\n%s", diff)
	}
	// Notifications come in the order of commits: whatever Apply sent comes before this one.
	if _, err := db.Admin.Exec(t.Context(), "select pg_notify('narthex_church', 'last')"); err != nil {
		t.Fatal(err)
	}
	notification, err := listener.WaitForNotification(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if notification.Payload != "last" {
		t.Errorf("a notification was sent for %s", notification.Payload)
	}
}

func TestTwoRunsAtOnceDoNotCollide(t *testing.T) {
	db := pgtest.New(t)
	var group sync.WaitGroup
	reports, errs := make([]seed.Report, 3), make([]error, 3)
	for i := range reports {
		group.Go(func() { reports[i], errs[i] = seed.Apply(t.Context(), db.Admin, everything) })
	}
	group.Wait()
	changed := 0
	for i := range reports {
		if errs[i] != nil {
			t.Errorf("run %d: %v", i, errs[i])
		}
		if reports[i].Changed() {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d runs wrote, want exactly one", changed)
	}
}

func TestReferenceDataCanBeLoadedAlone(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, seed.Options{Reference: true})
	if n := query[int](t, db.Admin, "select count(*) from churches"); n != 0 {
		t.Errorf("%d churches were made", n)
	}
	if n := query[int](t, db.Admin, "select count(*) from theological_lenses"); n != 17 {
		t.Errorf("%d lenses, want 17", n)
	}
}

func TestAFailureLeavesNothingBehind(t *testing.T) {
	db := pgtest.New(t)
	exec(t, db.Admin, "insert into churches (slug, name) values ('grace-harbor', 'Somebody else')")
	_, err := seed.Apply(t.Context(), db.Admin, everything)
	if err == nil || !strings.Contains(err.Error(), "demo churches") {
		t.Errorf("got error %v, want one that names the demo churches", err)
	}
	if n := query[int](t, db.Admin, "select count(*) from theological_lenses"); n != 0 {
		t.Errorf("%d lenses stayed", n)
	}
}

func TestReferenceTablesAreMadeEqualToTheSeed(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, seed.Options{Reference: true})
	// As a database looks whose seed had other entries in another order.
	exec(t, db.Admin, "update product_knowledge set priority = priority + 1000")
	exec(t, db.Admin, "update product_knowledge set priority = 1003 - priority where priority in (1001, 1002)")
	exec(t, db.Admin, "insert into product_knowledge (priority, topic, question, answer) values (2001, 'old', 'Old?', 'Old.')")
	exec(t, db.Admin, "update theological_lenses set description = 'old' where id = 3")
	exec(t, db.Admin, "delete from denominations where key = (select min(key) from denominations)")

	report := apply(t, db, seed.Options{Reference: true})

	for _, want := range []seed.Count{
		{Kind: "product knowledge", Updated: query[int](t, db.Admin, "select count(*) from product_knowledge"), Removed: 1},
		{Kind: "lenses", Updated: 1, Unchanged: 16},
		{Kind: "denominations", Inserted: 1, Unchanged: query[int](t, db.Admin, "select count(*) from denominations") - 1},
	} {
		if diff := cmp.Diff(want, report.Of(want.Kind)); diff != "" {
			t.Error(diff)
		}
	}
	if again := apply(t, db, seed.Options{Reference: true}); again.Changed() {
		t.Errorf("not settled after one run:\n%s", again)
	}
}

func TestWhatAnAdminEditedInADemoChurchIsPutBack(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	church := seed.ChurchID("grace-harbor")
	exec(t, db.Admin, "update premium_churches set custom_name = 'Edited' where church_id = $1", church)
	epoch := query[int](t, db.Admin, "select epoch from church_versions where church_id = $1", church)

	report := apply(t, db, everything)

	if got := report.Of("subscriptions"); got.Updated != 1 || got.Unchanged != 2 {
		t.Errorf("got %+v, want one updated and two unchanged", got)
	}
	if name := query[string](t, db.Admin, "select custom_name from premium_churches where church_id = $1", church); name == "Edited" {
		t.Error("the edit stayed")
	}
	if now := query[int](t, db.Admin, "select epoch from church_versions where church_id = $1", church); now != epoch+1 {
		t.Errorf("epoch went from %d to %d, want one more", epoch, now)
	}
}

func TestADirectoryChurchThatSubscribedIsLeftAlone(t *testing.T) {
	db := pgtest.New(t)
	taken := query[string](t, db.Admin, "insert into churches (slug, name) values ('first-baptist-church-tyler-tx', 'Here first') returning slug")
	first := apply(t, db, everything)
	if first.Of("directory churches").Kept != 1 {
		t.Errorf("the church whose slug was taken is not reported:\n%s", first)
	}
	subscribed := query[uuid.UUID](t, db.Admin, "select id from churches where not is_premium and slug <> $1 order by slug limit 1", taken)
	exec(t, db.Admin, "update churches set denomination = 'changed at sign-up', is_premium = true where id = $1", subscribed)
	exec(t, db.Admin, "insert into premium_churches (church_id, plan, channel) values ($1, 'pro_chat', 'chat')", subscribed)

	report := apply(t, db, everything)

	if got := report.Of("directory churches"); got.Kept != 2 || report.Changed() {
		t.Errorf("want two kept and nothing changed:\n%s", report)
	}
	if got := query[string](t, db.Admin, "select denomination from churches where id = $1", subscribed); got != "changed at sign-up" {
		t.Errorf("denomination is %q", got)
	}
	if got := query[string](t, db.Admin, "select name from churches where slug = $1", taken); got != "Here first" {
		t.Errorf("name is %q", got)
	}
}

func TestTheServerSeesTheDirectoryAndOneChurchAtATime(t *testing.T) {
	db := pgtest.New(t)
	apply(t, db, everything)
	if n := query[int](t, db.Pool, "select count(*) from churches"); n < 303 {
		t.Errorf("%d churches are public, want at least 303", n)
	}
	for _, table := range []string{"premium_churches", "church_voice_agents", "organization_settings", "church_theological_lenses",
		"unified_rag_content", "knowledge_documents"} {
		if n := query[int](t, db.Pool, "select count(*) from "+table); n != 0 {
			t.Errorf("%s: %d rows are seen without a church", table, n)
		}
	}
	for _, church := range []struct {
		slug            string
		faqs, documents int
	}{
		{"grace-harbor", 20, 6}, {"st-brigids", 10, 3}, {"nueva-vida", 5, 1},
	} {
		var plan string
		var faqs, documents, foreign int
		err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), "select set_config('narthex.church_id', $1, true)", seed.ChurchID(church.slug).String()); err != nil {
				return err
			}
			return tx.QueryRow(t.Context(), `
				select (select plan from premium_churches), (select count(*) from unified_rag_content where content_type = 'faq'),
				       (select count(*) from knowledge_documents),
				       (select count(*) from unified_rag_content where organization_id <> $1)`, seed.ChurchID(church.slug)).
				Scan(&plan, &faqs, &documents, &foreign)
		})
		if err != nil {
			t.Fatal(err)
		}
		if plan == "" || faqs < church.faqs || documents < church.documents || foreign != 0 {
			t.Errorf("%s: plan %q, %d FAQs, %d documents, %d rows of others", church.slug, plan, faqs, documents, foreign)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	b.Run("to an empty database", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			db := pgtest.New(b)
			b.StartTimer()
			apply(b, db, everything)
		}
	})
	b.Run("again", func(b *testing.B) {
		db := pgtest.New(b)
		start := time.Now()
		apply(b, db, everything)
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "first-ms")
		for b.Loop() {
			apply(b, db, everything)
		}
	})
}
