package accounts_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestALinkConfirmsOnAnotherDevice(t *testing.T) {
	r := newRig(t)
	desk, phone := r.browser(), r.browser()
	got := desk.post("/sermons/signup", "email", "Ann@Example.org", "password", "correct horse", "tradition", "reformed", "name", "Ann")
	if got.status != http.StatusOK || !strings.Contains(got.body, "ann@example.org") || got.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %s", got.status, got.body)
	}
	link := r.link("ann@example.org")
	if !strings.HasPrefix(link, r.site.URL+"/auth/callback?next=/sermons/app&flow=signup&token_hash=") || !strings.HasSuffix(link, "&type=email") {
		t.Errorf("the link is %q", link)
	}
	_, hash, _ := strings.Cut(strings.TrimSuffix(link, "&type=email"), "&token_hash=")
	to := phone.get(link).to()
	if want := "/auth/confirm?token_hash=" + hash + "&type=email&next=%2Fsermons%2Fapp"; to != want {
		t.Errorf("led to %q, want %q", to, want)
	}
	deep := "/auth/callback?next=%2Fsermons%2Fapp%3Fdone%3Dpassword%26x%3Da%2Bb&token_hash=a%26next%3D%2Fx&type=email"
	if got, want := phone.get(deep).to(), "/auth/confirm?token_hash=a%26next%3D%2Fx&type=email&next=%2Fsermons%2Fapp%3Fdone%3Dpassword%26x%3Da%2Bb"; got != want {
		t.Errorf("led to %q, want %q", got, want)
	}
	for range 3 { // as a mail scanner would: a look uses nothing up
		phone.get(to)
	}
	if got := phone.confirm(link); got.status != http.StatusSeeOther || got.to() != "/sermons/app" {
		t.Fatalf("%d to %q", got.status, got.to())
	}
	if got := phone.get("/sermons/app"); got.status != http.StatusOK || !strings.Contains(got.body, "ann@example.org") || !strings.Contains(got.body, "Reformed") || !strings.Contains(got.body, "Ann") {
		t.Errorf("%d %s", got.status, got.body)
	}
	var source string
	var confirmed, signedIn time.Time
	must(t, r.db.Admin.QueryRow(t.Context(), "select raw_user_meta_data ->> 'app_source', email_confirmed_at, last_sign_in_at from auth.users").Scan(&source, &confirmed, &signedIn))
	if source != "sermon_starter" || signedIn.Sub(confirmed).Abs() > time.Second {
		t.Errorf("app_source %q, signed in %v after the confirmation", source, signedIn.Sub(confirmed))
	}
	again := r.browser().confirm(link)
	if again.status != http.StatusForbidden || !strings.Contains(again.body, "used already") || !strings.Contains(again.body, "/sermons/login") || !strings.Contains(again.body, "/sermons/resend") {
		t.Errorf("the link once more: %d %s", again.status, again.body)
	}
	if again := phone.confirm(link); !strings.Contains(again.body, `href="/sermons/app"`) {
		t.Errorf("who is signed in is not led on: %s", again.body)
	}
	if got := desk.get("/sermons/app"); got.to() != "/sermons/login?next=%2Fsermons%2Fapp" {
		t.Errorf("the first browser is led to %q", got.to())
	}
	if got := desk.post("/sermons/login", "email", "ann@example.org", "password", "correct horse", "next", "/sermons/app"); got.to() != "/sermons/app" {
		t.Errorf("signing in there: %d to %q", got.status, got.to())
	}
}

func TestACodeSignsInWhereItsVerifierIs(t *testing.T) {
	r := newRig(t)
	own, other := r.browser(), r.browser()
	code := r.oauth(own, "bea@example.org")
	if got := other.get("/auth/callback?next=/sermons/app&code=" + code); got.to() != "/sermons/login?confirmed=1" {
		t.Errorf("in another browser it leads to %q", got.to())
	}
	if got := other.get("/sermons/login?confirmed=1"); !strings.Contains(got.body, "confirmed") {
		t.Errorf("the sign-in page does not say so: %s", got.body)
	}
	second := r.oauth(own, "bea@example.org") // another tab, before the first is finished
	if got := own.get("/auth/callback?next=/sermons/app&code=" + code); got.to() != "/sermons/app" {
		t.Errorf("in its own browser it leads to %q", got.to())
	}
	if got := own.get("/auth/callback?next=/sermons/app&code=" + second); got.to() != "/sermons/app" {
		t.Errorf("the other tab's leads to %q", got.to())
	}
	if got := own.get("/sermons/app"); !strings.Contains(got.body, "bea@example.org") {
		t.Errorf("%d %s", got.status, got.body)
	}
	begun := r.oauth(own, "bea@example.org")
	for _, want := range []string{"/sermons/app", "/sermons/login?confirmed=1"} { // the verifier went with the first
		if got := own.get("/auth/callback?next=/sermons/app&code=" + begun); got.to() != want {
			t.Errorf("led to %q, want %q", got.to(), want)
		}
	}
	r.oauth(own, "bea@example.org")
	if got := own.get("/auth/callback?next=/sermons/app&code=" + uuid.NewString()); got.to() != "/sermons/login?problem=expired" {
		t.Errorf("a code of nobody's leads to %q", got.to())
	}
	if got := own.get("/sermons/oauth/evil"); got.status != http.StatusNotFound {
		t.Errorf("an unknown provider: %d", got.status)
	}
}

// oauth signs somebody in at the other provider, and returns the code that it leads back with.
func (r *rig) oauth(b *browser, email string) (code string) {
	r.t.Helper()
	return r.oauthFrom(b, "/sermons/oauth/google", email)
}

func (r *rig) oauthFrom(b *browser, path, email string) (code string) {
	r.t.Helper()
	start := b.get(path)
	at, err := url.Parse(start.to())
	must(r.t, err)
	if asked := at.Query(); asked.Get("redirect_to") != r.site.URL+"/auth/callback?next=/sermons/app" || asked.Get("code_challenge_method") != "s256" || start.header.Get("Cache-Control") != "no-store" {
		r.t.Errorf("asked the provider for %v", asked)
	}
	page := b.get(start.to())
	for page.to() != "" {
		page = b.get(page.to())
	}
	back := b.post(at.Scheme+"://"+at.Host+"/pretend", "state", page.hidden("state"), "email", email, "name", "Bea")
	for !strings.HasPrefix(back.to(), r.site.URL+"/auth/callback") {
		if back.to() == "" {
			r.t.Fatalf("the provider leads nowhere: %d %s", back.status, back.body)
		}
		back = b.get(back.to())
	}
	to, err := url.Parse(back.to())
	must(r.t, err)
	return to.Query().Get("code")
}

func TestFiftyFirstVisitsAreOne(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	r.signUp(b, "ann@example.org")
	var work sync.WaitGroup
	var mu sync.Mutex
	firsts := 0
	for range 50 {
		work.Go(func() {
			got := b.json("/api/sermons/log-first-visit", "")
			mu.Lock()
			defer mu.Unlock()
			if got.status != http.StatusOK {
				t.Errorf("%d %s", got.status, got.body)
			}
			if strings.Contains(got.body, `"first":true`) {
				firsts++
			}
		})
	}
	work.Wait()
	var stamps int
	must(t, r.db.Admin.QueryRow(t.Context(), "select count(*) from profiles where first_app_visit_at is not null").Scan(&stamps))
	if firsts != 1 || stamps != 1 {
		t.Errorf("%d first visits, %d stamps", firsts, stamps)
	}
	told := r.sink.wait(t, 2)
	var confirmed map[string]any
	for _, event := range told {
		if event["event"] == "signup_email_confirmed" {
			confirmed = event
		}
	}
	var id uuid.UUID
	var at time.Time
	must(t, r.db.Admin.QueryRow(t.Context(), "select id, email_confirmed_at from auth.users").Scan(&id, &at))
	properties, _ := confirmed["properties"].(map[string]any)
	insertID, stamp := id.String()+":signup_email_confirmed", at.UTC().Format("2006-01-02T15:04:05.000000Z")
	if properties["$insert_id"] != insertID || properties["confirmed_via"] != "log_first_visit" || properties["app_source"] != "sermon_starter" || properties["email_confirmed_at"] != stamp ||
		confirmed["timestamp"] != stamp || confirmed["distinct_id"] != id.String() || confirmed["api_key"] != "phc_test" || confirmed["uuid"] != uuid.NewMD5(uuid.NameSpaceURL, []byte(insertID)).String() {
		t.Errorf("told of %v, want insert id %s at %s", confirmed, insertID, stamp)
	}
	var jobs int
	must(t, r.db.Admin.QueryRow(t.Context(), "select count(*) from river_job where kind = 'capture_event'").Scan(&jobs))
	if jobs != 2 {
		t.Errorf("%d events, want first_app_visit and signup_email_confirmed once each", jobs)
	}
	if got := r.browser().json("/api/sermons/log-first-visit", ""); got.status != http.StatusUnauthorized {
		t.Errorf("from somebody who is not signed in: %d", got.status)
	}
}

func TestAnInvitationIsStampedOnce(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	stamp := func(token string) (at *time.Time, user *uuid.UUID) {
		t.Helper()
		must(t, r.db.Admin.QueryRow(t.Context(), "select signed_up_at, signup_user_id from outreach_contacts where token = $1", token).Scan(&at, &user))
		return at, user
	}
	if got := b.json("/api/sermons/outreach-attribution", `{"ref":"outreach-abc"}`); got.status != http.StatusUnauthorized {
		t.Errorf("before anybody signed up here: %d", got.status)
	}
	if got := b.post("/sermons/signup", "email", "ann@example.org", "password", "correct horse", "ref", "outreach-abc"); got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	at, user := stamp("abc") // at submission: the confirmation may be elsewhere
	var id uuid.UUID
	must(t, r.db.Admin.QueryRow(t.Context(), "select id from auth.users").Scan(&id))
	if at == nil || user == nil || *user != id {
		t.Fatalf("stamped %v %v, want %v", at, user, id)
	}
	if got := b.json("/api/sermons/outreach-attribution", `{"ref":"outreach-def"}`); got.status != http.StatusOK || got.body != "{\"ok\":true}\n" {
		t.Errorf("by the page, right after: %d %s", got.status, got.body)
	}
	if _, user := stamp("def"); user == nil || *user != id {
		t.Errorf("stamped %v", user)
	}
	other := r.browser()
	r.signUp(other, "bea@example.org")
	for _, ref := range []string{"outreach-abc", "outreach-unknown"} {
		if got := other.json("/api/sermons/outreach-attribution", `{"ref":"`+ref+`"}`); got.status != http.StatusOK {
			t.Errorf("%s: %d %s", ref, got.status, got.body)
		}
	}
	if again, user := stamp("abc"); !again.Equal(*at) || *user != id {
		t.Errorf("stamped again: %v %v", again, user)
	}
	for _, body := range []string{``, `{}`, `{"ref":"abc"}`, `{"ref":"outreach-"}`, `{"ref":"outreach-a b"}`, `{"ref":5}`, `[]`, `{"ref":"outreach-` + strings.Repeat("a", 200) + `"}`} {
		if got := other.json("/api/sermons/outreach-attribution", body); got.status != http.StatusBadRequest && got.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", body, got.status)
		}
	}
	forged := r.browser()
	at2, _ := url.Parse(r.site.URL)
	forged.client.Jar.SetCookies(at2, []*http.Cookie{{Name: "narthex_signup", Value: id.String() + "." + strings.Repeat("A", 43)}})
	if got := forged.json("/api/sermons/outreach-attribution", `{"ref":"outreach-def"}`); got.status != http.StatusUnauthorized {
		t.Errorf("with a forged cookie: %d", got.status)
	}
}

func TestAForgottenPasswordIsChosenAnew(t *testing.T) {
	r := newRig(t)
	r.signUp(r.browser(), "ann@example.org")
	b := r.browser()
	if got := b.post("/sermons/forgot", "email", "ann@example.org"); got.status != http.StatusOK {
		t.Fatalf("%d %s", got.status, got.body)
	}
	phone := r.browser()
	if got := phone.confirm(r.link("ann@example.org")); got.to() != "/sermons/password" {
		t.Fatalf("%d to %q: %s", got.status, got.to(), got.body)
	}
	if got := phone.post("/sermons/password", "password", "short"); got.status != http.StatusUnprocessableEntity || !strings.Contains(got.body, "at least 8") {
		t.Errorf("too short: %d", got.status)
	}
	if got := phone.post("/sermons/password", "password", "correct horse"); got.status != http.StatusUnprocessableEntity {
		t.Errorf("the one that it was: %d", got.status)
	}
	if got := phone.post("/sermons/password", "password", "battery staple"); got.to() != "/sermons/app?done=password" {
		t.Errorf("%d to %q %s", got.status, got.to(), got.body)
	}
	if got := b.post("/sermons/login", "email", "ann@example.org", "password", "battery staple"); got.to() != "/sermons/app" {
		t.Errorf("with the new one: %d", got.status)
	}
	if got := r.browser().get("/sermons/password"); got.to() != "/sermons/forgot" {
		t.Errorf("who is not signed in is led to %q", got.to())
	}
}

func TestFaultsAreNamedAndNothingTypedIsLost(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	for _, one := range []struct{ fields, want string }{
		{"email=nobody&password=correct+horse&name=Ann&tradition=catholic", "enter an email address"},
		{"email=ann%40example&password=correct+horse&name=Ann&tradition=catholic", "enter an email address"},
		{"email=ann%40example.org&password=short&name=Ann&tradition=catholic", "at least 8 characters"},
		{"email=ann%40example.org&password=" + strings.Repeat("%C3%A9", 40) + "&name=Ann&tradition=catholic", "at most 72"},
	} {
		values, err := url.ParseQuery(one.fields)
		must(t, err)
		got := b.post("/sermons/signup", "email", values.Get("email"), "password", values.Get("password"), "name", "Ann", "tradition", "catholic", "ref", "outreach-abc")
		if got.status != http.StatusUnprocessableEntity || !strings.Contains(got.body, one.want) || !strings.Contains(got.body, `value="Ann"`) || !strings.Contains(got.body, `value="catholic" selected`) || !strings.Contains(got.body, `value="outreach-abc"`) || strings.Contains(got.body, values.Get("password")) {
			t.Errorf("%s: %d", one.want, got.status)
		}
	}
	if len(r.mails) != 0 {
		t.Errorf("mails were sent: %v", r.mails)
	}
	if got := b.post("/sermons/signup", "email", strings.Repeat("a", 40000)); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge form: %d", got.status)
	}
	r.change(func() { r.limits["sermons_signup"] = 30 * time.Second })
	if got := b.post("/sermons/signup", "email", "ann@example.org", "password", "correct horse"); got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") != "30" {
		t.Errorf("too often: %d %q", got.status, got.header.Get("Retry-After"))
	}
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	r.signUp(b, "ann@example.org")
	for _, path := range []string{"/sermons/logout", "/sermons/login", "/sermons/signup", "/sermons/password", "/sermons/forgot", "/sermons/resend", "/auth/confirm", "/api/sermons/log-first-visit", "/api/sermons/outreach-attribution"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.site.URL+path, strings.NewReader("email=a"))
		must(t, err)
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Origin", "https://evil.example")
		request.Header.Set("Sec-Fetch-Site", "cross-site")
		if got := b.do(request); got.status != http.StatusForbidden {
			t.Errorf("%s: %d", path, got.status)
		}
	}
	if got := b.get("/sermons/app"); got.status != http.StatusOK {
		t.Errorf("signed out by another site: %d", got.status)
	}
}

func TestNothingLeadsAwayOrLeaksAToken(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	for _, next := range []string{"//evil.example", "https://evil.example", `/\evil.example`, "/\r\nSet-Cookie: a=b", "javascript:alert(1)"} {
		for _, path := range []string{"/auth/callback?token_hash=x&next=", "/auth/callback?code=x&next=", "/sermons/login?next="} {
			got := b.get(path + url.QueryEscape(next))
			if strings.Contains(got.to(), "evil") || got.status == http.StatusOK && got.hidden("next") != "/sermons/app" || got.header.Get("Set-Cookie") == "a=b" {
				t.Errorf("%s%q: to %q", path, next, got.to())
			}
		}
		post := b.post("/auth/confirm", "token_hash", "x", "type", "email", "next", next)
		if strings.Contains(post.to()+post.body, "evil.example") {
			t.Errorf("%q: to %q", next, post.to())
		}
	}
	for _, path := range []string{"/auth/callback?token_hash=abc&next=/", "/auth/confirm?token_hash=abc&next=/", "/sermons/signup?ref=outreach-abc", "/sermons/login", "/sermons/app", "/sermons/oauth/google"} {
		got := b.get(path)
		if got.header.Get("Referrer-Policy") != "same-origin" || got.header.Get("Cache-Control") != "no-store" || got.header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %v", path, got.header)
		}
	}
	long := b.get("/auth/confirm?token_hash=" + strings.Repeat("a", 5000))
	if long.status != http.StatusNotFound || strings.Contains(long.body, "aaaaaaaa") {
		t.Errorf("a huge token: %d", long.status)
	}
}

func TestAnIdentityServiceThatIsAwayUsesNothingUp(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	if got := b.post("/sermons/signup", "email", "ann@example.org", "password", "correct horse"); got.status != http.StatusOK {
		t.Fatalf("%d", got.status)
	}
	link := r.link("ann@example.org")
	r.change(func() { r.away = true })
	if got := b.confirm(link); got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, "not been used up") || got.hidden("token_hash") == "" {
		t.Errorf("a link: %d %s", got.status, got.body)
	}
	for _, path := range []string{"/sermons/signup", "/sermons/login", "/sermons/forgot", "/sermons/resend"} {
		if got := b.post(path, "email", "bob@example.org", "password", "correct horse"); got.status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d", path, got.status)
		}
	}
	r.change(func() { r.away = false })
	if got := b.confirm(link); got.to() != "/sermons/app" {
		t.Fatalf("afterwards: %d", got.status)
	}
	r.change(func() { r.away = true })
	if got := b.get("/sermons/app"); got.status != http.StatusOK || !strings.Contains(got.body, "ann@example.org") {
		t.Errorf("the app for who is signed in: %d", got.status)
	}
	if got := b.json("/api/sermons/log-first-visit", ""); got.status != http.StatusServiceUnavailable {
		t.Errorf("a first visit: %d", got.status)
	}
	r.change(func() { r.away = false })
	if got := b.json("/api/sermons/log-first-visit", ""); got.body != "{\"first\":true}\n" {
		t.Errorf("a first visit afterwards: %s", got.body)
	}
	if got := b.post("/sermons/logout"); got.to() != "/sermons/login?done=signed_out" || b.get("/sermons/app").status != http.StatusSeeOther {
		t.Errorf("signed out: %d", got.status)
	}
}

func TestTheMailsTemplatesAreServed(t *testing.T) {
	r := newRig(t)
	for path, kind := range map[string]string{"confirm-signup.html": "email", "reset-password.html": "recovery"} {
		got := r.browser().get("/auth/templates/" + path)
		link := "{{ .RedirectTo }}&token_hash={{ .TokenHash }}&type=" + kind
		if got.status != http.StatusOK || strings.Count(got.body, link) != 2 || strings.Contains(got.body, "ConfirmationURL") {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

// The page that says that a mail is on its way is opened by GET: loading it again signs nobody up again, and leaves the first link good.
func TestLoadingTheSentPageAgainSendsNothing(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	if got := b.get("/sermons/sent"); got.to() != "/sermons/login" {
		t.Errorf("who waits for no mail: %d to %q", got.status, got.to())
	}
	if got := b.post("/sermons/signup", "email", "ann@example.org", "password", "correct horse"); got.status != http.StatusOK || !strings.Contains(got.body, "ann@example.org") {
		t.Fatalf("%d %s", got.status, got.body)
	}
	mails, link := len(r.mails), r.link("ann@example.org")
	for range 2 {
		if got := b.get("/sermons/sent"); got.status != http.StatusOK || !strings.Contains(got.body, "ann@example.org") || !strings.Contains(got.body, `data-sent="signup"`) {
			t.Errorf("loaded again: %d %s", got.status, got.body)
		}
	}
	if len(r.mails) != mails {
		t.Errorf("%d mails more", len(r.mails)-mails)
	}
	if got := r.browser().get("/sermons/sent"); got.to() != "/sermons/login" {
		t.Errorf("another browser: %d to %q", got.status, got.to())
	}
	if got := b.confirm(link); got.status != http.StatusSeeOther || got.to() != "/sermons/app" {
		t.Errorf("the first link: %d to %q", got.status, got.to())
	}
}
