package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/billing/stripetest"
	"narthex/retrieval"
	"narthex/retrieval/knowledge"
)

// TestAJobOfBillingThatADeadNodeHadBegunIsFinishedByAnotherWithinAMinute kills the node that is about to end the subscription of a
// deleted church, while it waits for the provider.
func TestAJobOfBillingThatADeadNodeHadBegunIsFinishedByAnotherWithinAMinute(t *testing.T) {
	stripe := stripetest.New(t)
	stripe.Add("/v1/subscriptions", stripetest.Subscription("sub_1", "active", "pro_chat_month", time.Now().Add(time.Hour)))
	asked, hold := make(chan struct{}, 10), make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			asked <- struct{}{}
			select {
			case <-hold:
			case <-r.Context().Done(): // the node is dead
				return
			}
		}
		again, err := http.NewRequestWithContext(r.Context(), r.Method, stripe.URL+r.URL.RequestURI(), r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		again.Header = r.Header
		answer, err := http.DefaultClient.Do(again)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer answer.Body.Close()
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body)
	}))
	t.Cleanup(slow.Close)
	p := newPost(t, 2, "STRIPE_SECRET_KEY=sk_test_1", "STRIPE_PUBLISHABLE_KEY=pk_test_1", "STRIPE_WEBHOOK_SECRET="+stripe.Secret, "STRIPE_API_BASE="+slow.URL)
	if err := p.cluster.Node(1).Stop(); err != nil {
		t.Fatal(err)
	}
	p.openDoors(t)
	for _, sql := range []string{
		`update premium_churches set payment_subscription_id = 'sub_1', payment_customer_id = 'cus_sub_1'`, `delete from churches`,
	} {
		if _, err := p.db.Admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-asked:
	case <-time.After(arrival):
		t.Fatal("nobody ends the subscription")
	}
	if err := p.cluster.Node(1).Start(); err != nil {
		t.Fatal(err)
	}
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	killed := time.Now()
	close(hold)
	p.await(t, "the end is confirmed", `select ended_at is not null from deleted_subscriptions where subscription_id = 'sub_1'`)
	took := time.Since(killed)
	t.Logf("another node finished %v after the kill", took.Round(time.Millisecond))
	if took > time.Minute {
		t.Errorf("it took %v", took)
	}
	if n := len(stripe.Requests(http.MethodDelete, "/v1/subscriptions/sub_1")); n != 1 {
		t.Errorf("the provider was told %d times", n)
	}
	p.await(t, "the job is done", `select state = 'completed' and attempt = 2 from river_job where kind = 'end_deleted_subscription'`)
}

// TestADocumentAndAnImportThatADeadNodeHadBegunAreFinishedByAnotherWithinAMinute kills the node that reads a document and works on a file
// of FAQs, while both wait for the database.
func TestADocumentAndAnImportThatADeadNodeHadBegunAreFinishedByAnotherWithinAMinute(t *testing.T) {
	p := newPost(t, 2)
	if err := p.cluster.Node(1).Stop(); err != nil {
		t.Fatal(err)
	}
	p.openDoors(t)
	const step = 7008 // the advisory lock that holds both
	lock, err := pgx.Connect(t.Context(), p.db.AdminURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lock.Close(context.Background()) })
	do := func(sql string, args ...any) {
		t.Helper()
		if _, err := lock.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	do(fmt.Sprintf(`create function wait_here() returns trigger language plpgsql as
		'begin perform pg_advisory_xact_lock(%d); if tg_op = ''DELETE'' then return old; end if; return new; end'`, step))
	do(`create trigger wait_here before update on knowledge_documents for each row when (new.status = 'extracting') execute function wait_here()`)
	do(`create trigger wait_here before delete on faq_import_lines for each row execute function wait_here()`)
	do(`select pg_advisory_lock($1)`, step)
	library, err := newLibrary(p.db.Pool, retrieval.NewOffline(), prometheus.NewRegistry(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := library.PutDocument(t.Context(), p.church, knowledge.Upload{FileName: "rooms.txt", Content: []byte("The hall is let for a year to groups that meet weekly.")}); err != nil {
		t.Fatal(err)
	}
	id := uuid.New()
	do(`insert into faq_imports (id, church_id, file_name, lines) values ($1, $2, 'faqs.csv', 1)`, id, p.church)
	do(`insert into faq_import_lines (church_id, import_id, line, question, answer, category, visibility, exact) values ($1, $2, 1, 'Where is the hall?', 'Behind the church.', '', 'public', false)`, p.church, id)
	do(`insert into river_job (kind, args, queue, max_attempts) values ('import_faqs', jsonb_build_object('church_id', $1::uuid, 'import_id', $2::uuid), 'default', 25)`, p.church, id)
	p.await(t, "the node has begun with both", `select count(*) = 2 from pg_locks where locktype = 'advisory' and objid = $1 and not granted`, step)
	if !p.cluster.Node(0).Kill() {
		t.Fatal("the node had died before")
	}
	killed := time.Now()
	do(`select pg_advisory_unlock($1)`, step)
	if err := p.cluster.Node(1).Start(); err != nil {
		t.Fatal(err)
	}
	p.await(t, "the document is read", `select status = 'ready' from knowledge_documents`)
	p.await(t, "the file is imported", `select status = 'done' and created = 1 from faq_imports`)
	took := time.Since(killed)
	t.Logf("another node finished %v after the kill", took.Round(time.Millisecond))
	if took > time.Minute {
		t.Errorf("it took %v", took)
	}
	p.await(t, "nothing is there twice", `select count(*) = 2 from unified_rag_content where organization_id = $1`, p.church)
}
