package requests_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/static/web/webtest"
)

// from plants crises of a church that came through a connection in the last full hour, a second apart from each other.
func (h *house) from(t testing.TB, church uuid.UUID, origin string, first, last int, phone string) {
	t.Helper()
	h.exec(t, `
		insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message, phone, origin, created_at)
		select gen_random_uuid(), $1, 'crisis', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, 'words', nullif($5, ''), $2,
			date_trunc('hour', now() - interval '1 hour') + i * interval '1 second'
		from generate_series($3::integer, $4::integer) i`, church, origin, first, last, phone)
}

func TestAFloodOfCrisesIsOneLine(t *testing.T) {
	h := newHouse(t)
	other := uuid.New()
	h.exec(t, "insert into churches (id, slug, name) values ($1, 'pine', 'Pine')", other)
	h.from(t, other, "same", 1, 10, "")
	h.from(t, h.church, "same", 1, 40, "")
	h.from(t, h.church, "same", 50, 50, "+15550100001") // somebody who wants to be called
	h.from(t, h.church, "another", 1, 3, "")
	h.visitor(t, "prayer", "MarkPrayer", uuid.New(), false, false)
	pastor := accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor)
	const line = "40 messages through one connection within the hour"

	_, list := h.ask(t, http.MethodGet, "/admin/requests", pastor, "", "")
	if !strings.Contains(list, line) || !strings.Contains(list, "1 to 6 of 6<") {
		t.Errorf("the list is\n%s", list)
	}
	_, crises := h.ask(t, http.MethodGet, "/admin/care", pastor, "", "")
	if entries := strings.Count(crises, `<a href="/admin/requests/`); !strings.Contains(crises, line) || entries != 4 {
		t.Errorf("beside the flood %d crises are listed", entries)
	}
	_, rest, _ := strings.Cut(list, "/admin/requests?flood=")
	name := rest[:32]
	_, flood := h.ask(t, http.MethodGet, "/admin/requests?flood="+name, pastor, "", "")
	if entries := strings.Count(flood, `<a href="/admin/requests/`); entries != 40 || strings.Count(flood, "<p>words</p>") != 40 || !strings.Contains(flood, "1 to 40 of 40<") || strings.Contains(flood, line) {
		t.Errorf("of the flood %d are listed", entries)
	}
	_, rest, _ = strings.Cut(flood, `name="until" value="`)
	until, _, _ := strings.Cut(rest, `"`)
	until = strings.ReplaceAll(until, "&#43;", "+")

	h.from(t, h.church, "same", 45, 45, "") // while it is looked through
	form := url.Values{"until": {until}}.Encode()
	done := func() (ours, theirs int) {
		must(t, h.db.Admin.QueryRow(t.Context(), `select count(*) filter (where church_id = $1), count(*) filter (where church_id <> $1) from visitor_requests where status = 'done'`, h.church).Scan(&ours, &theirs))
		return ours, theirs
	}
	volunteers := accesstest.SignIn(t, h.db.Admin, h.church, access.VolunteerLeader)
	for what, refused := range map[string]struct {
		session *http.Cookie
		form    string
	}{"who does not see crises": {volunteers, form}, "no moment": {pastor, ""}, "broken": {pastor, "until=yesterday"}} {
		if status, _ := h.ask(t, http.MethodPost, "/admin/requests/floods/"+name, refused.session, refused.form, webtest.Form); status != 404 && status != 403 {
			t.Errorf("%s: %d", what, status)
		}
	}
	if ours, theirs := done(); ours != 0 || theirs != 0 {
		t.Fatalf("%d and %d were closed by nobody", ours, theirs)
	}
	status, care := h.ask(t, http.MethodPost, "/admin/requests/floods/"+name, pastor, form, webtest.Form)
	if status != 200 {
		t.Fatalf("closing: %d", status)
	}
	if ours, theirs := done(); ours != 40 || theirs != 0 {
		t.Errorf("%d were closed, and %d of another church", ours, theirs)
	}
	var count string
	must(t, h.db.Admin.QueryRow(t.Context(), `select detail ->> 'count' from audit_log where what = 'request.close_flood'`).Scan(&count))
	if count != "40" {
		t.Errorf("%q are noted as closed", count)
	}
	if open, _, _ := strings.Cut(care, `id="settled"`); strings.Contains(open, line) || strings.Count(open, `<a href="/admin/requests/`) != 5 {
		t.Errorf("what came since, or with a number, does not stand alone:\n%s", open)
	}
}
