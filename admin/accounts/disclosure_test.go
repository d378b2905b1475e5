package accounts_test

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	provider "narthex/cmd/dev/identity"
)

func TestWhoHasAnAccountIsToldToNobodyElse(t *testing.T) {
	r := newRig(t)
	r.signUp(r.browser(), "ann@example.org")
	mails := len(r.mails)
	b := r.browser()
	taken := b.post("/sermons/signup", "email", "ann@example.org", "password", "another horse", "ref", "outreach-abc")
	other := r.browser()
	free := other.post("/sermons/signup", "email", "bob@example.org", "password", "another horse")
	if taken.status != free.status || strings.ReplaceAll(taken.body, "ann@", "bob@") != free.body {
		t.Error("the answers differ")
	}
	if got, want := shape(taken.header), shape(free.header); !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("the headers differ: %v of one that is taken, %v", got, want)
	}
	for name, b := range map[string]*browser{"taken": b, "free": other} {
		if got := b.json("/api/sermons/outreach-attribution", `{"ref":"outreach-def"}`); got.status != http.StatusOK || got.body != "{\"ok\":true}\n" {
			t.Errorf("attributing one that is %s: %d %s", name, got.status, got.body)
		}
	}
	if len(r.mails) != mails+1 {
		t.Errorf("%d mails", len(r.mails)-mails)
	}
	var stamped int
	must(t, r.db.Admin.QueryRow(t.Context(), "select count(*) from outreach_contacts where signup_user_id is distinct from (select id from auth.users where email = 'bob@example.org') and signed_up_at is not null").Scan(&stamped))
	if stamped != 0 {
		t.Error("a sign-up that was none is attributed")
	}
	wrong := b.post("/sermons/login", "email", "ann@example.org", "password", "wrong")
	nobody := b.post("/sermons/login", "email", "bob2@example.org", "password", "wrong")
	if wrong.status != http.StatusUnprocessableEntity || strings.ReplaceAll(wrong.body, "ann@", "bob2@") != nobody.body {
		t.Errorf("signing in tells them apart: %d %d", wrong.status, nobody.status)
	}
	for _, email := range []string{"ann@example.org", "nobody@example.org"} {
		if got := b.post("/sermons/forgot", "email", email); got.status != http.StatusOK {
			t.Errorf("%s: %d", email, got.status)
		}
	}
	if got := b.post("/sermons/login", "email", "bob@example.org", "password", "another horse"); !strings.Contains(got.body, "not confirmed yet") || !strings.Contains(got.body, "/sermons/resend") {
		t.Errorf("who has not confirmed: %s", got.body)
	}
}

// shape is what of an answer's header tells something: the lengths of its values by their names, and of cookies their names and ages too.
func shape(header http.Header) map[string][]string {
	told := map[string][]string{}
	for name, values := range header {
		for _, value := range values {
			told[name] = append(told[name], strconv.Itoa(len(value)))
		}
	}
	for _, set := range (&http.Response{Header: header}).Cookies() {
		told["Set-Cookie"] = append(told["Set-Cookie"], set.Name, strconv.Itoa(set.MaxAge))
	}
	return told
}

func TestAskingTwiceTellsNoMoreThanAskingOnce(t *testing.T) {
	r := newRig(t, func(c *provider.Config) { c.MailEvery = time.Hour })
	r.signUp(r.browser(), "ann@example.org")
	if got := r.browser().post("/sermons/signup", "email", "eve@example.org", "password", "correct horse"); got.status != http.StatusOK { // and does not confirm
		t.Fatalf("%d", got.status)
	}
	for _, one := range []struct{ path, known, unknown string }{
		{"/sermons/forgot", "ann@example.org", "bob@example.org"},
		{"/sermons/resend", "eve@example.org", "bob@example.org"},
		{"/sermons/signup", "ann@example.org", "bob@example.org"}, // somebody new, who is known the second time
	} {
		for try := range 2 {
			known := r.browser().post(one.path, "email", one.known, "password", "correct horse")
			unknown := r.browser().post(one.path, "email", one.unknown, "password", "correct horse")
			if known.status != http.StatusOK || unknown.status != http.StatusOK || strings.ReplaceAll(known.body, one.known, one.unknown) != unknown.body ||
				!maps.EqualFunc(shape(known.header), shape(unknown.header), slices.Equal) {
				t.Errorf("%s, try %d: %d of who is known, %d of who is not", one.path, try+1, known.status, unknown.status)
			}
		}
	}
}

func TestWhoCannotBeMailedIsNotSignedUp(t *testing.T) {
	r := newRig(t, func(c *provider.Config) { c.MailsPerHour = 1 })
	b := r.browser()
	if got := b.post("/sermons/signup", "email", "ann@example.org", "password", "correct horse"); got.status != http.StatusOK {
		t.Fatalf("%d", got.status)
	}
	if got := b.post("/sermons/signup", "email", "bob@example.org", "password", "correct horse"); got.status != http.StatusTooManyRequests {
		t.Errorf("when no mails are left: %d", got.status)
	}
	for _, email := range []string{"ann@example.org", "nobody@example.org"} {
		if got := b.post("/sermons/resend", "email", email); got.status != http.StatusOK {
			t.Errorf("%s: %d", email, got.status)
		}
	}
}
