package dashboard_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/admin/requests"
	"narthex/cmd/dev/browsertest"
)

// asked plants a conversation of days ago in which a question was answered by the model.
func (s *server) asked(t *testing.T, church uuid.UUID, question string, days, tier int) {
	t.Helper()
	conversation, turn := uuid.New(), uuid.New()
	_, err := s.db.Admin.Exec(t.Context(), `
		insert into conversations (id, church_id, session_id, agent, created_at, last_message_at) values ($1, $2, $1, 'care', now() - $3 * interval '1 day', now() - $3 * interval '1 day')`,
		conversation, church, days)
	must(t, err)
	_, err = s.db.Admin.Exec(t.Context(), `
		insert into messages (id, church_id, conversation_id, turn_id, role, content, agent, tier, reason, outcome, cost_micros, created_at)
		values (gen_random_uuid(), $1, $2, $3, 'user', $4, 'care', null, null, null, 0, now() - $5 * interval '1 day'),
			(gen_random_uuid(), $1, $2, $3, 'assistant', 'x', 'care', $6, 'model', 'stop', 40000, now() - $5 * interval '1 day')`, church, conversation, turn, question, days, tier)
	must(t, err)
}

func TestTheOverviewCountsWhatWasAsked(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.tally = []requests.Tally{{Kind: "prayer", Count: 3, Waiting: 2}, {Kind: "crisis", Count: 1, Waiting: 1}}
	church, session := s.church(t, "grace", "starter_chat", "chat", "active", true, access.RoleAdmin)
	other, _ := s.church(t, "other", "starter_chat", "chat", "active", true, access.RoleAdmin)
	s.asked(t, church, "Do you have a <choir>?", 0, 4)
	s.asked(t, church, "do you have a <choir>", 1, 0)
	s.asked(t, church, "When do you meet?", 20, 0)
	s.asked(t, other, "Is this the other church?", 0, 4)
	for query, want := range map[string][]string{
		"":           {"<dd>3</dd>", "<dd>66 %</dd>", "<dd>$0.12</dd>"},
		"?days=7":    {"<dd>2</dd>", "<dd>50 %</dd>", "<dd>$0.08</dd>"},
		"?days=evil": {"<dd>3</dd>"},
	} {
		status, _, body := s.get(t, "/admin/overview"+query, session)
		if status != http.StatusOK {
			t.Fatalf("%q: %d", query, status)
		}
		for _, text := range append(want, "Do you have a &lt;choir&gt;?", "2 visitors", "nobody has taken on yet: 1", "/admin/training/faqs?question=Do%20you%20have%20a%20%3cchoir%3e%3f", "Add your service times") {
			if !strings.Contains(body, text) {
				t.Errorf("%q: there is no %q", query, text)
			}
		}
		if strings.Contains(body, "the other church") {
			t.Errorf("%q shows what another church was asked", query)
		}
	}
}

func TestAChurchThatIsOnlyCalledSeesItsCalls(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	church, session := s.church(t, "grace", "pro_both", "both", "active", true, access.RoleAdmin)
	for _, statement := range []string{
		`insert into church_voice_agents (church_id, status, carrier_phone_number) values ($1, 'active', '+12075550100')`,
		`insert into calls (id, church_id, session_id, provider_id, called, language, sockets, began_at, last_at, transcribed, cost_micros)
			values (gen_random_uuid(), $1, gen_random_uuid(), 'CA', '+12075550100', 'en', 1, now(), now(), false, 70000)`,
	} {
		_, err := s.db.Admin.Exec(t.Context(), statement, church)
		must(t, err)
	}
	_, _, body := s.get(t, "/admin/overview", session)
	for text, want := range map[string]bool{"<dt>Calls</dt><dd>1</dd>": true, "<dd>$0.07</dd>": true, "Nobody has asked anything": false, "We are assigning its number": false, "data-chart": false} {
		if strings.Contains(body, text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestTheOverviewSaysHowVisitorsAreToldToReachTheChurch(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, session := s.church(t, "grace", "starter_chat", "chat", "active", true, access.RoleAdmin)
	if _, _, body := s.get(t, "/admin/overview", session); !strings.Contains(body, "told no telephone and no email address") {
		t.Error("nothing is told, without a word")
	}
	if _, err := s.db.Admin.Exec(t.Context(), "update churches set phone = '(207) 555-0142', email = 'ann@example.org' where id = $1", id); err != nil {
		t.Fatal(err)
	}
	if _, _, body := s.get(t, "/admin/overview", session); !strings.Contains(body, "reach your church: (207) 555-0142, ann@example.org. <a href=\"/admin/settings#place\"") {
		t.Error("it does not say what visitors are told")
	}
}

func TestTheOverviewSaysHowAListingBecomesTheAdmins(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, admin := s.church(t, "grace", "starter_chat", "chat", "active", true, access.RoleAdmin)
	reader := accesstest.SignIn(t, s.db.Admin, id, access.WorshipLeader)
	const heading, form = "Your entry in the directory", `action="/admin/overview/listing"`
	for state, test := range map[string]struct {
		set  string
		want map[string]bool
	}{
		"proven":           {"listing_proven = true", map[string]bool{heading: false, form: false}},
		"own address":      {"listing_proven = false, listing_own_email = 'ann@grace.example'", map[string]bool{heading: true, "the link that we mailed to ann@grace.example": true, form: true}},
		"some other's":     {"listing_proven = false, listing_own_email = null", map[string]bool{heading: true, "whoever reads its listed address": true, form: false}},
		"proven by a link": {"listing_proven = true, listing_own_email = 'ann@grace.example'", map[string]bool{heading: false, form: false}},
	} {
		_, err := s.db.Admin.Exec(t.Context(), "update premium_churches set "+test.set)
		must(t, err)
		_, _, body := s.get(t, "/admin/overview", admin)
		for text, want := range test.want {
			if strings.Contains(body, text) != want {
				t.Errorf("%s: %q: %v", state, text, !want)
			}
		}
	}
	_, err := s.db.Admin.Exec(t.Context(), "update premium_churches set listing_proven = false, listing_own_email = 'ann@grace.example'")
	must(t, err)
	if _, _, body := s.get(t, "/admin/overview", reader); strings.Contains(body, heading) {
		t.Error("somebody is asked who cannot change the listing")
	}
	if status, _, _ := s.Ask(t, http.MethodPost, "/admin/overview/listing", reader, "", ""); status != http.StatusForbidden {
		t.Errorf("somebody who cannot change the listing has the link sent: %d", status)
	}
	status, _, body := s.Ask(t, http.MethodPost, "/admin/overview/listing", admin, "", "") // and back to the overview
	if status != http.StatusOK || len(s.again) != 1 || s.again[0] != id {
		t.Errorf("%d, asked for %v", status, s.again)
	}
	if !strings.Contains(body, "on its way to ann@grace.example") || strings.Contains(body, form) {
		t.Error("it does not say that the link is on its way")
	}
}

func TestEveryPageSaysThatTheChurchIsToBeDeleted(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, session := s.church(t, "grace", "starter_chat", "chat", "active", true, access.RoleAdmin)
	treasurer := accesstest.SignIn(t, s.db.Admin, id, access.Treasurer)
	_, err := s.db.Admin.Exec(t.Context(), "with here as (update churches set timezone = 'America/New_York' where id = $1) insert into church_deletions (church_id, asked_by, due_at) values ($1, 'bob@example.org', '2099-05-01T02:00Z')", id)
	must(t, err)
	const says, stop = "Your church is to be deleted on 2099-04-30", `<a href="/admin/settings/data">Stop it</a>`
	for _, page := range []string{"/admin/overview", "/admin/upgrade"} {
		if _, _, body := s.get(t, page, session); !strings.Contains(body, says) || !strings.Contains(body, stop) {
			t.Errorf("%s does not say it, or not where to stop it", page)
		}
		if _, _, body := s.get(t, page, treasurer); !strings.Contains(body, says) || strings.Contains(body, stop) {
			t.Errorf("%s does not say it to somebody who may not stop it, or leads them there", page)
		}
	}
	_, err = s.db.Admin.Exec(t.Context(), "delete from church_deletions")
	must(t, err)
	if _, _, body := s.get(t, "/admin/overview", session); strings.Contains(body, says[:30]) {
		t.Error("it says so after it was taken back")
	}
}

func TestWhoDoesNotSeeConversationsIsNotShownWhatWasAsked(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	church, session := s.church(t, "grace", "starter_chat", "chat", "active", true, access.Treasurer)
	s.asked(t, church, "Do you have a choir?", 0, 4)
	if _, _, body := s.get(t, "/admin/overview", session); strings.Contains(body, "choir") || !strings.Contains(body, "<dd>$0.04</dd>") {
		t.Error("a treasurer is shown what visitors wrote, or not what it cost")
	}
}

func TestAPartThatCannotBeReadTakesNoOtherWithIt(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.tallyError = errors.New("no connection")
	church, session := s.church(t, "grace", "starter_chat", "chat", "active", true, access.RoleAdmin)
	s.asked(t, church, "Do you have a choir?", 0, 4)
	status, _, body := s.get(t, "/admin/overview", session)
	if status != http.StatusOK || !strings.Contains(body, "could not be read just now") || !strings.Contains(body, "<dd>$0.04</dd>") {
		t.Errorf("%d, or a part is missing without a word", status)
	}
}

func TestTheOverviewInABrowser(t *testing.T) {
	s := newServer(t)
	tab := browsertest.Open(t)
	church, session := s.church(t, "grace", "pro_both", "both", "active", true, access.RoleAdmin)
	tab.SetCookie(s.URL, session)
	tab.Do(chromedp.EmulateViewport(360, 740), chromedp.Navigate(s.URL+"/admin/overview"))
	tab.Wait(`document.querySelector(".actions .button").href.endsWith("/chat/grace") && document.querySelector(".empty") !== null && document.documentElement.scrollWidth <= innerWidth`)
	tab.Look("../../.artifacts/dashboard", "overview-empty")
	s.tally = []requests.Tally{{Kind: "prayer", Count: 3, Waiting: 2}, {Kind: "visit", Count: 2}, {Kind: "message", Count: 1}}
	for day := range 28 {
		for i := range 1 + day*7%5 {
			s.asked(t, church, fmt.Sprint("What is your choir number ", i, "?"), day, (day+i)%5)
		}
	}
	tab.Do(chromedp.Navigate(s.URL + "/admin/overview"))
	tab.Wait(`document.querySelector(".chart canvas") !== null && document.querySelectorAll("[data-chart] details tbody tr").length === 30 && document.documentElement.scrollWidth <= innerWidth`)
	tab.Look("../../.artifacts/dashboard", "overview")
}

func TestTheOverviewSaysThatASubscriptionHasEnded(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	id, session := s.church(t, "grace", "starter_chat", "chat", "canceled", true, access.RoleAdmin)
	for _, set := range []string{
		", cancel_at_period_end = true, period_ends_at = now() - interval '40 days'", ", cancel_at_period_end = true, period_ends_at = now() + interval '9 days'",
		", trial_ends_at = now() + interval '9 days', cancel_at_period_end = false", ", payment_failed_at = now(), trial_ends_at = null",
	} {
		s.billed(t, id, set)
		for language, words := range map[string][2]string{"en": {"Your subscription has ended", "ends on|A payment has failed"}, "es": {"Su suscripción ha terminado", "termina el|Un pago ha fallado"}} {
			_, _, body := s.get(t, "/admin/overview?lang="+language, session)
			if !strings.Contains(body, words[0]) {
				t.Errorf("%s, %s: it does not say that it has ended", set, language)
			}
			for not := range strings.SplitSeq(words[1], "|") {
				if strings.Contains(body, not) {
					t.Errorf("%s, %s: it says %q", set, language, not)
				}
			}
		}
	}
	s.billed(t, id, ", status = 'active', cancel_at_period_end = true, period_ends_at = now() + interval '9 days', payment_failed_at = null")
	if _, _, body := s.get(t, "/admin/overview?lang=en", session); strings.Contains(body, "Your subscription has ended") || !strings.Contains(body, "Your subscription ends on") {
		t.Error("it does not say that a subscription ends that goes on until then")
	}
}
