package siteimport_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"narthex/admin/lease"
	"narthex/admin/siteimport/sitetest"
)

func TestOfSeveralQuestionsThoseThatAreThereAreLeftOut(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	h.exec(t, "delete from site_import_drafts where church_id = $1 and (kind <> 'faqs' or number not in (select number from site_import_drafts where church_id = $1 and kind = 'faqs' order by number limit 3))", id)
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status)
		select $1, 'faq', fields ->> 'question', fields ->> 'answer', 'approved' from (select fields from site_import_drafts where church_id = $1 order by number limit 2) held`, id)
	form := url.Values{"group": {"faqs"}, "accept": {"all"}}
	if done := h.ask(t, http.MethodPost, page+"/decide", session, form); done.status != http.StatusSeeOther || !strings.Contains(done.location, "stored=1") {
		t.Errorf("%d %s", done.status, done.location)
	}
	if n := h.text(t, "select count(*)::text from unified_rag_content where organization_id = $1", id); n != "3" {
		t.Errorf("%s questions", n)
	}
	if n := h.screened.Load(); n != 1 {
		t.Errorf("%d texts were screened", n)
	}
}

// Who edits several drafts and decides about one of them finds the others as they have left them.
func TestADecisionKeepsWhatIsWrittenInTheOtherDrafts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, `update premium_churches set custom_hours = '{"sunday": ["7:00 AM Matins", "8:30 AM Traditional worship"]}' where church_id = $1`, id)
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	nine, eleven := h.number(t, id, "9:00 AM Traditional worship"), h.number(t, id, "11:00 AM Contemporary worship")
	ramp, hall := h.number(t, id, "Do you have a wheelchair ramp?"), h.number(t, id, "Can I rent the hall?")
	decide := func(form url.Values) got {
		t.Helper()
		shown := h.ask(t, http.MethodGet, page, session, nil)
		form.Set("version", version(t, shown.body, form.Get("group")))
		return h.ask(t, http.MethodPost, page+"/decide", session, form)
	}
	shows := func(body string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(body, want) {
				t.Errorf("the page does not show %q", want)
			}
		}
	}
	for action, number := range map[string]string{"accept": nine, "discard": h.number(t, id, "6:30 PM Bible Study")} {
		done := decide(url.Values{
			"group": {"times"}, action: {number}, "instead." + nine: {"8:30 AM Traditional worship"},
			"v." + eleven + ".line": {"11:15 AM By " + action}, "instead." + eleven: {"7:00 AM Matins"},
		})
		if done.status != http.StatusSeeOther {
			t.Fatalf("%d %s", done.status, done.body)
		}
		shows(h.ask(t, http.MethodGet, page, session, nil).body, `value="11:15 AM By `+action+`"`, `<option value="7:00 AM Matins" selected>`)
	}
	refused := decide(url.Values{"group": {"faqs"}, "accept": {ramp}, "v." + ramp + ".answer": {"Only idiots ask that."}, "v." + hall + ".answer": {"For $80 now."}})
	if refused.status != http.StatusUnprocessableEntity {
		t.Errorf("%d", refused.status)
	}
	shows(refused.body, "Only idiots ask that.", ">For $80 now.</textarea>")
	h.exec(t, `insert into unified_rag_content (organization_id, content_type, title, content, curation_status) values ($1, 'faq', 'Can I rent the hall?', 'No.', 'approved')`, id)
	if done := decide(url.Values{"group": {"faqs"}, "discard": {ramp}, "v." + hall + ".answer": {""}}); done.status != http.StatusSeeOther {
		t.Errorf("%d %s", done.status, done.body)
	}
	shows(h.ask(t, http.MethodGet, page, session, nil).body, `id="draft-`+hall+`"`, ">For $80 now.</textarea>") // neither stored nor lost
	staff := h.text(t, "select number::text from site_import_drafts where church_id = $1 and kind = 'people' and status = 'open' and fields->>'title' <> '' limit 1", id)
	if done := decide(url.Values{"group": {"faqs"}, "reopen": {ramp}, "v." + staff + ".title": {""}}); done.status != http.StatusSeeOther {
		t.Errorf("%d %s", done.status, done.body)
	}
	if title := h.text(t, "select fields->>'title' from site_import_drafts where church_id = $1 and number = "+staff, id); title != "" {
		t.Errorf("the title that was deleted is back: %s", title)
	}
	if held := h.text(t, "select custom_hours::text from premium_churches where church_id = $1", id); held != `{"sunday": ["7:00 AM Matins", "9:00 AM Traditional worship"]}` {
		t.Error(held)
	}
}
