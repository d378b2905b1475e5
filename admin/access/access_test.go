package access_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/chat/church"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web"
	"narthex/static/web/webtest"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a server with the way in, and a page and an API behind each area.
type house struct {
	db  *pgtest.DB
	url string

	mu     sync.Mutex
	resent []string
	wait   time.Duration
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{db: pgtest.New(t)}
	_, pages := webtest.Parts(t)
	edge := web.NewEdge(slog.New(slog.DiscardHandler), prometheus.NewRegistry(), pages)
	guard := access.NewGuard(h.db.Pool, edge, "http://127.0.0.1")
	who := func(w http.ResponseWriter, r *http.Request) {
		a := access.From(r.Context())
		_, _ = io.WriteString(w, a.Church.Slug+" "+a.Email)
	}
	r := chi.NewRouter()
	r.Use(edge.Observe, web.SecurityHeaders)
	access.NewHandler(access.Parts{
		Guard: guard, Pages: pages, Edge: edge, Home: http.HandlerFunc(who),
		Limit: func(*http.Request, string, int) (time.Duration, error) { return h.wait, nil },
		Resend: func(_ context.Context, email string) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.resent = append(h.resent, email)
			return nil
		},
	}).Routes(r)
	for _, area := range access.Areas() {
		r.With(guard.Sees(area)).Get("/admin/at/"+string(area), who)
		r.With(guard.Sees(area)).Get("/api/admin/at/"+string(area), who)
		r.With(guard.Changes(area)).Post("/api/admin/at/"+string(area), who)
	}
	r.With(guard.Sees(access.Knowledge), guard.NeedsChatbot).Get("/api/admin/knowledge", who)
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	h.url = listening.URL
	return h
}

// church adds one, and returns its id and its admin token.
func (h *house) church(t *testing.T, slug string) (id, token uuid.UUID) {
	t.Helper()
	id, token = uuid.New(), uuid.New()
	_, err := h.db.Admin.Exec(t.Context(), `insert into churches (id, slug, name) values ($1, $2, initcap($2))`, id, slug)
	must(t, err)
	_, err = h.db.Admin.Exec(t.Context(), `
		insert into premium_churches (church_id, plan, channel, admin_token, admin_email, chatbot_agent_id) values ($1, 'pro_both', 'both', $2, 'ann@' || $3, $1)`, id, token, slug)
	must(t, err)
	return id, token
}

// answer is what came of a request.
type answer struct {
	status int
	header http.Header
	body   string
	cookie *http.Cookie
}

func (h *house) ask(t *testing.T, method, path string, cookie *http.Cookie, body io.Reader, header ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, h.url+path, body)
	must(t, err)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	if cookie != nil {
		request.AddCookie(cookie)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	must(t, err)
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	must(t, err)
	got := answer{status: response.StatusCode, header: response.Header, body: string(read)}
	for _, set := range response.Cookies() {
		got.cookie = set
	}
	return got
}

func (h *house) count(t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from "+query, args...).Scan(&n))
	return n
}

func TestALinkIsExchangedForASession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace")
	for range 2 { // a link is not used up
		got := h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil)
		if got.status != 200 || got.body != "grace ann@grace" || got.cookie == nil || !got.cookie.HttpOnly || got.cookie.SameSite != http.SameSiteLaxMode {
			t.Fatalf("the link: %d %q %v", got.status, got.body, got.cookie)
		}
		for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "same-origin", "X-Robots-Tag": "noindex"} {
			if got.header.Get(name) != want {
				t.Errorf("%s: %q", name, got.header.Get(name))
			}
		}
		if at := h.ask(t, http.MethodGet, "/admin", got.cookie, nil); at.status != 200 || at.body != "grace ann@grace" {
			t.Errorf("/admin with the session: %d %q", at.status, at.body)
		}
		if again := h.ask(t, http.MethodGet, "/admin/"+token.String(), got.cookie, nil); again.cookie != nil {
			t.Error("who has a session was given another one")
		}
	}
	if n := h.count(t, "auth_sessions where church_id = $1", id); n != 2 {
		t.Errorf("%d sessions", n)
	}
	if got := h.ask(t, http.MethodHead, "/admin/"+token.String(), nil, nil); got.status != 200 || got.cookie != nil || h.count(t, "auth_sessions where church_id = $1", id) != 2 {
		t.Errorf("HEAD: %d %v", got.status, got.cookie)
	}
	if n := h.count(t, "church_admin_identities i join church_identity_roles using (church_id) where i.email = 'ann@grace' and role = 'admin'"); n != 1 {
		t.Errorf("%d people", n)
	}
	for _, wrong := range []string{uuid.NewString(), "x", "%27", "00000000-0000-0000-0000-000000000000"} {
		if got := h.ask(t, http.MethodGet, "/admin/"+wrong, nil, nil); got.status != 404 || got.cookie != nil {
			t.Errorf("%s: %d", wrong, got.status)
		}
	}
}

func TestALinkOfOnesOwnWorksUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace")
	accesstest.SignIn(t, h.db.Admin, id, access.Pastor)
	var identity uuid.UUID
	token := uuid.New()
	must(t, h.db.Admin.QueryRow(t.Context(), "select id from church_admin_identities where church_id = $1", id).Scan(&identity))
	must(t, church.InChurch(t.Context(), h.db.Pool, id, func(tx pgx.Tx) error {
		return access.NewLink(t.Context(), tx, id, identity, uuid.New(), token)
	}))
	if got := h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil); got.status != 200 || !strings.HasSuffix(got.body, "@tester.example") {
		t.Errorf("the link: %d %q", got.status, got.body)
	}
	if n := h.count(t, "admin_links where position($1::text in encode(token_sha256, 'hex')) > 0", strings.ReplaceAll(token.String(), "-", "")); n != 0 {
		t.Error("the token is stored")
	}
	_, err := h.db.Admin.Exec(t.Context(), "update admin_links set revoked_at = now()")
	must(t, err)
	if got := h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil); got.status != 404 {
		t.Errorf("a revoked link: %d", got.status)
	}
}

func TestASessionEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace")
	open := func() *http.Cookie {
		return h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil).cookie
	}
	sees := func(cookie *http.Cookie) bool {
		return h.ask(t, http.MethodGet, "/api/admin/at/overview", cookie, nil).status == 200
	}
	left := func() (left time.Duration) {
		must(t, h.db.Admin.QueryRow(t.Context(), "select expires_at - now() from auth_sessions where church_id = $1", id).Scan(&left))
		return left
	}
	clear := func() {
		_, err := h.db.Admin.Exec(t.Context(), "delete from auth_sessions")
		must(t, err)
	}
	scanner := open()
	if got := left(); got > time.Hour || got < 50*time.Minute {
		t.Errorf("a session that did nothing has %v", got)
	}
	if !sees(scanner) || left() < 29*24*time.Hour {
		t.Errorf("a session that was used has %v", left())
	}
	for name, change := range map[string]string{
		"is old":           "update auth_sessions set expires_at = now() - interval '1 second'",
		"is revoked":       "update auth_sessions set revoked_at = now()",
		"is of no role":    "delete from church_identity_roles",
		"has no one's":     "delete from church_admin_identities",
		"is of no premium": "delete from premium_churches",
	} {
		clear()
		_, token = h.church(t, uuid.NewString()) // what the others changed is not this one's
		cookie := open()
		if cookie == nil || !sees(cookie) {
			t.Fatalf("before it %s, the session shows nothing", name)
		}
		_, err := h.db.Admin.Exec(t.Context(), change)
		must(t, err)
		if sees(cookie) {
			t.Errorf("a session that %s goes on", name)
		}
	}
	_, token = h.church(t, "faith")
	cookie := open()
	if got := h.ask(t, http.MethodPost, "/admin/sign-out", cookie, nil, "Sec-Fetch-Site", "cross-site"); got.status != 403 || !sees(cookie) {
		t.Errorf("signed out by another site: %d", got.status)
	}
	if got := h.ask(t, http.MethodPost, "/admin/sign-out", cookie, nil); got.status != 303 || got.cookie == nil || got.cookie.MaxAge >= 0 || sees(cookie) {
		t.Errorf("signing out: %d %v", got.status, got.cookie)
	}
	for _, forged := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("A", 100_000)} {
		if sees(&http.Cookie{Name: "narthex_admin", Value: forged}) {
			t.Errorf("a cookie of %d characters is a session", len(forged))
		}
	}
}

func TestTheBrowserKeepsASessionAsLongAsItLasts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, token := h.church(t, "grace")
	opened := h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil).cookie
	if got := h.ask(t, http.MethodGet, "/admin/at/overview", opened, nil); got.status != 200 {
		t.Fatalf("%d", got.status)
	}
	for _, path := range []string{"/admin", "/admin/" + token.String(), "/admin/at/overview", "/api/admin/at/overview"} {
		if got := h.ask(t, http.MethodGet, path, opened, nil); got.status != 200 || got.cookie != nil {
			t.Errorf("%s, a moment after the last visit: %d, %v", path, got.status, got.cookie)
		}
		_, err := h.db.Admin.Exec(t.Context(), "update auth_sessions set last_seen_at = now() - interval '6 minutes'")
		must(t, err)
		got := h.ask(t, http.MethodGet, path, opened, nil)
		if got.status != 200 || got.cookie == nil || got.cookie.Value != opened.Value || got.cookie.MaxAge != 30*24*60*60 || !got.cookie.HttpOnly || got.cookie.SameSite != http.SameSiteLaxMode {
			t.Errorf("%s, a while after the last visit: %d, %v", path, got.status, got.cookie)
		}
	}
	_, err := h.db.Admin.Exec(t.Context(), "update auth_sessions set last_seen_at = now() - interval '6 minutes'")
	must(t, err)
	if got := h.ask(t, http.MethodGet, "/api/admin/at/overview", opened, nil, "Authorization", "Bearer "+token.String()); got.status != 200 || got.cookie != nil {
		t.Errorf("a program: %d, %v", got.status, got.cookie)
	}
}

// Whatever the table says holds for pages, for programs and for what changes something; and of another church nothing is seen.
func TestEveryRoleSeesAndChangesWhatTheTableSays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace")
	accesstest.SignIn(t, h.db.Admin, id, access.Pastor) // so that no admin stands in for one
	for _, role := range access.Roles() {
		cookie := accesstest.SignIn(t, h.db.Admin, id, role)
		a := access.Admin{Roles: []access.Role{role}}
		for _, area := range access.Areas() {
			want := map[bool]int{true: 200, false: 403}
			for path, status := range map[string]int{"/admin/at/": want[a.Sees(area)], "/api/admin/at/": want[a.Sees(area)]} {
				if got := h.ask(t, http.MethodGet, path+string(area), cookie, nil); got.status != status || status == 200 && !strings.HasPrefix(got.body, "grace ") {
					t.Errorf("%s looks at %s%s: %d, want %d", role, path, area, got.status, status)
				}
			}
			if got := h.ask(t, http.MethodPost, "/api/admin/at/"+string(area), cookie, nil); got.status != want[a.Changes(area)] {
				t.Errorf("%s changes %s: %d, want %d", role, area, got.status, want[a.Changes(area)])
			}
			if a.Changes(area) && !a.Sees(area) {
				t.Errorf("%s changes %s, and does not see it", role, area)
			}
		}
		if got := h.ask(t, http.MethodPost, "/api/admin/at/"+string(access.Requests), cookie, nil, "Sec-Fetch-Site", "cross-site"); got.status != 403 {
			t.Errorf("%s by way of another site: %d", role, got.status)
		}
	}
	if !slices.Equal(access.Roles()[:1], []access.Role{access.RoleAdmin}) {
		t.Error("the first role is not the admin's")
	}
}

func TestAnAdminSeesConfidentialPrayersOnlyWhileNobodyElseDoes(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace")
	other, _ := h.church(t, "hope")
	accesstest.SignIn(t, h.db.Admin, other, access.Pastor)
	cookie := accesstest.SignIn(t, h.db.Admin, id, access.RoleAdmin)
	sees := func() int {
		return h.ask(t, http.MethodGet, "/api/admin/at/confidential", cookie, nil).status
	}
	if status := sees(); status != 200 {
		t.Errorf("an admin of a church without a pastor: %d", status)
	}
	accesstest.SignIn(t, h.db.Admin, id, access.PrayerTeam)
	if status := sees(); status != 403 {
		t.Errorf("an admin of a church with a prayer team: %d", status)
	}
}

func TestAProgramNamesTheChurchsToken(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, token := h.church(t, "grace")
	id, none := h.church(t, "hope")
	_, err := h.db.Admin.Exec(t.Context(), "update premium_churches set chatbot_agent_id = null where church_id = $1", id)
	must(t, err)
	bearer := func(path, token string, header ...string) answer {
		return h.ask(t, http.MethodPost, path, nil, nil, append([]string{"Authorization", "Bearer " + token}, header...)...)
	}
	if got := bearer("/api/admin/at/team", token.String(), "Sec-Fetch-Site", "cross-site"); got.status != 200 || !strings.HasPrefix(got.body, "grace ") {
		t.Errorf("the token: %d %q", got.status, got.body)
	}
	for _, wrong := range []string{"", "x", uuid.NewString(), token.String() + "0"} {
		if got := bearer("/api/admin/at/team", wrong); got.status != 401 || !strings.Contains(got.body, `"signed_out"`) {
			t.Errorf("%q: %d %s", wrong, got.status, got.body)
		}
	}
	if got := h.ask(t, http.MethodGet, "/admin/at/team", nil, nil, "Authorization", "Bearer "+token.String()); got.status != 303 || got.header.Get("Location") != "/admin" {
		t.Errorf("a page: %d to %s", got.status, got.header.Get("Location"))
	}
	if got := h.ask(t, http.MethodGet, "/api/admin/knowledge", nil, nil, "Authorization", "bearer "+none.String()); got.status != 400 || !strings.Contains(got.body, "No chatbot configured.") {
		t.Errorf("a church without an assistant: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodGet, "/api/admin/knowledge", nil, nil, "Authorization", "bearer "+token.String()); got.status != 200 {
		t.Errorf("a church with an assistant: %d %s", got.status, got.body)
	}
}

func TestTheLinkIsSentAgainWithoutSayingWhoIsKnown(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.church(t, "grace")
	if got := h.ask(t, http.MethodGet, "/admin", nil, nil); got.status != 200 || !strings.Contains(got.body, "Open the link we mailed you") {
		t.Errorf("/admin: %d", got.status)
	}
	post := func(email string) answer {
		return h.ask(t, http.MethodPost, "/admin", nil, strings.NewReader(url.Values{"email": {email}}.Encode()), "Content-Type", "application/x-www-form-urlencoded")
	}
	known, unknown := post("ann@grace"), post("eve@nowhere.example")
	if known.status != 303 || known.status != unknown.status || known.header.Get("Location") != "/admin?sent" || unknown.header.Get("Location") != "/admin?sent" || known.body != unknown.body {
		t.Errorf("known %d %s, unknown %d %s", known.status, known.body, unknown.status, unknown.body)
	}
	if got := h.ask(t, http.MethodGet, "/admin?sent", nil, nil); !strings.Contains(got.body, "the link is on its way to it") {
		t.Error("it is not said that the link is on its way")
	}
	for _, wrong := range []string{"", "ann", "Ann <ann@grace>", "ann@grace, eve@grace", strings.Repeat("a", 300) + "@grace", strings.Repeat("a", 100_000)} {
		if got := post(wrong); got.status != 422 || !strings.Contains(got.body, "does not look like an email address") {
			t.Errorf("%.20q: %d", wrong, got.status)
		}
	}
	if want := []string{"ann@grace", "eve@nowhere.example"}; !slices.Equal(h.resent, want) {
		t.Errorf("sent again to %v", h.resent)
	}
	h.wait = time.Minute
	for _, got := range []answer{post("ann@grace"), h.ask(t, http.MethodGet, "/admin/"+uuid.NewString(), nil, nil)} {
		if got.status != 429 || got.header.Get("Retry-After") != "60" {
			t.Errorf("too often: %d %v", got.status, got.header)
		}
	}
}
