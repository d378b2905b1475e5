package session_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
)

func TestTokensAreRenewedOnceWhoeverSeesThem(t *testing.T) {
	r := newRig(t)
	cookie := r.begin(t, 5*time.Second) // too short to go on with for long, long enough to wait for the others
	var work sync.WaitGroup
	for i := range 50 {
		work.Go(func() {
			who, err := r.nodes[i%2].Of(httptest.NewRecorder(), asked(cookie))
			if err != nil || who.UserID != user || who.Email != "ann@example.org" {
				t.Errorf("request %d: %v %v", i, who, err)
			}
		})
	}
	work.Wait()
	if n := r.counts(); n.refreshes != 1 || n.reused != 0 {
		t.Errorf("renewed %d times, %d with a used token", n.refreshes, n.reused)
	}
	if _, err := r.nodes[1].Of(httptest.NewRecorder(), asked(cookie)); err != nil || r.counts().refreshes != 1 {
		t.Errorf("afterwards: %v, renewed %d times", err, r.counts().refreshes)
	}
}

func TestWhoseTokensAreOverWaitsForTheNodeThatRenewsThem(t *testing.T) {
	r := newRig(t)
	cookie := r.begin(t, -5*time.Second) // within the leeway of the clocks, and so to be renewed first
	hold := make(chan struct{})
	r.change(func() { r.hold = hold })
	var work sync.WaitGroup
	for i := range 10 {
		work.Go(func() {
			if _, err := r.nodes[i%2].Of(httptest.NewRecorder(), asked(cookie)); err != nil {
				t.Errorf("request %d: %v", i, err)
			}
		})
	}
	for claimed := false; !claimed; {
		if err := r.db.Admin.QueryRow(t.Context(), "select refreshing_until > now() from user_sessions").Scan(&claimed); err != nil {
			claimed = false // null: nobody has claimed it yet
		}
	}
	close(hold)
	work.Wait()
	if n := r.counts().refreshes; n != 1 {
		t.Errorf("renewed %d times", n)
	}
}

func TestARefusedRenewalSignsOut(t *testing.T) {
	r := newRig(t)
	cookie := r.begin(t, 5*time.Second)
	r.change(func() { clear(r.good) }) // signed out elsewhere
	answered := httptest.NewRecorder()
	if _, err := r.nodes[0].Of(answered, asked(cookie)); !errors.Is(err, session.ErrSignedOut) {
		t.Errorf("got %v", err)
	}
	if set := answered.Result().Cookies(); len(set) != 1 || set[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", set)
	}
	if _, err := r.nodes[1].Of(httptest.NewRecorder(), asked(cookie)); !errors.Is(err, session.ErrSignedOut) || r.counts().refreshes != 1 {
		t.Errorf("the session is tried again: %v, %d", err, r.counts().refreshes)
	}
}

func TestAProviderThatIsAwayKeepsNobodyOutWhoseTokenHolds(t *testing.T) {
	for _, status := range []int{http.StatusBadGateway, http.StatusTooManyRequests} {
		r := newRig(t)
		cookie := r.begin(t, 30*time.Second)
		r.change(func() { r.status = status })
		for range 2 {
			if _, err := r.nodes[0].Of(httptest.NewRecorder(), asked(cookie)); err != nil {
				t.Errorf("%d: %v", status, err)
			}
		}
		over := r.begin(t, -5*time.Second)
		if _, err := r.nodes[0].Of(httptest.NewRecorder(), asked(over)); !errors.Is(err, identity.ErrUnavailable) {
			t.Errorf("%d: with a token that is over: %v", status, err)
		}
		r.change(func() { r.status = 0 })
		if _, err := r.nodes[1].Of(httptest.NewRecorder(), asked(over)); err != nil {
			t.Errorf("%d: once it is back: %v", status, err)
		}
	}
}

func TestASessionEndsForGood(t *testing.T) {
	r := newRig(t)
	cookie := r.begin(t, time.Hour)
	if err := r.nodes[0].End(httptest.NewRecorder(), asked(cookie)); err != nil || r.counts().signedOut != 1 {
		t.Errorf("%v, told the provider %d times", err, r.counts().signedOut)
	}
	if _, err := r.nodes[1].Of(httptest.NewRecorder(), asked(cookie)); !errors.Is(err, session.ErrSignedOut) {
		t.Errorf("the cookie still works: %v", err)
	}
	kept := r.begin(t, time.Hour)
	r.change(func() { r.status = http.StatusInternalServerError })
	if err := r.nodes[0].End(httptest.NewRecorder(), asked(kept)); err != nil {
		t.Errorf("while the provider is away: %v", err)
	}
	if _, err := r.nodes[1].Of(httptest.NewRecorder(), asked(kept)); !errors.Is(err, session.ErrSignedOut) {
		t.Errorf("the cookie still works: %v", err)
	}
}

func TestASecretThatWasPutThereIsNotSignedIn(t *testing.T) {
	r := newRig(t)
	planted := r.begin(t, time.Hour) // an attacker's own session, in the victim's browser
	fresh := r.begin(t, time.Hour, planted)
	if fresh.Value == planted.Value {
		t.Error("the secret stayed the same")
	}
	if _, err := r.nodes[0].Of(httptest.NewRecorder(), asked(planted)); !errors.Is(err, session.ErrSignedOut) {
		t.Errorf("the planted session lives on: %v", err)
	}
	for _, value := range []string{"", "x", planted.Value + "x", string(bytes.Repeat([]byte("A"), 43)), string(bytes.Repeat([]byte("A"), 4000))} {
		bad := &http.Cookie{Name: planted.Name, Value: value}
		if _, err := r.nodes[0].Of(httptest.NewRecorder(), asked(bad)); !errors.Is(err, session.ErrSignedOut) {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestTheDatabaseHoldsNothingToSignInWith(t *testing.T) {
	r := newRig(t)
	r.mu.Lock()
	issued := r.issue(time.Hour)
	r.mu.Unlock()
	answered := httptest.NewRecorder()
	if err := r.nodes[0].Begin(answered, asked(), issued); err != nil {
		t.Fatal(err)
	}
	var row string
	if err := r.db.Admin.QueryRow(t.Context(), "select s::text || encode(s.sealed, 'escape') from user_sessions s").Scan(&row); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{issued.AccessToken, issued.RefreshToken, answered.Result().Cookies()[0].Value} {
		if bytes.Contains([]byte(row), []byte(secret)) {
			t.Errorf("%q lies in the database", secret)
		}
	}
	if _, err := r.db.Pool.Exec(t.Context(), "select * from user_sessions"); err == nil {
		t.Error("the app's role may list sessions")
	}
}

func TestOnlyTokensOfTheProviderSignIn(t *testing.T) {
	r := newRig(t)
	later := time.Now().Add(time.Hour)
	for name, token := range map[string]string{
		"another key":      accessToken(user, later, "authenticated", []byte("another secret of thirty-two chars")),
		"another audience": accessToken(user, later, "service", jwtSecret),
		"over":             accessToken(user, time.Now().Add(-time.Hour), "authenticated", jwtSecret),
		"unsigned":         "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMTExMTExMS0xMTExLTQxMTEtODExMS0xMTExMTExMTExMTEiLCJhdWQiOiJhdXRoZW50aWNhdGVkIiwiZXhwIjo0MTAyNDQ0ODAwfQ.",
		"nonsense":         uuid.NewString(), "empty": "",
	} {
		answered := httptest.NewRecorder()
		if err := r.nodes[0].Begin(answered, asked(), identity.Session{AccessToken: token, RefreshToken: "x"}); !errors.Is(err, identity.ErrBadToken) || len(answered.Result().Cookies()) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSessionsThatAreOverAreDropped(t *testing.T) {
	r := newRig(t)
	r.begin(t, time.Hour)
	over := r.begin(t, time.Hour)
	if _, err := r.db.Admin.Exec(t.Context(), "update user_sessions set expires_at = now() - interval '1 second' where created_at = (select max(created_at) from user_sessions)"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.nodes[0].Of(httptest.NewRecorder(), asked(over)); !errors.Is(err, session.ErrSignedOut) {
		t.Errorf("it still works: %v", err)
	}
	if err := session.NewSweeper(r.db.Pool).Work(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := r.db.Admin.QueryRow(t.Context(), "select count(*) from user_sessions").Scan(&left); err != nil || left != 1 {
		t.Errorf("%d are left, %v", left, err)
	}
}
