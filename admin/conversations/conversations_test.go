package conversations_test

import (
	"context"
	"encoding/json"
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
	"narthex/admin/conversations"
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

// house is a server with the conversations, and a church.
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
	conversations.NewHandler(conversations.Parts{
		Pool: h.db.Pool, Guard: access.NewGuard(h.db.Pool, h.Edge, "http://127.0.0.1"), Pages: h.Pages, Edge: h.Edge,
		Forget: func(_ context.Context, churchID, session uuid.UUID) error {
			if churchID == h.church && h.forgets == nil {
				h.forgotten = append(h.forgotten, session)
			}
			return h.forgets
		},
	}).Routes(h.Router)
	h.addChurch(t, h.church, "grace")
	return h
}

func (h *house) addChurch(t testing.TB, id uuid.UUID, slug string) {
	t.Helper()
	h.exec(t, "insert into churches (id, slug, name) values ($1, $2, $2)", id, slug)
	h.exec(t, "insert into premium_churches (church_id, plan, channel, chatbot_agent_id) values ($1, 'pro_both', 'both', $1)", id)
}

func (h *house) exec(t testing.TB, sql string, args ...any) {
	t.Helper()
	_, err := h.db.Admin.Exec(t.Context(), sql, args...)
	must(t, err)
}

func (h *house) ask(t testing.TB, method, path string, session *http.Cookie, form string) (status int, answer string) {
	t.Helper()
	status, _, answer = h.Ask(t, method, path, session, webtest.Form, form)
	return status, answer
}

// conversation plants one with a question and its answer, and returns its id, which is its session's too.
func (h *house) conversation(t testing.TB, church uuid.UUID, question string, last time.Time, flagged bool) uuid.UUID {
	t.Helper()
	id := uuid.New()
	h.exec(t, "insert into conversations (id, church_id, session_id, agent, flagged, created_at, last_message_at) values ($1, $2, $1, 'care', $3, $4, $4)", id, church, flagged, last)
	h.exec(t, `
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, tier, reason, outcome, similarity, sources, model, prompt_tokens, completion_tokens, cost_micros, timings, trace, created_at)
		values (gen_random_uuid(), $1, $2, $2, 'user', $3, 'care', null, null, null, null, '[]', null, 0, 0, 0, '{}', null, $4),
			(gen_random_uuid(), $1, $2, $2, 'assistant', 'This is <what> is known.', 'care', 4, 'model', 'stop', 0.83, $5, 'gpt', 1200, 80, 4200, '{"search": 12500, "model": 900000}', $6, $4)`,
		church, id, question, last, `[{"id": "`+uuid.NewString()+`", "kind": "document", "title": "Guide <1>", "similarity": 0.83}]`, `{
			"nearest": [{"id": "`+uuid.NewString()+`", "kind": "document", "title": "Guide <1>", "similarity": 0.83, "used": true}, {"id": "`+uuid.NewString()+`", "kind": "faq", "title": "Is there a lift?", "similarity": 0.41}],
			"tools": [{"name": "plan_visit", "ok": true, "wrote": true, "ms": 12}, {"ms": 1}, {"name": "of_yesterday", "ok": true, "ms": 3}],
			"held": [{"kind": "forbidden", "topic": "Last <things>"}], "prompt": [{"name": "facts", "tokens": 321}, {"name": "knowledge", "tokens": 900, "dropped": 2}]}`)
	return id
}

// request plants something that was asked for in a conversation.
func (h *house) request(t testing.TB, session uuid.UUID, kind string, confidential, safeguarding bool) {
	t.Helper()
	id := uuid.New()
	h.exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, confidential, safeguarding)
		values ($1, $2, $3, $4, $1, $1, $5, $6)`, id, h.church, kind, session, confidential, safeguarding)
}

func TestWhoSeesAConversationFollowsFromWhatHappenedInIt(t *testing.T) {
	h := newHouse(t)
	accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor) // so that no admin stands in for one
	now := time.Now()
	plain := h.conversation(t, h.church, "MarkPlain", now, false)
	danger := h.conversation(t, h.church, "MarkDanger", now, true)
	confided := h.conversation(t, h.church, "MarkConfided", now, false)
	h.request(t, confided, "prayer", true, false)
	accused := h.conversation(t, h.church, "MarkAccused", now, true)
	h.request(t, accused, "crisis", false, true)
	for _, role := range access.Roles() {
		session, a := accesstest.SignIn(t, h.db.Admin, h.church, role), access.Admin{Roles: []access.Role{role}}
		status, list := h.ask(t, http.MethodGet, "/admin/conversations", session, "")
		_, found := h.ask(t, http.MethodGet, "/admin/conversations?q=mark&way=tier4", session, "")
		if want := map[bool]int{true: 200, false: 403}[a.Sees(access.Conversations)]; status != want {
			t.Errorf("%s: %d, want %d", role, status, want)
		}
		for mark, one := range map[string]struct {
			id   uuid.UUID
			sees bool
		}{
			"MarkPlain": {plain, true}, "MarkDanger": {danger, a.Sees(access.Care)}, "MarkConfided": {confided, a.Sees(access.Confidential)}, "MarkAccused": {accused, false},
		} {
			sees := one.sees && a.Sees(access.Conversations)
			status, page := h.ask(t, http.MethodGet, "/admin/conversations/"+one.id.String(), session, "")
			if strings.Contains(list, mark) != sees || strings.Contains(found, mark) != sees || strings.Contains(page, mark) != sees || (status == 200) != sees {
				t.Errorf("%s and %s: listed %v, found %v, shown %v (%d); want %v", role, mark, strings.Contains(list, mark), strings.Contains(found, mark), strings.Contains(page, mark), status, sees)
			}
			if !sees {
				if status, _ := h.ask(t, http.MethodPost, "/admin/conversations/"+one.id.String()+"/delete", session, "requests=1"); status != 403 && status != 404 {
					t.Errorf("%s deletes %s: %d", role, mark, status)
				}
			}
		}
	}
	if len(h.forgotten) != 0 {
		t.Errorf("deleted are %v", h.forgotten)
	}
}

func TestAnAnswerSaysWhyItIsAsItIs(t *testing.T) {
	h := newHouse(t)
	id := h.conversation(t, h.church, "Is there <parking>?", time.Now(), false)
	h.exec(t, "insert into message_feedback (turn_id, church_id, conversation_id, value, comment) values ($1, $2, $1, 'down', 'Not <my> question')", id, h.church)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	_, body := h.ask(t, http.MethodGet, "/admin/conversations/"+id.String(), session, "")
	for _, text := range []string{
		"Is there &lt;parking&gt;?", "This is &lt;what&gt; is known.", "By the AI model (model)", "Guide &lt;1&gt; (0.83)",
		"Is there a lift? <span class=\"quiet\">(FAQ, 0.41)</span>", "(document, 0.83, shown to the AI model)", "Planned visits: done, and noted for you", "Something it cannot do: could not be done", "of_yesterday: done",
		"Against what your church teaches <span class=\"quiet\">(Last &lt;things&gt;)</span>", "Facts of your church: 321", "Your knowledge base: 900 <span class=\"quiet\">(no room for 2 more)</span>", "gpt", "1200 + 80", "$0.0042", "search: 12.5 ms", "model: 900.0 ms", "Not &lt;my&gt; question", "not helpful",
	} {
		if !strings.Contains(body, text) {
			t.Errorf("there is no %q", text)
		}
	}
}

// Who may not try answers is not led to where they are tried, nor is anybody of a church whose plan has none.
func TestEachIsLedOnlyToPagesThatTheyMaySee(t *testing.T) {
	h := newHouse(t)
	id := h.conversation(t, h.church, "Is there parking?", time.Now(), false)
	for _, one := range []struct {
		role    access.Role
		chatbot bool
		links   string
	}{
		{access.OfficeAdmin, true, "faqs"}, {access.Pastor, true, "faqs simulator regression"}, {access.Pastor, false, "faqs"},
	} {
		h.exec(t, "update premium_churches set chatbot_agent_id = case when $2 then church_id end where church_id = $1", h.church, one.chatbot)
		_, body := h.ask(t, http.MethodGet, "/admin/conversations/"+id.String(), accesstest.SignIn(t, h.db.Admin, h.church, one.role), "")
		var links []string
		for _, page := range []string{"faqs", "simulator", "regression"} {
			if strings.Contains(body, "/admin/training/"+page+"?question=") {
				links = append(links, page)
			}
		}
		if got := strings.Join(links, " "); got != one.links {
			t.Errorf("%s, with an assistant %v: %s", one.role, one.chatbot, got)
		}
	}
}

func TestPagesFollowOneAnother(t *testing.T) {
	h := newHouse(t)
	at := time.Now().Truncate(time.Second)
	for i := range 65 {
		h.conversation(t, h.church, fmt.Sprintf("Number%02d", i), at.Add(-time.Duration(i/2)*time.Minute), false) // two at a time
	}
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.OfficeAdmin)
	next, seen := "/admin/conversations?q=number", map[string]bool{}
	for pages := 1; ; pages++ {
		_, body := h.ask(t, http.MethodGet, next, session, "")
		for i := range 65 {
			if mark := fmt.Sprintf("Number%02d", i); strings.Contains(body, mark) {
				if seen[mark] {
					t.Errorf("%s stands on two pages", mark)
				}
				seen[mark] = true
			}
		}
		_, rest, more := strings.Cut(body, `href="/admin/conversations?after=`)
		if !more {
			if pages != 3 || len(seen) != 65 {
				t.Errorf("%d of 65 on %d pages", len(seen), pages)
			}
			break
		}
		query, _, _ := strings.Cut(rest, `"`)
		next = "/admin/conversations?after=" + strings.ReplaceAll(query, "&amp;", "&")
	}
	for _, after := range []string{"evil", "MDAwMQ", strings.Repeat("A", 5000)} {
		if status, _ := h.ask(t, http.MethodGet, "/admin/conversations?after="+after, session, ""); status != http.StatusOK {
			t.Errorf("after=%.10s: %d", after, status)
		}
	}
}

func TestADeletionIsNotedAndTakesTheRequestsAlongIfAsked(t *testing.T) {
	h := newHouse(t)
	with, without := h.conversation(t, h.church, "with", time.Now(), false), h.conversation(t, h.church, "without", time.Now(), false)
	h.request(t, with, "message", false, false)
	h.request(t, without, "message", false, false)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor)
	h.forgets = errors.New("no connection")
	if status, _ := h.ask(t, http.MethodPost, "/admin/conversations/"+without.String()+"/delete", session, ""); status != http.StatusServiceUnavailable {
		t.Errorf("what was not deleted is answered with %d", status)
	}
	h.forgets = nil
	for id, form := range map[uuid.UUID]string{with: "requests=1", without: ""} {
		if status, _ := h.ask(t, http.MethodPost, "/admin/conversations/"+id.String()+"/delete", session, form); status != http.StatusOK {
			t.Errorf("%q: %d", form, status)
		}
	}
	var left uuid.UUID
	var noted string
	must(t, h.db.Admin.QueryRow(t.Context(), "select session_id, (select string_agg(what, ' ' order by what) from audit_log) from visitor_requests").Scan(&left, &noted))
	if left != without || len(h.forgotten) != 2 || noted != "conversation.deleted conversation.deleted conversation.deleted_with_requests" {
		t.Errorf("left are the requests of %s, forgotten %v, noted %s", left, h.forgotten, noted)
	}
}

func TestWhatIsStoredOfAVisitorIsTakenAlong(t *testing.T) {
	h := newHouse(t)
	id, other := h.conversation(t, h.church, "MarkAsked", time.Now(), false), h.conversation(t, h.church, "MarkOther", time.Now(), false)
	h.request(t, id, "message", false, false)
	h.request(t, other, "message", false, false)
	accused := h.conversation(t, h.church, "MarkAccused", time.Now(), false)
	h.request(t, accused, "crisis", false, true)
	h.exec(t, "insert into message_feedback (turn_id, church_id, conversation_id, value, comment) values ($1, $2, $1, 'down', 'MarkComment')", id, h.church)
	for _, call := range []uuid.UUID{id, other} {
		h.exec(t, `insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at) values ($1, $2, $1, 'CA', '+12075550145', 'en', 1, now(), now())`, call, h.church)
		h.exec(t, `insert into call_lines (id, church_id, call_id, speaker, said, said_at) values ($1, $2, $1, 'caller', 'x', now())`, call, h.church)
	}
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin)
	status, body := h.ask(t, http.MethodGet, "/admin/conversations/"+id.String()+"/export.json", session, "")
	var rows map[string][]map[string]any
	if err := json.Unmarshal([]byte(body), &rows); err != nil || status != http.StatusOK {
		t.Fatalf("%d, %v: %s", status, err, body)
	}
	if len(rows["conversations"]) != 1 || len(rows["messages"]) != 2 || len(rows["visitor_requests"]) != 1 || len(rows["message_feedback"]) != 1 || len(rows["calls"]) != 1 || len(rows["call_lines"]) != 1 || rows["newsletter_subscriptions"] == nil {
		t.Errorf("exported is %s", body)
	}
	if !strings.Contains(body, "MarkAsked") || !strings.Contains(body, "MarkComment") || strings.Contains(body, "MarkOther") || strings.Contains(body, other.String()) {
		t.Errorf("exported is %s", body)
	}
	if status, body := h.ask(t, http.MethodGet, "/admin/conversations/"+accused.String()+"/export.json", session, ""); status != http.StatusNotFound || strings.Contains(body, "MarkAccused") {
		t.Errorf("one that nobody here may see: %d", status)
	}
	strangers := uuid.New()
	h.addChurch(t, strangers, "hope")
	if status, _ := h.ask(t, http.MethodGet, "/admin/conversations/"+id.String()+"/export.json", accesstest.SignIn(t, h.db.Admin, strangers, access.RoleAdmin), ""); status != http.StatusNotFound {
		t.Errorf("another church: %d", status)
	}
	if status, _ := h.ask(t, http.MethodGet, "/admin/conversations/"+id.String()+"/export.json", accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor), ""); status != http.StatusForbidden {
		t.Errorf("who may not export: %d", status)
	}
	var noted int
	must(t, h.db.Admin.QueryRow(t.Context(), "select count(*) from audit_log where what = 'conversation.exported'").Scan(&noted))
	if noted != 1 {
		t.Errorf("%d are noted", noted)
	}
}

func TestTheChurchSaysHowLongConversationsAreKept(t *testing.T) {
	h := newHouse(t)
	session := accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin)
	for form, want := range map[string]int{"months=0": 422, "months=37": 422, "months=x": 422, "": 422, "months=6": 200} {
		if status, _ := h.ask(t, http.MethodPost, "/admin/conversations/retention", session, form); status != want {
			t.Errorf("%q: %d, want %d", form, status, want)
		}
	}
	if status, _ := h.ask(t, http.MethodPost, "/admin/conversations/retention", accesstest.SignIn(t, h.db.Admin, h.church, access.Pastor), "months=1"); status != http.StatusForbidden {
		t.Errorf("a pastor sets it: %d", status)
	}
	if _, body := h.ask(t, http.MethodGet, "/admin/conversations", session, ""); !strings.Contains(body, "6 months after their last message") {
		t.Error("the page does not say 6 months")
	}
	_, err := h.db.Admin.Exec(t.Context(), `insert into conversations (church_id, session_id, agent, last_message_at) values ($1, $1, 'care', now() - interval '40 days'), ($1, gen_random_uuid(), 'care', now() - interval '1300 days')`, h.church)
	must(t, err)
	if _, body := h.ask(t, http.MethodPost, "/admin/conversations/retention", session, "months=1"); !strings.Contains(body, "2 conversations are older than that") || !strings.Contains(body, "6 months after their last message") {
		t.Errorf("what is to be deleted is not asked for: %s", body)
	}
	if _, body := h.ask(t, http.MethodPost, "/admin/conversations/retention", session, "months=1&sure=1"); !strings.Contains(body, "Saved:") || !strings.Contains(body, "One month after their last message") {
		t.Errorf("it is not kept for a month: %s", body)
	}
	if _, body := h.ask(t, http.MethodPost, "/admin/conversations/retention", session, "months=12"); !strings.Contains(body, "12 months after their last message") {
		t.Errorf("keeping them for longer is asked for: %s", body)
	}
}

func TestTheConversationsInABrowser(t *testing.T) {
	h := newHouse(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.URL, accesstest.SignIn(t, h.db.Admin, h.church, access.RoleAdmin, access.Pastor))
	look := func(path, name, wanted string) {
		t.Helper()
		tab.Do(chromedp.Navigate(h.URL + path))
		tab.Wait(wanted)
		tab.Look("../../.artifacts/conversations", name)
	}
	look("/admin/conversations", "empty", `document.querySelector(".empty") !== null`)
	h.conversation(t, h.church, "Is there a place to park near the church on a Sunday morning?", time.Now(), false)
	h.conversation(t, h.church, "I do not know whether I can go on", time.Now().Add(-time.Hour), true)
	look("/admin/conversations", "list", `document.querySelectorAll(".entries li").length === 2`)
	tab.Do(chromedp.Click(chromedp.CSS(".entries a")))
	tab.Wait(`document.querySelectorAll(".said > li").length === 2 && document.readyState === "complete"`)
	tab.Do(chromedp.Click(chromedp.CSS(".said summary")))
	tab.Wait(`document.querySelector(".said details").open`)
	tab.Look("../../.artifacts/conversations", "one")
	tab.Do(chromedp.Click(chromedp.CSS("details.panel > summary")))
	tab.Wait(`document.querySelector("details.panel").open`)
	tab.Do(chromedp.Click(chromedp.CSS(".button--danger")))
	tab.Wait(`document.querySelector(".done") !== null && location.pathname === "/admin/conversations"`)
	if len(h.forgotten) != 1 {
		t.Errorf("deleted are %v", h.forgotten)
	}
}
