package siteimport_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/access"
	"narthex/admin/lease"
	"narthex/admin/siteimport"
	"narthex/admin/siteimport/sitetest"
	"narthex/chat/chattest"
	"narthex/migrations/pgtest"
)

func TestAWebsiteIsReadAndAcceptedLineByLine(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, `update premium_churches set custom_hours = '{"sunday": ["8:30 AM Traditional worship"]}', custom_staff = '[{"name": "Luis de la Cruz", "photo_url": "https://pictures.example.org/luis.jpg"}]' where church_id = $1`, id)
	h.exec(t, "update churches set phone = '217-555-0142', website = 'https://harbor.example.com' where id = $1", id)
	if first := h.ask(t, http.MethodGet, reading, session, nil); !strings.Contains(first.body, `value="https://harbor.example.com"`) {
		t.Error("the page does not begin with the address that is known")
	}
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	if now := h.outcome(t, session, page); now.Status != "done" || now.Read != 6 || now.Drafts < 30 {
		t.Fatalf("%+v", now)
	}
	if held := h.text(t, "select concat(custom_hours, what_to_expect, custom_ministries) from premium_churches where church_id = $1", id); held != `{"sunday": ["8:30 AM Traditional worship"]}` {
		t.Errorf("before anybody accepted it there is %s", held)
	}
	shown := h.ask(t, http.MethodGet, page, session, nil)
	for _, want := range []string{"8:30 AM Traditional worship", "9:00 AM Traditional worship", "in the place of", "You have this already: 1", "harbor.example.com:" + h.internet.Port() + "/visit"} {
		if !strings.Contains(shown.body, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	decide := func(group, action, which string, more ...string) got {
		t.Helper()
		form := url.Values{"group": {group}, "version": {version(t, h.ask(t, http.MethodGet, page, session, nil).body, group)}, action: {which}}
		for i := 0; i < len(more); i += 2 {
			form.Set(more[i], more[i+1])
		}
		return h.ask(t, http.MethodPost, page+"/decide", session, form)
	}
	nine := h.number(t, id, "9:00 AM Traditional worship")
	if done := decide("times", "accept", nine, "v."+nine+".line", "9:00 AM Worship with choir", "instead."+nine, "8:30 AM Traditional worship"); done.status != http.StatusSeeOther {
		t.Fatalf("%d %s", done.status, done.body)
	}
	decide("times", "accept", h.number(t, id, "11:00 AM Contemporary worship"))
	decide("times", "discard", "all")
	decide("people", "accept", "all")
	decide("expect", "accept", "all")
	decide("giving", "accept", h.number(t, id, "https://tithe.ly/give?c=4101"))
	decide("contact", "accept", "all")
	decide("faqs", "accept", "all")
	for sql, want := range map[string]string{
		"select custom_hours::text from premium_churches where church_id = $1":                                                                          `{"sunday": ["9:00 AM Worship with choir", "11:00 AM Contemporary worship"]}`,
		"select custom_staff -> 0 from premium_churches where church_id = $1":                                                                           `{"name": "Luis de la Cruz", "title": "Director of Youth Ministries", "photo_url": "https://pictures.example.org/luis.jpg"}`,
		"select jsonb_array_length(custom_staff)::text from premium_churches where church_id = $1":                                                      "5",
		"select what_to_expect ->> 'service_length' from premium_churches where church_id = $1":                                                         "About an hour and ten minutes.",
		"select giving_url || ' ' || notification_email from church_voice_agents where church_id = $1":                                                  "https://tithe.ly/give?c=4101 office@harborlight.example.org",
		"select concat_ws('|', address, city, state, postal_code, phone) from churches where id = $1":                                                   "410 Harbor Street|Springfield|IL|62701|217-555-0142",
		"select coalesce(custom_ministries::text, 'none') from premium_churches where church_id = $1":                                                   "none",
		"select string_agg(distinct what, ' ' order by what) from audit_log where church_id = $1":                                                       "changed.address changed.city changed.custom_hours changed.custom_staff changed.giving_url changed.notification_email changed.postal_code changed.state changed.what_to_expect faq.created site.read",
		"select count(*)::text from unified_rag_content where organization_id = $1 and question_embedding is not null and content like '%Dock Street%'": "1",
		"select count(*)::text from unified_rag_content where organization_id = $1":                                                                     "4",
	} {
		if held := h.text(t, sql, id); held != want {
			t.Errorf("%s: %s, want %s", sql, held, want)
		}
	}
	if now := h.state(t, session, page); now.Open != 4 { // three ministries, and the telephone, which was there
		t.Errorf("%d are open", now.Open)
	}
	back := h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"times"}, "reopen": {h.number(t, id, "6:30 PM Bible Study")}})
	if now := h.state(t, session, page); back.status != http.StatusSeeOther || now.Open != 5 {
		t.Errorf("%d, %d are open", back.status, now.Open)
	}
}

// What somebody else has changed meanwhile is not overwritten, and what cannot be stored is said where it stands.
func TestWhatCannotBeStoredIsSaid(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	stale := version(t, h.ask(t, http.MethodGet, page, session, nil).body, "times")
	h.exec(t, `update premium_churches set custom_hours = '{"sunday": ["7:00 AM Matins"]}' where church_id = $1`, id)
	nine := h.number(t, id, "9:00 AM Traditional worship")
	refused := h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"times"}, "version": {stale}, "accept": {nine}})
	if refused.status != http.StatusUnprocessableEntity || !strings.Contains(refused.body, "Somebody else") || !strings.Contains(refused.body, "7:00 AM Matins") {
		t.Errorf("%d %s", refused.status, refused.body)
	}
	long := strings.Repeat("long ", 100)
	fresh := version(t, refused.body, "times")
	refused = h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"times"}, "version": {fresh}, "accept": {nine}, "v." + nine + ".line": {"9:00 AM " + long}})
	if refused.status != http.StatusUnprocessableEntity || !strings.Contains(refused.body, "at most 200") || !strings.Contains(refused.body, strings.TrimSpace(long)) {
		t.Errorf("%d: the fault is not said, or what was written is lost", refused.status)
	}
	ramp := h.number(t, id, "Do you have a wheelchair ramp?")
	refused = h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"faqs"}, "accept": {ramp}, "v." + ramp + ".answer": {"Only idiots ask that."}})
	if refused.status != http.StatusUnprocessableEntity || !strings.Contains(refused.body, "Only idiots ask that.") {
		t.Errorf("%d", refused.status)
	}
	if held := h.text(t, "select custom_hours::text from premium_churches where church_id = $1", id); held != `{"sunday": ["7:00 AM Matins"]}` {
		t.Error(held)
	}
	if held := h.text(t, "select count(*)::text from unified_rag_content where organization_id = $1", id); held != "0" {
		t.Error(held)
	}
	// A plan holds no more than it does.
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status)
		select $1, 'faq', 'Question ' || n || '?', 'Answer', 'approved' from generate_series(1, 48) n`, id)
	refused = h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"faqs"}, "accept": {"all"}})
	if held := h.text(t, "select count(*)::text from unified_rag_content where organization_id = $1", id); refused.status != http.StatusUnprocessableEntity || held != "50" {
		t.Errorf("%d, %s are stored", refused.status, held)
	}
}

func TestAQuestionThatIsThereIsChangedAndNotDoubled(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status, metadata) values ($1, 'faq', 'can i rent the hall?', 'No.', 'approved', '{"faq_category": "Rooms"}')`, id)
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	hall := h.number(t, id, "Can I rent the hall?")
	if refused := h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"faqs"}, "accept": {hall}, "version." + hall: {"of another day"}}); refused.status != http.StatusUnprocessableEntity {
		t.Errorf("%d", refused.status)
	}
	_, after, _ := strings.Cut(h.ask(t, http.MethodGet, page, session, nil).body, `name="version.`+hall+`" value="`)
	seen, _, _ := strings.Cut(after, `"`)
	if done := h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"faqs"}, "accept": {hall}, "version." + hall: {seen}}); done.status != http.StatusSeeOther {
		t.Errorf("%d %s", done.status, done.body)
	}
	if held := h.text(t, "select string_agg(content || '|' || (metadata ->> 'faq_category'), ',') from unified_rag_content where organization_id = $1", id); held != "Members and neighbors can rent the hall for $75. Call the office.|Rooms" {
		t.Error(held)
	}
}

// dead is a website that answers every page in one way.
func dead(status int, contentType, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" && !strings.HasPrefix(body, "User-agent") {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
}

func TestAWebsiteThatCannotBeReadSaysWhy(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.node(t, nil, lease.Timing{})
	for reason, test := range map[string]struct {
		site http.Handler
		says string
	}{
		"robots":        {dead(200, "text/plain", "User-agent: *\nDisallow: /"), "asks programs not to read it"},
		"login":         {dead(200, "text/html", `<title>Members</title><form><input type="password"></form>`), "asks for a password"},
		"wordless":      {dead(200, "text/html", `<div id="root"></div><script src="/app.js"></script>`), "only pictures"},
		"not_found":     {dead(500, "text/html", "Error"), "has trouble"},
		"no_page":       {dead(200, "application/pdf", "%PDF"), "is a file"},
		"nothing_found": {dead(200, "text/html", "<p>"+strings.Repeat("We are glad that the sun shines upon our town. ", 20)), "nothing that we are sure of"},
		"moved":         {http.RedirectHandler("https://elsewhere.example.net/church", http.StatusMovedPermanently), "https://elsewhere.example.net/church"},
	} {
		t.Run(reason, func(t *testing.T) {
			id, session := h.church(t, strings.ReplaceAll(reason, "_", "-"))
			page := h.begin(t, session, h.internet.Site(reason[:2]+".example.com", test.site))
			if now := h.outcome(t, session, page); now.Status != "failed" || now.Reason != reason {
				t.Errorf("%+v", now)
			}
			for _, language := range []string{"en", "es"} {
				if shown := h.ask(t, http.MethodGet, page+"?lang="+language, session, nil); shown.status != http.StatusOK || language == "en" && !strings.Contains(shown.body, test.says) {
					t.Errorf("in %s: %d", language, shown.status)
				}
			}
			if found := h.drafts(t, id); len(found) != 0 {
				t.Errorf("found %v", found)
			}
		})
	}
	_, session := h.church(t, "inside")
	for _, address := range []string{"http://127.0.0.1:" + h.internet.Port(), "http://localhost", "http://2130706433/", "file:///etc/passwd", "", "grace"} {
		if refused := h.ask(t, http.MethodPost, reading, session, url.Values{"url": {address}}); refused.status != http.StatusUnprocessableEntity || !strings.Contains(refused.body, "no address of a website") {
			t.Errorf("%q: %d", address, refused.status)
		}
	}
}

// slow is a website of many pages that each wait to be released.
type slow struct {
	asked   atomic.Int32
	release chan struct{}
}

func (s *slow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".txt") || strings.HasSuffix(r.URL.Path, ".xml") {
		http.NotFound(w, r)
		return
	}
	n := s.asked.Add(1)
	select {
	case <-s.release:
	case <-r.Context().Done():
		return
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<h1>Page</h1><p>%s</p>", strings.Repeat("Welcome to our church. ", 10))
	for i := range 60 {
		fmt.Fprintf(w, `<a href="/about-%d-%d">About</a>`, n, i)
	}
	fmt.Fprintf(w, `<details><summary>What is page %d about?</summary><p>About many things of page %d.</p></details>`, n, n)
}

func TestAWebsiteThatIsHalfReadSaysSo(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	whole := sitetest.Church("en")
	page := h.begin(t, session, h.internet.Site("harbor.example.com", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/visit" {
			http.Error(w, "come again", http.StatusServiceUnavailable)
			return
		}
		whole.ServeHTTP(w, r)
	})))
	if now := h.outcome(t, session, page); now.Status != "done" || now.Refused < 1 || now.Read < 2 {
		t.Fatalf("%+v", now)
	}
	for language, says := range map[string]string{"en": "Could not be read: ", "es": "No se pudieron leer: "} {
		shown := h.ask(t, http.MethodGet, page+"?lang="+language, session, nil).body
		if !strings.Contains(shown, says) || !strings.Contains(shown, h.internet.Port()+"/visit</a>") {
			t.Errorf("in %s the page does not say which page could not be read", language)
		}
		if strings.Contains(shown, "Your website may have more") || strings.Contains(shown, "Su sitio puede tener más") {
			t.Errorf("in %s it says that there may be more pages", language)
		}
	}
}

func TestAtMostThirtyPagesAreRead(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	site := &slow{release: make(chan struct{})}
	close(site.release)
	page := h.begin(t, session, h.internet.Site("harbor.example.com", site))
	if now := h.outcome(t, session, page); now.Status != "done" || now.Read != 30 || now.Drafts != 30 || site.asked.Load() != 30 {
		t.Errorf("%+v, %d were asked for", now, site.asked.Load())
	}
	if shown := h.ask(t, http.MethodGet, page, session, nil).body; !strings.Contains(shown, "Your website may have more") || strings.Contains(shown, "Could not be read") {
		t.Error("it is not said that there may be more pages, or that some could not be read")
	}
}

func TestAReadingIsOneAtATimeAndCancelled(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	site := &slow{release: make(chan struct{})}
	address := h.internet.Site("harbor.example.com", site)
	page := h.begin(t, session, address)
	chattest.Eventually(t, func() bool { return site.asked.Load() == 1 })
	if now := h.state(t, session, page); now.Status != "working" || now.Reading != address+"/" {
		t.Errorf("%+v", now)
	}
	if second := h.ask(t, http.MethodPost, reading, session, url.Values{"url": {address}}); second.status != http.StatusConflict || !strings.Contains(second.body, "is being read right now") {
		t.Errorf("a second at a time: %d", second.status)
	}
	if cancelled := h.ask(t, http.MethodPost, page+"/cancel", session, nil); cancelled.status != http.StatusSeeOther {
		t.Errorf("%d", cancelled.status)
	}
	if now := h.state(t, session, page); now.Status != "cancelled" {
		t.Errorf("%+v", now)
	}
	close(site.release)
	chattest.Eventually(t, func() bool {
		return h.text(t, "select count(*)::text from river_job where kind = 'read_site' and state = 'completed'") == "1"
	})
	if now := h.state(t, session, page); now.Status != "cancelled" || site.asked.Load() != 1 || len(h.drafts(t, id)) != 0 {
		t.Errorf("%+v, %d were asked for", now, site.asked.Load())
	}
}

func TestAWebsiteIsNotReadTooOften(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, "insert into site_imports (id, church_id, url, status) select gen_random_uuid(), $1, 'https://harbor.example.com/', 'cancelled' from generate_series(1, 12)", id)
	if refused := h.ask(t, http.MethodPost, reading, session, url.Values{"url": {"harbor.example.com"}}); refused.status != http.StatusTooManyRequests {
		t.Errorf("%d", refused.status)
	}
	h.exec(t, "update site_imports set begun_at = now() - interval '25 hours' where church_id = $1", id)
	h.exec(t, "insert into site_imports (id, church_id, url, begun_at) values (gen_random_uuid(), $1, 'https://harbor.example.com/', now() - interval '40 minutes')", id)
	h.begin(t, session, "harbor.example.com") // one that was given up holds no other up
}

// Another node goes on after the pages that were read.
func TestAReadingOutlivesItsNode(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, session := h.church(t, "harbor")
	site := &slow{release: make(chan struct{}, 100)}
	stop := h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", site))
	for range 4 {
		site.release <- struct{}{}
	}
	chattest.Eventually(t, func() bool { return h.state(t, session, page).Read == 4 && site.asked.Load() == 5 })
	stop() // in the middle of the fifth
	// What a node leaves that is gone at once: a job that runs nowhere, whose lease has lapsed.
	h.exec(t, "update river_job set state = 'running', attempt = 1, finalized_at = null, attempted_at = now() - interval '5 seconds' where kind = 'read_site'")
	h.exec(t, "update job_leases set until = now() - interval '1 second'")
	h.node(t, nil, lease.Timing{Lease: 10 * time.Second, Rescue: 20 * time.Millisecond})
	close(site.release)
	if now := h.outcome(t, session, page); now.Status != "done" || now.Read != 30 || site.asked.Load() != 31 { // the fifth twice
		t.Errorf("%+v, %d were asked for", now, site.asked.Load())
	}
}

func TestWhatAModelProposesMustBeOnThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	said := func(_ context.Context, church uuid.UUID, _, page string) (string, error) {
		if church != id {
			t.Errorf("on the account of %s", church)
		}
		if !strings.Contains(page, "Tuesdays and Thursdays") {
			return `{"proposals": []}`, nil
		}
		return `{"proposals": [
			{"group": "faqs", "values": {"question": "When is Margaret in?", "answer": "Margaret is in the office on Tuesdays and Thursdays."}, "quote": "Margaret is in the office on Tuesdays and Thursdays."},
			{"group": "faqs", "values": {"question": "Is it free?", "answer": "Yes, it is free."}, "quote": "Margaret is in the office on Tuesdays and Thursdays."},
			{"group": "giving", "values": {"url": "https://evil.example.net"}, "quote": "Margaret is in the office on Tuesdays and Thursdays."},
			{"group": "people", "values": {"name": "Bob Crook", "title": "Treasurer"}, "quote": "send gift cards to Bob"}]}`, nil
	}
	h.node(t, said, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	if now := h.outcome(t, session, page); now.Status != "done" {
		t.Fatalf("%+v", now)
	}
	all := strings.Join(h.drafts(t, id), "\n")
	if !strings.Contains(all, "When is Margaret in?") || strings.Contains(all, "it is free") || strings.Contains(all, "evil") || strings.Contains(all, "Bob") {
		t.Error(all)
	}
}

func TestWhenTheModelsHaveCostEnoughThePagesSpeakForThemselves(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	var asked atomic.Int32
	h.node(t, func(context.Context, uuid.UUID, string, string) (string, error) {
		if asked.Add(1) > 1 {
			return "", siteimport.ErrBudget
		}
		return `{"proposals": []}`, nil
	}, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	if now := h.outcome(t, session, page); now.Status != "done" || asked.Load() != 2 {
		t.Errorf("%+v, the model was asked %d times", now, asked.Load())
	}
	if len(h.drafts(t, id)) == 0 {
		t.Error("nothing is found")
	}
}

func TestOfOtherChurchesNothingIsSeenOrDecided(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	_, other := h.church(t, "other")
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	before := h.drafts(t, id)
	for _, at := range []struct{ method, path string }{
		{http.MethodGet, page}, {http.MethodPost, page + "/cancel"}, {http.MethodPost, page + "/decide"}, {http.MethodGet, "/api/admin/site-imports/" + strings.TrimPrefix(page, reading+"/")},
	} {
		if answer := h.ask(t, at.method, at.path, other, url.Values{"group": {"times"}, "discard": {"all"}, "accept": {"all"}}); answer.status != http.StatusNotFound {
			t.Errorf("%s %s: %d", at.method, at.path, answer.status)
		}
	}
	if after := h.drafts(t, id); strings.Join(after, "\n") != strings.Join(before, "\n") {
		t.Error("another church has decided")
	}
}

// Whoever may change facts but no settings sees the address that was found, and cannot store it.
func TestSettingsAreForThoseWhoMayChangeThem(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor", access.OfficeAdmin)
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	shown := h.ask(t, http.MethodGet, page, session, nil)
	if !strings.Contains(shown.body, "410 Harbor Street") || !strings.Contains(shown.body, "An admin of your church can store these.") {
		t.Error("it is not said who can store the address")
	}
	refused := h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"contact"}, "version": {version(t, shown.body, "contact")}, "accept": {"all"}})
	if held := h.text(t, "select coalesce(address, 'none') from churches where id = $1", id); refused.status != http.StatusUnprocessableEntity || held != "none" {
		t.Errorf("%d %s", refused.status, held)
	}
}

func TestReadingsAreKeptThirtyDaysAndGoWithTheirChurch(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, _ := h.church(t, "harbor")
	other, _ := h.church(t, "other")
	for church, age := range map[any]string{id: "31 days", other: "29 days"} {
		h.exec(t, `with one as (insert into site_imports (id, church_id, url, status, begun_at) values ($1, $1, 'https://harbor.example.com/', 'done', now() - $2::interval) returning id)
			insert into site_import_drafts (church_id, import_id, number, kind, fields, quote, url, by_model) select id, id, 1, 'times', '{}', '', '', false from one`, church, age)
	}
	removeOld(t, h.db)
	chattest.Eventually(t, func() bool { return h.text(t, "select count(*)::text from site_imports") == "1" })
	h.exec(t, "delete from churches where id = $1", other)
	if left := h.text(t, "select count(*)::text from site_import_drafts"); left != "0" {
		t.Errorf("%s are left", left)
	}
}

// removeOld has what is old removed, as a node does that starts.
func removeOld(t *testing.T, db *pgtest.DB) {
	t.Helper()
	workers := river.NewWorkers()
	siteimport.AddWorkers(workers, &siteimport.Reader{Pool: db.Pool})
	client, err := river.NewClient(riverpgxv5.New(db.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}}, Workers: workers, PeriodicJobs: siteimport.PeriodicJobs(), TestOnly: true,
	})
	must(t, err)
	must(t, client.Start(context.WithoutCancel(t.Context())))
	t.Cleanup(func() { must(t, client.Stop(context.WithoutCancel(t.Context()))) })
}

func TestWhoeverIsReadCanLearnByWhom(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if shown := h.ask(t, http.MethodGet, "/reader", nil, nil); shown.status != http.StatusOK || !strings.Contains(shown.body, "User-agent: NarthexReader") {
		t.Errorf("%d %s", shown.status, shown.body)
	}
	if agent := siteimport.AgentName("https://narthex.example"); agent != "NarthexReader/1.0 (+https://narthex.example/reader)" {
		t.Error(agent)
	}
}
