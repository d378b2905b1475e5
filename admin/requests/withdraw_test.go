package requests_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/chat/church"
	"narthex/chat/confirmation"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/cmd/dev/browsertest"
)

// visitors are a church's, who sign up as the chat has them sign up.
type visitors struct {
	*house

	tools    *tools.Registry
	snapshot *church.Snapshot
	told     atomic.Int64 // notices
}

// Notify implements tools.Notifier.
func (v *visitors) Notify(context.Context, pgx.Tx, tools.Notice) error { v.told.Add(1); return nil }

func newVisitors(t testing.TB) *visitors {
	t.Helper()
	v := &visitors{house: newHouse(t)}
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: v.db.Pool, Notifier: v}, tools.Config{})
	must(t, err)
	agents := make(map[church.Agent]church.AgentConfig)
	for _, agent := range []church.Agent{church.Coordinator, church.Discipleship, church.Stewardship} {
		agents[agent] = church.AgentConfig{Enabled: true}
	}
	v.tools, v.snapshot = registry, &church.Snapshot{ID: v.church, Slug: "grace", Name: "Grace", Location: time.UTC, Language: "en", Plan: church.SuiteBoth, Status: church.Active, Agents: agents}
	v.exec(t, `insert into events (id, church_id, title, starts_at, takes_registrations, capacity) values ($1, $2, 'Supper', now() + interval '1 day', true, 2)`, uuid.New(), v.church)
	v.exec(t, `insert into groups (id, church_id, kind, name, capacity) values ($1, $2, 'small', 'Tea', 1)`, uuid.New(), v.church)
	v.exec(t, `insert into volunteer_roles (id, church_id, name, places) values ($1, $2, 'Ushers', 1)`, uuid.New(), v.church)
	return v
}

// wish is what a visitor signs up for.
type wish struct {
	source, tool, arguments, table, unlimited string
	agent                                     church.Agent
}

var wishes = []wish{
	{"registration", "register_for_event", `"event":"Supper","people":2,`, "event_registrations", "update events set capacity = null", church.Coordinator},
	{"join", "join_small_group", `"group":"Tea",`, "group_join_requests", "update groups set capacity = null", church.Discipleship},
	{"volunteer", "sign_up_to_volunteer", `"role":"Ushers",`, "volunteer_signups", "update volunteer_roles set places = null", church.Stewardship},
	{"newsletter", "subscribe_to_newsletter", ``, "newsletter_subscriptions", "", church.Coordinator},
}

// signUp has somebody sign up and say yes. It reports whether that was written.
func (v *visitors) signUp(t testing.TB, w wish, session uuid.UUID, name string) bool {
	t.Helper()
	ref, asked := v.card(t, w, session, name)
	return asked && v.accept(t, ref) == confirmation.Accepted
}

// card has somebody be asked whether they want to sign up.
func (v *visitors) card(t testing.TB, w wish, session uuid.UUID, name string) (ref confirmation.Ref, asked bool) {
	t.Helper()
	address := strings.ToLower(name) + "@x.example"
	turn := tools.Turn{ID: uuid.New(), Session: session, Church: v.snapshot, Agent: w.agent, Language: "en", Now: time.Now(),
		Said: []string{"I'm " + name + ", " + address + ". We are 2, please put us down: " + w.arguments}}
	result := v.tools.Begin(turn).Call(t.Context(), tools.Call{ID: "c1", Name: w.tool, Arguments: fmt.Sprintf(`{%s"name":%q,"email":%q}`, w.arguments, name, address)})
	if result.Card == nil {
		return ref, false
	}
	return confirmation.Ref{Church: v.church, Session: session, Turn: turn.ID, Call: result.Card.CallID}, true
}

// accept says yes to a card.
func (v *visitors) accept(t testing.TB, ref confirmation.Ref) confirmation.Status {
	t.Helper()
	done, err := v.tools.Confirm(t.Context(), v.snapshot, ref, tools.Answer{Accept: true})
	must(t, err)
	return done.Status
}

// find gives the id of what somebody signed up for last.
func (v *visitors) find(t testing.TB, w wish, name string) (id uuid.UUID) {
	t.Helper()
	must(t, v.db.Admin.QueryRow(t.Context(), "select id from "+w.table+" where name = $1 order by created_at desc limit 1", name).Scan(&id))
	return id
}

func (v *visitors) change(t testing.TB, session *http.Cookie, id uuid.UUID, action, version string) (int, string) {
	t.Helper()
	return v.ask(t, http.MethodPatch, "/api/admin/requests/"+id.String(), session, `{"action":"`+action+`","version":"`+version+`"}`, "application/json")
}

func TestAPlaceThatIsGivenBackIsTheNextOnes(t *testing.T) {
	v := newVisitors(t)
	session := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin)
	do := func(w wish, name, action string, want int, says string) {
		t.Helper()
		id := v.find(t, w, name)
		if status, body := v.change(t, session, id, action, v.version(t, id, session)); status != want || !strings.Contains(body, says) {
			t.Errorf("%s, %s of %s: %d %s, want %d", w.source, action, name, status, body, want)
		}
	}
	for _, w := range wishes[:3] {
		ana := uuid.New()
		if !v.signUp(t, w, ana, "Ana") || v.signUp(t, w, uuid.New(), "Tom") {
			t.Fatalf("%s: the last place is not Ana's", w.source)
		}
		do(w, "Ana", "restore", 409, "changed_meanwhile")
		do(w, "Ana", "withdraw", 200, `"status":"done"`)
		do(w, "Ana", "withdraw", 409, "changed_meanwhile")
		if !v.signUp(t, w, uuid.New(), "Tom") {
			t.Fatalf("%s: Tom does not get the place", w.source)
		}
		do(w, "Ana", "restore", 409, "no_place")
		do(w, "Tom", "withdraw", 200, "")
		do(w, "Ana", "restore", 200, `"status":"acknowledged"`)
		do(w, "Tom", "restore", 409, "no_place")
		do(w, "Ana", "withdraw", 200, "")
		told := v.told.Load()
		if !v.signUp(t, w, ana, "Ana") || v.told.Load() <= told { // in the same conversation, and in the same words
			t.Errorf("%s: Ana cannot sign up again", w.source)
		}
		v.exec(t, w.unlimited)
		do(w, "Tom", "restore", 200, "")
		id := uuid.Nil // Ana's first, whose address holds another one now
		must(t, v.db.Admin.QueryRow(t.Context(), "select id from "+w.table+" where name = 'Ana' order by created_at limit 1").Scan(&id))
		if status, body := v.change(t, session, id, "restore", v.version(t, id, session)); status != 409 || !strings.Contains(body, "signed_up_again") {
			t.Errorf("%s: twice with one address: %d %s", w.source, status, body)
		}
	}
	var noted int
	must(t, v.db.Admin.QueryRow(t.Context(), "select count(*) from audit_log where what in ('request.withdraw', 'request.restore') and detail ->> 'kind' in ('registration', 'join', 'volunteer')").Scan(&noted))
	if noted != 3*5 {
		t.Errorf("%d are noted", noted)
	}
	_, file := v.ask(t, http.MethodGet, "/admin/requests.csv", session, "", "")
	if !strings.Contains(file, ",registration,false,done,true,Ana,") || strings.Contains(file, ",done,true,Tom,") {
		t.Error(file)
	}
}

// Of the same conversation, or the same address, somebody else may be looking at a card.
func TestAnOpenCardOutlivesASignUpThatIsWithdrawn(t *testing.T) {
	v := newVisitors(t)
	session := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin)
	for _, w := range wishes[:3] {
		v.exec(t, w.unlimited)
		conversation := uuid.New()
		if !v.signUp(t, w, conversation, "Ana") {
			t.Fatalf("%s: Ana is not signed up", w.source)
		}
		ref, asked := v.card(t, w, conversation, "Tom")
		if !asked {
			t.Fatalf("%s: Tom is not asked", w.source)
		}
		id := v.find(t, w, "Ana")
		if status, body := v.change(t, session, id, "withdraw", v.version(t, id, session)); status != 200 {
			t.Fatalf("%s: %d %s", w.source, status, body)
		}
		if status := v.accept(t, ref); status != confirmation.Accepted {
			t.Errorf("%s: Tom's yes is %s", w.source, status)
		}
	}
}

func TestWhoUnsubscribedIsNewsWhenTheySubscribeAgain(t *testing.T) {
	v := newVisitors(t)
	session, w := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin), wishes[3]
	conversation := uuid.New()
	if !v.signUp(t, w, conversation, "Ana") {
		t.Fatal("Ana is not subscribed")
	}
	id := v.find(t, w, "Ana")
	stale := v.version(t, id, session)
	if status, body := v.change(t, session, id, "withdraw", stale); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if status, _ := v.change(t, session, id, "close", stale); status != 409 {
		t.Errorf("who has not seen it: %d", status)
	}
	if !v.signUp(t, w, conversation, "Ana") || v.told.Load() != 2 {
		t.Error("nobody is told that she is subscribed again")
	}
	var state string
	must(t, v.db.Admin.QueryRow(t.Context(), `select concat_ws(' ', handled, unsubscribed_at, acknowledged_by) from newsletter_subscriptions`).Scan(&state))
	if state != "new" {
		t.Errorf("it is %s", state)
	}
	for _, action := range []string{"withdraw", "restore"} {
		if status, body := v.change(t, session, id, action, v.version(t, id, session)); status != 200 {
			t.Errorf("%s: %d %s", action, status, body)
		}
	}
}

func TestOnlyASignUpIsWithdrawnAndByWhoMay(t *testing.T) {
	v := newVisitors(t)
	v.signUp(t, wishes[0], uuid.New(), "Ana")
	registration, message := v.find(t, wishes[0], "Ana"), v.visitor(t, "message", "Ruth", uuid.New(), false, false)
	office, treasurer := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin), accesstest.SignIn(t, v.db.Admin, v.church, access.Treasurer)
	if status, body := v.change(t, office, message, "withdraw", v.version(t, message, office)); status != 422 || !strings.Contains(body, "no_sign_up") {
		t.Errorf("a message: %d %s", status, body)
	}
	if status, _ := v.change(t, treasurer, registration, "withdraw", v.version(t, registration, office)); status != 403 && status != 404 {
		t.Errorf("by who may not: %d", status)
	}
	if n := v.registered(t); n != 2 {
		t.Errorf("%d people are registered", n)
	}
}

// registered counts people.
func (v *visitors) registered(t testing.TB) (n int) {
	t.Helper()
	must(t, v.db.Admin.QueryRow(t.Context(), "select coalesce(sum(party_size), 0)::int from event_registrations where status = 'registered'").Scan(&n))
	return n
}

// Who changes how many they are has answered twice for one place.
func TestWhoChangedTheirSignUpMaySignUpAnewAfterItIsTakenBack(t *testing.T) {
	v := newVisitors(t)
	session := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin)
	ana, one := uuid.New(), wishes[0]
	one.arguments = `"event":"Supper","people":1,`
	if !v.signUp(t, wishes[0], ana, "Ana") || !v.signUp(t, one, ana, "Ana") {
		t.Fatal("Ana cannot change how many they are")
	}
	id := v.find(t, one, "Ana")
	if status, body := v.change(t, session, id, "withdraw", v.version(t, id, session)); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if !v.signUp(t, one, ana, "Ana") || v.registered(t) != 1 {
		t.Errorf("Ana cannot sign up again: %d registered", v.registered(t))
	}
}

// TestOfTwoWhoWantTheLastPlaceOneGetsIt has one put back while others register.
func TestOfTwoWhoWantTheLastPlaceOneGetsIt(t *testing.T) {
	v := newVisitors(t)
	session := accesstest.SignIn(t, v.db.Admin, v.church, access.OfficeAdmin)
	v.signUp(t, wishes[0], uuid.New(), "Ana")
	id := v.find(t, wishes[0], "Ana")
	if status, body := v.change(t, session, id, "withdraw", v.version(t, id, session)); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	version := v.version(t, id, session)
	var all sync.WaitGroup
	all.Go(func() { v.change(t, session, id, "restore", version) })
	for _, name := range []string{"Tom", "Ben", "Sue"} {
		all.Go(func() { v.signUp(t, wishes[0], uuid.New(), name) })
	}
	all.Wait()
	if n := v.registered(t); n != 2 {
		t.Errorf("%d people have two places", n)
	}
}

func TestAVisitorWhoWritesThatTheyCannotComeIsTakenOffTheList(t *testing.T) {
	v := newVisitors(t)
	conversation := uuid.New()
	v.signUp(t, wishes[0], conversation, "Ana")
	v.visitor(t, "message", "Ana", conversation, false, false)
	tab := browsertest.Open(t)
	tab.SetCookie(v.URL, accesstest.SignIn(t, v.db.Admin, v.church, access.Pastor))
	tab.Do(chromedp.Navigate(v.URL + "/admin/requests?kind=message"))
	tab.Do(chromedp.Click(chromedp.CSS("section[aria-labelledby=all] .entries a")))
	tab.Wait(`document.querySelector("section[aria-labelledby=signups] a") !== null && document.readyState === "complete"`)
	tab.Look("../../.artifacts/requests", "signups")
	tab.Do(chromedp.Click(chromedp.CSS("section[aria-labelledby=signups] a")))
	tab.Wait(`document.querySelector("input[value=withdraw]") !== null && document.readyState === "complete"`)
	tab.Look("../../.artifacts/requests", "withdraw")
	tab.Do(chromedp.Click(chromedp.CSS("form:has([value=withdraw]) button")))
	tab.Wait(`document.readyState === "complete" && document.querySelector("input[value=restore]") !== null && document.querySelector("main header").textContent.includes("withdrawn")`)
	tab.Look("../../.artifacts/requests", "withdrawn")
	if n := v.registered(t); n != 0 {
		t.Errorf("%d people are registered", n)
	}
	tab.Do(chromedp.Click(chromedp.CSS("form:has([value=restore]) button")))
	tab.Wait(`document.readyState === "complete" && document.querySelector("input[value=withdraw]") !== null`)
	if n := v.registered(t); n != 2 {
		t.Errorf("%d people are registered", n)
	}
}

// A sign-up keeps the visitor's number in one form, a message as it was written.
func TestASignUpStandsBesideAMessageWithTheSameNumber(t *testing.T) {
	v := newVisitors(t)
	v.exec(t, `update churches set country = 'US' where id = $1`, v.church)
	v.signUp(t, wishes[0], uuid.New(), "Ana")
	v.exec(t, `update event_registrations set phone = '+12075550142', email = null where church_id = $1`, v.church)
	message := v.visitor(t, "message", "Ana", uuid.New(), false, false)
	for written, dialled := range map[string]string{"(207) 555-0142": "tel:+12075550142", "207 555 0199": ""} {
		v.exec(t, `update visitor_requests set phone = $2 where id = $1`, message, written)
		_, page := v.ask(t, http.MethodGet, "/admin/requests/"+message.String(), accesstest.SignIn(t, v.db.Admin, v.church, access.Pastor), "", "")
		page = html.UnescapeString(page)
		if strings.Contains(page, "/admin/requests/"+v.find(t, wishes[0], "Ana").String()) != (dialled != "") || !strings.Contains(page, dialled) {
			t.Errorf("%q: the sign-up stands beside it or not, or the link dials another number:\n%s", written, page)
		}
	}
}
