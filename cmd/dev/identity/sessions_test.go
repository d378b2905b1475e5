package identity_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"narthex/admin/accounts/identity"
)

func refresh(t *testing.T, s *service) {
	_, first := s.member(t)
	second, err := s.client.Refresh(t.Context(), first.RefreshToken, "")
	must(t, err)
	if second.RefreshToken == first.RefreshToken || second.User.ID != first.User.ID {
		t.Errorf("refreshed: %+v", second)
	}
	lost, err := s.client.Refresh(t.Context(), first.RefreshToken, "") // the answer never came
	must(t, err)
	third, err := s.client.Refresh(t.Context(), lost.RefreshToken, "")
	must(t, err)
	_, err = s.client.User(t.Context(), third.AccessToken, "")
	must(t, err)
	_, err = s.client.Refresh(t.Context(), "abcdefghijkl", "")
	refused(t, "an unknown token", err, http.StatusBadRequest, "refresh_token_not_found")
}

func refreshStolen(t *testing.T, s *service) {
	_, first := s.member(t)
	second, err := s.client.Refresh(t.Context(), first.RefreshToken, "")
	must(t, err)
	third, err := s.client.Refresh(t.Context(), second.RefreshToken, "")
	must(t, err)
	s.age(t, "update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where user_id = $1", first.User.ID.String())
	_, err = s.client.Refresh(t.Context(), first.RefreshToken, "")
	refused(t, "an old token", err, http.StatusBadRequest, "refresh_token_already_used")
	s.age(t, "update auth.refresh_tokens set updated_at = updated_at - interval '1 minute' where user_id = $1", first.User.ID.String())
	_, err = s.client.Refresh(t.Context(), third.RefreshToken, "")
	refused(t, "the newest token afterwards", err, http.StatusBadRequest, "refresh_token_already_used")
}

func refreshAtOnce(t *testing.T, s *service) {
	_, first := s.member(t)
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			next, err := s.client.Refresh(t.Context(), first.RefreshToken, "")
			if err != nil {
				t.Errorf("one of ten: %v", err)
				return
			}
			if _, err := s.client.User(t.Context(), next.AccessToken, ""); err != nil {
				t.Errorf("one of ten: %v", err)
			}
		})
	}
	all.Wait()
}

// challenged is a sign-up with a challenge.
func (s *service) challenged(t *testing.T) (email, verifier, link string) {
	t.Helper()
	email, verifier = someone(), identity.NewVerifier()
	hash := sha256.Sum256([]byte(verifier))
	response, body := s.send(t, request{method: http.MethodPost, path: "/signup?redirect_to=" + url.QueryEscape(s.site+callback), header: newVersion, body: map[string]any{
		"email": email, "password": password, "code_challenge": base64.RawURLEncoding.EncodeToString(hash[:]), "code_challenge_method": "s256",
	}})
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", response.StatusCode, body)
	}
	token := hashIn(t, s.mail(t, email, 1))
	if !strings.HasPrefix(token, "pkce_") {
		t.Errorf("the token is %s", token)
	}
	return email, verifier, "/verify?" + url.Values{"token": {token}, "type": {"signup"}, "redirect_to": {s.site + callback}}.Encode()
}

// follow follows a link, and returns where it leads.
func (s *service) follow(t *testing.T, path string, status int) *url.URL {
	t.Helper()
	response, body := s.send(t, request{method: http.MethodGet, path: path})
	to, err := response.Location()
	if response.StatusCode != status || err != nil {
		t.Fatalf("%s: %d %s, which leads to %v (%v)", path, response.StatusCode, body, to, err)
	}
	return to
}

func codeOfSignUp(t *testing.T, s *service) {
	email, verifier, link := s.challenged(t)
	to := s.follow(t, link, http.StatusSeeOther)
	code := to.Query().Get("code")
	if !strings.HasPrefix(to.String(), s.site+"/auth/callback?") || to.Query().Get("next") != "/sermons/app" || to.Query().Get("flow") != "signup" || code == "" {
		t.Fatalf("the link leads to %s", to)
	}
	_, err := s.client.Exchange(t.Context(), code, identity.NewVerifier(), "")
	refused(t, "a wrong verifier", err, http.StatusBadRequest, identity.CodeBadVerifier)
	_, err = s.client.Exchange(t.Context(), code, "", "")
	refused(t, "no verifier", err, http.StatusBadRequest, identity.CodeValidation)
	signedIn, err := s.client.Exchange(t.Context(), code, verifier, "") // the wrong one did not use the code up
	must(t, err)
	if signedIn.User.Email != email || signedIn.User.EmailConfirmedAt == nil {
		t.Errorf("signed in: %+v", signedIn)
	}
	_, err = s.client.Exchange(t.Context(), code, verifier, "")
	refused(t, "a used code", err, http.StatusNotFound, identity.CodeFlowNotFound)
	_, err = s.client.Exchange(t.Context(), "12345678-1234-4123-8123-123456789012", verifier, "")
	refused(t, "an unknown code", err, http.StatusNotFound, identity.CodeFlowNotFound)
	again := s.follow(t, link, http.StatusSeeOther)
	if again.Query().Get("error_code") != identity.CodeOTPExpired || again.Query().Get("error") != "access_denied" {
		t.Errorf("the used link leads to %s", again)
	}
}

func codeTooLate(t *testing.T, s *service) {
	email, verifier, link := s.challenged(t)
	s.age(t, "update auth.flow_state set created_at = created_at - interval '6 minutes' where user_id = (select id from auth.users where email = $1)", email)
	code := s.follow(t, link, http.StatusSeeOther).Query().Get("code")
	_, err := s.client.Exchange(t.Context(), code, verifier, "")
	refused(t, "a code of a sign-up six minutes ago", err, http.StatusUnprocessableEntity, identity.CodeFlowExpired)
	signedIn, err := s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
	if signedIn.User.EmailConfirmedAt == nil {
		t.Errorf("signed in: %+v", signedIn)
	}
}

func implicitLink(t *testing.T, s *service) {
	_, mail := s.signUp(t, someone())
	link := "/verify?" + url.Values{"token": {hashIn(t, mail)}, "type": {"signup"}, "redirect_to": {s.site + callback}}.Encode()
	to := s.follow(t, link, http.StatusSeeOther)
	fragment, err := url.ParseQuery(to.Fragment)
	must(t, err)
	if _, err := s.verifier.Check(fragment.Get("access_token")); err != nil || fragment.Get("type") != "signup" || to.Query().Has("access_token") {
		t.Errorf("the link leads to %s (%v)", to, err)
	}
	again := s.follow(t, link, http.StatusSeeOther)
	fragment, err = url.ParseQuery(again.Fragment)
	must(t, err)
	if fragment.Get("error_code") != identity.CodeOTPExpired || fragment.Get("error") != "access_denied" || again.Query().Has("error_code") {
		t.Errorf("the used link leads to %s", again)
	}
}

func recovery(t *testing.T, s *service) {
	email, before := s.member(t)
	stranger := someone()
	must(t, s.client.Recover(t.Context(), stranger, s.site+"/auth/callback?next=/sermons/password", ""))
	if got := s.mails(t, stranger); len(got) > 0 {
		t.Errorf("a stranger gets %v", got)
	}
	must(t, s.client.Recover(t.Context(), email, s.site+"/auth/callback?next=/sermons/password", ""))
	mail := s.mail(t, email, 2)
	if link, want := linkIn(t, mail), s.site+"/auth/callback?next=/sermons/password&token_hash="+hashIn(t, mail)+"&type=recovery"; link != want {
		t.Errorf("the link is %s instead of %s", link, want)
	}
	signedIn, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindRecovery, "")
	must(t, err)
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), identity.KindRecovery, "")
	refused(t, "a used link", err, http.StatusForbidden, identity.CodeOTPExpired)

	must(t, s.client.Recover(t.Context(), email, s.site+"/auth/callback?next=/sermons/password", "")) // one more, which nobody opens
	refused(t, "the old password", s.client.SetPassword(t.Context(), signedIn.AccessToken, password, ""), http.StatusUnprocessableEntity, identity.CodeSamePassword)
	refused(t, "a short password", s.client.SetPassword(t.Context(), signedIn.AccessToken, "abc", ""), http.StatusUnprocessableEntity, identity.CodeWeakPassword)
	must(t, s.client.SetPassword(t.Context(), signedIn.AccessToken, "the new password", ""))
	_, err = s.client.User(t.Context(), signedIn.AccessToken, "")
	must(t, err)
	_, err = s.client.User(t.Context(), before.AccessToken, "")
	refused(t, "the session before", err, http.StatusForbidden, "session_not_found")
	_, err = s.client.Verify(t.Context(), hashIn(t, s.mail(t, email, 3)), identity.KindRecovery, "")
	refused(t, "the link that nobody opened", err, http.StatusForbidden, identity.CodeOTPExpired)
	_, err = s.client.SignIn(t.Context(), email, password, "")
	refused(t, "the old password", err, http.StatusBadRequest, identity.CodeInvalidCredentials)
	_, err = s.client.SignIn(t.Context(), email, "the new password", "")
	must(t, err)
}

func recoveryConfirms(t *testing.T, s *service) {
	email := someone()
	s.signUp(t, email)
	must(t, s.client.Recover(t.Context(), email, s.site+"/auth/callback?next=/sermons/password", ""))
	signedIn, err := s.client.Verify(t.Context(), hashIn(t, s.mail(t, email, 2)), identity.KindRecovery, "")
	must(t, err)
	if signedIn.User.EmailConfirmedAt == nil {
		t.Errorf("signed in: %+v", signedIn.User)
	}
}

func signOut(t *testing.T, s *service) {
	email, first := s.member(t)
	second, err := s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
	must(t, s.client.SignOut(t.Context(), first.AccessToken, ""))
	_, err = s.client.User(t.Context(), first.AccessToken, "")
	refused(t, "a session that was left", err, http.StatusForbidden, "session_not_found")
	_, err = s.client.Refresh(t.Context(), first.RefreshToken, "")
	refused(t, "its refresh token", err, http.StatusBadRequest, "refresh_token_not_found")
	refused(t, "leaving it again", s.client.SignOut(t.Context(), first.AccessToken, ""), http.StatusForbidden, "session_not_found")
	_, err = s.client.User(t.Context(), second.AccessToken, "")
	must(t, err)
	third, err := s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
	response, body := s.send(t, request{method: http.MethodPost, path: "/logout?scope=somewhere", bearer: third.AccessToken, header: newVersion})
	checkError(t, "another scope", response, body, http.StatusBadRequest, "validation_failed")
	if response, body = s.send(t, request{method: http.MethodPost, path: "/logout?scope=others", bearer: third.AccessToken}); response.StatusCode != http.StatusNoContent {
		t.Errorf("the others: %d %s", response.StatusCode, body)
	}
	_, err = s.client.User(t.Context(), second.AccessToken, "")
	refused(t, "another session", err, http.StatusForbidden, "session_not_found")
	if response, body = s.send(t, request{method: http.MethodPost, path: "/logout", bearer: third.AccessToken}); response.StatusCode != http.StatusNoContent {
		t.Errorf("all: %d %s", response.StatusCode, body)
	}
	_, err = s.client.User(t.Context(), third.AccessToken, "")
	refused(t, "this session", err, http.StatusForbidden, "session_not_found")
}

func tokensAsked(t *testing.T, s *service) {
	_, member := s.member(t)
	response, body := s.send(t, request{method: http.MethodGet, path: "/user", header: newVersion})
	checkError(t, "no token", response, body, http.StatusUnauthorized, "no_authorization")
	forged := member.AccessToken[:strings.LastIndex(member.AccessToken, ".")+1] + strings.Repeat("A", 43)
	head := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
	unsigned := head + "." + strings.Split(member.AccessToken, ".")[1] + "."
	for name, token := range map[string]string{
		"a forged token": forged, "an unsigned token": unsigned, "a publishable key": "sb_publishable_abcdefghijklmnopqrstuvwxyz", "a refresh token": member.RefreshToken,
	} {
		response, body := s.send(t, request{method: http.MethodGet, path: "/user", bearer: token, header: newVersion})
		checkError(t, name, response, body, http.StatusForbidden, "bad_jwt")
		if _, err := s.verifier.Check(token); err == nil {
			t.Errorf("%s is believed here", name)
		}
	}
}

func errorShapes(t *testing.T, s *service) {
	for version, want := range map[string]string{"2024-01-01": "2024-01-01", "2031-05-06": "2024-01-01", "2023-12-31": "", "": "", "yesterday": ""} {
		header := http.Header{}
		if version != "" {
			header.Set("X-Supabase-Api-Version", version)
		}
		response, body := s.send(t, request{method: http.MethodPost, path: "/verify", body: map[string]string{"token_hash": "x", "type": "email"}, header: header})
		var said map[string]any
		must(t, json.Unmarshal(body, &said))
		if got := response.Header.Get("X-Supabase-Api-Version"); got != want || response.StatusCode != http.StatusForbidden || response.Header.Get("X-Sb-Error-Code") != "otp_expired" {
			t.Errorf("version %q: %d, header %q: %s", version, response.StatusCode, got, body)
		}
		if want == "" {
			if said["code"] != float64(http.StatusForbidden) || said["error_code"] != "otp_expired" || said["msg"] == "" {
				t.Errorf("version %q: %s", version, body)
			}
		} else if said["code"] != "otp_expired" || said["message"] == "" || len(said) != 2 {
			t.Errorf("version %q: %s", version, body)
		}
	}
}

func notAllowed(t *testing.T, s *service) {
	email := someone()
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: email, Password: password, RedirectTo: "https://elsewhere.example" + callback})
	must(t, err)
	mail := s.mail(t, email, 1)
	if link, want := linkIn(t, mail), s.site+"&token_hash="+hashIn(t, mail)+"&type=email"; link != want { // no question mark: it leads nowhere
		t.Errorf("the link is %s instead of %s", link, want)
	}
	to := s.follow(t, "/verify?"+url.Values{"token": {"x"}, "type": {"signup"}, "redirect_to": {"https://elsewhere.example" + callback}}.Encode(), http.StatusSeeOther)
	if !strings.HasPrefix(to.String(), s.site) {
		t.Errorf("an error leads to %s", to)
	}
}

func leadsTo(t *testing.T, s *service) {
	for address, want := range map[string]string{
		s.site + callback: s.site + callback, s.site + "/auth/callback?next=/sermons/app&x=%20y": s.site + "/auth/callback?next=/sermons/app&x=%20y",
		"https://elsewhere.example" + callback: s.site,
	} {
		leads, err := s.client.LeadsTo(t.Context(), address)
		if err != nil || leads != want {
			t.Errorf("%s leads to %s, %v", address, leads, err)
		}
	}
}
