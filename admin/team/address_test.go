package team_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// account is whose address a church's account has, and its token.
func (h *house) account(t *testing.T, id uuid.UUID) (email, token string) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), "select coalesce(admin_email, ''), admin_token::text from premium_churches where church_id = $1", id).Scan(&email, &token))
	return email, token
}

func (h *house) askAddress(t *testing.T, session *http.Cookie, email string) answer {
	t.Helper()
	return h.ask(t, http.MethodPost, "/api/admin/team/address", session, map[string]string{"email": email})
}

// ownLink gives somebody a link of their own beside the church's, as who has it who was an admin before the account was theirs.
func (h *house) ownLink(t *testing.T, churchID, id uuid.UUID) string {
	t.Helper()
	token := uuid.New()
	must(t, pgx.BeginFunc(t.Context(), h.db.Admin, func(tx pgx.Tx) error { return access.NewLink(t.Context(), tx, churchID, id, uuid.New(), token) }))
	return "/admin/" + token.String()
}

func TestANewAddressCountsOnceItIsConfirmed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	annID, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	if got := h.askAddress(t, ann, "new@grace.example"); got.status != 204 {
		t.Fatalf("ask: %d %s", got.status, got.body)
	}
	confirm := link(t, h.mail(t, "new@grace.example", "confirm"))
	own := h.ownLink(t, id, annID)
	elsewhere := h.ask(t, http.MethodGet, own, nil, nil).cookie
	if warned := h.mail(t, "ann@grace.example", "Another address"); !strings.Contains(warned.Text, "new@grace.example") || strings.Contains(warned.Text, "/admin/address/") {
		t.Errorf("the old address is told %s", warned.Text)
	}
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} { // scanners
		if got := h.ask(t, method, confirm, nil, nil); got.status != 200 || method == http.MethodGet && !strings.Contains(got.body, "new@grace.example") ||
			got.header.Get("Cache-Control") != "no-store" || got.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d %v", method, got.status, got.header)
		}
	}
	if email, now := h.account(t, id); email != "ann@grace.example" || now != token.String() {
		t.Errorf("looking made it %s", email)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/team", ann, nil); !strings.Contains(got.body, "new@grace.example has not confirmed yet") {
		t.Error("the page does not say that it is asked for")
	}
	taps := make(chan int, 4)
	for range cap(taps) {
		go func() { taps <- h.ask(t, http.MethodPost, confirm, nil, nil).status }()
	}
	done := 0
	for range cap(taps) {
		switch status := <-taps; status {
		case 200:
			done++
		case 410:
		default:
			t.Errorf("a tap: %d", status)
		}
	}
	email, now := h.account(t, id)
	if done != 1 || email != "new@grace.example" || now == token.String() {
		t.Fatalf("%d taps went through, and the account is %s's", done, email)
	}
	h.mailWith(t, "new@grace.example", now)
	if told := h.mail(t, "ann@grace.example", "another address now"); strings.Contains(told.Text, now) {
		t.Error("the old address is told the new link")
	}
	if got := h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil); got.status != 404 {
		t.Errorf("the old link: %d", got.status)
	}
	if got := h.ask(t, http.MethodGet, own, nil, nil); got.status != 404 {
		t.Errorf("her own link, which came to the old address: %d", got.status)
	}
	for name, session := range map[string]*http.Cookie{"in which it was asked for": ann, "that her own link opened": elsewhere} {
		if got := h.ask(t, http.MethodGet, "/api/admin/sessions", session, nil); got.status != 401 {
			t.Errorf("the session %s: %d", name, got.status)
		}
	}
	if got := h.ask(t, http.MethodGet, "/admin/"+now, nil, nil); got.status != 200 || got.body != "new@grace.example" {
		t.Errorf("the new link: %d %s", got.status, got.body)
	}
	if n := h.count(t, "church_admin_identities where id = $1 and email = 'new@grace.example'", annID); n != 1 {
		t.Error("she is not the same person")
	}
	if n := h.count(t, "church_admin_identities where church_id = $1", id); n != 1 {
		t.Errorf("%d people", n)
	}
	if n := h.count(t, "audit_log where what = 'team.address_changed' and who = 'new@grace.example' and identity_id = $1", annID); n != 1 {
		t.Errorf("it is noted %d times", n)
	}
}

func TestAnAccountGoesToAnotherAdmin(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	annID, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	bobID, bob := h.somebody(t, id, "bob@grace.example", access.RoleAdmin)
	h.somebody(t, id, "tim@grace.example", access.Treasurer)
	for email, code := range map[string]string{"ANN@grace.example": "same_address", "tim@grace.example": "no_admin", "nowhere": "email"} {
		if got := h.askAddress(t, ann, email); got.code() != code {
			t.Errorf("%s: %d %s", email, got.status, got.body)
		}
	}
	form := url.Values{"email": {"tim@grace.example"}}
	if got := h.ask(t, http.MethodPost, "/admin/settings/team/address", ann, form); got.status != 422 || !strings.Contains(got.body, `role="alert"`) || strings.Contains(got.body, `value="tim@`) {
		t.Errorf("on the page: %d", got.status)
	}
	if got := h.askAddress(t, bob, "bob@grace.example"); got.status != 204 {
		t.Fatalf("ask: %d %s", got.status, got.body)
	}
	h.alarms(t, id, "Ann@grace.example", "")
	confirm := link(t, h.mail(t, "bob@grace.example", "confirm"))
	if got := h.ask(t, http.MethodGet, confirm, nil, nil); got.status != 200 || strings.Contains(got.body, "rises and prayers") {
		t.Errorf("before he confirms: %d %s", got.status, got.body)
	}
	leaked := h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil).cookie
	if got := h.ask(t, http.MethodGet, "/api/admin/sessions", leaked, nil); got.status != 200 {
		t.Fatalf("a session that the church's link opened: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodPost, confirm, nil, nil); got.status != 200 || !strings.Contains(got.body, "still mailed to ann@grace.example") || strings.Contains(got.body, "from now on") {
		t.Fatalf("confirm: %d %s", got.status, got.body)
	}
	for name, session := range map[string]*http.Cookie{"that the church's link opened": leaked, "of hers": ann} {
		if got := h.ask(t, http.MethodGet, "/api/admin/sessions", session, nil); got.status != 401 {
			t.Errorf("the session %s: %d", name, got.status)
		}
	}
	if got := h.ask(t, http.MethodGet, "/api/admin/sessions", bob, nil); got.status != 200 {
		t.Errorf("his own session: %d", got.status)
	}
	if now, _ := h.alarmsOf(t, id); now != "Ann@grace.example" {
		t.Errorf("she stays, and crises go to %s", now)
	}
	if told := h.mail(t, "ann@grace.example", "another address now"); !strings.Contains(told.Text, "still come to this address") {
		t.Errorf("she is told %s", told.Text)
	}
	email, now := h.account(t, id)
	if email != "bob@grace.example" || h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil).status != 404 {
		t.Errorf("the account is %s's", email)
	}
	if got := h.ask(t, http.MethodGet, "/admin/"+now, nil, nil); got.body != "bob@grace.example" {
		t.Errorf("the church's link leads to %s", got.body)
	}
	if got := h.ask(t, http.MethodGet, link(t, h.mail(t, "ann@grace.example", "Your link")), nil, nil); got.body != "ann@grace.example" {
		t.Errorf("the link that is hers from now on leads to %s", got.body)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/"+annID.String(), bob, map[string]any{"version": 1}); got.status != 204 {
		t.Errorf("now she can be removed: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/"+bobID.String(), bob, map[string]any{"version": 1}); got.code() != "account" {
		t.Errorf("and he not: %d %s", got.status, got.body)
	}
}

func TestAnAddressThatJoinsTheTeamIsConfirmedOnceItIsAnAdmins(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	if got := h.askAddress(t, ann, "tim@grace.example"); got.status != 204 {
		t.Fatalf("ask: %d %s", got.status, got.body)
	}
	confirm := link(t, h.mail(t, "tim@grace.example", "confirm"))
	if got := h.ask(t, http.MethodPost, "/api/admin/team", ann, map[string]any{"email": "Tim@grace.example", "roles": []string{"pastor"}}); got.status != 200 {
		t.Fatalf("invite: %d %s", got.status, got.body)
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if got := h.ask(t, method, confirm, nil, nil); got.status != 409 || !strings.Contains(got.body, "make them an admin first") || strings.Contains(got.body, "<form") {
			t.Errorf("%s while he is a pastor: %d %s", method, got.status, got.body)
		}
	}
	if email, _ := h.account(t, id); email != "ann@grace.example" {
		t.Errorf("the account is %s's", email)
	}
	h.execute(t, "insert into church_identity_roles (church_id, identity_id, role) select church_id, id, 'admin' from church_admin_identities where lower(email) = 'tim@grace.example'")
	if got := h.ask(t, http.MethodPost, confirm, nil, nil); got.status != 200 {
		t.Errorf("once he is an admin: %d %s", got.status, got.body)
	}
	if email, _ := h.account(t, id); !strings.EqualFold(email, "tim@grace.example") {
		t.Errorf("the account is %s's", email)
	}
}

func TestALinkToANewAddressIsGoodForOneChangeAndTwoDays(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	bobID, bob := h.somebody(t, id, "bob@grace.example", access.RoleAdmin)
	asked := func(session *http.Cookie, email string) string {
		if got := h.askAddress(t, session, email); got.status != 204 {
			t.Fatalf("ask %s: %d %s", email, got.status, got.body)
		}
		return link(t, h.mail(t, email, "confirm"))
	}
	gone := map[string]string{}
	gone["one that another follows"] = asked(ann, "a@grace.example")
	gone["one that is withdrawn"] = asked(ann, "b@grace.example")
	if got := h.ask(t, http.MethodDelete, "/api/admin/team/address", ann, nil); got.status != 204 {
		t.Errorf("withdraw: %d %s", got.status, got.body)
	}
	gone["one of somebody who is demoted"] = asked(bob, "c@grace.example")
	if got := h.ask(t, http.MethodPatch, "/api/admin/team/"+bobID.String(), ann, map[string]any{"version": 1, "roles": []string{"pastor"}}); got.status != 200 {
		t.Errorf("demote: %d %s", got.status, got.body)
	}
	gone["an old one"] = asked(ann, "d@grace.example")
	h.execute(t, "update admin_address_changes set expires_at = now() - interval '1 second' where new_email = 'd@grace.example'")
	for name, at := range gone {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if got := h.ask(t, method, at, nil, nil); got.status != 410 || strings.Contains(got.body, "<form") || strings.Contains(got.body, "grace.example") {
				t.Errorf("%s %s: %d", method, name, got.status)
			}
		}
	}
	good := asked(ann, "e@grace.example")
	token := good[strings.LastIndex(good, "/")+1:]
	at := strings.TrimSuffix(good, token)
	other := func(i int) string { // with another character at a place
		with := "A"
		if token[i] == 'A' {
			with = "B"
		}
		return token[:i] + with + token[i+1:]
	}
	for _, forged := range []string{"x", token[:len(token)-1], token + "A", other(0), other(30), other(len(token) - 1), strings.Repeat("A", 64), strings.Repeat("A", 5000)} {
		if got := h.ask(t, http.MethodPost, at+forged, nil, nil); got.status != 404 {
			t.Errorf("%.70s: %d", forged, got.status)
		}
	}
	if got := h.askAddress(t, ann, "f@grace.example"); got.status != 429 {
		t.Errorf("the sixth in a day: %d %s", got.status, got.body)
	}
	if email, _ := h.account(t, id); email != "ann@grace.example" {
		t.Errorf("the account is %s's", email)
	}
}
