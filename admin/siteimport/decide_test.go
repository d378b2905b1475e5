package siteimport_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
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

// A page sends all that its group shows. What a colleague has written in a draft since it was opened stays, and is not accepted unseen.
func TestAPageThatWasOpenedEarlierPutsNothingBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	h.exec(t, "update site_import_drafts set fields = fields || '{\"answer\": \"Yes.\\nBy the door.\"}' where church_id = $1 and fields->>'question' = 'Can I rent the hall?'", id)
	nine, eleven := h.number(t, id, "9:00 AM Traditional worship"), h.number(t, id, "11:00 AM Contemporary worship")
	ramp, hall := h.number(t, id, "Do you have a wheelchair ramp?"), h.number(t, id, "Can I rent the hall?")
	earlier := h.ask(t, http.MethodGet, page, session, nil).body
	// send is what a browser sends of a group's form, in which somebody has written.
	send := func(body string, form url.Values) got {
		t.Helper()
		for name, value := range fieldsOf(t, body, form.Get("group")) {
			if !form.Has(name) {
				form.Set(name, value)
			}
		}
		return h.ask(t, http.MethodPost, page+"/decide", session, form)
	}
	says := func(number, field, want string) {
		t.Helper()
		if got := h.text(t, "select fields->>$2 from site_import_drafts where church_id = $1 and number = "+number, id, field); got != want {
			t.Errorf("draft %s says %q, not %q", number, got, want)
		}
	}
	for _, colleague := range []url.Values{
		{"group": {"times"}, "discard": {"0"}, "v." + eleven + ".line": {"11:15 AM Worship"}},
		{"group": {"faqs"}, "discard": {"0"}, "v." + hall + ".answer": {"For $80."}},
	} {
		if done := send(earlier, colleague); done.status != http.StatusSeeOther {
			t.Fatalf("%d %s", done.status, done.body)
		}
	}
	if done := send(earlier, url.Values{"group": {"times"}, "accept": {nine}}); done.status != http.StatusSeeOther {
		t.Errorf("%d %s", done.status, done.body)
	}
	if done := send(earlier, url.Values{"group": {"faqs"}, "discard": {"0"}, "v." + ramp + ".answer": {"Yes, at the back."}}); done.status != http.StatusSeeOther {
		t.Errorf("%d %s", done.status, done.body)
	}
	says(eleven, "line", "11:15 AM Worship")
	says(hall, "answer", "For $80.")
	says(ramp, "answer", "Yes, at the back.")
	// Nor does who writes in one field of a draft put back, or accept unseen, what a colleague has written in another.
	if done := send(earlier, url.Values{"group": {"faqs"}, "discard": {"0"}, "v." + hall + ".question": {"May I rent the hall?"}}); done.status != http.StatusSeeOther {
		t.Errorf("%d %s", done.status, done.body)
	}
	says(hall, "answer", "For $80.")
	says(hall, "question", "May I rent the hall?")
	half := send(earlier, url.Values{"group": {"faqs"}, "accept": {hall}, "v." + hall + ".question": {"Can we rent the hall?"}})
	if half.status != http.StatusUnprocessableEntity || !strings.Contains(half.body, "Somebody else has written in this") || !strings.Contains(half.body, ">For $80.</textarea>") {
		t.Errorf("half of it was seen: %d", half.status)
	}
	says(hall, "question", "Can we rent the hall?")
	unseen := send(earlier, url.Values{"group": {"faqs"}, "accept": {hall}})
	if unseen.status != http.StatusUnprocessableEntity || !strings.Contains(unseen.body, "Somebody else has written in this") || !strings.Contains(unseen.body, ">For $80.</textarea>") {
		t.Errorf("%d", unseen.status)
	}
	if n := h.text(t, "select count(*)::text from unified_rag_content where organization_id = $1", id); n != "0" {
		t.Errorf("%s questions", n)
	}
	if done := send(unseen.body, url.Values{"group": {"faqs"}, "accept": {hall}}); done.status != http.StatusSeeOther {
		t.Errorf("once it was seen: %d %s", done.status, done.body)
	}
	if answer := h.text(t, "select content from unified_rag_content where organization_id = $1", id); answer != "For $80." {
		t.Error(answer)
	}
}

var (
	inputTag    = regexp.MustCompile(`<input [^>]*>`)
	textareaTag = regexp.MustCompile(`(?s)<textarea [^>]*name="([^"]+)"[^>]*>(.*?)</textarea>`)
	selectTag   = regexp.MustCompile(`(?s)<select [^>]*name="([^"]+)".*?</select>`)
	nameOf      = regexp.MustCompile(`name="([^"]*)"`)
	valueOf     = regexp.MustCompile(`value="([^"]*)"`)
	chosenOf    = regexp.MustCompile(`value="([^"]*)" selected`)
)

// fieldsOf are the fields of a group's form with what a browser sends of them.
func fieldsOf(t *testing.T, body, group string) map[string]string {
	t.Helper()
	_, form, found := strings.Cut(body, `name="group" value="`+group+`">`)
	form, _, ended := strings.Cut(form, "</form>")
	if !found || !ended {
		t.Fatalf("the page has no group %s", group)
	}
	fields := map[string]string{}
	for _, tag := range inputTag.FindAllString(form, -1) {
		fields[nameOf.FindStringSubmatch(tag)[1]] = html.UnescapeString(valueOf.FindStringSubmatch(tag)[1])
	}
	for _, tag := range textareaTag.FindAllStringSubmatch(form, -1) {
		fields[tag[1]] = strings.ReplaceAll(html.UnescapeString(tag[2]), "\n", "\r\n")
	}
	for _, tag := range selectTag.FindAllStringSubmatch(form, -1) {
		fields[tag[1]] = ""
		if chosen := chosenOf.FindStringSubmatch(tag[0]); chosen != nil {
			fields[tag[1]] = html.UnescapeString(chosen[1])
		}
	}
	return fields
}

func TestQuestionsThatAreAcceptedTwiceAtOnceAreStoredOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			h.ask(t, http.MethodPost, page+"/decide", session, url.Values{"group": {"faqs"}, "accept": {"all"}})
		})
	}
	both.Wait()
	if held := h.text(t, "select count(*) || ' of ' || count(distinct title) from unified_rag_content where organization_id = $1", id); held != "4 of 4" {
		t.Error(held)
	}
}

func TestADraftThatWasEmptiedDeletesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, session := h.church(t, "harbor")
	h.exec(t, `update premium_churches set what_to_expect = '{"parking": "Behind the church, forty places."}' where church_id = $1`, id)
	h.exec(t, "update churches set phone = '217-555-0199' where id = $1", id)
	h.node(t, nil, lease.Timing{})
	page := h.begin(t, session, h.internet.Site("harbor.example.com", sitetest.Church("en")))
	h.outcome(t, session, page)
	for group, field := range map[string]string{"expect": "parking", "contact": "phone"} {
		number := h.text(t, "select number::text from site_import_drafts where church_id = $1 and fields ->> 'field' = $2", id, field)
		form := url.Values{"group": {group}, "version": {version(t, h.ask(t, http.MethodGet, page, session, nil).body, group)}, "accept": {number}, "v." + number + ".text": {" "}}
		if done := h.ask(t, http.MethodPost, page+"/decide", session, form); done.status != http.StatusUnprocessableEntity || !strings.Contains(done.body, "This was emptied.") {
			t.Errorf("%s: %d %s", field, done.status, done.location)
		}
	}
	if held := h.text(t, "select concat(what_to_expect ->> 'parking', ' ', phone) from premium_churches p join churches c on c.id = p.church_id where c.id = $1", id); held != "Behind the church, forty places. 217-555-0199" {
		t.Error(held)
	}
}
