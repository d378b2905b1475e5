package provision_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/provision"
)

// leave has a visitor leave something in every table that is theirs, and an admin in the list of changes.
func (f *fixture) leave(id uuid.UUID) {
	f.Helper()
	session, turn := uuid.New(), uuid.New()
	for table, sql := range map[string]string{
		"conversations":            `insert into conversations (id, church_id, session_id, agent) values ($3, $1, $2, 'care')`,
		"calls":                    `insert into calls (id, church_id, session_id, provider_id, called, caller, language, sockets, began_at, last_at) values ($3::uuid, $1, $2, $3::uuid::text, '1', '+12075550142', 'en', 1, now(), now())`,
		"visitor_requests":         `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, name, message) values (gen_random_uuid(), $1, 'prayer', $2, $3, gen_random_uuid(), 'Ruth', 'my husband left')`,
		"newsletter_subscriptions": `insert into newsletter_subscriptions (church_id, email, language, consent_text, visitor_words, consented_at, session_id, turn_id, idempotency_key) values ($1, 'ruth@x.example', 'en', 'x', 'x', now(), $2, $3, gen_random_uuid())`,
		"confirmations":            `insert into confirmations (church_id, call_id, session_id, turn_id, write_key, tool, arguments, made_in, said_sha256, asked_at, expires_at) values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'x', '{}', '{}', sha256('x'), now(), now())`,
		"audit_log":                `insert into audit_log (id, church_id, who, what) values (gen_random_uuid(), $1, 'mallory@example.net', left($2::uuid::text || $3::uuid::text, 0) || 'faq.changed')`,
	} {
		if _, err := f.db.Admin.Exec(f.Context(), sql, id, session, turn); err != nil {
			f.Fatalf("%s: %v", table, err)
		}
	}
	f.exec(`insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at) values (gen_random_uuid(), $1, $2, $2, 'user', 'my husband left', 'care', now())`, id, turn)
	f.exec(`insert into message_feedback (turn_id, church_id, conversation_id, value) values ($2, $1, $2, 'up')`, id, turn)
	f.exec(`insert into call_lines (id, church_id, call_id, speaker, said, said_at) values (gen_random_uuid(), $1, $2, 'caller', 'my husband left', now())`, id, turn)
}

// left is what stands of visitors and of changes, by table.
func (f *fixture) left(id uuid.UUID) (found []string) {
	f.Helper()
	for _, table := range append(slices.Clone(provision.Visited), "audit_log") {
		if n := value[int](f, "select count(*) from "+table+" where church_id = $1", id); n > 0 {
			found = append(found, fmt.Sprintf("%s %d", table, n))
		}
	}
	return found
}

func TestWhoeverClaimsAChurchNextReadsNothingOfTheClaimBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`insert into churches (slug, name, city, state, country) values ('gh', 'Grace Harbor', 'Portland', 'ME', 'US'), ('other', 'Other', 'Bath', 'ME', 'US')`)
	other := value[uuid.UUID](f, "select id from churches where slug = 'other'")
	f.leave(other)
	theirs := f.left(other)
	if len(theirs) != len(provision.Visited)+1 {
		t.Fatalf("only %v is left by a visitor", theirs)
	}
	s := form()
	s.Email = "mallory@example.net"
	id := f.must(s, "sub_1")
	f.leave(id)
	f.withdraw(id)
	if found := f.left(id); found != nil {
		t.Errorf("after the withdrawal: %v", found)
	}
	f.leave(id) // by answers that were under way
	s.Email = "eve@example.com"
	if again := f.must(s, "sub_2"); again != id {
		t.Fatal("the church cannot be claimed again")
	}
	if found := f.left(id); found != nil {
		t.Errorf("whoever claims it next reads %v", found)
	}
	f.leave(id)
	f.must(s, "sub_2") // told twice
	if found := f.left(id); !slices.Equal(found, theirs) {
		t.Errorf("of a church that somebody holds is left %v", found)
	}
	if found := f.left(other); !slices.Equal(found, theirs) {
		t.Errorf("of another church is left %v", found)
	}
}

func TestTheListOfChangesOfAChurchThatSomebodyHoldsStays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.must(form(), "sub_1")
	f.leave(id)
	for _, confined := range []uuid.UUID{id, uuid.New()} {
		tx, err := f.db.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range []string{"select set_config('narthex.church_id', '" + confined.String() + "', true)", "select forget_changes('" + id.String() + "')"} {
			if _, err := tx.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := value[int](f, "select count(*) from audit_log where church_id = $1", id); n != 1 {
		t.Errorf("%d of one change are left", n)
	}
}

func TestAnAlarmThatNobodyHasTakenOnSurvivesTheClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.exec(`insert into churches (slug, name, city, state, country) values ('gh', 'Grace Harbor', 'Portland', 'ME', 'US')`)
	id := f.must(form(), "sub_1")
	alarm := func(name, kind, status, phone string, ways ...string) {
		t.Helper()
		request, session := uuid.New(), uuid.New()
		f.exec(`insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, status, message, acknowledged_at, done_at)
			values ($1, $2, 'crisis', $3, gen_random_uuid(), gen_random_uuid(), true, $4, $5, case when $4 <> 'new' then now() end, case when $4 = 'done' then now() end)`, request, id, session, status, name)
		f.exec(`insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, name, phone)
			values (gen_random_uuid(), $1, 'callback', $2, gen_random_uuid(), gen_random_uuid(), 'Ruth', nullif($3, ''))`, id, session, phone)
		for _, way := range ways {
			channel, rest, _ := strings.Cut(way, " ")
			audience, state, _ := strings.Cut(rest, " ")
			f.exec(`insert into notifications (id, church_id, key, channel, audience, kind, urgent, happened_at, request_id, lines, status, due_at)
				values (gen_random_uuid(), $1, uuid_generate($2), $3, $4, $5, true, now(), $6, case when $7 in ('sent', 'skipped') then '[]' else jsonb_build_array(jsonb_build_object('label', 'message', 'text', $2)) end, $7, now() + interval '1 hour')`,
				id, name, channel, audience, kind, request, state)
		}
	}
	f.exec(`create function uuid_generate(text) returns uuid language sql immutable as 'select md5($1)::uuid'`)
	alarm("untold", "crisis", "new", "+12075550142", "mail church queued", "sms church queued", "mail second queued", "sms second queued")
	alarm("told and taken on", "crisis", "acknowledged", "", "mail church sent", "mail second queued")
	alarm("told and not taken on", "crisis", "new", "", "mail church sent", "sms church sent", "mail second queued", "sms second queued")
	alarm("nobody to tell", "crisis", "new", "", "mail church failed", "mail second failed")
	alarm("being sent", "crisis", "new", "", "mail church sending", "mail second queued")
	alarm("founder knows", "crisis", "new", "", "mail church skipped", "sms church queued", "mail founder queued")
	alarm("summary", "crises", "new", "+12075550199", "mail church queued")
	alarm("told to all", "crisis", "new", "+12075550155", "mail church sent", "sms church sent", "mail second sent", "sms second sent")
	alarm("lowered", "crisis", "done", "", "mail church queued")
	f.exec(`insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message, phone)
		values (gen_random_uuid(), $1, 'crisis', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, 'counted', '+12075550177')`, id)
	f.exec(`insert into notifications (id, church_id, key, channel, audience, kind, urgent, confidential, happened_at) values (gen_random_uuid(), $1, gen_random_uuid(), 'mail', 'church', 'prayer', true, true, now())`, id)
	f.exec(`update visitor_requests set safeguarding = true where message = 'nobody to tell'`)
	underWay := list(f, `select id::text from notifications where status = 'sending'`)
	f.withdraw(id)
	if warned := list(f, `select lines -> 0 ->> 'text' from notifications where audience = 'founder' and safeguarding`); !slices.Equal(warned, []string{"nobody to tell"}) {
		t.Errorf("that somebody at the church is accused is told of %q", warned)
	}
	if again := list(f, `select id::text from notifications where audience = 'founder'`); slices.ContainsFunc(underWay, func(id string) bool { return slices.Contains(again, id) }) {
		t.Error("whoever is sending a mail to the church would note that the founder's is sent")
	}
	told := list(f, `select channel || ' ' || audience || ' ' || (due_at <= now())::text || ': ' || coalesce((select string_agg(replace(l ->> 'text', E'\n', '/'), ', ' order by n) from jsonb_array_elements(lines) with ordinality as l (l, n)), '')
		from notifications where status in ('queued', 'sending', 'failed') order by 1`)
	want := []string{
		"mail founder false: founder knows", "mail founder true: ", "mail founder true: being sent, Ruth", "mail founder true: nobody to tell, Ruth",
		"mail founder true: summary, counted/+12075550177", "mail founder true: told and not taken on, Ruth", "mail founder true: told to all, Ruth, +12075550155", "mail founder true: untold, Ruth, +12075550142",
	}
	if !slices.Equal(told, want) {
		t.Errorf("waiting is\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	if n := value[int](f, "select count(*) from notifications where audience in ('church', 'second') and lines <> '[]'"); n != 0 {
		t.Errorf("%d messages that are not sent keep what visitors wrote", n)
	}
}
