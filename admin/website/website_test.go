package website_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/website"
	"narthex/chat/church"
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

// house is a server with the page, and a church.
type house struct {
	*webtest.Site

	db     *pgtest.DB
	church uuid.UUID
	keys   *church.APIKeys
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{Site: webtest.New(t), db: pgtest.New(t), church: uuid.New()}
	h.keys = church.NewAPIKeys(church.NewStore(h.db.Pool, church.Config{}))
	website.NewHandler(website.Parts{
		Pool: h.db.Pool, Guard: access.NewGuard(h.db.Pool, h.Edge, "http://127.0.0.1"), Keys: h.keys, Pages: h.Pages, Edge: h.Edge, BaseURL: "https://narthex.example",
	}).Routes(h.Router)
	h.addChurch(t, h.church, "grace")
	return h
}

func (h *house) addChurch(t testing.TB, id uuid.UUID, slug string) {
	t.Helper()
	h.exec(t, "insert into churches (id, slug, name) values ($1, $2, $2)", id, slug)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, chatbot_agent_id) values ($1, 'pro_both', 'both', $1)", id)
}

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) ask(t testing.TB, method, path string, session *http.Cookie, form string) (status int, answer string) {
	t.Helper()
	status, _, answer = h.Ask(t, method, path, session, webtest.Form, form)
	return status, answer
}

func TestSitesAreListedAndTakenOffTheList(t *testing.T) {
	h := newHouse(t)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin)
	widgets := church.NewWidgets(h.db.Pool)
	must(t, widgets.Add(t.Context(), h.church, map[church.Site]int64{{Origin: "https://campus.example.org"}: 3, {Origin: "https://grace.example.org", Allowed: true}: 1}))
	_, body := h.ask(t, http.MethodGet, "/admin/settings/website", session, "")
	for _, text := range []string{"data-church=&#34;grace&#34;", "https://grace.example.org", "https://campus.example.org"} {
		if !strings.Contains(body, text) {
			t.Errorf("there is no %q", text)
		}
	}
	do := func(what, site string, want int) string {
		t.Helper()
		status, body := h.ask(t, http.MethodPost, "/admin/settings/website/sites"+what, session, "site="+url.QueryEscape(site))
		if status != want {
			t.Errorf("%s %s: %d, want %d", what, site, status, want)
		}
		return body
	}
	do("", "https://campus.example.org/page", 200)
	do("", "*.school.example.org", 200)
	if body := do("", "https://<evil>", 422); !strings.Contains(body, "https://&lt;evil&gt;") || !strings.Contains(body, "address, such as") {
		t.Error("what was written is gone, or nothing says what to write")
	}
	do("/remove", "https://campus.example.org", 200)
	do("/remove", "nonsense//", 404)
	listed, err := widgets.Origins(t.Context(), h.church)
	if err != nil || fmt.Sprint(listed) != "[https://*.school.example.org]" {
		t.Errorf("listed are %v, %v", listed, err)
	}
	var noted string
	must(t, h.db.Admin.QueryRow(t.Context(), "select string_agg(what || ' ' || (detail->>'site'), ', ' order by id) from audit_log").Scan(&noted))
	if noted != "website.site_allowed https://campus.example.org, website.site_allowed https://*.school.example.org, website.site_removed https://campus.example.org" {
		t.Errorf("noted is %s", noted)
	}
}

func TestAKeyIsShownOnceAndRevokedForGood(t *testing.T) {
	h := newHouse(t)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin)
	if status, _ := h.ask(t, http.MethodPost, "/admin/settings/website/keys", session, "name=+"); status != http.StatusUnprocessableEntity {
		t.Errorf("a key without a name: %d", status)
	}
	_, body := h.ask(t, http.MethodPost, "/admin/settings/website/keys", session, "name=The+<app>")
	secret := regexp.MustCompile(`nx_[A-Z2-7]{26}`).FindString(body)
	key, err := h.keys.Authenticate(t.Context(), secret)
	if err != nil || key.ChurchID != h.church || key.Name != "The <app>" {
		t.Fatalf("%q is %v, %v", secret, key, err)
	}
	_, body = h.ask(t, http.MethodGet, "/admin/settings/website", session, "")
	if strings.Contains(body, secret) || !strings.Contains(body, "The &lt;app&gt;") || !strings.Contains(body, secret[:9]) {
		t.Error("the key is shown again, or not at all listed")
	}
	revoke := "/admin/settings/website/keys/" + key.ID.String() + "/revoke"
	if status, _ := h.ask(t, http.MethodPost, revoke, accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor), ""); status != http.StatusForbidden {
		t.Errorf("a pastor revokes it: %d", status)
	}
	for _, want := range []int{200, 404} { // once
		if status, _ := h.ask(t, http.MethodPost, revoke, session, ""); status != want {
			t.Errorf("revoked: %d, want %d", status, want)
		}
	}
	var noted string
	must(t, h.db.Admin.QueryRow(t.Context(), "select string_agg(what || detail::text, ', ' order by id) from audit_log").Scan(&noted))
	if strings.Contains(noted, secret) || !strings.Contains(noted, "key_created") || !strings.Contains(noted, "key_revoked") {
		t.Errorf("noted is %s", noted)
	}
}

func TestThePageInABrowser(t *testing.T) {
	h := newHouse(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.URL, accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin))
	tab.Do(chromedp.Navigate(h.URL + "/admin/settings/website"))
	tab.Wait(`document.querySelector("#site") !== null`)
	tab.Look("../../.artifacts/website", "empty")
	must(t, church.NewWidgets(h.db.Pool).Add(t.Context(), h.church, map[church.Site]int64{{Origin: "https://campus.example.org"}: 3, {Origin: "https://grace.example.org", Allowed: true}: 1}))
	tab.Do(chromedp.SendKeys(chromedp.CSS("#site"), "school.example.org\r"))
	tab.Wait(`document.readyState === "complete" && document.querySelector("input[value='https://school.example.org']") !== null`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#name"), "Our bulletin\r"))
	tab.Wait(`document.readyState === "complete" && document.querySelector(".done code") !== null`)
	tab.Look("../../.artifacts/website", "full")
}
