package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/billing/price"
	"narthex/admin/billing/stripetest"
	"narthex/admin/signup"
	"narthex/chat/church"
	"narthex/cmd/dev/mailbox"
)

// steps of provisioning, in their order: each is a trigger that holds whoever comes there.
var steps = []struct{ name, when string }{
	{"the event is logged", "before insert on webhook_events for each row"},
	{"a church is made", "before insert on churches for each row"},
	{"its subscription is stored", "before insert on premium_churches for each row"},
	{"its first admin is stored", "before insert on church_admin_identities for each row when (not new.is_backup)"},
	{"its first admin gets a role", "before insert on church_identity_roles for each row"},
	{"its admin gets a session", "before insert on auth_sessions for each row"},
	{"its backup admin is stored", "before insert on church_admin_identities for each row when (new.is_backup)"},
	{"the assistant gets settings", "before insert on organization_settings for each row"},
	{"the assistant is switched on", "before update of chatbot_enabled on premium_churches for each row"},
	{"the team gets its first member", "before insert on church_team_members for each row"},
	{"the voice agent is made", "before insert on church_voice_agents for each row"},
	{"the welcome is queued", "before insert on notifications for each row when (new.kind = 'welcome')"},
	{"the founder's news are queued", "before insert on notifications for each row when (new.kind = 'new_sale')"},
	{"the mails' jobs are queued", "before insert on river_job for each row when (new.kind = 'deliver_notification')"},
	{"what became of the event is noted", "before update on webhook_events for each row"},
	{"everything is committed", "commit"},
	{"the welcome is about to be sent", "before update on notifications for each row when (new.kind = 'welcome' and new.status = 'sending')"},
	{"the welcome is noted as sent", "before insert on lifecycle_emails_sent for each row"},
}

const held = 7007 // the advisory lock that holds who comes to a step

// TestAKillAtAnyStepOfProvisioningLeadsToTheSameChurch kills the only node as it has reached a step, starts it again, delivers the
// webhook again, twice, and compares what there is with a church that was set up undisturbed.
func TestAKillAtAnyStepOfProvisioningLeadsToTheSameChurch(t *testing.T) {
	w := newWalk(t)
	undisturbed := w.deliver(t, "undisturbed", 1)
	for i, step := range steps {
		email := fmt.Sprintf("walk%d@x.example.org", i)
		w.hold(t, step.when)
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			_, _ = w.pay(email, "evt_"+email) // the node dies meanwhile, or has answered before
		}()
		w.await(t, "it is reached that "+step.name, `select exists (select from pg_locks where locktype = 'advisory' and objid = $1 and not granted)`, held)
		if !w.cluster.Node(0).Kill() {
			t.Fatal("the node had died before")
		}
		<-gone
		w.release(t)
		w.start(t)
		if got := w.deliver(t, strings.TrimSuffix(email, "@x.example.org"), 2); !maps.Equal(got, undisturbed) {
			t.Errorf("killed when %s: %v, want %v", step.name, got, undisturbed)
		}
	}
	var churches int
	if err := w.db.Admin.QueryRow(t.Context(), `select count(*) from premium_churches`).Scan(&churches); err != nil || churches != len(steps)+1 {
		t.Errorf("%d churches after %d sign-ups: %v", churches, len(steps)+1, err)
	}
}

// walk is a node whose provisioning can be held at a step.
type walk struct {
	*post
	stripe *stripetest.Stripe
	lock   *pgx.Conn
	tables []string // with rows of churches
}

func newWalk(t *testing.T) *walk {
	t.Helper()
	stripe := stripetest.New(t)
	w := &walk{stripe: stripe, post: newPost(t, 1,
		"STRIPE_SECRET_KEY=sk_test_1", "STRIPE_PUBLISHABLE_KEY=pk_test_1", "STRIPE_WEBHOOK_SECRET="+stripe.Secret, "STRIPE_API_BASE="+stripe.URL)}
	var err error
	if w.lock, err = pgx.Connect(t.Context(), w.db.AdminURL); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.lock.Close(context.Background()) })
	w.do(t, fmt.Sprintf(`create function wait_here() returns trigger language plpgsql as
		'begin perform pg_advisory_xact_lock(%d); return new; end'`, held))
	rows, err := w.db.Admin.Query(t.Context(), `
		select table_name || '.' || column_name from information_schema.columns
		where table_schema = 'public' and column_name in ('church_id', 'organization_id') and table_name in (select tablename from pg_tables) order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	if w.tables, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(w.tables) < 10 {
		t.Fatalf("%d tables: %v", len(w.tables), err)
	}
	return w
}

func (w *walk) do(t *testing.T, sql string) {
	t.Helper()
	if _, err := w.lock.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// hold has whoever comes to a step wait.
func (w *walk) hold(t *testing.T, when string) {
	t.Helper()
	w.do(t, fmt.Sprintf(`select pg_advisory_lock(%d)`, held))
	if when == "commit" {
		w.do(t, `create constraint trigger wait_here after insert on premium_churches deferrable initially deferred for each row execute function wait_here()`)
		return
	}
	w.do(t, `create trigger wait_here `+when+` execute function wait_here()`)
}

// release lets nobody wait any more, once those of the dead node are gone.
func (w *walk) release(t *testing.T) {
	t.Helper()
	w.do(t, fmt.Sprintf(`select pg_advisory_unlock(%d)`, held))
	var table string
	if err := w.db.Admin.QueryRow(t.Context(), `select tgrelid::regclass::text from pg_trigger where tgname = 'wait_here'`).Scan(&table); err != nil {
		t.Fatal(err)
	}
	w.do(t, `drop trigger wait_here on `+table)
}

// pay posts the event of a sign-up that is paid, and returns the status.
func (w *walk) pay(email, event string) (int, error) {
	name, _, _ := strings.Cut(email, "@")
	metadata, err := signup.SignUp{ // each in a town of its own, or they would be one church
		Plan: church.ProBoth, Interval: price.Monthly, ChurchName: "House of Bread", City: "Bangor " + name, State: "ME", Country: "US", Timezone: "America/New_York",
		Language: "en", ContactName: "Ann Lee", Email: email, BackupName: "Bea Lee", BackupEmail: "b" + email, TermsVersion: signup.TermsVersion, TermsAcceptedAt: time.Now(),
	}.Metadata()
	if err != nil {
		return 0, err
	}
	body, signature := w.stripe.Event(event, "checkout.session.completed", time.Now(), stripetest.Object{
		"id": "cs_test_" + name, "object": "checkout.session", "mode": "subscription", "status": "complete", "payment_status": "paid",
		"subscription": "sub_" + name, "customer": "cus_" + name, "metadata": metadata,
	})
	request, err := http.NewRequest(http.MethodPost, w.cluster.Node(0).URL()+"/api/stripe/webhook", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Stripe-Signature", signature)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, err
}

// deliver delivers the event of a sign-up some times, waits for the mails, and says what there is of its church.
func (w *walk) deliver(t *testing.T, name string, times int) map[string]string {
	t.Helper()
	email := name + "@x.example.org"
	for range times {
		if status, err := w.pay(email, "evt_"+email); err != nil || status != http.StatusOK {
			t.Fatalf("%s is delivered: %d %v", name, status, err)
		}
	}
	const mine = `(select church_id from premium_churches where admin_email = $1)`
	w.await(t, "its mails are sent", `select count(*) > 0 and bool_and(status = 'sent') from notifications where church_id = `+mine, email)
	is := make(map[string]string)
	for _, column := range w.tables {
		table, key, _ := strings.Cut(column, ".")
		var rows string
		if err := w.db.Admin.QueryRow(t.Context(), `select count(*)::text from `+table+` where `+key+` = `+mine, email).Scan(&rows); err != nil {
			t.Fatal(err)
		}
		is[table] = rows
	}
	var record string
	err := w.db.Admin.QueryRow(t.Context(), `
		select concat_ws(' ', status, plan, channel, care_enabled, chatbot_enabled, chatbot_agent_id = church_id, billing_interval, add_ons, listing_proven,
			(select is_premium from churches c where c.id = church_id), (select count(*) from churches where email = $1), (select count(*) from webhook_events where event_id = 'evt_' || $1 and outcome = 'done'))
		from premium_churches where admin_email = $1`, email).Scan(&record)
	if err != nil {
		t.Fatal(err)
	}
	is["the record"] = record
	messages, _ := w.box.Messages()
	is["mails to the admin"] = fmt.Sprint(countMails(messages, func(to []string) bool { return slices.Contains(to, email) }))
	return is
}

// countMails counts those to somebody. A mail that may have arrived goes out again, with the same Message-ID: it is one.
func countMails(messages []mailbox.Message, isTo func(to []string) bool) int {
	ids := make(map[string]bool)
	for _, m := range messages {
		if m.Kind == "mail" && isTo(m.To) {
			ids[m.MessageID] = true
		}
	}
	return len(ids)
}
