package identity_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/accounts/identity"
	local "narthex/cmd/dev/identity"
)

// What follows depends on settings that a service under test cannot be given, and so is about ours alone.

func TestPatternsOfAllowedAddressesAreTheProviders(t *testing.T) {
	const (
		exact    = "https://app.example/auth/callback?next=/sermons/app&flow=signup"
		anything = "https://preview-*.app.example/auth/callback**"
	)
	s := newService(t, func(c *local.Config) {
		c.SiteURL = "https://www.app.example"
		c.Redirects = []string{exact, anything, "https://one.example/*", "https://two.example/**"}
	})
	for address, allowed := range map[string]bool{
		exact:               true, // the question mark stands for any one character, also for itself
		exact + "#fragment": true,
		exact + "&more=1":   false,
		strings.TrimSuffix(exact, "&flow=signup"):                         false,
		"https://app.example/auth/callback":                               false,
		"https://app.example/auth/callback?next=/sermons/app&flow=sign":   false,
		"https://app.example/auth/callback?flow=signup&next=/sermons/app": false,
		"http://app.example/auth/callback?next=/sermons/app&flow=signup":  false,
		"https://preview-7.app.example/auth/callback?next=/sermons/app":   true,
		"https://preview-7.x.app.example/auth/callback?next=/sermons/app": false, // * does not go over a full stop
		"https://one.example/page":                                        true,
		"https://one.example/page?next=/sermons/app":                      false, // nor over a slash
		"https://one.example/page?next=app":                               true,
		"https://two.example/page?next=/sermons/app.html":                 true,
		"https://www.app.example/whatever?you=like":                       true, // the site itself needs no pattern
		"https://www.app.example.evil.example/":                           false,
		"https://www.app.example@evil.example/":                           false,
		"https://two.example@evil.example/":                               false,
		"https://2130706433/":                                             false,
		"http://127.0.0.1:3000/":                                          true,
		"http://[::1]/":                                                   true,
		"http://192.168.0.1/":                                             false,
		"https://evil.example/?https://two.example/":                      false,
		"javascript:alert(1)":                                             false,
		"//two.example/":                                                  false,
		"":                                                                false,
	} {
		to := s.follow(t, "/verify?"+url.Values{"token": {"x"}, "type": {"signup"}, "redirect_to": {address}}.Encode(), http.StatusSeeOther)
		to.Fragment = ""
		plain, _, _ := strings.Cut(address, "#")
		want := plain
		if !allowed {
			want = "https://www.app.example"
		}
		if to.String() != want {
			t.Errorf("%q leads to %s instead of %s", address, to, want)
		}
	}
}

func TestAGatewayWantsThePublicKey(t *testing.T) {
	s := newService(t, func(c *local.Config) { c.AnonKey = "sb_publishable_abc" })
	_, signedIn := s.member(t) // the client sends it
	if _, err := s.client.User(t.Context(), signedIn.AccessToken, ""); err != nil {
		t.Error(err)
	}
	for _, key := range [][]string{nil, {"another"}} {
		response, body := s.send(t, request{method: http.MethodGet, path: "/settings", header: http.Header{"Apikey": key}})
		if response.StatusCode != http.StatusUnauthorized || !strings.Contains(string(body), `"message"`) {
			t.Errorf("with the key %q: %d %s", key, response.StatusCode, body)
		}
	}
	for _, path := range []string{"/health", "/.well-known/jwks.json"} { // where everybody goes
		response, body := s.send(t, request{method: http.MethodGet, path: path, header: http.Header{"Apikey": nil}})
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
	}
	s.follow(t, "/verify?token=x&type=signup", http.StatusSeeOther)
}

func TestTheServiceSaysWhatItOffers(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	for path, want := range map[string]string{"/settings": `"google":true`, "/.well-known/jwks.json": `{"keys":[]}`, "/health": `"GoTrue"`} {
		response, body := s.send(t, request{method: http.MethodGet, path: path})
		if response.StatusCode != http.StatusOK || !strings.Contains(string(body), want) || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
	}
	response, body := s.send(t, request{method: http.MethodGet, path: "/nowhere", header: newVersion})
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", response.StatusCode, body)
	}
}

func TestMailsAreLimited(t *testing.T) {
	now := time.Now()
	s := newService(t, func(c *local.Config) {
		c.MailsPerHour, c.MailEvery, c.Now = 3, time.Minute, func() time.Time { return now }
	})
	email := someone()
	s.signUp(t, email)
	refused(t, "a second mail at once", s.client.Resend(t.Context(), email, site+callback, ""), http.StatusTooManyRequests, "over_email_send_rate_limit")
	now = now.Add(61 * time.Second)
	must(t, s.client.Resend(t.Context(), email, site+callback, ""))
	s.signUp(t, someone())
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: "unlucky@example.org", Password: password, RedirectTo: site + callback})
	refused(t, "the fourth mail in an hour", err, http.StatusTooManyRequests, "over_email_send_rate_limit")
	if limit, ok := errorOf(err); !ok || !limit.Limited() {
		t.Errorf("%v is no limit", err)
	}
	var users int
	must(t, s.db.QueryRow(t.Context(), "select count(*) from auth.users where email = 'unlucky@example.org'").Scan(&users))
	if users > 0 {
		t.Error("somebody is signed up without a mail")
	}
	now = now.Add(time.Hour)
	s.signUp(t, "unlucky@example.org")
}

func errorOf(err error) (found *identity.Error, ok bool) {
	ok = asError(err, &found)
	return found, ok
}

func TestRequestsAreLimitedByTheVisitorsAddress(t *testing.T) {
	s := newService(t, func(c *local.Config) { c.RequestsAllowed = 2 })
	wrong := func(visitor string) error {
		_, err := s.client.SignIn(t.Context(), someone(), password, visitor)
		return err
	}
	for range 2 {
		refused(t, "a first visitor", wrong("203.0.113.1"), http.StatusBadRequest, identity.CodeInvalidCredentials)
	}
	refused(t, "a first visitor too often", wrong("203.0.113.1"), http.StatusTooManyRequests, "over_request_rate_limit")
	refused(t, "a second visitor", wrong("203.0.113.2"), http.StatusBadRequest, identity.CodeInvalidCredentials)
}

func TestWithoutConfirmationsASignUpSignsIn(t *testing.T) {
	s := newService(t, func(c *local.Config) { c.Autoconfirm = true })
	email := someone()
	ask := identity.SignUp{Email: email, Password: password, RedirectTo: site + callback}
	signedIn, err := s.client.SignUp(t.Context(), ask)
	must(t, err)
	if signedIn.AccessToken == "" || signedIn.User.EmailConfirmedAt == nil || len(s.mails(t, email)) > 0 {
		t.Errorf("signed up: %+v", signedIn)
	}
	_, err = s.client.SignUp(t.Context(), ask)
	refused(t, "signing up again", err, http.StatusUnprocessableEntity, identity.CodeUserExists)
}

func TestWhereSignUpsAreClosedNobodySignsUp(t *testing.T) {
	s := newService(t, func(c *local.Config) { c.SignUpClosed = true })
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: someone(), Password: password})
	refused(t, "a sign-up", err, http.StatusUnprocessableEntity, identity.CodeSignUpClosed)
	if to := s.oauth(t, person{Email: someone()}); to.Query().Get("error") != "access_denied" || to.Query().Get("error_code") != identity.CodeSignUpClosed {
		t.Errorf("a sign-up through another provider leads to %s", to)
	}
}

func TestABannedUserIsKeptOut(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	email, signedIn := s.member(t)
	s.age(t, "update auth.users set banned_until = now() + interval '1 hour' where email = $1", email)
	_, err := s.client.SignIn(t.Context(), email, password, "")
	refused(t, "a password", err, http.StatusBadRequest, identity.CodeBanned)
	_, err = s.client.Refresh(t.Context(), signedIn.RefreshToken, "")
	refused(t, "a refresh token", err, http.StatusBadRequest, identity.CodeBanned)
	_, err = s.client.User(t.Context(), signedIn.AccessToken, "")
	refused(t, "an access token", err, http.StatusForbidden, identity.CodeBanned)
}

func TestNothingIsKeptOfASignUpWhoseMailCannotBeSent(t *testing.T) {
	s := newService(t, func(c *local.Config) { c.Mail = nobody })
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: someone(), Password: password, RedirectTo: site + callback})
	if err == nil || !strings.Contains(err.Error(), identity.ErrUnavailable.Error()) {
		t.Errorf("a sign-up without mail: %v", err)
	}
	var users int
	must(t, s.db.QueryRow(t.Context(), "select count(*) from auth.users").Scan(&users))
	if users > 0 {
		t.Error("somebody is signed up without a mail")
	}
}

func TestTwoServicesMayStartAtOnceOnOneDatabase(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	errs := make(chan error, 4)
	for range cap(errs) {
		go func() {
			_, err := local.New(t.Context(), local.Config{Pool: s.db, JWTSecret: secret, SiteURL: site, Mail: nobody, Secrets: map[string]string{"NAME": "value"}})
			errs <- err
		}()
	}
	for range cap(errs) {
		must(t, <-errs)
	}
	rows, err := s.db.Query(t.Context(), "select name || '=' || decrypted_secret from vault.decrypted_secrets")
	must(t, err)
	secrets, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	if strings.Join(secrets, " ") != "NAME=value" {
		t.Errorf("the vault has %v", secrets)
	}
}

func TestTheMailsTemplatesAreFetchedFromTheSite(t *testing.T) {
	served := map[string]int{}
	product := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if served[r.URL.Path]++; served[r.URL.Path] == 1 {
			w.WriteHeader(http.StatusServiceUnavailable) // it is starting
			return
		}
		_, _ = w.Write([]byte(`<a href="{{ .RedirectTo }}&token_hash={{ .TokenHash }}">fetched from ` + r.URL.Path + `</a>`))
	}))
	defer product.Close()
	s := newService(t, func(c *local.Config) { c.Confirmation, c.Recovery, c.SiteURL = "", "", product.URL })
	s.site = product.URL
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: someone(), Password: password, RedirectTo: product.URL + callback})
	if err == nil {
		t.Error("somebody is signed up without a template")
	}
	var email string
	for range 2 {
		email = someone()
		_, mail := s.signUp(t, email)
		if !strings.Contains(mail.HTML, "fetched from /auth/templates/confirm-signup.html") {
			t.Errorf("the mail is %s", mail.HTML)
		}
	}
	if err := s.client.Recover(t.Context(), email, product.URL+callback, ""); err == nil {
		t.Error("a mail left without a template")
	}
	must(t, s.client.Recover(t.Context(), email, product.URL+callback, ""))
	if mail := s.mail(t, email, 2); !strings.Contains(mail.HTML, "fetched from /auth/templates/reset-password.html") {
		t.Errorf("the mail is %s", mail.HTML)
	}
	for path, times := range served {
		if times != 2 {
			t.Errorf("%s was asked for %d times", path, times)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}
