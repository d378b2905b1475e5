package faqs_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
	"golang.org/x/text/encoding/unicode"

	"narthex/admin/faqs"
	"narthex/chat/chattest"
	"narthex/cmd/dev/browsertest"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/knowledge"
)

// importer works on imports as a node does, from the moment when it is started.
type importer struct {
	faqs.Importer
	stop func()
}

func newImporter(t testing.TB, pool *pgxpool.Pool) *importer {
	t.Helper()
	library, err := knowledge.NewLibrary(pool, retrieval.NewOffline(), knowledge.Config{})
	must(t, err)
	return &importer{Importer: faqs.Importer{
		Pool: pool, Embed: library.EmbedPending, Logger: slog.New(slog.DiscardHandler),
		Unfit: func(_ context.Context, text string) bool { return strings.Contains(text, "idiots") },
	}}
}

func (i *importer) start(t testing.TB) {
	t.Helper()
	workers := river.NewWorkers()
	faqs.AddWorkers(workers, &i.Importer)
	client, err := river.NewClient(riverpgxv5.New(i.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}}, Workers: workers, Logger: i.Logger, TestOnly: true,
		RetryPolicy: soon{},
	})
	must(t, err)
	must(t, client.Start(context.WithoutCancel(t.Context())))
	i.stop = func() { must(t, client.StopAndCancel(context.WithoutCancel(t.Context()))) }
}

// soon has jobs that failed run again at once.
type soon struct{}

func (soon) NextRetry(*rivertype.JobRow) time.Time { return time.Now() }

// file is a form with a file.
func file(t testing.TB, name string, content []byte) (contentType, body string) {
	t.Helper()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	part, err := writer.CreateFormFile("file", name)
	must(t, err)
	_, err = part.Write(content)
	must(t, err)
	must(t, writer.Close())
	return writer.FormDataContentType(), form.String()
}

const importing = "/admin/training/faqs/import"

// send sends a file, and gives where that leads, or why it is refused.
func (h *house) send(t testing.TB, session *http.Cookie, contentType, body string) (status int, location, code string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.url+importing, strings.NewReader(body))
	must(t, err)
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", "application/json")
	request.AddCookie(session)
	response, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(request)
	must(t, err)
	defer response.Body.Close()
	var problem struct{ Code string }
	_ = json.NewDecoder(response.Body).Decode(&problem)
	return response.StatusCode, response.Header.Get("Location"), problem.Code
}

// begin sends a file that is taken.
func (h *house) begin(t testing.TB, session *http.Cookie, content string) (page string) {
	t.Helper()
	contentType, body := file(t, "our questions.csv", []byte(content))
	status, location, code := h.send(t, session, contentType, body)
	if status != http.StatusSeeOther || !strings.HasPrefix(location, importing+"/") {
		t.Fatalf("an import: %d %s %s", status, location, code)
	}
	return location
}

// outcome waits until an import has ended.
func (h *house) outcome(t testing.TB, session *http.Cookie, page string) string {
	t.Helper()
	var state struct {
		Status                                            string
		Lines, Done, Created, Changed, Unchanged, Refused int
	}
	chattest.Eventually(t, func() bool {
		got := h.ask(t, http.MethodGet, h.url+"/api/admin/faq-imports/"+filepath.Base(page), session, nil)
		must(t, json.Unmarshal([]byte(got.Body), &state))
		return state.Status != "working"
	})
	return fmt.Sprintf("%s %d/%d: %d created, %d changed, %d unchanged, %d refused", state.Status, state.Done, state.Lines, state.Created, state.Changed, state.Unchanged, state.Refused)
}

// rows are a church's FAQs.
func (h *house) rows(t testing.TB, id uuid.UUID) []string {
	t.Helper()
	rows, err := h.admin.Query(t.Context(), `
		select concat_ws('|', title, content, metadata ->> 'faq_category', metadata ->> 'visibility', metadata ->> 'exact_response', embedding is not null and question_embedding is not null)
		from unified_rag_content where organization_id = $1 and content_type = 'faq' order by title`, id)
	must(t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return found
}

func TestAFileOfFAQsIsImported(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "pro_chat")
	other, _ := h.church(t, "hope", "pro_chat")
	jobs := newImporter(t, db.Pool)
	jobs.start(t)
	defer jobs.stop()
	for _, one := range []object{
		{"question": "Where do I park?", "answer": "Behind the church."},
		{"question": "Is there a creche?", "answer": "Yes.", "faq_category": "children"},
		{"question": "'@home': what is it?", "answer": "'=1+1"},
	} {
		if made := h.ask(t, http.MethodPost, h.api, admin, one); made.Status != 201 {
			t.Fatal(made.Body)
		}
	}
	page := h.begin(t, admin, "Question,ANSWER,category,exact_response\n"+
		"where do i park?,\"On Pier Road,\nbehind the wall.\",visiting,yes\n"+
		"Is there a creche?,Yes.,children,\n"+
		"\n,,,\n"+
		"'+1 555?,'=1+1,,no\n"+
		",An answer without a question,,\n"+
		"WHERE DO I PARK?,Nowhere.,,\n"+
		"Are you nice?,You idiots,,\n"+
		"Maybe?,Well.,,perhaps\n")
	if got := h.outcome(t, admin, page); got != "done 7/7: 1 created, 1 changed, 1 unchanged, 4 refused" {
		t.Error(got)
	}
	want := []string{"'@home': what is it?|'=1+1||public|false|t", "+1 555?|=1+1||public|false|t", "Is there a creche?|Yes.|children|public|false|t", "where do i park?|On Pier Road,\nbehind the wall.|visiting|public|true|t"}
	if got := h.rows(t, id); !slices.Equal(got, want) {
		t.Errorf("stored are %q", got)
	}
	if got := h.rows(t, other); len(got) != 0 {
		t.Errorf("another church has %q", got)
	}
	shown := h.ask(t, http.MethodGet, h.url+page, admin, nil).Body
	for _, text := range []string{"our questions.csv", "Line 8: Please write the question.", "Line 9: The same question stands in an earlier line.", "Line 10: This cannot be said in the name of a church.", "Line 11: Please write yes or no"} {
		if !strings.Contains(shown, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
	refused, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(h.ask(t, http.MethodGet, h.url+page+"/refused.csv", admin, nil).Body, "\ufeff"))).ReadAll()
	must(t, err)
	if len(refused) != 5 || refused[0][5] != "what is the matter" || refused[3][0] != "Are you nice?" || !strings.HasPrefix(refused[3][5], "This cannot be said") {
		t.Errorf("refused are %q", refused)
	}
	// What is taken along comes back as it was.
	taken := h.ask(t, http.MethodGet, h.url+"/admin/training/faqs.csv", admin, nil).Body
	if got := h.outcome(t, admin, h.begin(t, admin, taken)); got != "done 4/4: 0 created, 0 changed, 4 unchanged, 0 refused" {
		t.Errorf("the same again: %s", got)
	}
	if got := h.rows(t, id); !slices.Equal(got, want) {
		t.Errorf("after the same again there are %q", got)
	}
}

func TestAFileLeavesAloneWhatItSaysNothingOf(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "pro_chat")
	jobs := newImporter(t, db.Pool)
	jobs.start(t)
	defer jobs.stop()
	if made := h.ask(t, http.MethodPost, h.api, admin, object{"question": "Where is the key?", "answer": "On the hook.", "faq_category": "keys", "visibility": "internal", "exact_response": true}); made.Status != 201 {
		t.Fatal(made.Body)
	}
	for _, step := range []struct{ file, outcome, stored string }{
		{"question,answer\nWhere is the key?,In the box.\n", "1 changed, 0 unchanged, 0 refused", "In the box.|keys|internal|true"},
		{"question,answer\nWhere is the key?,In the box.\n", "0 changed, 1 unchanged, 0 refused", "In the box.|keys|internal|true"},
		{"question,answer,visibility,exact_response,category\nWhere is the key?,In the box.,,,\n", "0 changed, 1 unchanged, 0 refused", "In the box.|keys|internal|true"},
		{"question,answer,exact_response\nWhere is the key?,You idiots,\n", "0 changed, 0 unchanged, 1 refused", "In the box.|keys|internal|true"},
		{"question,answer,visibility,exact_response\nWhere is the key?,In the box.,public,no\n", "1 changed, 0 unchanged, 0 refused", "In the box.|keys|public|false"},
	} {
		page := h.begin(t, admin, step.file)
		if got := h.outcome(t, admin, page); !strings.HasSuffix(got, step.outcome) {
			t.Errorf("%q: %s", step.file, got)
		}
		if got := h.rows(t, id); len(got) != 1 || !strings.Contains(got[0], step.stored) {
			t.Errorf("%q: stored are %q", step.file, got)
		}
		if refused := h.ask(t, http.MethodGet, h.url+page+"/refused.csv", admin, nil).Body; strings.Contains(refused, "idiots") && !strings.Contains(refused, "You idiots,,,,") {
			t.Errorf("what was refused comes back as %q", refused)
		}
	}
}

// A node that is taken for dead may work on beside the one that has its job.
func TestALineCountsOnceThoughTwoNodesPutIt(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, admin := h.church(t, "grace", "pro_chat")
	jobs := newImporter(t, db.Pool)
	var arrived atomic.Int32
	both := make(chan struct{})
	jobs.Unfit = func(ctx context.Context, _ string) bool { // each node has read the line by then
		if arrived.Add(1) == 2 {
			close(both)
		}
		select {
		case <-both:
		case <-ctx.Done():
		}
		return false
	}
	page := h.begin(t, admin, "question,answer\nWhere do I park?,Behind the church.\n")
	h.exec(t, "insert into river_job (kind, args, queue, max_attempts) select kind, args, queue, max_attempts from river_job where kind = 'import_faqs'")
	jobs.start(t)
	defer jobs.stop()
	if got := h.outcome(t, admin, page); got != "done 1/1: 1 created, 0 changed, 0 unchanged, 0 refused" {
		t.Error(got)
	}
}

// Cut short to what a FAQ may have, it would be taken when it is sent again, and its end be lost.
func TestWhatIsRefusedComesBackWhole(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "pro_chat")
	jobs := newImporter(t, db.Pool)
	jobs.start(t)
	defer jobs.stop()
	long, asked := strings.Repeat("é", 4000)+" THE END", strings.Repeat("w", 5000)+"?"
	page := h.begin(t, admin, "question,answer\nWhere do I park?,"+long+"\nWhere do I park?,Behind.\n"+asked+",Yes.\n")
	if got := h.outcome(t, admin, page); got != "done 3/3: 1 created, 0 changed, 0 unchanged, 2 refused" {
		t.Error(got)
	}
	taken := h.ask(t, http.MethodGet, h.url+page+"/refused.csv", admin, nil).Body
	if !strings.Contains(taken, long) || !strings.Contains(taken, asked) {
		t.Error("what was too long is cut short")
	}
	if got := h.outcome(t, admin, h.begin(t, admin, taken)); got != "done 2/2: 0 created, 0 changed, 0 unchanged, 2 refused" {
		t.Errorf("sent again as it is: %s", got)
	}
	if got := h.rows(t, id); !slices.Equal(got, []string{"Where do I park?|Behind.||public|false|t"}) {
		t.Errorf("stored are %q", got)
	}
	if shown := h.ask(t, http.MethodGet, h.url+page, admin, nil).Body; strings.Contains(shown, asked) {
		t.Error("the page shows all of it")
	}
}

func TestFilesOfAnySpreadsheetAreRead(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	jobs := newImporter(t, db.Pool)
	jobs.start(t)
	defer jobs.stop()
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("question\tanswer\r\n¿Dónde estaciono?\tDetrás.\r\n")
	must(t, err)
	i := 0
	for name, content := range map[string]string{
		"UTF-8 with a mark":                    "\ufeffquestion,answer\n¿Dónde estaciono?,Detrás.\n",
		"UTF-16 with tabs":                     utf16,
		"Windows-1252 with semicolons":         "Pregunta;Respuesta\r\n\xbfD\xf3nde estaciono?;Detr\xe1s.\r\n",
		"columns that nobody knows and quotes": "nr,\"answer\",\"question\"\n1,Detrás.,\"¿Dónde estaciono?\"\n",
	} {
		i++
		id, admin := h.church(t, fmt.Sprintf("church-%d", i), "pro_chat")
		if got := h.outcome(t, admin, h.begin(t, admin, content)); got != "done 1/1: 1 created, 0 changed, 0 unchanged, 0 refused" {
			t.Errorf("%s: %s", name, got)
		}
		if got := h.rows(t, id); !slices.Equal(got, []string{"¿Dónde estaciono?|Detrás.||public|false|t"}) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAFileThatCannotBeReadLeavesNothing(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, admin := h.church(t, "grace", "pro_chat")
	const head = "question,answer\n"
	for name, test := range map[string]struct {
		content string
		status  int
		code    string
	}{
		"nothing":          {"", 422, "file_empty"},
		"columns alone":    {head + "\n,\n", 422, "file_empty"},
		"no columns":       {"Where do I park?,Behind.\n", 422, "file_no_columns"},
		"a quotation mark": {head + "a,\"b\nc,d\n", 422, "file_broken"},
		"a workbook":       {"PK\x03\x04" + head, 422, "file_not_csv"},
		"10,001 questions": {head + strings.Repeat("a,b\n", 10_001), 422, "file_too_many"},
		"11 MB":            {head + strings.Repeat("a,b\n", 11<<18), 413, "too_large"},
	} {
		contentType, body := file(t, "f.csv", []byte(test.content))
		if status, _, code := h.send(t, admin, contentType, body); status != test.status || code != test.code {
			t.Errorf("%s: %d %s", name, status, code)
		}
	}
	contentType, body := file(t, "f.csv", []byte(head+"a,b\n"))
	if status, _, code := h.send(t, admin, contentType, body[:len(body)-20]); status != 400 || code != "cut_off" {
		t.Errorf("a file that was cut off: %d %s", status, code)
	}
	if status, _, code := h.send(t, admin, "text/csv", head); status != 415 || code != "not_a_form" {
		t.Errorf("no form: %d %s", status, code)
	}
	var left int
	must(t, db.Admin.QueryRow(t.Context(), "select (select count(*) from faq_imports) + (select count(*) from faq_import_lines) + (select count(*) from river_job where kind = 'import_faqs')").Scan(&left))
	if left != 0 {
		t.Errorf("%d rows are left", left)
	}
}

func TestAnImportGoesOnWhereItWasAndFillsNoMoreThanThePlan(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "starter_chat") // holds 50
	jobs := newImporter(t, db.Pool)
	embed, calls := jobs.Embed, atomic.Int32{}
	jobs.Embed = func(ctx context.Context, church uuid.UUID) (int, int, error) {
		if calls.Add(1) == 1 {
			panic("the node dies between two sets of lines")
		}
		return embed(ctx, church)
	}
	var content strings.Builder
	content.WriteString("question,answer\n")
	for i := range 130 {
		fmt.Fprintf(&content, "Question %03d?,Answer %d.\n", i, i)
	}
	page := h.begin(t, admin, content.String())
	contentType, body := file(t, "f.csv", []byte("question,answer\na,b\n"))
	if status, _, code := h.send(t, admin, contentType, body); status != 409 || code != "importing" {
		t.Errorf("a second file meanwhile: %d %s", status, code)
	}
	jobs.start(t)
	defer jobs.stop()
	if got := h.outcome(t, admin, page); got != "done 130/130: 50 created, 0 changed, 0 unchanged, 80 refused" {
		t.Error(got)
	}
	if found := h.rows(t, id); len(found) != 50 || !strings.HasPrefix(found[49], "Question 049?|") {
		t.Errorf("%d are stored: %q", len(found), found)
	}
	if calls.Load() < 2 {
		t.Error("the job was never interrupted")
	}
	if shown := h.ask(t, http.MethodGet, h.url+page, admin, nil).Body; !strings.Contains(shown, "Line 52: Your plan holds no more FAQs.") {
		t.Error("the page does not say why")
	}
}

func TestAnImportIsCancelledAndIsItsChurchsAlone(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	id, admin := h.church(t, "grace", "pro_chat")
	_, stranger := h.church(t, "hope", "pro_chat")
	page := h.begin(t, admin, "question,answer\na,b\nc,\n")
	for _, path := range []string{page, page + "/refused.csv", "/api/admin/faq-imports/" + filepath.Base(page)} {
		if got := h.ask(t, http.MethodGet, h.url+path, stranger, nil); got.Status != 404 {
			t.Errorf("%s for another church: %d", path, got.Status)
		}
	}
	h.ask(t, http.MethodPost, h.url+page+"/cancel", stranger, nil)
	if got := h.ask(t, http.MethodGet, h.url+page, admin, nil); !strings.Contains(got.Body, "Being imported") {
		t.Errorf("another church ends it: %s", got.Body)
	}
	if got := h.ask(t, http.MethodPost, h.url+page+"/cancel", admin, nil); got.Status != 200 || !strings.Contains(got.Body, "Cancelled") {
		t.Errorf("cancelled: %d %s", got.Status, got.Body)
	}
	jobs := newImporter(t, db.Pool)
	jobs.start(t)
	chattest.Eventually(t, func() (done bool) {
		must(t, db.Admin.QueryRow(t.Context(), "select bool_and(state = 'completed') from river_job where kind = 'import_faqs'").Scan(&done))
		return done
	})
	jobs.stop()
	if got := h.outcome(t, admin, page); got != "cancelled 1/2: 0 created, 0 changed, 0 unchanged, 1 refused" {
		t.Error(got)
	}
	if got := h.rows(t, id); len(got) != 0 {
		t.Errorf("stored are %q", got)
	}
	for range 7 {
		h.begin(t, admin, "question,answer\na,b\n")
		h.exec(t, "update faq_imports set status = 'done'")
	}
	var kept int
	must(t, db.Admin.QueryRow(t.Context(), "select count(*) from faq_imports where church_id = $1", id).Scan(&kept))
	if kept != 5 {
		t.Errorf("%d imports are kept", kept)
	}
}

func TestAFileInABrowser(t *testing.T) {
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, admin := h.church(t, "grace", "pro_chat")
	path := filepath.Join(t.TempDir(), "questions.csv")
	must(t, os.WriteFile(path, []byte("question,answer\nWhere do I park?,Behind the church.\n,Nothing\n"), 0o600))
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, admin)
	tab.Do(chromedp.Navigate(h.url + importing))
	tab.Wait(`document.querySelector("#file") !== null`)
	tab.Look("../../.artifacts/faqs", "import")
	tab.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}), chromedp.Click(chromedp.CSS("main form button")))
	tab.Wait(`document.querySelector("[data-status=working] progress")?.value === 1`)
	tab.Look("../../.artifacts/faqs", "importing")
	jobs := newImporter(t, db.Pool)
	jobs.start(t)
	defer jobs.stop()
	tab.Wait(`document.querySelector("[data-status=done]") !== null && document.querySelector(".fault").textContent.includes("Please write the question")`)
	tab.Look("../../.artifacts/faqs", "imported")
	tab.Do(chromedp.Navigate(h.url + importing + "?lang=es"))
	tab.Wait(`document.documentElement.lang === "es" && document.querySelector(".entries .badge") !== null`)
	tab.Look("../../.artifacts/faqs", "import-es")
}
