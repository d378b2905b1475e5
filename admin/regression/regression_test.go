package regression_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/drafts"
	"narthex/admin/regression"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

const path = "/admin/training/regression"

// house is a whole chat server with the regression set beside it.
type house struct {
	*chattest.Server
	site   *webtest.Site
	church uuid.UUID
	cookie *http.Cookie
	// hold is asked before each question of a run, if it is there.
	hold atomic.Pointer[func(context.Context)]
	jobs *river.Client[pgx.Tx]
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{Server: chattest.NewServer(t), site: webtest.New(t)}
	h.church = h.NewChurch(t)
	h.Exec(t, "update premium_churches set plan = $2, channel = $3 where church_id = $1", h.church, church.ProChat, church.ProChat.Channel())
	h.Exec(t, "insert into organization_settings (organization_id) values ($1)", h.church)
	h.cookie = accesstest.SignIn(t, h.DB.Admin, h.church, access.RoleAdmin)
	workers := river.NewWorkers()
	drafted := drafts.New(h.DB.Pool, h.Embedder.Name())
	guard := access.NewGuard(h.DB.Pool, h.site.Edge, "http://127.0.0.1")
	guard.Through(drafted.Entry(h.site.Pages))
	regression.AddWorkers(workers, &regression.Runner{Pool: h.DB.Pool, Ask: h.ask, Within: drafted.Within})
	var err error
	h.jobs, err = river.NewClient(riverpgxv5.New(h.DB.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}}, Workers: workers, Logger: slog.New(slog.DiscardHandler), TestOnly: true,
	})
	chattest.Must(t, err)
	regression.NewHandler(regression.Parts{
		Pool: h.DB.Pool, Guard: guard, Jobs: h.jobs, Pages: h.site.Pages, Edge: h.site.Edge,
	}).Routes(h.site.Router)
	return h
}

func (h *house) ask(ctx context.Context, q evaluate.Question) (*evaluate.Evaluation, error) {
	if hold := h.hold.Load(); hold != nil {
		(*hold)(ctx)
	}
	return h.Trials.Ask(ctx, q)
}

// work has jobs worked on until the test ends.
func (h *house) work(t testing.TB) {
	t.Helper()
	chattest.Must(t, h.jobs.Start(context.WithoutCancel(t.Context())))
	t.Cleanup(func() { chattest.Must(t, h.jobs.StopAndCancel(context.WithoutCancel(t.Context()))) })
}

func (h *house) get(t testing.TB, address string) (status int, page string) {
	t.Helper()
	status, _, page = h.site.Ask(t, http.MethodGet, address, h.cookie, "", "")
	return status, page
}

func (h *house) post(t testing.TB, address string, form url.Values) (status int, page string) {
	t.Helper()
	status, _, page = h.site.Ask(t, http.MethodPost, address, h.cookie, webtest.Form, form.Encode())
	return status, page
}

// file sends a file of cases.
func (h *house) file(t testing.TB, content string) (status int, page string) {
	t.Helper()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", "questions.csv")
	chattest.Must(t, err)
	_, err = part.Write([]byte(content))
	chattest.Must(t, err)
	chattest.Must(t, writer.Close())
	status, _, page = h.site.Ask(t, http.MethodPost, path+"/import", h.cookie, writer.FormDataContentType(), form.String())
	return status, page
}

var runID = regexp.MustCompile(`regression-runs/([0-9a-f-]{36})`)

// begin begins a run, and gives its id.
func (h *house) begin(t testing.TB) string {
	t.Helper()
	status, page := h.post(t, path+"/runs", nil)
	found := runID.FindStringSubmatch(page)
	if status != http.StatusOK || found == nil {
		t.Fatalf("a run: %d %s", status, page)
	}
	return found[1]
}

// state is a run's.
func (h *house) state(t testing.TB, id string) (run regression.Run) {
	t.Helper()
	status, body := h.get(t, "/api/admin/regression-runs/"+id)
	if status != http.StatusOK {
		t.Fatalf("a run: %d %s", status, body)
	}
	chattest.Must(t, json.Unmarshal([]byte(body), &run))
	return run
}

// ended waits until a run has ended.
func (h *house) ended(t testing.TB, id string) (run regression.Run) {
	t.Helper()
	chattest.Eventually(t, func() bool {
		run = h.state(t, id)
		return run.Status != "working"
	})
	return run
}

func TestASetIsAskedAndHeldToWhatIsExpected(t *testing.T) {
	h := newHouse(t)
	h.AddKnowledge(t, h.church, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	for _, form := range []url.Values{
		{"question": {"When are your services?"}, "agent": {"coordinator"}, "tier": {"0"}, "must_say": {"9:00 am\r\nSunday: 9:00"}},
		{"question": {"May I bring my dog?"}, "agent": {"coordinator"}, "tier": {"1"}, "must_not_say": {"dogs"}},
		{"question": {"I want to kill myself tonight"}, "agent": {"coordinator"}, "tier": {"crisis"}, "must_say": {"988"}},
		{"question": {"¿A qué hora son los servicios?"}, "agent": {"coordinator"}, "language": {"es"}},
	} {
		if status, page := h.post(t, path, form); status != http.StatusOK || !strings.Contains(page, "Added.") {
			t.Fatalf("%v: %d %s", form, status, page)
		}
	}
	if _, page := h.change(t, h.caseOf(t, "May I bring my dog?"), url.Values{"question": {"May I bring my dog?"}, "agent": {"coordinator"}, "tier": {"1"}, "must_not_say": {"welcome"}}); strings.Count(page, "/cases/") != 4 || !strings.Contains(page, "never “welcome”") {
		t.Errorf("a question that is changed: %d questions", strings.Count(page, "/cases/"))
	}
	h.work(t)
	before := h.Count(t, "select (select count(*) from messages) + (select count(*) from conversations) + (select count(*) from visitor_requests)")
	first := h.begin(t)
	if run := h.ended(t, first); run.Status != "done" || run.Cases != 4 || run.Done != 4 || run.Passed != 3 {
		t.Fatalf("%+v", run)
	}
	_, page := h.get(t, path+"/runs/"+first)
	for _, want := range []string{"Says “welcome”.", "Well-behaved dogs are welcome.", "With help for somebody in danger", "Report as CSV"} {
		if !strings.Contains(page, want) {
			t.Errorf("the run's page lacks %q", want)
		}
	}
	if at := strings.Index(page, "May I bring my dog?"); at < 0 || at > strings.Index(page, "When are your services?") {
		t.Error("what is wrong does not come first")
	}
	// What is wrong is mended, what was right is spoiled: the next run says so.
	h.Exec(t, "update unified_rag_content set content = 'Dogs may come along.' where organization_id = $1 and content_type = 'faq'", h.church)
	h.Exec(t, "update premium_churches set custom_hours = '{}' where church_id = $1", h.church)
	chattest.Eventually(t, func() bool { // until the church is read anew
		e, err := h.Trials.Ask(t.Context(), evaluate.Question{ChurchID: h.church, Message: "When are your services?", Agent: church.Coordinator})
		chattest.Must(t, err)
		return e.Answer.Tier == nil || *e.Answer.Tier != 0
	})
	second := h.begin(t)
	h.ended(t, second)
	_, page = h.get(t, path+"/runs/"+second)
	if !strings.Contains(page, "was wrong before") || !strings.Contains(page, "The time before it was:") || !strings.Contains(page, "was right before") {
		t.Errorf("beside the run before: %s", page)
	}
	if n := h.Count(t, "select (select count(*) from messages) + (select count(*) from conversations) + (select count(*) from visitor_requests)"); n != before || len(h.Notices.All()) != 0 {
		t.Errorf("%d rows more, %d notices", n-before, len(h.Notices.All()))
	}
	status, table := h.get(t, path+"/runs/"+first+"/report.csv")
	if status != 200 || strings.Count(table, "\n") < 5 || !strings.Contains(table, "Says “welcome”.") {
		t.Errorf("%d: %s", status, table)
	}
	if _, table := h.get(t, path+"/runs/"+first+"/report.csv?lang=es"); !strings.Contains(table, "Dice «welcome».") {
		t.Errorf("in Spanish: %s", table)
	}
	var report struct {
		Summary struct{ Right, Wrong int }
		Cases   []json.RawMessage
	}
	status, text := h.get(t, path+"/runs/"+first+"/report.json")
	if err := json.Unmarshal([]byte(text), &report); err != nil || status != 200 || report.Summary.Right != 3 || report.Summary.Wrong != 1 || len(report.Cases) != 4 {
		t.Errorf("%d %v: %s", status, err, text)
	}
}

func TestARunIsCancelledAndAnotherWaits(t *testing.T) {
	h := newHouse(t)
	if status, _ := h.post(t, path+"/runs", nil); status != http.StatusConflict {
		t.Errorf("a run of nothing: %d", status)
	}
	var table strings.Builder
	table.WriteString("question,tier\n")
	for i := range 40 {
		fmt.Fprintf(&table, "Where is room %d?,\n", i)
	}
	if status, page := h.file(t, table.String()); status != http.StatusOK || strings.Count(page, "/cases/") != 40 {
		t.Fatalf("a file: %d", status)
	}
	asked, release := make(chan struct{}), make(chan struct{})
	var n atomic.Int32
	hold := func(ctx context.Context) {
		if n.Add(1) != 20 { // of the second set of lines
			return
		}
		close(asked)
		select {
		case <-release:
		case <-ctx.Done():
		}
	}
	h.hold.Store(&hold)
	h.work(t)
	id := h.begin(t)
	<-asked
	if status, _ := h.post(t, path+"/runs", nil); status != http.StatusConflict {
		t.Errorf("a second run meanwhile: %d", status)
	}
	if run := h.state(t, id); run.Status != "working" || run.Done != 16 {
		t.Errorf("meanwhile: %+v", run)
	}
	if status, page := h.post(t, path+"/runs/"+id+"/cancel", nil); status != http.StatusOK || !strings.Contains(page, "Cancelled") {
		t.Errorf("cancelled: %d", status)
	}
	close(release)
	next := h.begin(t)
	if run := h.ended(t, next); run.Done != 40 {
		t.Errorf("the next: %+v", run)
	}
	if run := h.state(t, id); run.Status != "cancelled" || run.Done != 16 {
		t.Errorf("the cancelled run afterwards: %+v", run)
	}
}

func TestARunOfAChurchWithoutAnAssistantFails(t *testing.T) {
	h := newHouse(t)
	h.post(t, path, url.Values{"question": {"When?"}})
	id := h.begin(t)
	h.Exec(t, "delete from premium_churches where church_id = $1", h.church)
	h.work(t)
	chattest.Eventually(t, func() bool { return h.Count(t, "select count(*) from regression_runs where status <> 'working'") == 1 })
	if n := h.Count(t, "select count(*) from regression_runs where id = $1 and status = 'failed'", id); n != 1 {
		t.Error("the run did not fail")
	}
}

func TestWhatCannotBeAskedIsSaid(t *testing.T) {
	h := newHouse(t)
	for form, want := range map[string]string{
		"question=":                                               "Please write a question.",
		"question=" + strings.Repeat("a", 2001):                   "at most 2,000 characters",
		"question=x&agent=bishop":                                 "",
		"question=x&tier=9":                                       "",
		"question=x&must_say=" + strings.Repeat("a", 201):         "at most 200 characters",
		"question=x&must_say=" + strings.Repeat("a%0A", 3) + "**": "a letter or a digit",
		"question=x&must_not_say=" + strings.Repeat("b", 201):     "at most 200 characters",
	} {
		status, _, page := h.site.Ask(t, http.MethodPost, path, h.cookie, webtest.Form, form)
		if status != http.StatusUnprocessableEntity || !strings.Contains(page, want) {
			t.Errorf("%.40s: %d", form, status)
		}
	}
	for content, want := range map[string]string{
		"":                         "no question in the file",
		"a,b\n1,2\n":               "must name the columns",
		"question,tier\nWhen?,9\n": "Question 1 of the file cannot be taken: Who answers",
		"question\n\"When?":        "cannot be read as CSV",
		"question\n" + strings.Repeat("When?\n", 501): "more than 500",
	} {
		if status, page := h.file(t, content); status != http.StatusUnprocessableEntity || !strings.Contains(page, want) {
			t.Errorf("%.40q: %d", content, status)
		}
	}
	if status, _, _ := h.site.Ask(t, http.MethodPost, path+"/import", h.cookie, webtest.Form, "file=x"); status != http.StatusBadRequest {
		t.Errorf("no file: %d", status)
	}
	var many strings.Builder
	many.WriteString("question\n")
	for i := range 499 {
		fmt.Fprintf(&many, "Where is room %d?\n", i)
	}
	if status, _ := h.file(t, many.String()); status != http.StatusOK {
		t.Errorf("499: %d", status)
	}
	if status, page := h.file(t, "question\nWhere?\nWhen?\n"); status != http.StatusConflict || !strings.Contains(page, "holds 500 questions") {
		t.Errorf("more than fit: %d", status)
	}
	if n := h.Count(t, "select count(*) from regression_cases"); n != 499 {
		t.Errorf("%d are stored", n)
	}
	status, page := h.get(t, path+"?question=Where+are+you%3F&agent=care&tier=3&language=es")
	if status != http.StatusOK || !strings.Contains(page, ">Where are you?</textarea>") || !strings.Contains(page, `value="care" selected`) || !strings.Contains(page, `value="3" selected`) || !strings.Contains(page, `value="es" selected`) {
		t.Errorf("led here: %d", status)
	}
	prayers := accesstest.SignIn(t, h.DB.Admin, h.church, access.PrayerTeam)
	if status, _, _ := h.site.Ask(t, http.MethodPost, path, prayers, webtest.Form, "question=hello"); status != http.StatusForbidden {
		t.Errorf("somebody of the prayer team: %d", status)
	}
}

func TestACaseIsChangedAndDeleted(t *testing.T) {
	h := newHouse(t)
	_, page := h.post(t, path, url.Values{"question": {"Where?"}, "tier": {"0"}})
	at := regexp.MustCompile(path + `/cases/[0-9a-f-]{36}`).FindString(page)
	if status, page := h.get(t, at); status != 200 || !strings.Contains(page, ">Where?</textarea>") {
		t.Errorf("%d", status)
	}
	if status, page := h.change(t, at, url.Values{"question": {"Where are you?"}, "agent": {"care"}, "must_say": {"Maple"}}); status != 200 || !strings.Contains(page, "Where are you?") || !strings.Contains(page, "“Maple”") {
		t.Errorf("changed: %d", status)
	}
	if status, page := h.change(t, at, url.Values{"question": {""}}); status != 422 || !strings.Contains(page, "Please write a question.") {
		t.Errorf("emptied: %d", status)
	}
	status, table := h.get(t, path+".csv")
	if status != 200 || !strings.Contains(table, "Where are you?,care,,,Maple,") {
		t.Errorf("%d %q", status, table)
	}
	if status, _ := h.post(t, at+"/delete", nil); status != 200 || h.Count(t, "select count(*) from regression_cases") != 0 {
		t.Errorf("deleted: %d", status)
	}
	if status, _ := h.get(t, at); status != 404 {
		t.Errorf("afterwards: %d", status)
	}
	if n := h.Count(t, "select count(*) from audit_log where what like 'regression.%'"); n != 3 {
		t.Errorf("%d changes are noted", n)
	}
}

func TestTheRegressionSetInABrowser(t *testing.T) {
	h := newHouse(t)
	h.AddKnowledge(t, h.church, "faq", "May I bring my dog?", "Well-behaved **dogs** are welcome.", true)
	h.work(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.site.URL, h.cookie)
	tab.Do(chromedp.Navigate(h.site.URL + path))
	tab.Wait(`document.querySelector(".empty") !== null`)
	tab.Look("../../.artifacts/regression", "empty")
	add := func(n int, question, tier, say string) {
		tab.Do(chromedp.Navigate(h.site.URL + path + "?" + url.Values{"question": {question}, "tier": {tier}}.Encode()))
		tab.Wait(`document.querySelector("#add")?.open && document.querySelector("#question").value !== ""`)
		tab.Do(chromedp.SetValue(chromedp.CSS("#must_say"), say), chromedp.Focus(chromedp.CSS("#add button")), chromedp.KeyEvent("\r"))
		tab.Wait(fmt.Sprintf(`document.querySelectorAll("section[aria-labelledby=set] .entries > li").length === %d`, n))
	}
	add(1, "When are your services?", "0", "9:00 AM")
	add(2, "May I bring my dog?", "1", "cats")
	add(3, "I want to kill myself tonight", "crisis", "988")
	tab.Look("../../.artifacts/regression", "set")
	released := make(chan struct{})
	hold := func(ctx context.Context) {
		select {
		case <-released:
		case <-ctx.Done():
		}
	}
	h.hold.Store(&hold)
	tab.Do(chromedp.Focus(chromedp.CSS(`form[action$="/runs"] button`)), chromedp.KeyEvent("\r"))
	tab.Wait(`document.querySelector("[data-status=working] progress") !== null`)
	tab.Look("../../.artifacts/regression", "working")
	close(released)
	tab.Wait(`document.querySelector("[data-status=done]") !== null && document.querySelectorAll(".judged > li").length === 3`)
	tab.Wait(`document.querySelector(".judged--wrong .prose strong")?.innerText === "dogs"`)
	tab.Look("../../.artifacts/regression", "run")
}
