package faqs_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/faqs"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a server with the FAQs.
type house struct {
	admin *pgxpool.Pool
	url   string
	api   string
}

// embedder is one that can be away.
type embedder struct {
	retrieval.Embedder
	mu   sync.Mutex
	away bool
}

func (e *embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.away {
		return nil, errors.New("away")
	}
	return e.Embedder.Embed(ctx, texts)
}

func newHouse(t testing.TB, admin, pool *pgxpool.Pool, by retrieval.Embedder) *house {
	t.Helper()
	site, logger := webtest.New(t), slog.New(slog.DiscardHandler)
	jobs, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: logger})
	must(t, err)
	faqs.NewHandler(faqs.Parts{
		Pool: pool, Guard: access.NewGuard(pool, site.Edge, "http://127.0.0.1"), Embedder: by, Jobs: jobs, Pages: site.Pages, Edge: site.Edge, Logger: logger,
		Unfit: func(_ context.Context, text string) bool { return strings.Contains(text, "idiots") },
	}).Routes(site.Router)
	return &house{admin, site.URL, site.URL + "/api/admin/kb-proxy?action=faqs"}
}

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) church(t testing.TB, slug, plan string) (id uuid.UUID, admin *http.Cookie) {
	t.Helper()
	id = uuid.New()
	h.exec(t, "insert into churches (id, slug, name) values ($1, $2, initcap($2))", id, slug)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, chatbot_agent_id) values ($1, $2, 'chat', $1)", id, plan)
	return id, accesstest.SignIn(t, h.admin, id, access.RoleAdmin)
}

// answer is what came of a request.
type answer struct {
	Status  int
	Body    string
	ID      uuid.UUID `json:"id"`
	Version string    `json:"version"`
	Live    bool      `json:"live"`
	Code    string    `json:"code"`
	Similar []struct {
		Question    string `json:"question"`
		Contradicts bool   `json:"contradicts"`
	} `json:"similar"`
	Fields map[string]string `json:"fields"`
}

func (h *house) ask(t testing.TB, method, url string, session *http.Cookie, body any) answer {
	t.Helper()
	encoded, ok := body.(string)
	if !ok && body != nil {
		made, err := json.Marshal(body)
		must(t, err)
		encoded = string(made)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(encoded))
	must(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.AddCookie(session)
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	must(t, err)
	got := answer{Status: response.StatusCode, Body: string(read)}
	_ = json.Unmarshal(read, &got)
	return got
}

type object = map[string]any

func TestAFAQIsCreatedChangedAndDeleted(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	by := &embedder{Embedder: retrieval.NewOffline()}
	h := newHouse(t, db.Admin, db.Pool, by)
	id, admin := h.church(t, "grace", "pro_chat")
	made := h.ask(t, http.MethodPost, h.api, admin, object{
		"question": " Where do  I park? ", "answer": "Behind the church, 40 places.", "faq_category": "visiting", "exact_response": true,
	})
	if made.Status != 201 || !made.Live || made.ID == uuid.Nil || made.Version == "" {
		t.Fatalf("created: %d %s", made.Status, made.Body)
	}
	var row string
	must(t, db.Admin.QueryRow(t.Context(), `
		select concat_ws('|', organization_id = $1, content_type, curation_status, title, content, metadata ->> 'faq_category', metadata ->> 'visibility', metadata ->> 'exact_response',
			vector_dims(embedding), vector_dims(question_embedding), metadata ->> 'embedder') from unified_rag_content where id = $2`, id, made.ID).Scan(&row))
	if want := "t|faq|approved|Where do I park?|Behind the church, 40 places.|visiting|public|true|1536|1536|" + by.Name(); row != want {
		t.Errorf("stored %s, want %s", row, want)
	}
	change := object{"id": made.ID, "version": made.Version, "question": "Where do I park?", "answer": "On Pier Road, 12 places.", "visibility": "internal"}
	changed := h.ask(t, http.MethodPatch, h.api, admin, change)
	if changed.Status != 200 || !changed.Live || changed.Version == made.Version {
		t.Errorf("changed: %d %s", changed.Status, changed.Body)
	}
	if late := h.ask(t, http.MethodPatch, h.api, admin, change); late.Status != 409 || late.Code != "changed_meanwhile" {
		t.Errorf("the second of two admins: %d %s", late.Status, late.Body)
	}
	if late := h.ask(t, http.MethodDelete, h.api, admin, object{"id": made.ID, "version": made.Version}); late.Status != 409 {
		t.Errorf("deleting what was changed: %d", late.Status)
	}
	twin := h.ask(t, http.MethodPost, h.api, admin, object{"question": "Where do I park", "answer": "In the yard, 40 places."})
	if twin.Status != 201 || len(twin.Similar) != 1 || twin.Similar[0].Question != "Where do I park?" || !twin.Similar[0].Contradicts {
		t.Errorf("a question that is there already: %d %s", twin.Status, twin.Body)
	}
	by.mu.Lock()
	by.away = true
	by.mu.Unlock()
	later := h.ask(t, http.MethodPost, h.api, admin, object{"question": "Is there a creche?", "answer": "Yes, for under-threes."})
	if later.Status != 201 || later.Live {
		t.Errorf("without the embedder: %d %s", later.Status, later.Body)
	}
	if gone := h.ask(t, http.MethodDelete, h.api, admin, object{"id": made.ID, "version": changed.Version}); gone.Status != 204 {
		t.Errorf("deleted: %d %s", gone.Status, gone.Body)
	}
	if again := h.ask(t, http.MethodDelete, h.api, admin, object{"id": made.ID, "version": changed.Version}); again.Status != 404 {
		t.Errorf("deleted twice: %d", again.Status)
	}
	var changes int
	must(t, db.Admin.QueryRow(t.Context(), "select count(*) from audit_log where church_id = $1 and what like 'faq.%'", id).Scan(&changes))
	if changes != 5 {
		t.Errorf("%d changes are noted", changes)
	}
}

// While the embedder is away, a FAQ is found by its question as long as that stays as it is.
func TestAFAQIsLiveWhereItAnswers(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	by := &embedder{Embedder: retrieval.NewOffline()}
	h := newHouse(t, db.Admin, db.Pool, by)
	_, admin := h.church(t, "grace", "pro_chat")
	away := func(is bool) {
		by.mu.Lock()
		defer by.mu.Unlock()
		by.away = is
	}
	for name, test := range map[string]struct {
		question, answer, category string
		live                       bool
	}{
		"nothing":                     {"Where do I park?", "Behind the church.", "", true},
		"the answer":                  {"Where do I park?", "On Pier Road.", "", true},
		"the category":                {"Where do I park?", "Behind the church.", "visiting", true},
		"the answer and the category": {"Where do I park?", "On Pier Road.", "visiting", true},
		"the question":                {"Where can I park?", "Behind the church.", "", false},
		"the question and the answer": {"Where can I park?", "On Pier Road.", "", false},
	} {
		away(false)
		made := h.ask(t, http.MethodPost, h.api, admin, object{"question": "Where do I park?", "answer": "Behind the church."})
		away(true)
		changed := h.ask(t, http.MethodPatch, h.api, admin, object{"id": made.ID, "version": made.Version, "question": test.question, "answer": test.answer, "faq_category": test.category})
		if changed.Status != 200 || changed.Live != test.live {
			t.Errorf("%s: %d %s", name, changed.Status, changed.Body)
		}
		var answers bool
		must(t, db.Admin.QueryRow(t.Context(), "select exists (select from answerable_faqs where id = $1 and question = $2 and answer = $3)", made.ID, test.question, test.answer).Scan(&answers))
		if answers != test.live {
			t.Errorf("%s: it answers: %v, want %v", name, answers, test.live)
		}
		if page := h.ask(t, http.MethodGet, h.url+"/admin/training/faqs", admin, nil).Body; strings.Contains(page, "not live yet") == test.live {
			t.Errorf("%s: the page says otherwise", name)
		}
		if gone := h.ask(t, http.MethodDelete, h.api, admin, object{"id": made.ID, "version": changed.Version}); gone.Status != 204 {
			t.Fatalf("%s: deleted: %d", name, gone.Status)
		}
	}
}

func TestWhatIsWrongWithAFAQIsSaidFieldByField(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "pro_chat")
	good := object{"question": "Q?", "answer": "A."}
	with := func(key string, value any) object {
		body := object{"question": good["question"], "answer": good["answer"]}
		body[key] = value
		return body
	}
	for name, test := range map[string]struct {
		body         any
		status       int
		code, faulty string
	}{
		"no question":        {with("question", "  "), 422, "invalid_faq", "question"},
		"a long question":    {with("question", strings.Repeat("ñ", 301)), 422, "invalid_faq", "question"},
		"no answer":          {with("answer", "\n\n"), 422, "invalid_faq", "answer"},
		"a long answer":      {with("answer", strings.Repeat("a", 4001)), 422, "invalid_faq", "answer"},
		"a long category":    {with("faq_category", strings.Repeat("c", 61)), 422, "invalid_faq", "faq_category"},
		"a visibility":       {with("visibility", "secret"), 422, "invalid_faq", "visibility"},
		"unfit words":        {with("answer", "You idiots."), 422, "invalid_faq", "answer"},
		"no JSON":            {"question=Q", 400, "unreadable", ""},
		"two objects":        {`{"question":"a"}{}`, 400, "unreadable", ""},
		"a number":           {with("question", 3), 400, "unreadable", ""},
		"a hundred KB":       {with("answer", strings.Repeat("a", 100_000)), 413, "too_large", ""},
		"only what Postgres": {with("answer", "\x00"), 422, "invalid_faq", "answer"},
	} {
		got := h.ask(t, http.MethodPost, h.api, admin, test.body)
		if got.Status != test.status || got.Code != test.code || (got.Fields[test.faulty] == "") != (test.faulty == "") {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	if got := h.ask(t, http.MethodPost, strings.Replace(h.api, "faqs", "articles", 1), admin, good); got.Status != 400 || got.Code != "unknown_action" {
		t.Errorf("another action: %d %s", got.Status, got.Body)
	}
	h.exec(t, "update premium_churches set chatbot_agent_id = null where church_id = $1", id)
	if got := h.ask(t, http.MethodPost, h.api, admin, good); got.Status != 400 || !strings.Contains(got.Body, "No chatbot configured.") {
		t.Errorf("without an assistant: %d %s", got.Status, got.Body)
	}
	var stored int
	must(t, db.Admin.QueryRow(t.Context(), "select count(*) from unified_rag_content").Scan(&stored))
	if stored != 0 {
		t.Errorf("%d were stored", stored)
	}
}

func TestAPlanHoldsFiftyHoweverManyAreAddedAtOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "pro_chat")
	_, suite := h.church(t, "hope", "suite_chat")
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status)
		select o, 'faq', 'Question ' || n, 'Answer', 'approved' from generate_series(1, 45) n, (select church_id as o from premium_churches) c`)
	var group sync.WaitGroup
	statuses := make(chan int, 20)
	for n := range 20 {
		group.Go(func() {
			statuses <- h.ask(t, http.MethodPost, h.api, admin, object{"question": fmt.Sprint("At once ", n), "answer": "Yes."}).Status
		})
	}
	group.Wait()
	close(statuses)
	counts := make(map[int]int)
	for status := range statuses {
		counts[status]++
	}
	if counts[201] != 5 || counts[409] != 15 {
		t.Errorf("of twenty at once: %v", counts)
	}
	for n := range 10 {
		if got := h.ask(t, http.MethodPost, h.api, suite, object{"question": fmt.Sprint("Suite ", n), "answer": "Yes."}); got.Status != 201 {
			t.Errorf("on Suite: %d %s", got.Status, got.Body)
		}
	}
	// After a change to a smaller plan the oldest fifty can be changed, the others answer and can be deleted.
	h.exec(t, `update premium_churches set plan = 'starter_chat' where church_id <> $1`, id)
	var newest, oldest uuid.UUID
	const nth = "select id from unified_rag_content where organization_id <> $1 order by created_at, id "
	must(t, db.Admin.QueryRow(t.Context(), nth+"offset 54", id).Scan(&newest))
	must(t, db.Admin.QueryRow(t.Context(), nth+"limit 1", id).Scan(&oldest))
	version := func(faq uuid.UUID) (v string) {
		must(t, db.Admin.QueryRow(t.Context(), "select md5(jsonb_build_array(title, content, metadata - 'embedder')::text) from unified_rag_content where id = $1", faq).Scan(&v))
		return v
	}
	write := object{"question": "Q?", "answer": "A."}
	for faq, status := range map[uuid.UUID]int{newest: 409, oldest: 200} {
		write["id"], write["version"] = faq, version(faq)
		if got := h.ask(t, http.MethodPatch, h.api, suite, write); got.Status != status {
			t.Errorf("after a downgrade: %d %s, want %d", got.Status, got.Body, status)
		}
	}
	if got := h.ask(t, http.MethodDelete, h.api, suite, object{"id": newest, "version": version(newest)}); got.Status != 204 {
		t.Errorf("deleting one too many: %d %s", got.Status, got.Body)
	}
}

// What an admin saves is in the visitors' next answers, and what is deleted is not.
func TestVisitorsNextAnswersHaveIt(t *testing.T) {
	server := chattest.NewServer(t)
	h := newHouse(t, server.DB.Admin, server.DB.Pool, server.Embedder)
	id := server.NewChurch(t)
	admin := accesstest.SignIn(t, server.DB.Admin, id, access.OfficeAdmin)
	const question = "Do you bless motorcycles?"
	// answered asks until the answer is there, and says how long that took.
	answered := func(what string, fits func(chattest.Events) bool) {
		t.Helper()
		began := time.Now()
		for {
			events := server.Ask(t, id, chattest.Question{Message: question})
			if fits(events) {
				t.Logf("%s after %v", what, time.Since(began).Round(time.Millisecond))
				return
			}
			if time.Since(began) > chattest.WaitLimit {
				t.Fatalf("%s is never answered: %v", what, events)
			}
		}
	}
	says := func(text string) func(chattest.Events) bool {
		return func(events chattest.Events) bool { return events.Tier() == 1 && events.Text() == text }
	}
	made := h.ask(t, http.MethodPost, h.api, admin, object{"question": question, "answer": "On the first of May, at nine.", "exact_response": true})
	if made.Status != 201 {
		t.Fatalf("created: %d %s", made.Status, made.Body)
	}
	answered("the new answer", says("On the first of May, at nine."))
	changed := h.ask(t, http.MethodPatch, h.api, admin, object{"id": made.ID, "version": made.Version, "question": question, "answer": "On the second of May.", "exact_response": true})
	if changed.Status != 200 {
		t.Fatalf("changed: %d %s", changed.Status, changed.Body)
	}
	answered("the changed answer", says("On the second of May."))
	if gone := h.ask(t, http.MethodDelete, h.api, admin, object{"id": made.ID, "version": changed.Version}); gone.Status != 204 {
		t.Fatalf("deleted: %d %s", gone.Status, gone.Body)
	}
	answered("no answer of the deleted one", func(events chattest.Events) bool { return !strings.Contains(events.Text(), "of May") })
}

// What a smaller plan has no place for cannot be changed any more, and visitors do not notice.
func TestVisitorsAreAnsweredByMoreThanASmallerPlanHolds(t *testing.T) {
	server := chattest.NewServer(t)
	h := newHouse(t, server.DB.Admin, server.DB.Pool, server.Embedder)
	id := server.NewChurch(t)
	admin := accesstest.SignIn(t, server.DB.Admin, id, access.OfficeAdmin)
	server.Exec(t, `update premium_churches set plan = 'suite_chat' where church_id = $1`, id)
	server.Exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status, created_at)
		select $1, 'faq', 'Where is room ' || n || '?', 'On the left.', 'approved', now() - interval '1 day' from generate_series(1, 50) n`, id)
	const question, answer = "Do you bless motorcycles?", "On the first of May, at nine."
	made := h.ask(t, http.MethodPost, h.api, admin, object{"question": question, "answer": answer, "exact_response": true})
	if made.Status != 201 {
		t.Fatalf("the 51st on Suite: %d %s", made.Status, made.Body)
	}
	server.Exec(t, `update premium_churches set plan = 'starter_chat' where church_id = $1`, id)
	chattest.Eventually(t, func() bool {
		snapshot, err := server.Churches.ByID(t.Context(), id)
		return err == nil && snapshot.Plan == church.StarterChat
	})
	if got := h.ask(t, http.MethodPatch, h.api, admin, object{"id": made.ID, "version": made.Version, "question": question, "answer": "No."}); got.Status != 409 {
		t.Errorf("it is changed: %d %s", got.Status, got.Body)
	}
	if events := server.Ask(t, id, chattest.Question{Message: question}); events.Tier() != 1 || events.Text() != answer {
		t.Errorf("a visitor is answered %v", events)
	}
}

func TestTheListIsSearchedAndTakenAlong(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "suite_chat")
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status, metadata)
		select $1, 'faq', 'Question 100% ' || n, case when n = 7 then '=cmd|calc' else 'Answer_' || n end, 'approved',
			jsonb_build_object('faq_category', case when n % 2 = 0 then 'even' else 'odd' end) from generate_series(1, 120) n`, id)
	list := func(query string) string {
		return h.ask(t, http.MethodGet, h.url+"/admin/training/faqs"+query, admin, nil).Body
	}
	for query, want := range map[string]string{
		"": "1 to 50 of 120", "?page=3": "101 to 120 of 120", "?q=question+answer_11": "1 to 11 of 11", "?q=100%25+answer_120": "1 to 1 of 1",
		"?category=even": "1 to 50 of 60", "?q=nowhere": "No question has these words.", "?page=999": "No question has these words.", "?page=-1": "1 to 50 of 120",
	} {
		if body := list(query); !strings.Contains(body, want) {
			t.Errorf("%q does not say %q", query, want)
		}
	}
	if body := list("?question=Have+you+a+<choir>%3F"); !strings.Contains(body, "Have you a &lt;choir&gt;?") || !strings.Contains(body, `<details class="panel" open>`) {
		t.Error("what a visitor asked does not stand in the form, or the form is closed")
	}
	neutral := func(row []string) bool { return row[1] == "'=cmd|calc" }
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(h.ask(t, http.MethodGet, h.url+"/admin/training/faqs.csv", admin, nil).Body, "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 121 || rows[0][0] != "question" || !slices.ContainsFunc(rows, neutral) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	if body := h.ask(t, http.MethodGet, h.url+"/admin/training/faqs.csv?template", admin, nil).Body; body != "\ufeffquestion,answer,faq_category,visibility,exact_response\n" {
		t.Errorf("the template is %q", body)
	}
}

func TestTheFAQsInABrowser(t *testing.T) {
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, admin := h.church(t, "grace", "pro_chat")
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, admin)
	tab.Do(chromedp.Navigate(h.url + "/admin/training/faqs"))
	tab.Wait(`document.querySelector("details[open] #question") !== null`)
	tab.Look("../../.artifacts/faqs", "empty")
	tab.Do(
		chromedp.SendKeys(chromedp.CSS("#question"), "Where do I park?"),
		chromedp.SendKeys(chromedp.CSS("#answer"), "You idiots"),
		chromedp.SendKeys(chromedp.CSS("#question"), "\r"),
	)
	tab.Wait(`document.activeElement.id === "answer" && document.querySelector("#answer-fault").textContent.includes("name of a church")`)
	tab.Look("../../.artifacts/faqs", "fault")
	tab.Do(
		chromedp.SetValue(chromedp.CSS("#answer"), "Behind the church."),
		chromedp.SendKeys(chromedp.CSS("#question"), "\r"),
	)
	tab.Wait(`/faqs\/[0-9a-f-]{36}$/.test(location.pathname) && document.readyState === "complete" && document.querySelector(".done").textContent.includes("next answers have it")`)
	tab.Do(chromedp.SetValue(chromedp.CSS("#answer"), "On Pier Road."), chromedp.Click(chromedp.CSS("form[data-save] button")))
	tab.Wait(`document.querySelector("form[data-save] [role=status]").textContent.includes("Saved")`)
	tab.Do(chromedp.SetValue(chromedp.CSS("#answer"), "On Quay Road."), chromedp.Click(chromedp.CSS("form[data-save] button")))
	tab.Wait(`document.querySelector("form[data-save] [role=status]").textContent.includes("Saved")`) // empty while it is sent
	tab.Do(chromedp.Reload())
	tab.Wait(`document.readyState === "complete" && document.querySelector("#answer")?.value === "On Quay Road."`)
	tab.Look("../../.artifacts/faqs", "one")
	tab.Do(chromedp.SendKeys(chromedp.CSS("#answer"), " By boat."))
	tab.Wait(`(addEventListener("beforeunload", (event) => { sessionStorage.asked = event.defaultPrevented; }), true)`)
	tab.Do(chromedp.Click(chromedp.CSS("main details summary")), chromedp.Click(chromedp.CSS("[action$=delete] button")))
	tab.Wait(`location.search === "?deleted" && sessionStorage.asked === "false" && document.querySelector(".empty") !== null`)
}

// Who takes a file along leaves nothing behind that is not saved.
func TestTheFAQsAreExportedBesideAQuestionThatIsBeingWritten(t *testing.T) {
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, admin := h.church(t, "grace", "pro_chat")
	h.ask(t, http.MethodPost, h.api, admin, object{"question": "Where do I park?", "answer": "Behind the church."})
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, admin)
	tab.Do(chromedp.Navigate(h.url + "/admin/training/faqs"))
	tab.Wait(`(document.querySelector("main details").open = true) && (addEventListener("beforeunload", () => { window.leaves = true; }), true)`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#question"), "Is there a ramp?"), chromedp.Click(chromedp.CSS(`[href="/admin/training/faqs.csv"]`)))
	tab.Wait(`!window.leaves && document.querySelector("#question").value === "Is there a ramp?"`)
}

// What is typed on while a question is added is saved as a change of it.
func TestWhatIsTypedWhileAQuestionIsAddedChangesIt(t *testing.T) {
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, admin := h.church(t, "grace", "pro_chat")
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, admin)
	tab.Do(chromedp.Navigate(h.url + "/admin/training/faqs"))
	tab.Wait(`(() => {
		const real = window.fetch, held = new Promise((resolve) => { window.release = resolve; });
		window.fetch = async (...of) => { const came = await real(...of); window.came = true; await held; return came; };
		return document.querySelector("details[open] #question") !== null;
	})()`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#answer"), "Behind"), chromedp.SendKeys(chromedp.CSS("#question"), "Where do I park?\r"))
	tab.Wait(`window.came`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#answer"), " the church."))
	tab.Wait(`(window.release(), document.querySelector("[data-new]")).ariaBusy === "false"`)
	tab.Wait(`document.querySelector("[data-new] [role=status]").innerText.includes("not saved yet")`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#question"), "\r"))
	tab.Wait(`location.search === "?new" && document.querySelector("#answer")?.value === "Behind the church."`)
	var n int
	must(t, db.Admin.QueryRow(t.Context(), "select count(*) from unified_rag_content").Scan(&n))
	if n != 1 {
		t.Errorf("%d questions", n)
	}
}
