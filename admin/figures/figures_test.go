package figures_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/figures"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// record is a church with what visitors asked it.
type record struct {
	db     *pgtest.DB
	church uuid.UUID
	store  figures.Store
}

func newRecord(t testing.TB, timezone string) *record {
	t.Helper()
	r := &record{db: pgtest.New(t), church: uuid.New()}
	r.store = figures.Store{Pool: r.db.Pool}
	r.exec(t, "insert into churches (id, slug, name, timezone) values ($1, 'grace', 'Grace', $2)", r.church, timezone)
	r.exec(t, "insert into premium_churches (church_id, plan, channel) values ($1, 'pro_both', 'both')", r.church)
	return r
}

func (r *record) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := r.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

// conversation begins one.
func (r *record) conversation(t testing.TB, flagged bool) uuid.UUID {
	t.Helper()
	id := uuid.New()
	r.exec(t, "insert into conversations (id, church_id, session_id, agent, flagged, last_message_at) values ($1, $2, $1, 'care', $3, now() + interval '1 hour')", id, r.church, flagged)
	return id
}

// turn adds a question and its answer. Sources are JSON.
func (r *record) turn(t testing.TB, conversation uuid.UUID, question string, at time.Time, tier any, reason, outcome, sources string) uuid.UUID {
	t.Helper()
	turn := uuid.New()
	r.exec(t, `
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, tier, reason, outcome, cost_micros, sources, created_at)
		values (gen_random_uuid(), $1, $2, $3, 'user', $4, 'care', null, null, null, 0, '[]', $5),
			(gen_random_uuid(), $1, $2, $3, 'assistant', 'x', 'care', $6, $7, $8, 10, $9, $5)`, r.church, conversation, turn, question, at, tier, reason, outcome, sources)
	return turn
}

func TestADayIsTheChurchs(t *testing.T) {
	t.Parallel()
	// In Auckland it is the 24th from 11:00 UTC of the 23rd on.
	r := newRecord(t, "Pacific/Auckland")
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	first := r.conversation(t, false)
	r.turn(t, first, "a?", now.Add(-30*time.Minute), 0, "hours", "stop", "[]")
	r.turn(t, first, "b?", now.Add(-90*time.Minute), 4, "model", "stop", "[]")
	r.turn(t, r.conversation(t, false), "c?", now.Add(-90*time.Minute), nil, "crisis", "stop", "[]")
	r.turn(t, r.conversation(t, false), "d?", now.Add(-40*time.Minute), 4, "model", "error", "[]")
	r.turn(t, r.conversation(t, false), "too old?", now.AddDate(0, 0, -7), 4, "model", "stop", "[]")
	found, err := r.store.Numbers(t.Context(), r.church, figures.Last(7, now, "Pacific/Auckland"))
	must(t, err)
	last, before := found.Days[6], found.Days[5]
	if len(found.Days) != 7 || last != (figures.Day{Date: "2026-11-24", Count: figures.Count{Conversations: 2, Questions: 2, WithoutModel: 1, Failed: 1, CostMicros: 20}}) ||
		before != (figures.Day{Date: "2026-11-23", Count: figures.Count{Conversations: 2, Questions: 2, CostMicros: 20}}) {
		t.Errorf("%+v", found.Days)
	}
	if found.Total != (figures.Count{Conversations: 3, Questions: 4, WithoutModel: 1, Failed: 1, CostMicros: 40}) {
		t.Errorf("in all %+v", found.Total)
	}
	want := map[string]int{"tier0": 1, "tier4": 1, "crisis": 1, "error": 1}
	for _, way := range found.Ways {
		if want[way.Name] != way.Count {
			t.Errorf("%s: %d", way.Name, way.Count)
		}
		delete(want, way.Name)
	}
	if len(want) != 0 || len(found.Agents) != 1 || found.Agents[0] != (figures.Share{Name: "care", Count: 3}) {
		t.Errorf("missing are %v; agents: %v", want, found.Agents)
	}
}

func TestToolsAreCountedByName(t *testing.T) {
	t.Parallel()
	r := newRecord(t, "UTC")
	now := time.Now()
	for _, trace := range []string{
		`{"tools": [{"name": "plan_visit", "ok": true, "ms": 1}, {"name": "list_ministries", "ok": true, "ms": 1}]}`,
		`{"tools": [{"name": "plan_visit", "ms": 1}, {"ms": 1}]}`, `{"tools": "none"}`, `{}`,
	} {
		turn := r.turn(t, r.conversation(t, false), "a?", now.Add(-time.Minute), 4, "model", "stop", "[]")
		r.exec(t, "update messages set trace = $2 where turn_id = $1 and role = 'assistant'", turn, trace)
	}
	found, err := r.store.Numbers(t.Context(), r.church, figures.Last(7, now, "UTC"))
	must(t, err)
	if want := []figures.Share{{Name: "plan_visit", Count: 2}, {Name: "list_ministries", Count: 1}, {Name: "unknown", Count: 1}}; !slices.Equal(found.Tools, want) {
		t.Errorf("%+v", found.Tools)
	}
}

func TestCallsCostTheirMinutesAsWell(t *testing.T) {
	t.Parallel()
	r := newRecord(t, "Pacific/Auckland")
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	call := func(id uuid.UUID, began time.Time, cost any) {
		r.exec(t, `
			insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at, cost_micros)
			values ($1, $2, gen_random_uuid(), 'CA', '+12075550145', 'en', 1, $3, $3, $4)`, id, r.church, began, cost)
	}
	kept := r.conversation(t, false)
	r.turn(t, kept, "a?", now.Add(-30*time.Minute), 4, "model", "stop", "[]")
	call(kept, now.Add(-30*time.Minute), 85_010)
	call(uuid.New(), now.Add(-90*time.Minute), 42_000) // its messages are deleted
	call(uuid.New(), now.Add(-20*time.Minute), nil)    // it goes on
	call(uuid.New(), now.AddDate(0, 0, -7), 1_000)     // too old
	found, err := r.store.Numbers(t.Context(), r.church, figures.Last(7, now, "Pacific/Auckland"))
	must(t, err)
	if found.Days[6].CostMicros != 85_010 || found.Days[5].CostMicros != 42_000 || found.Total.CostMicros != 127_010 {
		t.Errorf("%+v, in all %+v", found.Days[5:], found.Total)
	}
}

func TestADayWithAnHourLessHasAllItsAnswers(t *testing.T) {
	t.Parallel()
	// In New York the clock went from 2 to 3 on 8 March 2026.
	r := newRecord(t, "America/New_York")
	now := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
	one := r.conversation(t, false)
	for _, at := range []time.Time{time.Date(2026, 3, 8, 5, 0, 0, 0, time.UTC), time.Date(2026, 3, 9, 3, 59, 0, 0, time.UTC)} { // its first and its last minute
		r.turn(t, one, "a?", at, 0, "hours", "stop", "[]")
	}
	for _, at := range []time.Time{time.Date(2026, 3, 3, 4, 59, 0, 0, time.UTC), time.Date(2026, 3, 3, 5, 0, 0, 0, time.UTC)} { // before its first minute, and in it
		r.exec(t, `insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at)
			values (gen_random_uuid(), $1, gen_random_uuid(), 'CA', '+12075550145', 'en', 1, $2, $2)`, r.church, at)
	}
	found, err := r.store.Numbers(t.Context(), r.church, figures.Last(7, now, "America/New_York"))
	must(t, err)
	if day := found.Days[5]; day.Date != "2026-03-08" || day.Questions != 2 || len(found.Days) != 7 || found.Calls != 1 {
		t.Errorf("%+v, %d calls", found.Days, found.Calls)
	}
}

func TestQuestionsAreThoseThatMayBeShown(t *testing.T) {
	t.Parallel()
	r := newRecord(t, "UTC")
	now := time.Now()
	ask := func(conversation uuid.UUID, question, sources string) uuid.UUID {
		return r.turn(t, conversation, question, now.Add(-time.Minute), 4, "model", "stop", sources)
	}
	ask(r.conversation(t, false), "Do you have a choir?", "[]")
	ask(r.conversation(t, false), "do you have a CHOIR", `[{"title": "Music"}]`)
	twice := r.conversation(t, false) // one visitor who asks again is one
	ask(twice, "Is there parking?", `[{"title": "Parking"}]`)
	poor := ask(twice, "Is there parking?", `[{"title": "Parking"}]`)
	r.exec(t, "insert into message_feedback (turn_id, church_id, conversation_id, value) values ($1, $2, $3, 'down')", poor, r.church, twice)
	ask(r.conversation(t, false), "thank you", "[]")
	ask(r.conversation(t, true), "What if I died?", "[]")
	for _, column := range []string{"confidential", "safeguarding"} {
		confided := r.conversation(t, false)
		ask(confided, "Will you pray for my marriage?", "[]")
		r.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, `+column+`) values ($2, $1, 'prayer', $2, $2, $2, true)`, r.church, confided)
	}
	untold := r.conversation(t, false) // a call that goes on, of which no transcript is kept
	ask(untold, "Is my name on the list?", "[]")
	r.exec(t, `insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at, transcribed)
		values ($2, $1, $2, 'CA', '+12075550145', 'en', 1, now(), now(), false)`, r.church, untold)
	for kind, question := range map[string]string{"callback": "Could the pastor call me tomorrow?", "prayer": "Please pray for my mother Ruth", "hospital_visit": "Who visits my father on ward 3?"} {
		one := r.conversation(t, false)
		turn := ask(one, question, "[]")
		r.exec(t, "insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key) values ($3, $1, $4, $2, $3, $3)", r.church, one, turn, kind)
	}
	for question, trace := range map[string]string{
		"Which groups meet on Tuesdays?": `{"tools": [{"name": "list_ministries", "ok": true, "ms": 1}]}`,
		"May I book the hall in June?":   `{"tools": [{"name": "request_facility_use", "asked": true, "ms": 1}]}`,
		"May I bring my llama along?":    `{"tools": [{"name": "look_up_knowledge", "ms": 1}]}`,
	} {
		turn := ask(r.conversation(t, false), question, "[]")
		r.exec(t, "update messages set trace = $2 where turn_id = $1 and role = 'assistant'", turn, trace)
	}
	// A tool that listed something may have had nothing that was asked for.
	knitting := ask(r.conversation(t, false), "Is there a knitting group?", "[]")
	r.exec(t, `update messages set trace = '{"tools": [{"name": "list_ministries", "ok": true, "ms": 1}]}', content = 'I don''t have any information about a knitting group.'
		where turn_id = $1 and role = 'assistant'`, knitting)
	ask(r.conversation(t, false), "Have you a youth group?", "[]")
	ask(r.conversation(t, false), "Have you a youth group", "[]")
	// What goes on from what was said before is no question to answer to all.
	talk := r.conversation(t, false)
	r.turn(t, talk, "When is the service?", now.Add(-3*time.Minute), 0, "", "stop", `[{"title": "Hours"}]`)
	for _, question := range []string{"and on wednesday?", "what about kids?", "¿Y los miércoles por la tarde?", "any announcements?", "And on Christmas Day?"} {
		ask(talk, question, "[]")
	}
	unhelped := ask(talk, "And is it open at Easter?", "[]")
	r.exec(t, "insert into message_feedback (turn_id, church_id, conversation_id, value) values ($1, $2, $3, 'down')", unhelped, r.church, talk)
	found, err := r.store.Questions(t.Context(), r.church, figures.Last(7, now, "UTC"))
	must(t, err)
	if i := slices.IndexFunc(found.Uncovered, func(one figures.Uncovered) bool { return one.Leans }); i < 0 || found.Uncovered[i].Text != "And is it open at Easter?" || !found.Uncovered[i].Poor {
		t.Errorf("what leans on what was said before, and did not help: %+v", found.Uncovered)
	} else {
		found.Uncovered = slices.Delete(found.Uncovered, i, i+1)
	}
	if len(found.Top) != 2 || found.Top[0].Count != 2 || found.Top[1].Count != 2 {
		t.Errorf("asked most: %+v", found.Top)
	}
	uncovered := map[string]bool{}
	for _, one := range found.Uncovered {
		uncovered[one.Text] = one.Poor
	}
	_, llama := uncovered["May I bring my llama along?"]
	if _, knits := uncovered["Is there a knitting group?"]; len(found.Uncovered) != 5 || len(uncovered) != 5 || !llama || !knits || !uncovered["Is there parking?"] || uncovered["Do you have a choir?"] {
		t.Errorf("uncovered: %+v", found.Uncovered)
	}
}

func TestAStepIsDoneOnceItIs(t *testing.T) {
	t.Parallel()
	r := newRecord(t, "UTC")
	done := func() (names []string) {
		steps, err := r.store.Setup(t.Context(), r.church)
		must(t, err)
		for _, step := range steps {
			if step.Done && step.Name != "site" { // which is done with what is found there
				names = append(names, step.Name)
			}
		}
		return names
	}
	if names := done(); len(names) != 0 {
		t.Fatalf("a new church has done %v", names)
	}
	for name, sql := range map[string]string{
		"hours":        `update premium_churches set custom_hours = '{"sunday": ["10:00"]}' where church_id = $1`,
		"visit":        `update premium_churches set what_to_expect = '{"parking": "Yes"}' where church_id = $1`,
		"staff":        `update premium_churches set custom_staff = '[{"name": "Ann"}]' where church_id = $1`,
		"place":        `update churches set address = '1 Hill', phone = '1' where id = $1`,
		"lens":         `update churches set denomination = 'Baptist' where id = $1`,
		"contact":      `insert into church_voice_agents (church_id, notification_email) values ($1, 'a@x.example') on conflict (church_id) do update set notification_email = 'a@x.example'`,
		"safeguarding": `insert into church_voice_agents (church_id, safeguarding_phone) values ($1, '+1') on conflict (church_id) do update set safeguarding_phone = '+1'`,
		"asked":        `insert into conversations (church_id, session_id, agent) values ($1, $1, 'care')`,
		"team":         `insert into church_admin_identities (church_id, email) values ($1, 'a@x.example'), ($1, 'b@x.example')`,
	} {
		before := len(done())
		r.exec(t, sql, r.church)
		if now := done(); len(now) != before+1 {
			t.Errorf("after %s, done are %v", name, now)
		}
	}
}

// Whoever has typed what stands on a website needs not have it read.
func TestAWebsiteIsReadOrNeedsNotBe(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"it was read":  "insert into site_imports (id, church_id, url, status) values ($1, $1, 'https://harbor.example.com/', 'done')",
		"all is typed": `update premium_churches set custom_hours = '{"sunday": ["10:00"]}', what_to_expect = '{"parking": "Yes"}', custom_staff = '[{"name": "Ann"}]' where church_id = $1`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRecord(t, "UTC")
			done := func() bool {
				steps, err := r.store.Setup(t.Context(), r.church)
				must(t, err)
				for _, step := range steps {
					if step.Name == "site" {
						return step.Done
					}
				}
				t.Fatal("it is no step")
				return false
			}
			if done() {
				t.Error("a new church has it done")
			}
			r.exec(t, sql, r.church)
			if !done() {
				t.Error("it is not done")
			}
		})
	}
}
