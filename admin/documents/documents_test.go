package documents_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/documents"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/retrieval/extract"
	"narthex/retrieval/knowledge"
	"narthex/static/web"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// reader extracts in this process: reading in one of its own is another package's to test.
type reader struct{}

func (reader) Extract(ctx context.Context, mediaType string, content []byte) (extract.Text, error) {
	return extract.Document(ctx, mediaType, content)
}

// house is a server with the documents; work has them read.
type house struct {
	admin, pool *pgxpool.Pool
	library     *knowledge.Library
	url         string
}

func newHouse(t testing.TB) *house {
	t.Helper()
	db := pgtest.New(t)
	logger := slog.New(slog.DiscardHandler)
	library, err := knowledge.NewLibrary(db.Pool, retrieval.NewOffline(), knowledge.Config{Extractor: reader{}, Logger: logger})
	must(t, err)
	assets, pages := webtest.Parts(t)
	edge := web.NewEdge(logger, prometheus.NewRegistry(), pages)
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	r.Get(web.AssetsPattern, edge.Handle(assets.Serve))
	documents.NewHandler(documents.Parts{
		Pool: db.Pool, Guard: access.NewGuard(db.Pool, edge, "http://127.0.0.1"), Library: library, Pages: pages, Edge: edge, Logger: logger,
	}).Routes(r)
	listening := httptest.NewUnstartedServer(r)
	listening.Config.ReadTimeout, listening.Config.WriteTimeout = 2*time.Second, 2*time.Second // an upload may take longer
	listening.Start()
	t.Cleanup(listening.Close)
	return &house{db.Admin, db.Pool, library, listening.URL}
}

// work reads documents until the test ends.
func (h *house) work(t testing.TB) {
	t.Helper()
	workers := river.NewWorkers()
	knowledge.AddWorkers(workers, h.library)
	client, err := river.NewClient(riverpgxv5.New(h.pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}, knowledge.Queue: {MaxWorkers: 2}}, Workers: workers, Logger: slog.New(slog.DiscardHandler),
	})
	must(t, err)
	must(t, client.Start(context.Background()))
	t.Cleanup(func() { must(t, client.Stop(context.Background())) })
}

func (h *house) church(t testing.TB, slug string) (id uuid.UUID, admin *http.Cookie) {
	t.Helper()
	id = uuid.New()
	for _, sql := range []string{
		"insert into churches (id, slug, name) values ($1, $2, initcap($2))",
		"insert into premium_churches (church_id, plan, channel, chatbot_agent_id, admin_email) values ($1, 'pro_chat', 'chat', $1, $2)",
	} {
		_, err := h.admin.Exec(t.Context(), sql, id, slug)
		must(t, err)
	}
	return id, accesstest.SignIn(t, h.admin, id, access.OfficeAdmin)
}

func (h *house) count(t testing.TB, query string, args ...any) (n int) {
	t.Helper()
	must(t, h.admin.QueryRow(t.Context(), "select count(*) from "+query, args...).Scan(&n))
	return n
}

// form is a request's body with a file after the other fields.
func form(t testing.TB, name string, content []byte, fields ...string) (body *bytes.Buffer, contentType string) {
	t.Helper()
	body = new(bytes.Buffer)
	writer := multipart.NewWriter(body)
	for i := 0; i < len(fields); i += 2 {
		must(t, writer.WriteField(fields[i], fields[i+1]))
	}
	if name != "" {
		part, err := writer.CreateFormFile("file", name)
		must(t, err)
		_, err = part.Write(content)
		must(t, err)
	}
	must(t, writer.Close())
	return body, writer.FormDataContentType()
}

func (h *house) send(t testing.TB, method, path string, session *http.Cookie, body io.Reader, contentType string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, h.url+path, body)
	must(t, err)
	request.Header.Set("Content-Type", contentType)
	request.AddCookie(session)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	must(t, err)
	return response.StatusCode, string(read)
}

const upload = "/api/admin/kb-proxy/upload"

// state waits until a document is no longer being read.
func (h *house) state(t *testing.T, session *http.Cookie, title string) (status, reason string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		_, body := h.send(t, http.MethodGet, "/api/admin/documents", session, nil, "")
		var list struct {
			Documents []struct{ Title, Status, Reason string }
		}
		must(t, json.Unmarshal([]byte(body), &list))
		for _, d := range list.Documents {
			if d.Title == title && d.Status != "queued" && d.Status != "working" {
				return d.Status, d.Reason
			}
		}
		if time.Now().After(end) {
			t.Fatalf("%s is never read: %s", title, body)
		}
	}
}

func TestADocumentIsReadReplacedAndDeleted(t *testing.T) {
	h := newHouse(t)
	h.work(t)
	id, admin := h.church(t, "grace")
	body, kind := form(t, "hall rules.md", []byte("# Hall\n\nThe hall closes at ten."), "visibility", "public")
	if status, answer := h.send(t, http.MethodPost, upload, admin, body, kind); status != 202 || !strings.Contains(answer, `"status":"queued"`) {
		t.Fatalf("the upload: %d %s", status, answer)
	}
	if status, reason := h.state(t, admin, "Hall rules"); status != "ready" {
		t.Fatalf("it is %s: %s", status, reason)
	}
	if n := h.count(t, "unified_rag_content where organization_id = $1 and content_type = 'document' and embedding is not null and content like '%at ten%'", id); n != 1 {
		t.Errorf("%d passages", n)
	}
	for language, says := range map[string]string{"es": "con un pasaje", "en": "from one passage"} {
		_, err := h.admin.Exec(t.Context(), "update churches set language = $2 where id = $1", id, language)
		must(t, err)
		if _, page := h.send(t, http.MethodGet, "/admin/training/documents", admin, nil, ""); !strings.Contains(page, says) {
			t.Errorf("%s: the page does not say %q", language, says)
		}
	}
	body, kind = form(t, "hall rules.md", []byte("# Hall\n\nThe hall closes at eleven."))
	h.send(t, http.MethodPost, upload, admin, body, kind)
	h.state(t, admin, "Hall rules")
	for end := time.Now().Add(time.Minute); h.count(t, "unified_rag_content where content like '%at eleven%' and curation_status = 'approved'") != 1; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is not replaced")
		}
	}
	if n := h.count(t, "knowledge_documents"); n != 1 {
		t.Errorf("%d documents", n)
	}
	var document uuid.UUID
	must(t, h.admin.QueryRow(t.Context(), "select id from knowledge_documents").Scan(&document))
	if _, page := h.send(t, http.MethodGet, "/admin/training/documents/"+document.String(), admin, nil, ""); !strings.Contains(page, "The hall closes at eleven.") {
		t.Error("it is not shown what was read")
	}
	if status, _ := h.send(t, http.MethodPost, "/admin/training/documents/"+document.String()+"/delete", admin, nil, ""); status != 303 || h.count(t, "unified_rag_content") != 0 {
		t.Errorf("deleted: %d, and passages are left", status)
	}
	if n := h.count(t, "audit_log where church_id = $1 and what like 'document.%'", id); n != 3 {
		t.Errorf("%d changes are noted", n)
	}
}

func TestADocumentThatIsBeingReplacedIsNotDeletedInPassing(t *testing.T) {
	h := newHouse(t)
	_, admin := h.church(t, "grace")
	for _, name := range []string{"hall rules.md", "new.md"} {
		body, kind := form(t, name, []byte("# Hall\n\nThe hall closes at ten."), "title", map[string]string{"hall rules.md": "Hall rules", "new.md": "New"}[name])
		h.send(t, http.MethodPost, upload, admin, body, kind)
	}
	ids := make(map[string]uuid.UUID)
	for _, title := range []string{"Hall rules", "New"} {
		var id uuid.UUID
		must(t, h.admin.QueryRow(t.Context(), "select id from knowledge_documents where title = $1", title).Scan(&id))
		ids[title] = id
	}
	// As it is while the next version of what has been read waits.
	_, err := h.admin.Exec(t.Context(), `insert into unified_rag_content (organization_id, content_type, curation_status, document_id, chunk_index, title, content)
		select organization_id, 'document', 'approved', id, 0, title, 'The hall closes at ten.' from knowledge_documents where title = 'Hall rules'`)
	must(t, err)
	_, page := h.send(t, http.MethodGet, "/admin/training/documents", admin, nil, "")
	if strings.Contains(page, `action="/admin/training/documents/`+ids["Hall rules"].String()+`/delete"`) {
		t.Error("one press deletes what visitors are answered from")
	}
	if !strings.Contains(page, `action="/admin/training/documents/`+ids["New"].String()+`/delete"`) {
		t.Error("what nobody is answered from is not cancelled by a press")
	}
	if _, page := h.send(t, http.MethodGet, "/admin/training/documents/"+ids["Hall rules"].String(), admin, nil, ""); !strings.Contains(page, "/delete\"") || !strings.Contains(page, "closes at ten") {
		t.Error("its page does not say what is deleted")
	}
}

func TestTheListSaysWhetherADocumentAnswersVisitors(t *testing.T) {
	h := newHouse(t)
	h.work(t)
	_, admin := h.church(t, "grace")
	says := func(want string, not ...string) {
		t.Helper()
		_, page := h.send(t, http.MethodGet, "/admin/training/documents", admin, nil, "")
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
		for _, said := range not {
			if strings.Contains(page, said) {
				t.Errorf("the page says %q", said)
			}
		}
	}
	body, kind := form(t, "keys.md", []byte("# Keys\n\nThe key is under the mat."), "visibility", "internal")
	h.send(t, http.MethodPost, upload, admin, body, kind)
	h.state(t, admin, "Keys")
	says("Read, in one passage", "Answers visitors")
	body, kind = form(t, "hall.md", []byte("# Hall\n\nThe hall closes at ten."), "visibility", "public")
	h.send(t, http.MethodPost, upload, admin, body, kind)
	h.state(t, admin, "Hall")
	says("Answers visitors, from one passage", "version before")
	_, err := h.admin.Exec(t.Context(), "update knowledge_documents set status = 'failed', error_code = 'unreadable' where title = 'Hall'") // as a new version of it may be
	must(t, err)
	says("Visitors are still answered from the version before.", "Answers visitors")
}

func TestADocumentCanBeDeletedBeforeItIsRead(t *testing.T) {
	h := newHouse(t)
	_, admin := h.church(t, "grace")
	body, kind := form(t, "late.txt", []byte("Too late."))
	h.send(t, http.MethodPost, upload, admin, body, kind)
	var document uuid.UUID
	must(t, h.admin.QueryRow(t.Context(), "select id from knowledge_documents").Scan(&document))
	if status, _ := h.send(t, http.MethodPost, "/admin/training/documents/"+document.String()+"/delete", admin, nil, ""); status != 303 {
		t.Fatalf("deleted: %d", status)
	}
	h.work(t)
	for end := time.Now().Add(time.Minute); h.count(t, "river_job where kind = 'ingest_document' and state in ('completed', 'cancelled', 'discarded')") != 1; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the job does not come to its end")
		}
	}
	if n := h.count(t, "unified_rag_content") + h.count(t, "knowledge_documents"); n != 0 {
		t.Errorf("%d rows of a deleted document", n)
	}
}

func TestWhatCannotBeReadIsSaidAndNothingStored(t *testing.T) {
	h := newHouse(t)
	id, admin := h.church(t, "grace")
	for name, test := range map[string]struct {
		file    string
		content []byte
		status  int
		code    string
	}{
		"a picture":     {"photo.jpg", []byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00"), 415, "unsupported"},
		"nothing":       {"empty.txt", nil, 422, "no_text"},
		"only space":    {"space.txt", []byte(" \n\t "), 422, "no_text"},
		"too much":      {"large.txt", bytes.Repeat([]byte("a"), extract.MaxDocumentBytes+1), 413, "too_large"},
		"no file":       {"", nil, 400, "no_file"},
		"no name":       {"/", []byte("text"), 422, "named_badly"},
		"a long name":   {strings.Repeat("n", 300) + ".txt", []byte("text"), 422, "named_badly"},
		"an executable": {"run.exe", []byte("MZ\x90\x00\x03"), 415, "unsupported"},
	} {
		body, kind := form(t, test.file, test.content)
		if status, answer := h.send(t, http.MethodPost, upload, admin, body, kind); status != test.status || !strings.Contains(answer, `"`+test.code+`"`) {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	if status, answer := h.send(t, http.MethodPost, upload, admin, strings.NewReader("{}"), "application/json"); status != 415 || !strings.Contains(answer, "not_a_form") {
		t.Errorf("no form: %d %s", status, answer)
	}
	body, kind := form(t, "cut.txt", []byte("The end is missing."))
	if status, answer := h.send(t, http.MethodPost, upload, admin, bytes.NewReader(body.Bytes()[:body.Len()-30]), kind); status != 400 || !strings.Contains(answer, "cut_off") {
		t.Errorf("cut off: %d %s", status, answer)
	}
	if n := h.count(t, "knowledge_documents") + h.count(t, "river_job where kind = 'ingest_document'"); n != 0 {
		t.Errorf("%d rows of what was refused", n)
	}
	h.work(t)
	body, kind = form(t, "damaged.pdf", []byte("%PDF-1.7\nand nothing that a PDF has"))
	h.send(t, http.MethodPost, upload, admin, body, kind)
	if status, reason := h.state(t, admin, "Damaged"); status != "failed" || reason != "unreadable" {
		t.Errorf("a damaged PDF: %s, %s", status, reason)
	}
	if _, page := h.send(t, http.MethodGet, "/admin/training/documents", admin, nil, ""); !strings.Contains(page, "damaged and cannot be read") || !strings.Contains(page, "Try again") {
		t.Error("it is not said what to do about it")
	}
	var document uuid.UUID
	must(t, h.admin.QueryRow(t.Context(), "select id from knowledge_documents").Scan(&document))
	if status, _ := h.send(t, http.MethodPost, "/admin/training/documents/"+document.String()+"/retry", admin, nil, ""); status != 303 {
		t.Errorf("trying again: %d", status)
	}
	for end := time.Now().Add(time.Minute); h.count(t, "river_job where kind = 'ingest_document' and state in ('completed', 'cancelled', 'discarded')") != 2; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it is not tried again")
		}
	}
	_, err := h.admin.Exec(t.Context(), "update premium_churches set chatbot_agent_id = null where church_id = $1", id)
	must(t, err)
	body, kind = form(t, "a.txt", []byte("text"))
	if status, answer := h.send(t, http.MethodPost, upload, admin, body, kind); status != 400 || !strings.Contains(answer, "No chatbot configured.") {
		t.Errorf("without an assistant: %d %s", status, answer)
	}
}

// 60 MB are refused by what the request says of itself, before they are read; a slow upload takes longer than ordinary requests may.
func TestLargeUploadsAreRefusedAtOnceAndSlowOnesWaitedFor(t *testing.T) {
	h := newHouse(t)
	_, admin := h.church(t, "grace")
	connection, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	must(t, err)
	defer connection.Close()
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: x\r\nCookie: %s=%s\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 62914560\r\n\r\n", upload, admin.Name, admin.Value)
	must(t, err)
	must(t, connection.SetReadDeadline(time.Now().Add(30*time.Second)))
	first := make([]byte, 12)
	_, err = io.ReadFull(connection, first)
	if err != nil || string(first) != "HTTP/1.1 413" {
		t.Errorf("60 MB: %q, %v", first, err)
	}
	body, kind := form(t, "slow.txt", []byte("Slowly."))
	whole := body.Bytes()
	in, out := io.Pipe()
	go func() {
		for i, b := range whole {
			if i%(len(whole)/30+1) == 0 {
				time.Sleep(100 * time.Millisecond) // a poor network: three seconds in all, and ordinary requests have two
			}
			_, _ = out.Write([]byte{b})
		}
		_ = out.Close()
	}()
	if status, answer := h.send(t, http.MethodPost, upload, admin, in, kind); status != 202 {
		t.Errorf("a slow upload: %d %s", status, answer)
	}
}

func TestTheDocumentsInABrowser(t *testing.T) {
	h := newHouse(t)
	_, admin := h.church(t, "grace")
	file := filepath.Join(t.TempDir(), "welcome.md")
	must(t, os.WriteFile(file, []byte("# Welcome\n\nCoffee is served after the service.\n"), 0o600))
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, admin)
	tab.Do(chromedp.Navigate(h.url + "/admin/training/documents"))
	tab.Wait(`document.querySelector(".empty") !== null`)
	tab.Look("../../.artifacts/documents", "empty")
	tab.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}), chromedp.Click(chromedp.CSS("[data-upload] [type=submit]")))
	tab.Wait(`document.querySelector("[data-status=queued]") !== null && document.readyState === "complete"`)
	tab.Look("../../.artifacts/documents", "queued")
	h.work(t)
	tab.Wait(`document.querySelector("[data-status=ready]") !== null && document.readyState === "complete"`)
	tab.Do(chromedp.Click(chromedp.CSS("[data-status=ready] a")))
	tab.Wait(`document.querySelector(".passage")?.textContent.includes("Coffee is served") && document.readyState === "complete"`)
	tab.Look("../../.artifacts/documents", "read")
	tab.Do(chromedp.Click(chromedp.CSS("main details summary")), chromedp.Click(chromedp.CSS("[action$=delete] button")))
	tab.Wait(`location.search === "?deleted" && document.querySelector(".empty") !== null`)
}

// A document that has been read meanwhile does not take the page from under one that is being sent.
func TestAPageWithAnUploadUnderWayStays(t *testing.T) {
	h := newHouse(t)
	_, admin := h.church(t, "grace")
	folder := t.TempDir()
	choose := func(name string) chromedp.Action[chromedp.Void] {
		file := filepath.Join(folder, name)
		must(t, os.WriteFile(file, []byte("# "+name+"\n\nCoffee is served after the service.\n"), 0o600))
		return chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file})
	}
	send := chromedp.Click(chromedp.CSS("[data-upload] [type=submit]"))
	tab := browsertest.Open(t)
	tab.SetCookie(h.url, admin)
	tab.Do(chromedp.Navigate(h.url + "/admin/training/documents"))
	tab.Do(choose("first.md"), send)
	tab.Wait(`document.querySelector("[data-status=queued]") !== null`)
	tab.Wait(`(() => {
		const { send } = XMLHttpRequest.prototype;
		XMLHttpRequest.prototype.send = function (content) { window.goOn = () => (send.call(this, content), true); }; // a slow network
		return true;
	})()`)
	tab.Do(choose("second.md"), send)
	tab.Wait(`window.goOn !== undefined && document.querySelector("[data-cancel]").checkVisibility()`)
	h.work(t)
	tab.Wait(`document.querySelector("[data-document]").dataset.status === "ready" && window.goOn !== undefined`)
	tab.Wait(`window.goOn()`)
	tab.Wait(`window.goOn === undefined && document.querySelectorAll("[data-status=ready]").length === 2 && document.querySelector("#file").value === ""`)
}
