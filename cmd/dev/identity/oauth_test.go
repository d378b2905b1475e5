package identity_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"narthex/admin/accounts/identity"
	local "narthex/cmd/dev/identity"
)

// person is who somebody says to be at the pretended provider.
type person struct {
	Email, Name        string
	Unverified, Cancel bool
	verifier           string // of the product; one that nobody knows without one
}

// oauth goes through the pretended provider, and returns where the product is come back to.
func (s *service) oauth(t *testing.T, who person) *url.URL {
	t.Helper()
	return s.chooses(t, s.begins(t, who.verifier), who)
}

// begins returns the address of the pretended provider's page.
func (s *service) begins(t *testing.T, verifier string) *url.URL {
	t.Helper()
	if verifier == "" {
		verifier = identity.NewVerifier()
	}
	response, body := s.send(t, request{method: http.MethodGet, url: s.client.AuthorizeURL("google", s.site+"/auth/callback?next=/sermons/app", verifier)})
	page, err := response.Location()
	if err != nil {
		t.Fatalf("%d %s: %v", response.StatusCode, body, err)
	}
	return page
}

// chooses sends the page's form, and follows to the service's callback and on.
func (s *service) chooses(t *testing.T, page *url.URL, who person) *url.URL {
	t.Helper()
	form := url.Values{"state": {page.Query().Get("state")}, "email": {who.Email}, "name": {who.Name}}
	if who.Unverified {
		form.Set("unverified", "on")
	}
	if who.Cancel {
		form.Set("cancel", "1")
	}
	response, body := s.send(t, request{method: http.MethodPost, path: "/pretend", body: form})
	back, err := response.Location()
	if err != nil {
		t.Fatalf("%d %s: %v", response.StatusCode, body, err)
	}
	return s.follow(t, strings.TrimPrefix(back.String(), s.url), http.StatusFound)
}

// arrives signs somebody in through the pretended provider.
func (s *service) arrives(t *testing.T, who person) identity.Session {
	t.Helper()
	who.verifier = identity.NewVerifier()
	to := s.oauth(t, who)
	signedIn, err := s.client.Exchange(t.Context(), to.Query().Get("code"), who.verifier, "")
	if err != nil {
		t.Fatalf("%s: %v", to, err)
	}
	return signedIn
}

func TestSigningInThroughAnotherProviderEndsWithACodeForOneBrowser(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	verifier, email := identity.NewVerifier(), someone()
	page := s.begins(t, verifier)
	response, body := s.send(t, request{method: http.MethodGet, url: page.String()})
	if response.StatusCode != http.StatusOK || !strings.Contains(string(body), "google") {
		t.Errorf("the page: %d %s", response.StatusCode, body)
	}
	to := s.chooses(t, page, person{Email: email, Name: "Ada"})
	if !strings.HasPrefix(to.String(), s.site+"/auth/callback?code=") || to.Query().Get("next") != "/sermons/app" {
		t.Fatalf("it leads to %s", to)
	}
	_, err := s.client.Exchange(t.Context(), to.Query().Get("code"), identity.NewVerifier(), "")
	refused(t, "another browser", err, http.StatusBadRequest, identity.CodeBadVerifier)
	signedIn, err := s.client.Exchange(t.Context(), to.Query().Get("code"), verifier, "")
	must(t, err)
	u := signedIn.User
	if u.Email != email || u.AppSource() != "" || u.Name() != "Ada" || u.EmailConfirmedAt == nil || u.LastSignInAt == nil {
		t.Errorf("signed in: %+v", u)
	}
	if again := s.arrives(t, person{Email: email, Name: "Ada L."}); again.User.ID != u.ID || again.User.Name() != "Ada L." {
		t.Errorf("the second time: %+v", again.User)
	}
	used := s.chooses(t, page, person{Email: email})
	if used.Query().Get("error_code") != "bad_oauth_state" { // the flow ended with its exchange
		t.Errorf("the page sent again leads to %s", used)
	}
}

func TestWhatGoesWrongAtAnotherProviderLeadsBackWithAnError(t *testing.T) {
	now := time.Now()
	s := newService(t, func(c *local.Config) { c.Now = func() time.Time { return now } })
	if to := s.oauth(t, person{Cancel: true}); to.Query().Get("error") != "access_denied" || to.Query().Get("next") != "/sermons/app" || !strings.HasPrefix(to.String(), s.site+"/auth/callback?") {
		t.Errorf("cancelled, it leads to %s", to)
	}
	page := s.begins(t, "")
	s.chooses(t, page, person{Email: someone()})
	if to := s.chooses(t, page, person{Email: someone()}); to.Query().Get("error_code") != "flow_state_already_used" {
		t.Errorf("chosen twice, it leads to %s", to)
	}
	page = s.begins(t, "")
	now = now.Add(6 * time.Minute)
	if to := s.chooses(t, page, person{Email: someone()}); to.Query().Get("error_code") != "bad_oauth_state" || !strings.HasPrefix(to.String(), s.site+"?") {
		t.Errorf("too late, it leads to %s", to)
	}
	for state, code := range map[string]string{"": "bad_oauth_callback", "x": "bad_oauth_state", "12345678-1234-4123-8123-123456789012": "bad_oauth_state"} {
		to := s.follow(t, "/callback?"+url.Values{"state": {state}, "code": {"x"}}.Encode(), http.StatusFound)
		if to.Query().Get("error_code") != code {
			t.Errorf("the state %q leads to %s", state, to)
		}
	}
	page = s.begins(t, "")
	to := s.follow(t, "/callback?"+url.Values{"state": {page.Query().Get("state")}, "code": {"eyJlbWFpbCI6ImFAYi5jIn0.AAAA"}}.Encode(), http.StatusFound)
	if to.Query().Get("error") != "server_error" || to.Query().Get("code") != "" {
		t.Errorf("a forged code leads to %s", to)
	}
	response, body := s.send(t, request{method: http.MethodGet, path: "/authorize?provider=yahoo", header: newVersion})
	checkError(t, "an unknown provider", response, body, http.StatusBadRequest, "validation_failed")
}

func TestWhoeverOwnsAnAddressTakesOverWhatAStrangerBeganWithIt(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	email := someone()
	begun, mail := s.signUp(t, email) // by somebody who only knows the address
	owner := s.arrives(t, person{Email: email})
	if owner.User.ID != begun.ID || owner.User.AppSource() != "" || len(owner.User.Identities) != 1 {
		t.Errorf("signed in: %+v", owner.User)
	}
	_, err := s.client.SignIn(t.Context(), email, password, "")
	refused(t, "the stranger's password", err, http.StatusBadRequest, identity.CodeInvalidCredentials)
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	refused(t, "the stranger's link", err, http.StatusForbidden, identity.CodeOTPExpired)
}

func TestAConfirmedSignUpIsLinkedToTheOtherProvider(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	email, member := s.member(t)
	linked := s.arrives(t, person{Email: email, Name: "Ada"})
	if linked.User.ID != member.User.ID || linked.User.AppSource() != "sermon_starter" || len(linked.User.Identities) != 2 || !linked.User.EmailConfirmedAt.Equal(*member.User.EmailConfirmedAt) {
		t.Errorf("signed in: %+v", linked.User)
	}
	_, err := s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
}

func TestAnAddressThatTheOtherProviderDoesNotVouchForIsConfirmedByMail(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	email := someone()
	to := s.oauth(t, person{Email: email, Unverified: true})
	if to.Query().Get("error_code") != "provider_email_needs_verification" || to.Query().Get("code") != "" {
		t.Fatalf("it leads to %s", to)
	}
	signedIn, err := s.client.Verify(t.Context(), hashIn(t, s.mail(t, email, 1)), identity.KindEmail, "")
	must(t, err)
	if signedIn.User.Email != email || signedIn.User.EmailConfirmedAt == nil {
		t.Errorf("signed in: %+v", signedIn.User)
	}
}
