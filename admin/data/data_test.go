package data_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/data"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a server with the page, and those who are told of deletions.
type house struct {
	*webtest.Site

	db      *pgtest.DB
	handler *data.Handler

	wait time.Duration // until a church may be exported again

	mu   sync.Mutex
	told []string
}

// DeletionAsked implements data.Notices.
func (h *house) DeletionAsked(_ context.Context, _ pgx.Tx, churchID uuid.UUID, by string, due time.Time, admins []string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, fmt.Sprint(churchID, " ", by != "", " ", time.Until(due).Round(24*time.Hour), " ", len(admins)))
	return nil
}

// DeletionWithdrawn implements data.Notices.
func (h *house) DeletionWithdrawn(_ context.Context, _ pgx.Tx, churchID uuid.UUID, by string, due time.Time, admins []string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, fmt.Sprint("kept ", churchID, " ", by != "", " ", time.Until(due).Round(24*time.Hour), " ", len(admins)))
	return nil
}

func newHouse(t testing.TB) *house {
	t.Helper()
	db := pgtest.New(t)
	return newHouseOn(t, db, db.Pool)
}

// newHouseOn is a house whose server has these connections.
func newHouseOn(t testing.TB, db *pgtest.DB, pool *pgxpool.Pool) *house {
	t.Helper()
	h := &house{Site: webtest.New(t), db: db}
	h.handler = data.NewHandler(data.Parts{
		Pool: pool, Guard: access.NewGuard(pool, h.Edge, "http://127.0.0.1"), Notices: h, Pages: h.Pages, Edge: h.Edge,
		Limit: func(*http.Request, uuid.UUID, string, int) (time.Duration, error) { return h.wait, nil },
	})
	h.handler.Routes(h.Router)
	return h
}

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

// church adds one with a conversation of each kind, and words that must not get out.
func (h *house) church(t testing.TB, slug string) (id uuid.UUID) {
	t.Helper()
	id = uuid.New()
	h.exec(t, "insert into churches (id, slug, name, timezone) values ($1, $2, 'Grace of ' || $2, 'America/New_York')", id, slug)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, admin_email, payment_subscription_id) values ($1, 'pro_chat', 'chat', 'ann@' || $2, 'sub_' || $2)", id, slug)
	for _, kind := range []string{"open", "confidential", "safeguarding"} {
		session, conversation := uuid.New(), uuid.New()
		h.exec(t, "insert into conversations (id, church_id, session_id, agent, language) values ($1, $2, $3, 'care', 'en')", conversation, id, session)
		h.exec(t, `insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at) values ($1, $2, $3, $4, 'user', $5, 'care', now())`,
			uuid.New(), id, conversation, uuid.New(), "=words that are "+kind+" to "+slug)
		h.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, message, confidential, safeguarding)
			values ($1, $2, 'prayer', $3, $1, $4, $5, $6, $7)`, uuid.New(), id, session, uuid.New(), "asked: "+kind+" of "+slug, kind == "confidential", kind == "safeguarding")
	}
	return id
}

// call adds one that is not settled yet, with a line of it, a turn, and what its caller thinks of the answer, all in the same words.
func (h *house) call(t testing.TB, churchID uuid.UUID, transcribed bool, words string) {
	t.Helper()
	id, turn := uuid.New(), uuid.New()
	h.exec(t, `insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at, transcribed)
		values ($1, $2, $1, 'CA', '+12075550145', 'en', 1, now(), now(), $3)`, id, churchID, transcribed)
	h.exec(t, "insert into call_lines (id, church_id, call_id, speaker, said, said_at) values ($1, $2, $1, 'caller', $3, now())", id, churchID, words)
	h.exec(t, "insert into conversations (id, church_id, session_id, agent, language) values ($1, $2, $1, 'care', 'en')", id, churchID)
	h.exec(t, `insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, created_at) values ($3, $2, $1, $3, 'user', $4, 'care', now())`,
		id, churchID, turn, words)
	h.exec(t, "insert into message_feedback (turn_id, church_id, conversation_id, value, comment) values ($3, $2, $1, 'down', $4)", id, churchID, turn, words)
}

func (h *house) ask(t testing.TB, method, path string, cookie *http.Cookie, form url.Values) (int, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, h.URL+path, strings.NewReader(form.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.AddCookie(cookie)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, body
}

// files are those in an archive, by name.
func files(t *testing.T, archive []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	must(t, err)
	found := make(map[string]string)
	for _, file := range z.File {
		opened, err := file.Open()
		must(t, err)
		content, err := io.ReadAll(opened)
		must(t, err)
		found[file.Name] = string(content)
	}
	return found
}

func TestAnExportHoldsTheChurchAndNothingElse(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.church(t, "grace")
	h.church(t, "hope")
	h.call(t, id, true, "heard and kept")
	h.call(t, id, false, "heard for now")
	admin := accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin)
	export := func() map[string]string {
		status, archive := h.ask(t, http.MethodGet, "/admin/settings/data/export", admin, nil)
		if status != 200 {
			t.Fatalf("the export: %d %s", status, archive)
		}
		return files(t, archive)
	}
	holds := func(content map[string]string, words string) (in []string) {
		for name, text := range content {
			if strings.Contains(text, words) {
				in = append(in, name)
			}
		}
		return in
	}
	alone := export()
	for words, want := range map[string]int{
		"words that are open to grace": 2, "asked: open of grace": 2, "words that are confidential to grace": 2, "asked: confidential of grace": 2,
		"safeguarding of": 0, "safeguarding to": 0, "hope": 0,
		"heard and kept": 6, "heard for now": 0, "admin_token": 0, "token_sha256": 0,
	} {
		if in := holds(alone, words); len(in) != want {
			t.Errorf("%q is in %v, want %d files", words, in, want)
		}
	}
	accesstest.SignIn(t, h.db.Admin, id, access.PrayerTeam)
	if in := holds(export(), "confidential of grace"); len(in) != 0 {
		t.Errorf("confidential prayers, though there is a prayer team, in %v", in)
	}
	if in := holds(export(), "confidential to grace"); len(in) != 0 {
		t.Errorf("the words around them in %v", in)
	}
	for name, content := range alone {
		content, marked := strings.CutPrefix(content, "\ufeff")
		if marked != strings.HasSuffix(name, ".csv") {
			t.Errorf("%s: a spreadsheet takes it for UTF-8: %t", name, marked)
		}
		if strings.HasSuffix(name, ".json") {
			var rows []map[string]any
			if err := json.Unmarshal([]byte(content), &rows); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
		if err != nil || len(rows) == 0 {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
		for _, row := range rows[1:] {
			for _, cell := range row {
				if cell != "" && strings.ContainsAny(cell[:1], "=+-@") {
					t.Errorf("%s: a spreadsheet computes %q", name, cell)
				}
			}
		}
	}
	for _, role := range access.Roles() {
		want := 403
		if role == access.RoleAdmin {
			want = 200
		}
		if status, _ := h.ask(t, http.MethodGet, "/admin/settings/data/export", accesstest.SignIn(t, h.db.Admin, id, role), nil); status != want {
			t.Errorf("%s: %d", role, status)
		}
	}
}

// Every table of churches is exported, or it is said why not: whoever adds one must choose.
func TestNoTableIsForgotten(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	rows, err := db.Admin.Query(t.Context(), `select relname::text from pg_class where relrowsecurity and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
	must(t, err)
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	if len(names) < 30 {
		t.Fatalf("only %v", names)
	}
	known := data.Known()
	for _, name := range names {
		if !known[name] {
			t.Errorf("nothing is said of table %s: add it to tables, or with the reason to left", name)
		}
		delete(known, name)
	}
	for name := range known {
		t.Errorf("there is no table %s", name)
	}
}

func TestAChurchIsDeletedSevenDaysAfterItIsAskedFor(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, other := h.church(t, "grace"), h.church(t, "hope")
	admin, pastor := accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin), accesstest.SignIn(t, h.db.Admin, id, access.Pastor)
	const page = "/admin/settings/data"
	count := func(query string, args ...any) (n int) {
		t.Helper()
		must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from "+query, args...).Scan(&n))
		return n
	}
	if status, body := h.ask(t, http.MethodPost, page+"/deletion", admin, url.Values{"name": {"Grace"}}); status != 422 || !strings.Contains(string(body), "This is not the name") {
		t.Errorf("another name: %d", status)
	}
	if status, _ := h.ask(t, http.MethodPost, page+"/deletion", pastor, url.Values{"name": {"Grace of grace"}}); status != 403 {
		t.Errorf("a pastor: %d", status)
	}
	if count("church_deletions") != 0 {
		t.Fatal("it is noted already")
	}
	for range 2 {
		if status, _ := h.ask(t, http.MethodPost, page+"/deletion", admin, url.Values{"name": {" grace  of Grace"}}); status != 303 {
			t.Fatalf("asking: %d", status)
		}
	}
	if len(h.told) != 1 || h.told[0] != fmt.Sprint(id, " true ", 7*24*time.Hour, " 1") {
		t.Errorf("told: %v", h.told)
	}
	if _, body := h.ask(t, http.MethodGet, page, admin, nil); !strings.Contains(string(body), "Keep our church") || !strings.Contains(string(body), "(America/New_York)") {
		t.Error("the page does not say that the church is to be deleted")
	}

	workers := river.NewWorkers()
	data.AddWorkers(workers, h.db.Pool, slog.New(slog.DiscardHandler))
	client, err := river.NewClient(riverpgxv5.New(h.db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}}, Workers: workers, Logger: slog.New(slog.DiscardHandler),
	})
	must(t, err)
	must(t, client.Start(context.Background()))
	t.Cleanup(func() { must(t, client.Stop(context.Background())) })
	run := func(n int) {
		t.Helper()
		h.exec(t, `insert into river_job (kind, args, queue, max_attempts) values ('delete_due_churches', '{}', 'default', 3)`)
		for end := time.Now().Add(time.Minute); count("river_job where kind = 'delete_due_churches' and state = 'completed'") < n; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the job does not come to its end")
			}
		}
	}
	run(1)
	if count("churches where id = $1", id) != 1 {
		t.Fatal("it is deleted before its time")
	}
	if status, _ := h.ask(t, http.MethodPost, page+"/keep", admin, nil); status != 303 || count("church_deletions") != 0 {
		t.Errorf("keeping it: %d", status)
	}
	h.ask(t, http.MethodPost, page+"/keep", admin, nil) // once more, as from another tab
	if len(h.told) != 2 || h.told[1] != fmt.Sprint("kept ", id, " true ", 7*24*time.Hour, " 1") {
		t.Errorf("told of its being kept: %v", h.told)
	}
	if _, _ = h.ask(t, http.MethodPost, page+"/deletion", admin, url.Values{"name": {"Grace of grace"}}); count("church_deletions") != 1 {
		t.Fatal("it cannot be asked for again")
	}
	if n := count("audit_log where church_id = $1 and what like 'data.%'", id); n != 3 {
		t.Errorf("%d changes are noted", n)
	}
	claimed := h.church(t, "claimed") // by nobody who is known to be of it
	h.exec(t, `update premium_churches p set listing_proven = false, listing_before = to_jsonb(c) from churches c where c.id = p.church_id and c.id = $1`, claimed)
	h.exec(t, "update churches set name = 'Mine', is_premium = true where id = $1", claimed)
	h.exec(t, "update church_versions set epoch = 50, retracted_through = 40 where church_id = $1", claimed)
	h.exec(t, "insert into church_deletions (church_id, asked_by) values ($1, 'x')", claimed)
	h.exec(t, "update church_deletions set due_at = now()")
	run(2)
	if count("churches where id = $1 and name = 'Grace of claimed' and slug = 'claimed' and timezone = 'America/New_York' and not is_premium", claimed) != 1 {
		t.Error("the listing of a claim that nothing proves is not what it was")
	}
	if count("church_versions where church_id = $1 and epoch > 50 and retracted_through >= 40", claimed) != 1 {
		t.Error("caches take the listing for what they knew of the claim")
	}
	for _, table := range []string{"premium_churches", "messages", "visitor_requests"} {
		if count(table+" where church_id = $1", claimed) != 0 {
			t.Errorf("left of an unproven claim: %s", table)
		}
	}
	for _, table := range []string{"churches where id = $1", "messages where church_id = $1", "visitor_requests where church_id = $1", "auth_sessions where church_id = $1", "audit_log where church_id = $1"} {
		if count(table, id) != 0 {
			t.Errorf("left of it: %s", table)
		}
	}
	if count("deleted_subscriptions where subscription_id = 'sub_grace'") != 1 || count("river_job where kind = 'end_deleted_subscription'") != 2 {
		t.Error("its subscription goes on")
	}
	if count("churches where id = $1", other) != 1 || count("messages where church_id = $1", other) != 3 {
		t.Error("another church lost something")
	}
	if status, _ := h.ask(t, http.MethodGet, page, admin, nil); status != 303 {
		t.Errorf("the session of a deleted church: %d", status)
	}
}

func TestThePageOfDataInABrowser(t *testing.T) {
	h := newHouse(t)
	id := h.church(t, "grace")
	tab := browsertest.Open(t)
	tab.SetCookie(h.URL, accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin))
	tab.Do(chromedp.Navigate(h.URL + "/admin/settings/data"))
	tab.Wait(`document.querySelector("[href$=export]") !== null`)
	tab.Look("../../.artifacts/data", "data")
	h.wait = time.Minute
	tab.Do(chromedp.Click(chromedp.CSS("[href$=export]")))
	tab.Wait(`document.querySelector("h1").textContent === "One moment, please" && document.body.textContent.includes("Please wait a minute.")`)
	tab.Do(chromedp.Navigate(h.URL + "/admin/settings/data?lang=es"))
	tab.Wait(`document.documentElement.lang === "es" && document.documentElement.scrollWidth <= innerWidth`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#name"), "Grace of grace\r"))
	tab.Wait(`document.querySelector("#due") !== null`)
	tab.Look("../../.artifacts/data", "pending")
	tab.Do(chromedp.Click(chromedp.CSS("[action$=keep] .button")))
	tab.Wait(`document.querySelector("#due") === null && document.querySelector("#name") !== null && document.querySelector("[role=status].done")?.innerText.startsWith("Your church is kept")`)
}

func TestARefusedExportIsExplainedInTheAdminsLanguage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.church(t, "grace")
	admin := accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin)
	refused := func(status int, words string) {
		t.Helper()
		got, body := h.ask(t, http.MethodGet, "/admin/settings/data/export?lang=es", admin, nil)
		if got != status || !strings.Contains(string(body), words) {
			t.Errorf("it is %d, not %d with %q: %s", got, status, words, body)
		}
	}
	h.wait = time.Minute
	refused(http.StatusTooManyRequests, "Los datos de su iglesia se descargaron hace un momento")
	h.wait = 0
	h.handler.Bound(1000)
	refused(http.StatusRequestEntityTooLarge, "Hay más de lo que cabe en un archivo")
	elsewhere, err := h.db.Admin.Begin(t.Context())
	must(t, err)
	_, err = elsewhere.Exec(t.Context(), "select pg_advisory_xact_lock(hashtextextended('export ' || $1::text, 0))", id)
	must(t, err)
	refused(http.StatusConflict, "Otro archivo de su iglesia está en camino")
	must(t, elsewhere.Rollback(t.Context()))
	leave := h.handler.Fill()
	refused(http.StatusServiceUnavailable, "muchos archivos en camino")
	leave()
}

// What somebody asked for after accusing one who serves at the church would say who they are to whoever exports, who may be the accused.
func TestAnExportDoesNotSayWhoAccusedSomebody(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id := h.church(t, "grace")
	admin := accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin)
	h.exec(t, "insert into events (id, church_id, title, starts_at) values ($1, $1, 'Picnic', now())", id)
	h.exec(t, "insert into groups (id, church_id, kind, name) values ($1, $1, 'small', 'Men')", id)
	h.exec(t, "insert into volunteer_roles (id, church_id, name) values ($1, $1, 'Choir')", id)
	for session, words := range map[string]string{"safeguarding": "accuser", "open": "other"} {
		for when, at := range map[string]string{"before": "- interval '1 hour'", "after": "+ interval '1 hour'"} {
			const asked = "select $1::uuid, $1::uuid, $2::text, $2 || '@x.example.org', session_id, gen_random_uuid(), gen_random_uuid(), created_at "
			who := words + "-" + when
			from := at + " from visitor_requests where church_id = $1 and message = 'asked: " + session + " of grace'"
			h.exec(t, "insert into event_registrations (church_id, event_id, name, email, session_id, turn_id, idempotency_key, created_at) "+asked+from, id, who)
			h.exec(t, "insert into group_join_requests (church_id, group_id, name, email, session_id, turn_id, idempotency_key, created_at) "+asked+from, id, who)
			h.exec(t, "insert into volunteer_signups (church_id, role_id, name, email, session_id, turn_id, idempotency_key, created_at) "+asked+from, id, who)
			h.exec(t, `insert into newsletter_subscriptions (church_id, email, language, consent_text, visitor_words, consented_at, session_id, turn_id, idempotency_key, created_at)
				select $1::uuid, $2 || '@x.example.org', 'en', 'x', 'x', now(), session_id, gen_random_uuid(), gen_random_uuid(), created_at `+from, id, who)
			h.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, message, name, created_at)
				select gen_random_uuid(), $1::uuid, 'visit', session_id, gen_random_uuid(), gen_random_uuid(), 'x', $2::text, created_at `+from, id, who)
		}
	}
	status, archive := h.ask(t, http.MethodGet, "/admin/settings/data/export", admin, nil)
	if status != 200 {
		t.Fatalf("the export: %d %s", status, archive)
	}
	content := files(t, archive)
	for who, want := range map[string]int{"accuser-after": 0, "accuser-before": 10, "other-after": 10, "other-before": 10} {
		in := 0
		for _, text := range content {
			if strings.Contains(text, who) {
				in++
			}
		}
		if in != want {
			t.Errorf("%s is in %d files, want %d", who, in, want)
		}
	}
}
