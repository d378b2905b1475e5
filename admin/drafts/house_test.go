package drafts_test

import (
	"context"
	"encoding/json"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/drafts"
	"narthex/admin/faqs"
	"narthex/admin/settings"
	"narthex/admin/simulator"
	"narthex/admin/teaching"
	"narthex/chat/chattest"
	"narthex/chat/tools/catalog"
	"narthex/cmd/dev/leaktest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

const (
	draftPath = "/admin/training/draft"
	faqsAPI   = "/api/admin/kb-proxy?action=faqs"
)

// house is a whole chat server with Training beside it, and a church.
type house struct {
	*chattest.Server
	site   *webtest.Site
	drafts *drafts.Drafts
	ann    *member
}

// member is somebody of a church, with a browser.
type member struct {
	*house
	church  uuid.UUID
	cookies []*http.Cookie
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{Server: chattest.NewServer(t), site: webtest.New(t)}
	h.Exec(t, `insert into theological_lenses (id, slug, name, description, vocabulary) values
		(4, 'catholic', 'Catholic', 'In communion with Rome.', '[]'), (10, 'christocentric', 'Christocentric', 'Of Jesus first.', '[]')`)
	h.drafts = drafts.New(h.DB.Pool, h.Embedder.Name())
	guard := access.NewGuard(h.DB.Pool, h.site.Edge, "http://127.0.0.1")
	guard.Through(h.drafts.Entry(h.site.Pages))
	pages, edge, router := h.site.Pages, h.site.Edge, h.site.Router
	never := func(context.Context, uuid.UUID, string, int) (time.Duration, error) { return 0, nil }
	drafts.NewHandler(drafts.Parts{Drafts: h.drafts, Guard: guard, Pages: pages, Edge: edge}).Routes(router)
	settings.NewHandler(settings.Parts{Pool: h.DB.Pool, Guard: guard, Pages: pages, Edge: edge}).Routes(router)
	faqs.NewHandler(faqs.Parts{
		Pool: h.DB.Pool, Guard: guard, Embedder: h.Embedder, Unfit: func(context.Context, string) bool { return false }, Pages: pages, Edge: edge, Logger: slog.New(slog.DiscardHandler),
	}).Routes(router)
	teaching.NewHandler(teaching.Parts{Pool: h.DB.Pool, Guard: guard, Pages: pages, Edge: edge, Tools: catalog.All, Churches: h.Churches.ByID, Limit: never, Ask: h.Trials.Ask}).Routes(router)
	simulator.NewHandler(simulator.Parts{Pool: h.DB.Pool, Guard: guard, Pages: pages, Edge: edge, Churches: h.Churches.ByID, Ask: h.Trials.Ask, Within: h.drafts.Within, Limit: never}).Routes(router)
	h.ann = h.newChurch(t)
	return h
}

// newChurch is a church with an assistant, and its admin.
func (h *house) newChurch(t testing.TB) *member {
	t.Helper()
	id := h.NewChurch(t)
	h.Exec(t, "insert into organization_settings (organization_id, chatbot_config) values ($1, '{\"daily_budget_usd\": 7}')", id)
	return h.join(t, id, access.RoleAdmin)
}

func (h *house) join(t testing.TB, id uuid.UUID, roles ...access.Role) *member {
	t.Helper()
	return &member{h, id, []*http.Cookie{accesstest.SignIn(t, h.DB.Admin, id, roles...)}}
}

// send sends a request as the member's browser does, and follows where that leads.
func (m *member) send(t testing.TB, method, at, contentType, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, m.site.URL+at, strings.NewReader(body))
	chattest.Must(t, err)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	for _, cookie := range m.cookies {
		request.AddCookie(cookie)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	chattest.Must(t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	chattest.Must(t, err)
	for _, set := range response.Cookies() {
		m.cookies = m.cookies[:1]
		if set.MaxAge > 0 {
			m.cookies = append(m.cookies, set)
		}
	}
	if to := response.Header.Get("Location"); response.StatusCode == http.StatusSeeOther {
		return m.send(t, http.MethodGet, to, "", "")
	}
	return response.StatusCode, string(read)
}

// get is a page.
func (m *member) get(t testing.TB, at string) string {
	t.Helper()
	status, page := m.send(t, http.MethodGet, at, "", "")
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", at, status, page)
	}
	return page
}

// post sends a form.
func (m *member) post(t testing.TB, at string, form url.Values) (status int, page string) {
	t.Helper()
	return m.send(t, http.MethodPost, at, webtest.Form, form.Encode())
}

// begin has the member's browser work in the draft.
func (m *member) begin(t testing.TB) {
	t.Helper()
	if status, page := m.post(t, draftPath+"/begin", nil); status != http.StatusOK || len(m.cookies) != 2 {
		t.Fatalf("begin a draft: %d, %d cookies: %s", status, len(m.cookies), page)
	}
}

// save sends JSON as a page does: into the draft, if it shows that.
func (m *member) save(t testing.TB, method, at string, content map[string]any) (status int, answer map[string]any) {
	t.Helper()
	if len(m.cookies) > 1 {
		separator := "?"
		if strings.Contains(at, "?") {
			separator = "&"
		}
		at += separator + "draft"
	}
	body, err := json.Marshal(content)
	chattest.Must(t, err)
	status, text := m.send(t, method, at, "application/json", string(body))
	_ = json.Unmarshal([]byte(text), &answer) // there may be none
	return status, answer
}

// must is save that is not refused.
func (m *member) must(t testing.TB, method, at string, content map[string]any) map[string]any {
	t.Helper()
	status, answer := m.save(t, method, at, content)
	if status >= 300 {
		t.Fatalf("%s %s: %d %v", method, at, status, answer)
	}
	return answer
}

// version is what a page's form was filled with: that which is saved at an address and, of several, has a field.
func (m *member) version(t testing.TB, page, save, field string) string {
	t.Helper()
	form, input := regexp.MustCompile(`(?s)data-save="`+regexp.QuoteMeta(save)+`".*?</form>`), regexp.MustCompile(`name="version" value="([^"]*)"`)
	version := ""
	for _, found := range form.FindAllString(m.get(t, page), -1) {
		if held := input.FindStringSubmatch(found); held != nil && strings.Contains(html.UnescapeString(held[1]), field) {
			version = html.UnescapeString(held[1]) // the last is that of what is new
		}
	}
	if version != "" {
		return version
	}
	t.Fatalf("%s has no form %s of %q", page, save, field)
	return ""
}

// revision is that of the draft, as its page shows it.
func (m *member) revision(t testing.TB) url.Values {
	t.Helper()
	found := regexp.MustCompile(`name="revision" value="(\d+)"`).FindStringSubmatch(m.get(t, draftPath))
	if found == nil {
		t.Fatal("the page of the draft has no revision")
	}
	return url.Values{"revision": {found[1]}}
}

// addFAQ adds one and returns its id.
func (m *member) addFAQ(t testing.TB, question, answer string, exact bool) string {
	t.Helper()
	return m.must(t, http.MethodPost, faqsAPI, map[string]any{"question": question, "answer": answer, "exact_response": exact})["id"].(string)
}

// faqVersion is that of a FAQ, as its page shows it.
func (m *member) faqVersion(t testing.TB, id string) string {
	t.Helper()
	found := regexp.MustCompile(`name="version" value="([0-9a-f]+)"`).FindStringSubmatch(m.get(t, "/admin/training/faqs/"+id))
	if found == nil {
		t.Fatalf("FAQ %s has no version", id)
	}
	return found[1]
}

// facts changes facts of the church's.
func (m *member) facts(t testing.TB, page, field string, content map[string]any) map[string]any {
	t.Helper()
	content["version"] = m.version(t, page, "PATCH /api/premium/update", field)
	return m.must(t, http.MethodPatch, "/api/premium/update", content)
}

// says is what a visitor of the church is answered.
func (m *member) says(t testing.TB, question string) string {
	t.Helper()
	return m.Ask(t, m.church, chattest.Question{Message: question}).Text()
}

// state is all that visitors are answered by, without what tells two churches apart that are set the same.
func (m *member) state(t testing.TB) (state string) {
	t.Helper()
	const query = `
		select jsonb_pretty(jsonb_build_object(
			'premium', (select to_jsonb(p) - '{id,church_id,admin_token,chatbot_agent_id,created_at,updated_at,status_changed_at}'::text[] from premium_churches p where church_id = $1),
			'voices', (select to_jsonb(v) - '{id,church_id,created_at,updated_at}'::text[] from church_voice_agents v where church_id = $1),
			'settings', (select to_jsonb(s) - '{organization_id,created_at,updated_at}'::text[] from organization_settings s where organization_id = $1),
			'lens', (select theological_lens_id from church_theological_lenses where church_id = $1),
			'faqs', (select jsonb_agg(to_jsonb(f) - '{id,organization_id,created_at,updated_at,published_at,embedding,question_embedding}'::text[]
				|| jsonb_build_object('published', published_at is not null, 'vectors', md5(embedding::text || question_embedding::text)) order by title)
				from unified_rag_content f where organization_id = $1 and content_type = 'faq')))`
	chattest.Must(t, m.DB.Admin.QueryRow(t.Context(), query, m.church).Scan(&state))
	return state
}

// epoch is the church's version, which every change of what visitors are answered by raises.
func (m *member) epoch(t testing.TB) (epoch string) {
	t.Helper()
	chattest.Must(t, m.DB.Admin.QueryRow(t.Context(), "select coalesce((select epoch || '/' || retracted_through from church_versions where church_id = $1), '')", m.church).Scan(&epoch))
	return epoch
}
