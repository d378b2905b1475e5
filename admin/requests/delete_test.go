package requests_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/cmd/dev/browsertest"
)

// remove asks for a request to be deleted.
func (h *house) remove(t testing.TB, session *http.Cookie, id uuid.UUID) (status int, page string) {
	t.Helper()
	return h.ask(t, http.MethodPost, "/admin/requests/"+id.String()+"/delete", session, "", "application/x-www-form-urlencoded")
}

// counted is how many rows of a table there are.
func (h *house) counted(t testing.TB, table string) (rows int) {
	t.Helper()
	must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from "+table).Scan(&rows))
	return rows
}

func TestARequestIsDeletedWithWhatHasItsWords(t *testing.T) {
	v := newVisitors(t)
	office := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin)
	for _, w := range wishes {
		ana, tom := uuid.New(), uuid.New()
		if !v.signUp(t, w, ana, "Ana") || w.unlimited != "" && v.signUp(t, w, tom, "Tom") {
			t.Fatalf("%s: the last place is not Ana's", w.source)
		}
		id := v.find(t, w, "Ana")
		v.exec(t, `insert into notifications (id, church_id, key, channel, kind, request_id, lines, happened_at) values ($1, $2, $1, 'mail', 'registration', $3, '[{"label":"name","text":"Ana"}]', now())`, uuid.New(), v.church, id)
		if status, page := v.remove(t, office, id); status != http.StatusOK || !strings.Contains(page, "The request is deleted.") {
			t.Errorf("%s: %d", w.source, status)
		}
		for table, left := range map[string]int{w.table: 0, "notifications": 0, "confirmations where status <> 'open'": 0} {
			if rows := v.counted(t, table); rows != left {
				t.Errorf("%s: %d rows are left of %s", w.source, rows, table)
			}
		}
		if !v.signUp(t, w, tom, "Tom") {
			t.Errorf("%s: the place is not free", w.source)
		}
		v.exec(t, "delete from "+w.table)
		v.exec(t, "delete from confirmations")
	}
	var noted string
	must(t, v.db.Admin.QueryRow(t.Context(), "select string_agg(what || detail::text, ' ') from audit_log where what = 'request.delete'").Scan(&noted))
	if strings.Count(noted, "request.delete") != len(wishes) || strings.Contains(noted, "Ana") {
		t.Errorf("noted is %s", noted)
	}
}

func TestARequestIsDeletedByWhoMayChangeIt(t *testing.T) {
	h := newHouse(t)
	planted := h.plant(t)
	all := h.counted(t, "visitor_requests") + h.counted(t, "volunteer_signups")
	pastor := accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor) // no admin stands in
	for _, role := range access.Roles() {
		session := accesstest.SignIn(t, h.db.Admin, h.church, role)
		for _, one := range planted {
			may := one.area != "" && access.Admin{Roles: []access.Role{role}}.Changes(one.area)
			if may {
				continue // tested below, with the one role that may most
			}
			if status, _ := h.remove(t, session, one.id); status != http.StatusForbidden && status != http.StatusNotFound {
				t.Errorf("%s, %s: %d", role, one.mark, status)
			}
		}
	}
	if left := h.counted(t, "visitor_requests") + h.counted(t, "volunteer_signups"); left != all {
		t.Fatalf("%d of %d are left", left, all)
	}
	for _, one := range planted {
		want := http.StatusOK
		switch one.area {
		case "":
			want = http.StatusNotFound
		case access.Care: // urgent, and nobody has it
			want = http.StatusConflict
		}
		if status, _ := h.remove(t, pastor, one.id); status != want {
			t.Errorf("%s: %d, want %d", one.mark, status, want)
		}
	}
	h.exec(t, "update visitor_requests set status = 'acknowledged', acknowledged_at = now(), acknowledged_by = 'x' where kind = 'crisis'")
	for _, one := range planted {
		if one.area != access.Care {
			continue
		}
		if status, _ := h.remove(t, pastor, one.id); status != http.StatusOK {
			t.Errorf("a crisis that somebody has: %d", status)
		}
	}
}

func TestASummaryOfOthersOutlivesTheOneThatIsDeleted(t *testing.T) {
	h := newHouse(t)
	pastor := accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor)
	id := h.visitor(t, "crisis", "Ann", uuid.New(), false, false)
	h.exec(t, "update visitor_requests set urgent = false where id = $1", id)
	for _, kind := range []string{"crisis", "crises"} {
		h.exec(t, `insert into notifications (id, church_id, key, channel, kind, request_id, lines, happened_at) values ($1, $2, $1, 'mail', $3, $4, '[{"label":"count","text":"7"}]', now())`, uuid.New(), h.church, kind, id)
	}
	if status, _ := h.remove(t, pastor, id); status != http.StatusOK {
		t.Fatalf("it is not deleted: %d", status)
	}
	if h.counted(t, "notifications where kind = 'crises' and request_id is null and status = 'queued'") != 1 || h.counted(t, "notifications") != 1 {
		t.Error("the summary does not wait, or more than it is left")
	}
}

func TestWhatIsStoredOfAVisitorIsTakenAlongWithoutTheirConversation(t *testing.T) {
	h := newHouse(t)
	session := uuid.New()
	id := h.visitor(t, "message", "MarkAsked", session, false, false)
	h.visitor(t, "callback", "MarkToo", session, false, false)
	h.visitor(t, "prayer", "MarkConfidential", session, true, false)
	h.visitor(t, "message", "MarkOther", uuid.New(), false, false)
	accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor) // who sees what is confidential: the admin does not
	admin := accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin)
	file := "/admin/requests/" + id.String() + "/export.json"
	status, body := h.ask(t, http.MethodGet, file, admin, "", "")
	var rows map[string][]map[string]any
	if err := json.Unmarshal([]byte(body), &rows); err != nil || status != http.StatusOK {
		t.Fatalf("%d, %v: %s", status, err, body)
	}
	if len(rows) != 5 || len(rows["visitor_requests"]) != 2 || !strings.Contains(body, "MarkAsked") || !strings.Contains(body, "MarkToo") {
		t.Errorf("exported is %s", body)
	}
	if status, _ := h.ask(t, http.MethodGet, file, accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin), "", ""); status != http.StatusForbidden {
		t.Errorf("who may not export: %d", status)
	}
	if noted := h.counted(t, "audit_log where what = 'request.export'"); noted != 1 {
		t.Errorf("%d are noted", noted)
	}
}

func TestARequestIsDeletedInABrowser(t *testing.T) {
	h := newHouse(t)
	id := h.visitor(t, "message", "Ruth", uuid.New(), false, false)
	tab := browsertest.Open(t)
	tab.SetCookie(h.URL, accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin))
	tab.Do(chromedp.Navigate(h.URL + "/admin/requests/" + id.String()))
	tab.Wait(`document.querySelector("form[action$=delete]") !== null && document.readyState === "complete"`)
	tab.Do(chromedp.Click(chromedp.CSS("details:has(form[action$=delete]) summary")))
	tab.Wait(`document.querySelector("form[action$=delete] button").checkVisibility()`)
	tab.Look("../../.artifacts/requests", "delete")
	tab.Do(chromedp.Click(chromedp.CSS("form[action$=delete] button")))
	tab.Wait(`location.pathname === "/admin/requests" && document.querySelector(".done") !== null`)
	if left := h.counted(t, "visitor_requests"); left != 0 {
		t.Errorf("%d are left", left)
	}
}
