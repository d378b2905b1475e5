package team_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/access"
)

type listedSession struct {
	ID         uuid.UUID
	This, Used bool
}

func (h *house) sessions(t *testing.T, session *http.Cookie) []listedSession {
	t.Helper()
	got := h.ask(t, http.MethodGet, "/api/admin/sessions", session, nil)
	var list struct{ Sessions []listedSession }
	if err := json.Unmarshal([]byte(got.body), &list); got.status != 200 || err != nil {
		t.Fatalf("the sessions: %d %s", got.status, got.body)
	}
	return list.Sessions
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	_, first := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	_, bob := h.somebody(t, id, "bob@grace.example", access.Treasurer)
	open := func() *http.Cookie {
		return h.ask(t, http.MethodGet, "/admin/"+token.String(), nil, nil).cookie
	}
	second, scanner := open(), open()
	h.sessions(t, second)
	list := h.sessions(t, first)
	if len(list) != 3 || !list[0].This || list[1].This || list[2].This {
		t.Fatalf("the sessions: %+v", list)
	}
	used := 0
	for _, one := range list {
		if one.Used {
			used++
		}
	}
	if used != 2 {
		t.Errorf("%d of them were used", used)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/sessions", first, nil); got.status != 200 || strings.Count(got.body, "/end\"") != 2 || !strings.Contains(got.body, "Not used since") {
		t.Errorf("the page: %d %s", got.status, got.body)
	}
	bobs := h.sessions(t, bob)
	if len(bobs) != 1 {
		t.Errorf("the treasurer sees %+v", bobs)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/sessions/"+bobs[0].ID.String(), first, nil); got.status != 404 || got.code() != "no_session" {
		t.Errorf("somebody else's: %d", got.status)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/sessions/"+list[1].ID.String(), first, nil); got.status != 204 {
		t.Errorf("one: %d %s", got.status, got.body)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/sessions/"+list[1].ID.String(), first, nil); got.status != 404 {
		t.Errorf("the same again: %d", got.status)
	}
	if got := h.ask(t, http.MethodDelete, "/api/admin/sessions", first, nil); got.status != 200 || got.body != `{"ended":1}` {
		t.Errorf("all others: %d %s", got.status, got.body)
	}
	for name, cookie := range map[string]*http.Cookie{"the second": second, "the scanner's": scanner} {
		if got := h.ask(t, http.MethodGet, "/api/admin/sessions", cookie, nil); got.status != 401 {
			t.Errorf("%s session goes on", name)
		}
	}
	if len(h.sessions(t, first)) != 1 || len(h.sessions(t, bob)) != 1 {
		t.Error("more sessions ended than were to")
	}
	mine := h.sessions(t, first)[0].ID.String()
	if got := h.ask(t, http.MethodPost, "/admin/settings/sessions/"+mine+"/end", first, nil); got.status != 303 {
		t.Errorf("this one: %d", got.status)
	}
	if got := h.ask(t, http.MethodGet, "/admin/settings/sessions?done=sessions_ended", first, nil); got.status != 303 || got.header.Get("Location") != "/admin" {
		t.Errorf("after that: %d", got.status)
	}
}

func TestARenewedLinkStopsAtOnceAndTheNewOneIsMailed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, token := h.church(t, "grace", "ann@grace.example")
	_, ann := h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
	_, bob := h.somebody(t, id, "bob@grace.example", access.Treasurer)
	for range 2 {
		if got := h.ask(t, http.MethodPost, "/api/admin/link", bob, nil); got.status != 204 || strings.Contains(got.body, "admin") {
			t.Fatalf("renew one's own: %d %s", got.status, got.body)
		}
	}
	h.mail(t, "bob@grace.example", "Your link")
	if n := h.count(t, "admin_links where church_id = $1 and revoked_at is null", id); n != 1 {
		t.Errorf("%d links work", n)
	}
	if n := h.count(t, "premium_churches where admin_token = $1", token); n != 1 {
		t.Error("the church's link changed with somebody else's")
	}
	bearer := func(token string) int {
		return h.ask(t, http.MethodGet, "/api/admin/team", nil, nil, "Authorization", "Bearer "+token).status
	}
	old := token.String()
	for name, renew := range map[string]func() answer{
		"whose account it is, on the page": func() answer { return h.ask(t, http.MethodPost, "/admin/settings/sessions/link", ann, nil) },
		"an admin":                         func() answer { return h.ask(t, http.MethodPost, "/api/admin/team/token", ann, nil) },
		"a program": func() answer {
			return h.ask(t, http.MethodPost, "/api/admin/team/token", nil, nil, "Authorization", "Bearer "+old)
		},
	} {
		if bearer(old) != 200 {
			t.Fatalf("%s: the link does not work", name)
		}
		ann = h.ask(t, http.MethodGet, "/admin/"+old, nil, nil).cookie
		h.execute(t, "update notifications set status = 'skipped' where status = 'queued'")
		if got := renew(); got.status != 204 && got.status != 303 {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
		if bearer(old) != 401 || h.ask(t, http.MethodGet, "/admin/"+old, nil, nil).status != 404 {
			t.Errorf("%s: the old link works", name)
		}
		must(t, h.db.Admin.QueryRow(t.Context(), "select admin_token::text from premium_churches where church_id = $1", id).Scan(&old))
		h.mailWith(t, "ann@grace.example", old)
	}
}

// Whom a link that was in the wrong hands has let in, is out with it.
func TestARenewedLinkEndsTheSessionsThatItOpened(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		whose, by, path string
		stays           bool // the session that asks is one of those whose link it is
	}{
		"the church's, by whose account it is":              {"ann", "ann", "/api/admin/team/token", true},
		"the church's, by another admin":                    {"ann", "bob", "/api/admin/team/token", false},
		"the church's, by a program":                        {"ann", "", "/api/admin/team/token", false},
		"one's own, which is the church's":                  {"ann", "ann", "/api/admin/link", true},
		"one's own, by somebody whose account it is not":    {"bob", "bob", "/api/admin/link", true},
		"one's own, on the page":                            {"bob", "bob", "/admin/settings/sessions/link", true},
		"the church's, on the page, by whose account it is": {"ann", "ann", "/admin/settings/team/token", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			id, token := h.church(t, "grace", "Ann@grace.example")
			cookies := map[string]*http.Cookie{}
			_, cookies["ann"] = h.somebody(t, id, "ann@grace.example", access.RoleAdmin)
			bobID, _ := h.somebody(t, id, "bob@grace.example", access.RoleAdmin)
			must(t, h.people.Resend(t.Context(), id, bobID))
			links := map[string]string{"ann": "/admin/" + token.String(), "bob": link(t, h.mail(t, "bob@grace.example", "Your link"))}
			cookies["bob"] = h.ask(t, http.MethodGet, links["bob"], nil, nil).cookie
			leaked := h.ask(t, http.MethodGet, links[test.whose], nil, nil).cookie
			header := []string{"Authorization", "Bearer " + token.String()}
			if test.by != "" {
				header = nil
			}
			if got := h.ask(t, http.MethodPost, test.path, cookies[test.by], nil, header...); got.status != 204 && got.status != 303 {
				t.Fatalf("renew: %d %s", got.status, got.body)
			}
			open := func(session *http.Cookie) bool {
				return h.ask(t, http.MethodGet, "/api/admin/sessions", session, nil).status == http.StatusOK
			}
			if open(leaked) {
				t.Error("who came by the old link is still in")
			}
			for who, session := range cookies {
				if want := who != test.whose || test.stays; open(session) != want {
					t.Errorf("%s is in: %v", who, !want)
				}
			}
		})
	}
}
