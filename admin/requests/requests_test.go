package requests_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/requests"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/leaktest"
	"narthex/migrations/pgtest"
	"narthex/static/web/webtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// house is a server with the requests, and a church.
type house struct {
	*webtest.Site

	db     *pgtest.DB
	church uuid.UUID
	waits  atomic.Int64 // crises of which it was told how long they waited
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{Site: webtest.New(t), db: pgtest.New(t), church: uuid.New()}
	requests.NewHandler(requests.Parts{Pool: h.db.Pool, Guard: access.NewGuard(h.db.Pool, h.Edge, "http://127.0.0.1"), Pages: h.Pages, Edge: h.Edge,
		Acknowledged: func(time.Duration) { h.waits.Add(1) }}).Routes(h.Router)
	h.exec(t, "insert into churches (id, slug, name) values ($1, 'grace', 'Grace')", h.church)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, chatbot_agent_id) values ($1, 'pro_both', 'both', $1)", h.church)
	return h
}

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) ask(t testing.TB, method, path string, session *http.Cookie, body, contentType string) (status int, answer string) {
	t.Helper()
	status, _, answer = h.Ask(t, method, path, session, contentType, body)
	return status, answer
}

// visitor plants a request of a kind, whose name is a mark.
func (h *house) visitor(t testing.TB, kind, mark string, session uuid.UUID, confidential, safeguarding bool) uuid.UUID {
	t.Helper()
	id := uuid.New()
	h.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, name, message, confidential, safeguarding)
		values ($1, $2, $3, $4, $1, $1, $3 = 'crisis', $5, 'common words', $6, $7)`, id, h.church, kind, session, mark, confidential, safeguarding)
	return id
}

// row is a planted request with the area that shows it; none: nobody sees it.
type row struct {
	id   uuid.UUID
	mark string
	area access.Area
}

func (h *house) plant(t testing.TB) (rows []row) {
	t.Helper()
	add := func(id uuid.UUID, mark string, area access.Area) { rows = append(rows, row{id, mark, area}) }
	accused := uuid.New()
	add(h.visitor(t, "message", "MarkMessage", uuid.New(), false, false), "MarkMessage", access.Requests)
	add(h.visitor(t, "prayer", "MarkPrayer", uuid.New(), false, false), "MarkPrayer", access.Prayers)
	add(h.visitor(t, "prayer", "MarkSecret", uuid.New(), true, false), "MarkSecret", access.Confidential)
	add(h.visitor(t, "crisis", "MarkCrisis", uuid.New(), false, false), "MarkCrisis", access.Care)
	add(h.visitor(t, "crisis", "MarkAccusation", accused, false, true), "MarkAccusation", "")
	for _, one := range []struct {
		table, parent, insert, mark string
		area                        access.Area
		session                     uuid.UUID
	}{
		{"volunteer_signups", "role_id", "insert into volunteer_roles (id, church_id, name) values ($1, $2, 'Ushers')", "MarkVolunteer", access.Volunteers, uuid.New()},
		{"group_join_requests", "group_id", "insert into groups (id, church_id, kind, name) values ($1, $2, 'small', 'Tuesdays')", "MarkJoin", access.Requests, uuid.New()},
		{"group_join_requests", "group_id", "insert into groups (id, church_id, kind, name) values ($1, $2, 'small', 'Fridays')", "MarkAccuser", "", accused},
	} {
		id := uuid.New()
		h.exec(t, one.insert, id, h.church)
		h.exec(t, "insert into "+one.table+" (id, church_id, "+one.parent+", name, email, message, session_id, turn_id, idempotency_key) values ($1, $2, $1, $3, $3 || '@x.example', 'common words', $4, $1, $1)",
			id, h.church, one.mark, one.session)
		add(id, one.mark, one.area)
	}
	id := uuid.New()
	h.exec(t, `insert into newsletter_subscriptions (id, church_id, email, name, language, consent_text, visitor_words, consented_at, session_id, turn_id, idempotency_key)
		values ($1, $2, 'n@x.example', 'MarkNews', 'en', 'x', 'common words', now(), $1, $1, $1)`, id, h.church)
	add(id, "MarkNews", access.Requests)
	for _, r := range rows { // each has a message that did not arrive
		h.exec(t, "insert into notifications (id, church_id, key, channel, kind, request_id, happened_at, status) values ($1, $2, $1, 'mail', 'request', $1, now(), 'dead')", r.id, h.church)
	}
	return rows
}

func TestEveryRoleSeesItsRequestsAndNoOthers(t *testing.T) {
	h := newHouse(t)
	rows := h.plant(t)
	accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor) // so that no admin stands in for one
	for _, role := range access.Roles() {
		session, a := accesstest.SignIn(t, h.db.Admin, h.church, role), access.Admin{Roles: []access.Role{role}}
		var visible int
		for _, r := range rows {
			if r.area != "" && a.Sees(r.area) {
				visible++
			}
		}
		pages := map[string]string{}
		for name, path := range map[string]string{"list": "/admin/requests", "search": "/admin/requests?q=common", "export": "/admin/requests.csv", "found": "/admin/requests.csv?q=common"} {
			status, body := h.ask(t, http.MethodGet, path, session, "", "")
			if want := map[bool]int{true: 200, false: 403}[visible > 0]; status != want {
				t.Errorf("%s, %s: %d, want %d", role, name, status, want)
			}
			pages[name] = body
		}
		if counted := fmt.Sprintf("1 to %d of %d<", visible, visible); visible > 0 && (!strings.Contains(pages["list"], counted) || !strings.Contains(pages["search"], counted)) {
			t.Errorf("%s is not shown %q", role, counted)
		}
		for _, r := range rows {
			sees := r.area != "" && a.Sees(r.area)
			for name, body := range pages {
				if strings.Contains(body, r.mark) != sees {
					t.Errorf("%s, %s: %s is shown: %v", role, name, r.mark, !sees)
				}
			}
			if strings.Contains(pages["list"], "/notifications/"+r.id.String()) != sees {
				t.Errorf("%s: the message about %s is shown: %v", role, r.mark, !sees)
			}
			status, body := h.ask(t, http.MethodGet, "/admin/requests/"+r.id.String(), session, "", "")
			if (status == 200) != sees || strings.Contains(body, r.mark) != sees {
				t.Errorf("%s looks at %s: %d", role, r.mark, status)
			}
			if !sees {
				for path, body := range map[string]string{"/admin/requests/" + r.id.String(): "action=close", "/admin/requests/notifications/" + r.id.String(): ""} {
					if status, _ := h.ask(t, http.MethodPost, path, session, body, webtest.Form); status != 403 && status != 404 {
						t.Errorf("%s, POST %s for %s: %d", role, path, r.mark, status)
					}
				}
			}
		}
	}
	var touched int
	must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from notifications where status <> 'dead'").Scan(&touched))
	if touched != 0 {
		t.Errorf("%d messages are sent again", touched)
	}
}

// version is what the page of a request hands its forms.
func (h *house) version(t testing.TB, id uuid.UUID, session *http.Cookie) string {
	t.Helper()
	_, body := h.ask(t, http.MethodGet, "/admin/requests/"+id.String(), session, "", "")
	_, rest, ok := strings.Cut(body, `name="version" value="`)
	if !ok {
		t.Fatal("the page has no version")
	}
	return rest[:32]
}

func TestOfTwoWhoAcknowledgeAtOnceOneIsToldWhoWon(t *testing.T) {
	h := newHouse(t)
	id := h.visitor(t, "crisis", "Ruth", uuid.New(), false, false)
	sessions := []*http.Cookie{accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor), accesstest.SignIn(t, h.db.Admin, h.church, access.CareTeam)}
	h.exec(t, "update church_admin_identities set name = 'Ann of ' || email")
	version := h.version(t, id, sessions[0])
	statuses, answers := make([]int, 2), make([]string, 2)
	var both sync.WaitGroup
	for i := range sessions {
		both.Go(func() {
			statuses[i], answers[i] = h.ask(t, http.MethodPatch, "/api/admin/requests/"+id.String(), sessions[i], `{"action":"acknowledge","version":"`+version+`"}`, "application/json")
		})
	}
	both.Wait()
	if sorted := slices.Sorted(slices.Values(statuses)); !slices.Equal(sorted, []int{200, 409}) || h.waits.Load() != 1 {
		t.Fatalf("%v %v", statuses, answers)
	}
	var by string
	var noted int
	must(t, h.db.Admin.QueryRow(t.Context(), "select acknowledged_by, (select count(*) from audit_log where what = 'request.acknowledge' and who = acknowledged_by) from visitor_requests").Scan(&by, &noted))
	lost := answers[slices.Index(statuses, 409)]
	if !strings.Contains(lost, "Ann of "+by) || !strings.Contains(lost, "changed_meanwhile") || noted != 1 {
		t.Errorf("%s has it, %d noted, and the other is told %s", by, noted, lost)
	}
}

func TestARequestIsTakenFromNobodyByTakingItOn(t *testing.T) {
	h := newHouse(t)
	id := h.visitor(t, "crisis", "Ruth", uuid.New(), false, false)
	has, late := accesstest.SignIn(t, h.db.Admin, h.church, access.CareTeam), accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor)
	do := func(session *http.Cookie, action string) (int, string) {
		return h.ask(t, http.MethodPatch, "/api/admin/requests/"+id.String(), session, `{"action":"`+action+`","version":"`+h.version(t, id, session)+`"}`, "application/json")
	}
	var is, was string
	const now = `select status || ' ' || acknowledged_by || ' ' || acknowledged_at || ' ' || (done_at is null) from visitor_requests`
	for _, action := range []string{"acknowledge", "close"} {
		if status, body := do(has, action); status != http.StatusOK {
			t.Fatalf("%s: %d %s", action, status, body)
		}
		must(t, h.db.Admin.QueryRow(t.Context(), now).Scan(&was))
		status, body := do(late, "acknowledge")
		must(t, h.db.Admin.QueryRow(t.Context(), now).Scan(&is))
		if status != http.StatusConflict || !strings.Contains(body, "Ann Tester has it") || is != was || h.waits.Load() != 1 {
			t.Errorf("after %s: %d %s; %s is %s", action, status, body, was, is)
		}
	}
}

func TestWhoTakesOnACrisisTakesOnTheEarlierOnesOfTheConversation(t *testing.T) {
	h := newHouse(t)
	conversation := uuid.New()
	h.visitor(t, "crisis", "earlier", conversation, false, false)
	h.visitor(t, "message", "no crisis", conversation, false, false)
	h.visitor(t, "crisis", "somebody else", uuid.New(), false, false)
	h.exec(t, "update visitor_requests set created_at = created_at - interval '1 minute'")
	last := h.visitor(t, "crisis", "last", conversation, false, false)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.CareTeam)
	status, body := h.ask(t, http.MethodPatch, "/api/admin/requests/"+last.String(), session, `{"action":"acknowledge","version":"`+h.version(t, last, session)+`"}`, "application/json")
	var open string
	must(t, h.db.Admin.QueryRow(t.Context(), "select string_agg(name, ', ' order by name) from visitor_requests where status = 'new'").Scan(&open))
	if status != http.StatusOK || open != "no crisis, somebody else" {
		t.Errorf("%d %s, and still waiting: %s", status, body, open)
	}
	var seen string
	must(t, h.db.Admin.QueryRow(t.Context(), "select string_agg(name, ', ' order by name) from visitor_requests where assignee_id is not null").Scan(&seen))
	if seen != "earlier, last" {
		t.Errorf("they see to %s", seen)
	}
}

func TestWhoHasARequestSeesToItUnlessSomebodyElseDoes(t *testing.T) {
	h := newHouse(t)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	var ann, bob uuid.UUID
	must(t, h.db.Admin.QueryRow(t.Context(), "select id from church_admin_identities where church_id = $1", h.church).Scan(&ann))
	accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor)
	must(t, h.db.Admin.QueryRow(t.Context(), "select id from church_admin_identities where church_id = $1 and id <> $2", h.church, ann).Scan(&bob))
	h.exec(t, "update church_admin_identities set name = 'Bob Hill' where id = $1", bob)
	do := func(id uuid.UUID, action string) {
		t.Helper()
		body := `{"action":"` + action + `","version":"` + h.version(t, id, session) + `"}`
		if status, body := h.ask(t, http.MethodPatch, "/api/admin/requests/"+id.String(), session, body, "application/json"); status != http.StatusOK {
			t.Fatalf("%s: %d %s", action, status, body)
		}
	}
	sees := func(id uuid.UUID) (who *uuid.UUID) {
		t.Helper()
		must(t, h.db.Admin.QueryRow(t.Context(), "select assignee_id from visitor_requests where id = $1", id).Scan(&who))
		return who
	}
	mine, bobs, closed := h.visitor(t, "message", "Ruth", uuid.New(), false, false), h.visitor(t, "message", "Tim", uuid.New(), false, false), h.visitor(t, "message", "Lea", uuid.New(), false, false)
	h.exec(t, "update visitor_requests set assignee_id = $1 where id = $2", bob, bobs)
	do(mine, "acknowledge")
	do(bobs, "acknowledge")
	do(closed, "close")
	if who := sees(mine); who == nil || *who != ann {
		t.Errorf("%v sees to what Ann has", who)
	}
	if who := sees(bobs); who == nil || *who != bob {
		t.Errorf("%v sees to what was Bob's", who)
	}
	if who := sees(closed); who != nil {
		t.Errorf("%v sees to what was closed at once", who)
	}
	_, page := h.ask(t, http.MethodGet, "/admin/requests/"+mine.String(), session, "", "")
	if !strings.Contains(page, "Ann Tester has had this since") || strings.Contains(page, "@tester.example has had") {
		t.Error("the page does not name who has it")
	}
	if _, list := h.ask(t, http.MethodGet, "/admin/requests?assignee=none", session, "", ""); strings.Contains(list, mine.String()) {
		t.Error("it stands under what nobody sees to")
	}
	do(mine, "close")
	do(mine, "reopen")
	if who := sees(mine); who == nil || *who != ann {
		t.Errorf("%v sees to what was opened again", who)
	}
}

func TestWhatIsDoneIsNotedWithoutAVisitorsWords(t *testing.T) {
	h := newHouse(t)
	id := h.visitor(t, "message", "=Ruth", uuid.New(), false, false)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	accesstest.SignIn(t, h.db.Admin, h.church, access.Treasurer)
	var mine, treasurer string
	must(t, h.db.Admin.QueryRow(t.Context(), "select max(identity_id::text) filter (where role = 'office_admin'), max(identity_id::text) filter (where role = 'treasurer') from church_identity_roles").Scan(&mine, &treasurer))
	do := func(want int, fields ...string) string {
		t.Helper()
		values := url.Values{"version": {h.version(t, id, session)}}
		for i := 0; i < len(fields); i += 2 {
			values.Set(fields[i], fields[i+1])
		}
		status, body := h.ask(t, http.MethodPost, "/admin/requests/"+id.String(), session, values.Encode(), webtest.Form)
		if status != want {
			t.Fatalf("%v: %d", fields, status)
		}
		return body
	}
	do(403, "action", "assign", "assignee", treasurer)
	do(200, "action", "assign", "assignee", mine)
	if body := do(200, "action", "note", "note", "Rang her <b>today</b>"); !strings.Contains(body, "Rang her &lt;b&gt;today") {
		t.Error("the note is not shown")
	}
	do(422, "action", "note", "note", strings.Repeat("x", 2001))
	do(400, "action", "burn")
	do(409, "action", "close", "version", strings.Repeat("0", 32))
	do(200, "action", "close")
	do(200, "action", "reopen")
	var status, log string
	must(t, h.db.Admin.QueryRow(t.Context(), "select status, (select json_agg(what || detail::text order by id)::text from audit_log) from visitor_requests").Scan(&status, &log))
	var what []string
	must(t, json.Unmarshal([]byte(log), &what))
	if status != "acknowledged" || len(what) != 4 || strings.Contains(log, "Rang") || strings.Contains(log, "Ruth") || strings.Contains(log, "common") {
		t.Errorf("%s, noted %s", status, log)
	}
	_, file := h.ask(t, http.MethodGet, "/admin/requests.csv", session, "", "")
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	if err != nil || len(lines) != 2 || lines[1][5] != "'=Ruth" {
		t.Errorf("%v %q", err, file)
	}
}

// What somebody has written is not lost over what others do meanwhile, nor because it is too long.
func TestANoteThatWasWrittenIsNotLost(t *testing.T) {
	h := newHouse(t)
	id := h.visitor(t, "message", "Ruth", uuid.New(), false, false)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	before := h.version(t, id, session)
	h.exec(t, "update visitor_requests set status = 'acknowledged', acknowledged_at = now(), acknowledged_by = 'tim@x.example'")
	add := func(note string) (int, string) {
		return h.ask(t, http.MethodPost, "/admin/requests/"+id.String(), session, url.Values{"version": {before}, "action": {"note"}, "note": {note}}.Encode(), webtest.Form)
	}
	if status, body := add("Rang her"); status != 200 || !strings.Contains(body, "<dd>Rang her</dd>") {
		t.Errorf("though somebody else has it: %d", status)
	}
	if status, body := add(strings.Repeat("x", 1998) + "\r\n" + "y"); status != 200 || !strings.Contains(body, "x\ny</dd>") {
		t.Errorf("of 2,000 characters, a line's end among them: %d", status)
	}
	if status, body := add("too long <" + strings.Repeat("x", 2000)); status != 422 || !strings.Contains(body, "required>too long &lt;xxx") {
		t.Errorf("a note that is too long: %d", status)
	}
}

func TestWhoWaitsLongestCanBeReached(t *testing.T) {
	h := newHouse(t)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.CareTeam)
	page := func() string {
		_, body := h.ask(t, http.MethodGet, "/admin/care", session, "", "")
		return body
	}
	const rest = `href="/admin/requests?kind=crisis&amp;state=new"`
	for i := range 51 {
		h.visitor(t, "crisis", fmt.Sprintf("Ruth %d", i), uuid.New(), false, false)
		if i == 49 && strings.Contains(page(), rest) {
			t.Error("fifty are shown, and more are offered")
		}
	}
	if body := page(); !strings.Contains(body, rest+">51 wait.") || !strings.Contains(body, `href="/admin/requests?kind=crisis"`) {
		t.Error("there is no way to who has waited longest")
	}
}

func TestAMessageThatDidNotArriveIsSentAgain(t *testing.T) {
	h := newHouse(t)
	id := h.visitor(t, "message", "Ruth", uuid.New(), false, false)
	h.exec(t, "insert into notifications (id, church_id, key, channel, kind, request_id, happened_at, status, attempts) values ($1, $2, $1, 'mail', 'message', $1, now(), 'dead', 9)", id, h.church)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	for _, want := range []int{200, 404} { // it waits now, and is not to be sent again
		if status, _ := h.ask(t, http.MethodPost, "/admin/requests/notifications/"+id.String(), session, "", ""); status != want {
			t.Errorf("%d, want %d", status, want)
		}
	}
	var queued bool
	must(t, h.db.Admin.QueryRow(t.Context(), "select status = 'queued' and attempts = 0 from notifications").Scan(&queued))
	if !queued {
		t.Error("it does not wait to be sent")
	}
}

func TestTheTabsInABrowser(t *testing.T) {
	h := newHouse(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.URL, accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor))
	look := func(path, name, wanted string) {
		t.Helper()
		tab.Do(chromedp.Navigate(h.URL + path))
		tab.Wait(wanted)
		tab.Look("../../.artifacts/requests", name)
	}
	look("/admin/care", "care-empty", `document.querySelector(".empty") !== null`)
	look("/admin/requests", "empty", `document.querySelector(".empty") !== null`)
	h.plant(t)
	look("/admin/requests", "list", `document.querySelectorAll("section[aria-labelledby=all] .entries li").length === 7`)
	look("/admin/care", "care", `document.querySelectorAll(".entries li").length === 1`)
	h.from(t, h.church, "same", 1, 8, "")
	look("/admin/care", "care-flood", `document.querySelectorAll(".entries li").length === 2`)
	tab.Do(chromedp.Click(chromedp.CSS(".entries a[href*=flood]")))
	tab.Wait(`document.querySelectorAll("section[aria-labelledby=all] .entries li").length === 8 && document.readyState === "complete"`)
	tab.Look("../../.artifacts/requests", "flood")
	tab.Do(chromedp.Click(chromedp.CSS("form[action*=floods] button")))
	tab.Wait(`location.pathname === "/admin/care" && document.readyState === "complete" && document.querySelectorAll("section[aria-labelledby=open] .entries li").length === 1`)
	tab.Do(chromedp.Click(chromedp.CSS(".entries a")))
	tab.Wait(`document.querySelector("input[value=acknowledge]") !== null && document.readyState === "complete"`)
	tab.Look("../../.artifacts/requests", "one")
	tab.Do(chromedp.Click(chromedp.CSS("form:has([value=acknowledge]) button")))
	tab.Wait(`document.readyState === "complete" && document.querySelector("input[value=acknowledge]") === null && document.querySelector("main header").textContent.includes("has had this since")`)
}
