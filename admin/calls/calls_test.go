package calls_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/calls"
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

// house is a server with the calls, and a church.
type house struct {
	*webtest.Site

	db        *pgtest.DB
	church    uuid.UUID
	forgotten []uuid.UUID // sessions
	forgets   error
}

func newHouse(t testing.TB) *house {
	t.Helper()
	h := &house{Site: webtest.New(t), db: pgtest.New(t), church: uuid.New()}
	calls.NewHandler(calls.Parts{
		Pool: h.db.Pool, Guard: access.NewGuard(h.db.Pool, h.Edge, "http://127.0.0.1"), Pages: h.Pages, Edge: h.Edge,
		Forget: func(_ context.Context, churchID, session uuid.UUID) error {
			if churchID == h.church && h.forgets == nil {
				h.forgotten = append(h.forgotten, session)
			}
			return h.forgets
		},
	}).Routes(h.Router)
	h.addChurch(t, h.church, "grace", "both")
	return h
}

func (h *house) addChurch(t testing.TB, id uuid.UUID, slug, channel string) {
	t.Helper()
	h.exec(t, "insert into churches (id, slug, name) values ($1, $2, $2)", id, slug)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, chatbot_agent_id) values ($1, 'pro_' || $2::text, $2, $1)", id, channel)
}

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) ask(t testing.TB, method, path string, session *http.Cookie) (status int, answer string) {
	t.Helper()
	status, _, answer = h.Ask(t, method, path, session, webtest.Form, "")
	return status, answer
}

// call plants one with a question, an answer that was spoken into, a key, and an answer that was lost with its node. It returns its id,
// which is its session's too.
func (h *house) call(t testing.TB, church uuid.UUID, question string, began time.Time, outcome string, flagged bool) uuid.UUID {
	t.Helper()
	id, turn, lost := uuid.New(), uuid.New(), uuid.New()
	h.exec(t, `insert into calls (id, church_id, session_id, provider_id, called, caller, language, flagged, sockets, outcome, began_at, last_at, ended_at)
		values ($1, $2, $1, 'CA1', '+12075550145', '+12075550123', 'en', $3, 2, nullif($4, ''), $5, $5::timestamptz + interval '125 seconds',
			case when $4 <> '' then $5::timestamptz + interval '125 seconds' end)`, id, church, flagged, outcome, began)
	for i, line := range []struct {
		speaker, said string
		heard         *string
		turn          *uuid.UUID
	}{
		{"assistant", "Thank you for calling Grace. How can I help you?", nil, nil},
		{"caller", question, nil, &turn},
		{"assistant", "On Sunday at nine in the morning, and <again> at eleven.", new("On Sunday at nine"), &turn},
		{"keys", "2", nil, nil},
		{"caller", "And where do I park?", nil, &lost},
	} {
		h.exec(t, "insert into call_lines (id, church_id, call_id, speaker, said, heard, turn_id, said_at) values ($1, $2, $3, $4, $5, $6, $7, $8)",
			uuid.New(), church, id, line.speaker, line.said, line.heard, line.turn, began.Add(time.Duration(i)*10*time.Second))
	}
	h.exec(t, "insert into conversations (id, church_id, session_id, agent, created_at, last_message_at) values ($1, $2, $1, 'coordinator', $3, $3)", id, church, began)
	for i, one := range []uuid.UUID{turn, lost} {
		h.exec(t, `insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, outcome, cost_micros, created_at)
			values (gen_random_uuid(), $1, $2, $3, 'user', 'MarkTwice', 'coordinator', null, 0, $4), (gen_random_uuid(), $1, $2, $3, 'assistant', 'Behind the church.', 'coordinator', 'stop', 2100, $4)`,
			church, id, one, began.Add(time.Duration(45+i)*time.Second))
	}
	return id
}

func (h *house) request(t testing.TB, session uuid.UUID, kind string, confidential, safeguarding bool) {
	t.Helper()
	h.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, confidential, safeguarding)
		values ($1, $2, $3, $4, $1, $1, $5, $6)`, uuid.New(), h.church, kind, session, confidential, safeguarding)
}

func TestACallIsShownAsItWasHeard(t *testing.T) {
	h := newHouse(t)
	id := h.call(t, h.church, "When is <church>?", time.Now().Add(-time.Hour), "hung_up", false)
	h.request(t, id, "callback", false, false)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	status, list := h.ask(t, http.MethodGet, "/admin/calls", session)
	for _, text := range []string{"When is &lt;church&gt;?", "Caller hung up", "12075550123", "2:05 min", "Call back"} {
		if !strings.Contains(list, text) {
			t.Errorf("%d: the list has no %q", status, text)
		}
	}
	_, page := h.ask(t, http.MethodGet, "/admin/calls/"+id.String(), session)
	at := 0
	for _, text := range []string{
		"Caller hung up", "12075550123", "2:05", "the call went on", "<dd>2</dd>", "Call back", "$0.0042",
		"Thank you for calling Grace.", "When is &lt;church&gt;?", "On Sunday at nine …", "and &lt;again&gt; at eleven.", "Key pressed", "And where do I park?",
		"Behind the church.", "It is not known whether the caller heard this.",
	} {
		next := strings.Index(page[at:], text)
		if next < 0 {
			t.Fatalf("there is no %q after %.60q", text, page[at:])
		}
		at += next
	}
	if strings.Contains(page, "MarkTwice") || strings.Count(page, "Behind the church.") != 1 {
		t.Error("what is written down of the call is there a second time, from its conversation")
	}
}

func TestACallWithoutATranscriptIsShownWithWhatItWas(t *testing.T) {
	h := newHouse(t)
	id := h.call(t, h.church, "MarkSaid", time.Now().Add(-time.Hour), "goodbye", false)
	h.call(t, h.church, "MarkKept", time.Now().Add(-2*time.Hour), "goodbye", false) // costs what its answers do
	h.exec(t, "update calls set transcribed = false, cost_micros = 181234 where id = $1", id)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	_, list := h.ask(t, http.MethodGet, "/admin/calls", session)
	_, page := h.ask(t, http.MethodGet, "/admin/calls/"+id.String(), session)
	for _, text := range []string{"No transcript is kept", "2:05 min · $0.1812", "MarkKept", "calls 2, 4:10 min, $0.1854"} {
		if !strings.Contains(list, text) {
			t.Errorf("the list has no %q", text)
		}
	}
	for _, text := range []string{"Said goodbye", "2:05", "$0.1812", "No transcript of this call is kept"} {
		if !strings.Contains(page, text) {
			t.Errorf("the call's page has no %q", text)
		}
	}
	for _, text := range []string{"MarkSaid", "Behind the church.", "Times the caller spoke"} { // not even while the call goes on
		if strings.Contains(list+page, text) {
			t.Errorf("there is %q", text)
		}
	}
}

// Who says nothing but "Goodbye" is answered without a turn: there is nothing to tell of why.
func TestACallWithoutAConversationLeadsToNone(t *testing.T) {
	h := newHouse(t)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	id := h.call(t, h.church, "Goodbye.", time.Now(), "goodbye", false)
	leads := func() bool {
		_, page := h.ask(t, http.MethodGet, "/admin/calls/"+id.String(), session)
		return strings.Contains(page, `href="/admin/conversations/`+id.String())
	}
	if !leads() {
		t.Error("a call does not lead to its conversation")
	}
	h.exec(t, "update calls set transcribed = false where id = $1", id) // while it goes on there is one, which nobody is shown
	if leads() {
		t.Error("a call of which no transcript is kept leads to its conversation")
	}
	h.exec(t, "update calls set transcribed = true where id = $1", id)
	h.exec(t, "delete from messages where conversation_id = $1", id)
	h.exec(t, "delete from conversations where id = $1", id)
	if leads() {
		t.Error("a call leads to a conversation that there is not")
	}
}

func TestWhoSeesACallFollowsFromWhatHappenedInIt(t *testing.T) {
	h := newHouse(t)
	accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor) // so that no admin stands in for one
	now := time.Now()
	plain := h.call(t, h.church, "MarkPlain", now, "goodbye", false)
	danger := h.call(t, h.church, "MarkDanger", now, "hung_up", true)
	stored := h.call(t, h.church, "MarkStored", now, "", false)
	h.exec(t, "update conversations set flagged = true where id = $1", stored)
	confided := h.call(t, h.church, "MarkConfided", now, "goodbye", false)
	h.request(t, confided, "prayer", true, false)
	accused := h.call(t, h.church, "MarkAccused", now, "goodbye", true)
	h.request(t, accused, "crisis", false, true)
	for _, role := range access.Roles() {
		session, a := accesstest.SignIn(t, h.db.Admin, h.church, role), access.Admin{Roles: []access.Role{role}}
		status, list := h.ask(t, http.MethodGet, "/admin/calls", session)
		if want := map[bool]int{true: 200, false: 403}[a.Sees(access.Calls)]; status != want {
			t.Errorf("%s: %d, want %d", role, status, want)
		}
		for mark, one := range map[string]struct {
			id   uuid.UUID
			sees bool
		}{
			"MarkPlain": {plain, true}, "MarkDanger": {danger, a.Sees(access.Care)}, "MarkStored": {stored, a.Sees(access.Care)},
			"MarkConfided": {confided, a.Sees(access.Confidential)}, "MarkAccused": {accused, false},
		} {
			sees := one.sees && a.Sees(access.Calls)
			status, page := h.ask(t, http.MethodGet, "/admin/calls/"+one.id.String(), session)
			if strings.Contains(list, mark) != sees || strings.Contains(page, mark) != sees || (status == 200) != sees {
				t.Errorf("%s and %s: listed %v, shown %v (%d); want %v", role, mark, strings.Contains(list, mark), strings.Contains(page, mark), status, sees)
			}
			if !sees {
				if status, _ := h.ask(t, http.MethodPost, "/admin/calls/"+one.id.String()+"/delete", session); status != 403 && status != 404 {
					t.Errorf("%s deletes %s: %d", role, mark, status)
				}
			}
		}
	}
	stranger := uuid.New()
	h.addChurch(t, stranger, "hope", "both")
	theirs := accesstest.SignIn(t, h.db.Admin, stranger, access.Pastor)
	if status, page := h.ask(t, http.MethodGet, "/admin/calls/"+plain.String(), theirs); status != 404 || strings.Contains(page, "MarkPlain") {
		t.Errorf("another church sees it: %d", status)
	}
	if status, _ := h.ask(t, http.MethodPost, "/admin/calls/"+plain.String()+"/delete", theirs); status != 404 || len(h.forgotten) != 0 {
		t.Errorf("another church deletes it: %d, %v", status, h.forgotten)
	}
}

func TestPagesOfCallsFollowOneAnother(t *testing.T) {
	h := newHouse(t)
	at := time.Now().Truncate(time.Second)
	for i := range 65 {
		h.call(t, h.church, fmt.Sprintf("Number%02d", i), at.Add(-time.Duration(i/2)*time.Minute), "goodbye", false) // two at a time
	}
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	seen := map[string]bool{}
	pages := 0
	for next := "/admin/calls"; next != ""; pages++ {
		_, body := h.ask(t, http.MethodGet, next, session)
		for i := range 65 {
			if mark := fmt.Sprintf("Number%02d", i); strings.Contains(body, mark) {
				if seen[mark] {
					t.Errorf("%s stands on two pages", mark)
				}
				seen[mark] = true
			}
		}
		next = ""
		if _, rest, more := strings.Cut(body, `href="/admin/calls?after=`); more {
			cursor, _, _ := strings.Cut(rest, `"`)
			next = "/admin/calls?after=" + cursor
		}
	}
	if pages != 3 || len(seen) != 65 {
		t.Errorf("%d of 65 on %d pages", len(seen), pages)
	}
	for _, after := range []string{"evil", "MDAwMQ", strings.Repeat("A", 5000)} {
		if status, _ := h.ask(t, http.MethodGet, "/admin/calls?after="+after, session); status != http.StatusOK {
			t.Errorf("after=%.10s: %d", after, status)
		}
	}
}

func TestADeletedCallIsNotedAndForgotten(t *testing.T) {
	h := newHouse(t)
	id := h.call(t, h.church, "When is church?", time.Now(), "goodbye", false)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	h.forgets = errors.New("no connection")
	if status, _ := h.ask(t, http.MethodPost, "/admin/calls/"+id.String()+"/delete", session); status != http.StatusServiceUnavailable {
		t.Errorf("one that cannot be deleted: %d", status)
	}
	h.forgets = nil
	if status, page := h.ask(t, http.MethodPost, "/admin/calls/"+id.String()+"/delete", session); !strings.Contains(page, "The call is deleted.") || len(h.forgotten) != 1 || h.forgotten[0] != id {
		t.Errorf("%d, forgotten are %v", status, h.forgotten)
	}
	var noted int
	must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from audit_log where what = 'call.deleted'").Scan(&noted))
	if noted != 2 {
		t.Errorf("%d are noted", noted)
	}
}

func TestAPlanWithoutATelephoneHasNoCalls(t *testing.T) {
	h := newHouse(t)
	silent := uuid.New()
	h.addChurch(t, silent, "hope", "chat")
	session := accesstest.SignIn(t, h.db.Admin, silent, access.RoleAdmin)
	if status, _ := h.ask(t, http.MethodGet, "/admin/calls", session); status != http.StatusNotFound {
		t.Errorf("%d", status)
	}
	// Calls from before the plan was changed stay where they can be read and deleted.
	call := h.call(t, silent, "When is the service?", time.Now().Add(-time.Hour), "goodbye", false)
	if status, body := h.ask(t, http.MethodGet, "/admin/calls", session); status != http.StatusOK || !strings.Contains(body, call.String()) {
		t.Errorf("a call from before: %d %s", status, body)
	}
	if status, body := h.ask(t, http.MethodPost, "/admin/calls/"+call.String()+"/delete", session); status != http.StatusOK {
		t.Errorf("the last call is deleted: %d %s", status, body)
	}
}

func TestTheCallsInABrowser(t *testing.T) {
	h := newHouse(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.URL, accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin, access.Pastor))
	look := func(path, name, wanted string) {
		t.Helper()
		tab.Do(chromedp.Navigate(h.URL + path))
		tab.Wait(wanted)
		tab.Look("../../.artifacts/calls", name)
	}
	look("/admin/calls", "unconnected", `document.querySelector(".empty h2").textContent.includes("not connected")`)
	h.exec(t, "insert into church_voice_agents (church_id, status, carrier_phone_number) values ($1, 'active', '+12075550145')", h.church)
	look("/admin/calls", "empty", `document.querySelector(".empty h2").textContent.includes("Nobody has called")`)
	now := time.Now()
	id := h.call(t, h.church, "What time is church this Sunday, and is there something for small children?", now.Add(-time.Hour), "goodbye", false)
	h.request(t, id, "callback", false, false)
	h.request(t, id, "prayer", false, false)
	h.call(t, h.church, "I do not know whether I can go on", now.Add(-2*time.Hour), "transfer", true)
	h.call(t, h.church, "Hello?", now, "", false)
	look("/admin/calls", "list", `document.querySelectorAll(".entries li").length === 3`)
	tab.Do(chromedp.Click(chromedp.CSS(`.entries a[href$="` + id.String() + `"]`)))
	tab.Wait(`document.querySelectorAll(".said > li").length === 6 && document.readyState === "complete"`)
	tab.Do(chromedp.Click(chromedp.CSS(".said summary")))
	tab.Wait(`document.querySelector(".said details").open`)
	tab.Look("../../.artifacts/calls", "one")
	tab.Do(chromedp.Click(chromedp.CSS("details.panel > summary")))
	tab.Wait(`document.querySelector("details.panel").open`)
	tab.Do(chromedp.Click(chromedp.CSS(".button--danger")))
	tab.Wait(`document.querySelector(".done") !== null && location.pathname === "/admin/calls"`)
	if len(h.forgotten) != 1 || h.forgotten[0] != id {
		t.Errorf("deleted are %v", h.forgotten)
	}
}
