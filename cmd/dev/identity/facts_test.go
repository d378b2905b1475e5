package identity_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/accounts/identity"
)

func asError(err error, to **identity.Error) bool { return errors.As(err, to) }

// TestFacts are what the sermon app relies on. Each is true of any GoTrue that is set up as service says.
func TestFacts(t *testing.T) {
	s := newService(t, nil)
	for name, fact := range map[string]func(*testing.T, *service){
		"a sign-up mails a link with the token's hash behind the address that was asked for": mailsALink,
		"a token hash confirms the address and signs in anywhere":                            hashSignsIn,
		"when the confirmation is written there is no last sign-in yet":                      writeOrder,
		"a token hash works once":                                                               hashOnce,
		"many at once who use a token hash confirm one address, once":                           hashOnceAtOnce,
		"an old, unknown or malformed token hash is refused":                                    hashRefused,
		"a confirmed address signs up as a made-up user without identities, and gets no mail":   addressTaken,
		"signing up again unconfirmed changes nothing but the link":                             signUpAgain,
		"the link can be sent again, and the one before is dead":                                resend,
		"forms are refused with codes":                                                          formsRefused,
		"a password lets in who is confirmed, and tells others apart to nobody":                 passwords,
		"a refresh token is good once, except for answers that were lost":                       refresh,
		"a stolen refresh token ends the session":                                               refreshStolen,
		"many refreshes at once all go on":                                                      refreshAtOnce,
		"a link with a challenge leads back with a code that its verifier alone exchanges":      codeOfSignUp,
		"a code dies five minutes after the sign-up, and the address is confirmed all the same": codeTooLate,
		"the provider's own link leads on with tokens in the fragment":                          implicitLink,
		"a forgotten password's link lets in, and a new password ends everything else":          recovery,
		"a forgotten password's link confirms":                                                  recoveryConfirms,
		"signing out ends this session or all":                                                  signOut,
		"a token is asked for, and it must hold":                                                tokensAsked,
		"errors have the shape of the version that is asked for":                                errorShapes,
		"where links lead can be asked without a link":                                          leadsTo,
		"an address that is not allowed leads to the site, silently":                            notAllowed,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fact(t, s)
		})
	}
}

func mailsALink(t *testing.T, s *service) {
	email := someone()
	made, err := s.client.SignUp(t.Context(), identity.SignUp{
		Email: strings.ToUpper(email[:4]) + email[4:], Password: password, RedirectTo: s.site + callback, Metadata: map[string]any{"app_source": "sermon_starter"},
	})
	must(t, err)
	u := made.User
	if made.AccessToken != "" || u.EmailConfirmedAt != nil || u.LastSignInAt != nil || len(u.Identities) != 1 || u.Email != email || u.AppSource() != "sermon_starter" {
		t.Errorf("signed up: %+v", made)
	}
	mail := s.mail(t, email, 1)
	link := linkIn(t, mail)
	if want := s.site + callback + "&token_hash=" + hashIn(t, mail) + "&type=email"; link != want {
		t.Errorf("the link is %s instead of %s", link, want)
	}
}

func hashSignsIn(t *testing.T, s *service) {
	email := someone()
	signedUp, mail := s.signUp(t, email)
	before := time.Now()
	signedIn, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	must(t, err)
	u := signedIn.User
	if u.ID != signedUp.ID || u.AppSource() != "sermon_starter" || signedIn.RefreshToken == "" || signedIn.ExpiresIn <= 0 {
		t.Errorf("signed in: %+v", signedIn)
	}
	if u.EmailConfirmedAt == nil || u.LastSignInAt == nil || u.LastSignInAt.Sub(*u.EmailConfirmedAt).Abs() > time.Second || before.Sub(*u.EmailConfirmedAt).Abs() > time.Minute {
		t.Errorf("confirmed at %v, signed in at %v", u.EmailConfirmedAt, u.LastSignInAt)
	}
	claims, err := s.verifier.Check(signedIn.AccessToken)
	must(t, err)
	if claims.UserID != u.ID || claims.Email != email || claims.ExpiresAt.Unix() != signedIn.ExpiresAt {
		t.Errorf("the token says %+v", claims)
	}
	again, err := s.client.User(t.Context(), signedIn.AccessToken, "")
	must(t, err)
	if !again.EmailConfirmedAt.Equal(*u.EmailConfirmedAt) || again.Email != email {
		t.Errorf("asked again: %+v", again)
	}
}

// watch notes each time that an address becomes confirmed, as the product's own trigger hears of it. It gives the table's name.
func (s *service) watch(t *testing.T, email string) (noted string) {
	t.Helper()
	name := "watch_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	_, err := s.db.Exec(t.Context(), strings.NewReplacer("NAME", name, "EMAIL", email).Replace(`
		create table public.NAME (signed_in_at timestamptz, transaction xid8, app_source text);
		create function public.NAME() returns trigger language plpgsql security definer as $$
		begin
			insert into public.NAME values (new.last_sign_in_at, pg_current_xact_id(), new.raw_user_meta_data ->> 'app_source');
			return null;
		end $$;
		create trigger NAME after update of email_confirmed_at on auth.users for each row
			when (old.email_confirmed_at is null and new.email_confirmed_at is not null and new.email = 'EMAIL') execute function public.NAME();`))
	must(t, err)
	t.Cleanup(func() {
		_, err := s.db.Exec(context.WithoutCancel(t.Context()), strings.ReplaceAll("drop function public.NAME() cascade; drop table public.NAME", "NAME", name))
		must(t, err)
	})
	return "public." + name
}

func writeOrder(t *testing.T, s *service) {
	email := someone()
	noted := s.watch(t, email)
	_, mail := s.signUp(t, email)
	_, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	must(t, err)
	var count, signedIn, sameTransaction int
	must(t, s.db.QueryRow(t.Context(), `
		select count(*), count(signed_in_at), count(*) filter (where app_source = 'sermon_starter' and transaction::xid = (select xmin from auth.users where email = $1))
		from `+noted, email).Scan(&count, &signedIn, &sameTransaction))
	if count != 1 || signedIn != 0 || sameTransaction != 1 {
		t.Errorf("%d confirmations, %d with a sign-in, %d in the transaction that the row was written by last", count, signedIn, sameTransaction)
	}
}

func hashOnce(t *testing.T, s *service) {
	_, mail := s.signUp(t, someone())
	_, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	must(t, err)
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	refused(t, "a used link", err, http.StatusForbidden, identity.CodeOTPExpired)
}

// hashOnceAtOnce lets more than one in: GoTrue looks for the hash before it takes it away.
func hashOnceAtOnce(t *testing.T, s *service) {
	email := someone()
	noted := s.watch(t, email)
	_, mail := s.signUp(t, email)
	hash := hashIn(t, mail)
	var signedIn atomic.Int32
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			_, err := s.client.Verify(t.Context(), hash, identity.KindEmail, "")
			if err == nil {
				signedIn.Add(1)
			} else {
				refused(t, "a link that is being used", err, http.StatusForbidden, identity.CodeOTPExpired)
			}
		})
	}
	all.Wait()
	if signedIn.Load() == 0 {
		t.Error("none of ten was let in")
	}
	var confirmed int
	must(t, s.db.QueryRow(t.Context(), "select count(*) from "+noted).Scan(&confirmed))
	if confirmed != 1 {
		t.Errorf("the address became confirmed %d times", confirmed)
	}
}

func hashRefused(t *testing.T, s *service) {
	email := someone()
	_, mail := s.signUp(t, email)
	s.age(t, "update auth.users set confirmation_sent_at = confirmation_sent_at - interval '25 hours' where email = $1", email)
	_, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	refused(t, "an old link", err, http.StatusForbidden, identity.CodeOTPExpired)
	for _, hash := range []string{"x", strings.Repeat("0", 56), strings.Repeat("a", 5000), "' or true --", "ü\u2028"} {
		_, err := s.client.Verify(t.Context(), hash, identity.KindEmail, "")
		refused(t, "an unknown link", err, http.StatusForbidden, identity.CodeOTPExpired)
	}
	_, err = s.client.Verify(t.Context(), "", identity.KindEmail, "")
	refused(t, "no hash", err, http.StatusBadRequest, identity.CodeValidation)
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), "", "")
	refused(t, "no type", err, http.StatusBadRequest, identity.CodeValidation)
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), "telegram", "")
	refused(t, "another type", err, http.StatusBadRequest, identity.CodeValidation)
	_, fresh := s.signUp(t, someone())
	_, err = s.client.Verify(t.Context(), hashIn(t, fresh), identity.KindRecovery, "")
	refused(t, "the wrong type", err, http.StatusForbidden, identity.CodeOTPExpired)
}

func addressTaken(t *testing.T, s *service) {
	email, member := s.member(t)
	seen := map[uuid.UUID]bool{member.User.ID: true}
	for range 2 {
		again, err := s.client.SignUp(t.Context(), identity.SignUp{Email: email, Password: "another one entirely", RedirectTo: s.site + callback, Metadata: map[string]any{"app_source": "x"}})
		must(t, err)
		u := again.User
		if again.AccessToken != "" || len(u.Identities) != 0 || u.Identities == nil || seen[u.ID] || u.EmailConfirmedAt != nil || u.Email != email {
			t.Errorf("signed up again: %+v", again)
		}
		seen[u.ID] = true
	}
	s.mail(t, email, 1) // that of the first time alone
	_, err := s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
}

func signUpAgain(t *testing.T, s *service) {
	email := someone()
	first, mail := s.signUp(t, email)
	second, err := s.client.SignUp(t.Context(), identity.SignUp{Email: email, Password: "that of somebody else", RedirectTo: s.site + callback, Metadata: map[string]any{"app_source": "other"}})
	must(t, err)
	if second.User.ID != first.ID || second.User.AppSource() != "sermon_starter" || len(second.User.Identities) != 1 {
		t.Errorf("signed up again: %+v", second.User)
	}
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	refused(t, "the first link", err, http.StatusForbidden, identity.CodeOTPExpired)
	_, err = s.client.Verify(t.Context(), hashIn(t, s.mail(t, email, 2)), identity.KindEmail, "")
	must(t, err)
	_, err = s.client.SignIn(t.Context(), email, "that of somebody else", "")
	refused(t, "the second password", err, http.StatusBadRequest, identity.CodeInvalidCredentials)
	_, err = s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
}

func resend(t *testing.T, s *service) {
	email := someone()
	_, mail := s.signUp(t, email)
	must(t, s.client.Resend(t.Context(), email, s.site+callback, ""))
	again := s.mail(t, email, 2)
	if link := linkIn(t, again); !strings.HasPrefix(link, s.site+callback+"&token_hash=") {
		t.Errorf("the link is %s", link)
	}
	_, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	refused(t, "the first link", err, http.StatusForbidden, identity.CodeOTPExpired)
	_, err = s.client.Verify(t.Context(), hashIn(t, again), identity.KindEmail, "")
	must(t, err)
	must(t, s.client.Resend(t.Context(), email, s.site+callback, ""))
	s.mail(t, email, 2) // none more to who is confirmed
	stranger := someone()
	must(t, s.client.Resend(t.Context(), stranger, s.site+callback, ""))
	if got := s.mails(t, stranger); len(got) > 0 {
		t.Errorf("a stranger gets %v", got)
	}
}

func formsRefused(t *testing.T, s *service) {
	signUp := func(email, password string) error {
		_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: email, Password: password, RedirectTo: s.site + callback})
		return err
	}
	refused(t, "a short password", signUp(someone(), "abc"), http.StatusUnprocessableEntity, identity.CodeWeakPassword)
	refused(t, "no password", signUp(someone(), ""), http.StatusBadRequest, identity.CodeValidation)
	refused(t, "a password of 73 bytes", signUp(someone(), strings.Repeat("a", 73)), http.StatusBadRequest, identity.CodeValidation)
	refused(t, "no address", signUp("", password), http.StatusUnprocessableEntity, "anonymous_provider_disabled")
	refused(t, "half an address", signUp("ada@", password), http.StatusBadRequest, identity.CodeValidation)
	refused(t, "a long address", signUp(strings.Repeat("a", 250)+"@example.org", password), http.StatusBadRequest, identity.CodeValidation)
	response, body := s.send(t, request{method: http.MethodPost, path: "/signup", body: "{", header: newVersion})
	checkError(t, "half a body", response, body, http.StatusBadRequest, "bad_json")
	response, body = s.send(t, request{method: http.MethodPost, path: "/signup?redirect_to=" + url.QueryEscape(s.site), header: newVersion, body: map[string]any{
		"email": someone(), "password": password, "code_challenge": strings.Repeat("c", 43),
	}})
	checkError(t, "a challenge without a method", response, body, http.StatusBadRequest, "validation_failed")
	response, body = s.send(t, request{method: http.MethodPost, path: "/token?grant_type=magic", body: "{}", header: newVersion})
	checkError(t, "another grant", response, body, http.StatusBadRequest, "invalid_credentials")
}

var newVersion = http.Header{"X-Supabase-Api-Version": {"2024-01-01"}}

// checkError checks a refusal in the form with codes.
func checkError(t *testing.T, what string, response *http.Response, body []byte, status int, code string) {
	t.Helper()
	var said struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(body, &said); err != nil || response.StatusCode != status || said.Code != code || said.Message == "" {
		t.Errorf("%s: %d %s instead of %d %s", what, response.StatusCode, body, status, code)
	}
}

func passwords(t *testing.T, s *service) {
	email := someone()
	_, mail := s.signUp(t, email)
	_, err := s.client.SignIn(t.Context(), email, password, "")
	refused(t, "an unconfirmed address", err, http.StatusBadRequest, identity.CodeNotConfirmed)
	_, err = s.client.SignIn(t.Context(), email, "wrong", "")
	refused(t, "an unconfirmed address with a wrong password", err, http.StatusBadRequest, identity.CodeInvalidCredentials)
	_, err = s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	must(t, err)
	_, wrong := s.client.SignIn(t.Context(), email, "wrong", "")
	refused(t, "a wrong password", wrong, http.StatusBadRequest, identity.CodeInvalidCredentials)
	_, unknown := s.client.SignIn(t.Context(), someone(), password, "")
	if unknown == nil || wrong == nil || unknown.Error() != wrong.Error() {
		t.Errorf("an unknown address (%v) and a wrong password (%v) are told apart", unknown, wrong)
	}
	signedIn, err := s.client.SignIn(t.Context(), strings.ToUpper(email[:4])+email[4:], password, "")
	must(t, err)
	if signedIn.User.Email != email || signedIn.AccessToken == "" {
		t.Errorf("signed in: %+v", signedIn)
	}
}
