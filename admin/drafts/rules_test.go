package drafts_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"narthex/admin/access"
	"narthex/chat/chattest"
	"narthex/chat/evaluate"
)

// idIn is the id in the first address of a page that leads to a change, after some words.
func idIn(t *testing.T, page, after string) string {
	t.Helper()
	_, rest, _ := strings.Cut(page, after)
	found := regexp.MustCompile(`/changes/([0-9a-f-]{36})/`).FindStringSubmatch(rest)
	if found == nil {
		t.Fatalf("there is no change after %q", after)
	}
	return found[1]
}

func TestWhatOthersChangedMeanwhileIsDecidedBySomebody(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.ann, h.join(t, h.ann.church, access.RoleAdmin)
	dogs, bells := h.AddKnowledge(t, ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true).String(), h.AddKnowledge(t, ann.church, "faq", "When do the bells ring?", "At noon.", true).String()
	ann.begin(t)
	change := func(m *member, id, question, answer string) {
		m.must(t, http.MethodPatch, faqsAPI, map[string]any{"id": id, "version": m.faqVersion(t, id), "question": question, "answer": answer, "exact_response": true})
	}
	change(ann, dogs, "May I bring my dog?", "Only guide dogs.")
	change(ann, bells, "When do the bells ring?", "At six.")
	ann.facts(t, "/admin/training/week", "sermon_topic", map[string]any{"sermon_topic": "Light"})
	ann.facts(t, "/admin/training/knowledge", "custom_name", map[string]any{"custom_name": "Harbor"})
	// Bob works on what visitors see.
	change(bob, dogs, "May I bring my dog?", "Dogs on a lead.")
	bob.must(t, http.MethodDelete, faqsAPI, map[string]any{"id": bells, "version": bob.faqVersion(t, bells)})
	bob.facts(t, "/admin/training/week", "sermon_topic", map[string]any{"sermon_topic": "Salt"})
	bob.facts(t, "/admin/training/knowledge", "custom_name", map[string]any{"custom_name": "Harbor"}) // the same: no conflict

	live := ann.state(t)
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusConflict || !strings.Contains(page, "please decide about it first") {
		t.Errorf("published over what others have changed: %d", status)
	}
	if ann.state(t) != live {
		t.Error("something was published nevertheless")
	}
	page := ann.get(t, draftPath)
	for _, words := range []string{"Dogs on a lead.", "Only guide dogs.", "Salt", "Light", "At six."} {
		if !strings.Contains(page, words) {
			t.Errorf("the page lacks %q", words)
		}
	}
	if strings.Contains(page, "Publish all of it") {
		t.Error("the page offers to publish")
	}
	for words, decision := range map[string]string{"Changed the question “May I bring my dog?”": "keep", "Changed the question “When do the bells ring?”": "keep", "Changed: Sermon topic": "drop"} {
		at := draftPath + "/changes/" + idIn(t, ann.get(t, draftPath), words) + "/" + decision
		if status, page := ann.post(t, at, ann.revision(t)); status != http.StatusOK {
			t.Fatalf("%s: %d %s", at, status, page)
		}
	}
	if page := ann.get(t, draftPath); !strings.Contains(page, "Added the question “When do the bells ring?”") {
		t.Error("what somebody else has deleted is not said to be added")
	}
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("publish: %d %s", status, page)
	}
	for _, words := range []string{"Only guide dogs.", "At six.", `"sermon_topic": "Salt"`, `"custom_name": "Harbor"`} {
		if !strings.Contains(ann.state(t), words) {
			t.Errorf("visitors are answered without %s", words)
		}
	}
}

func TestOnlyWhatIsOnesOwnIsDraftedAndPublished(t *testing.T) {
	h := newHouse(t)
	admin, office, singer, stranger := h.ann, h.join(t, h.ann.church, access.OfficeAdmin), h.join(t, h.ann.church, access.WorshipLeader), h.newChurch(t)
	for _, m := range []*member{admin, office, singer} {
		m.begin(t)
	}
	singer.facts(t, "/admin/training/week", "sermon_topic", map[string]any{"sermon_topic": "Light"})
	office.addFAQ(t, "Where do I park?", "Behind the hall.", true)
	if status, _ := singer.save(t, http.MethodPost, faqsAPI, map[string]any{"question": "May I?", "answer": "Yes."}); status != http.StatusForbidden {
		t.Errorf("a worship leader drafts a FAQ: %d", status)
	}
	if status, answer := office.save(t, http.MethodPatch, "/api/admin/theology/lens", map[string]any{"version": "", "lens": 4}); status != http.StatusForbidden {
		t.Errorf("the office drafts a lens: %d %v", status, answer)
	}
	if page := singer.get(t, draftPath); strings.Contains(page, "Where do I park?") || !strings.Contains(page, "It changes one thing more") || strings.Contains(page, "Publish all of it") {
		t.Error("a worship leader sees, or is offered to publish, what is the office's")
	}
	for _, do := range []string{"publish", "discard"} {
		if status, _ := singer.post(t, draftPath+"/"+do, singer.revisionOf(t, admin)); status != http.StatusForbidden {
			t.Errorf("a worship leader may %s all: %d", do, status)
		}
	}
	change := idIn(t, admin.get(t, draftPath), "Where do I park?")
	for _, do := range []string{"drop", "keep"} {
		if status, _ := singer.post(t, draftPath+"/changes/"+change+"/"+do, admin.revision(t)); status != http.StatusForbidden {
			t.Errorf("a worship leader may %s what is the office's: %d", do, status)
		}
		if status, _ := stranger.post(t, draftPath+"/changes/"+change+"/"+do, admin.revision(t)); status != http.StatusConflict {
			t.Errorf("another church may %s it: %d", do, status)
		}
	}
	// A cookie of another church's draft says nothing.
	stranger.cookies = append(stranger.cookies, admin.cookies[1])
	if page := stranger.get(t, "/admin/training/faqs"); strings.Contains(page, "Where do I park?") || strings.Contains(page, "You are working on a draft") {
		t.Error("another church works in this one's draft")
	}
	if status, _ := office.post(t, draftPath+"/publish", admin.revision(t)); status != http.StatusOK {
		t.Errorf("the office may change all of it: %d", status)
	}
}

// revisionOf is the draft's as somebody else sees it.
func (m *member) revisionOf(t *testing.T, other *member) url.Values {
	t.Helper()
	return other.revision(t)
}

func TestWhatCannotBeDraftedIsRefusedOrCountsAtOnce(t *testing.T) {
	h := newHouse(t)
	ann := h.ann
	ann.begin(t)
	setting := ann.version(t, "/admin/settings", "PATCH /api/premium/update", "notification_email=")
	status, answer := ann.save(t, http.MethodPatch, "/api/premium/update", map[string]any{"version": setting, "notification_email": "draft@church.example"})
	if status != http.StatusBadRequest || answer["code"] != "draft_not_here" {
		t.Errorf("a setting in a draft: %d %v", status, answer)
	}
	version := ann.version(t, "/admin/training/safety", "PATCH /api/admin/safety/contacts", "")
	browser := ann.cookies
	ann.cookies = browser[:1] // its form says that it counts at once
	ann.must(t, http.MethodPatch, "/api/admin/safety/contacts", map[string]any{"version": version, "notification_email": "office@church.example"})
	if !strings.Contains(ann.state(t), `"notification_email": "office@church.example"`) {
		t.Error("whom to tell of what cannot wait is put off")
	}
	ann.cookies = browser
	if page := ann.get(t, draftPath); !strings.Contains(page, "Nothing is changed in it yet") {
		t.Error("it is part of the draft, too")
	}
	if page := ann.get(t, "/admin/training/knowledge/events"); !strings.Contains(page, "it counts at once") || strings.Contains(page, "data-draft>") {
		t.Error("the page of the events does not say that it counts at once")
	}
	// A page that shows what visitors see saves there, whatever another window does.
	ann.cookies = browser[:1]
	ann.addFAQ(t, "Where do I park?", "Behind the hall.", true)
	if !strings.Contains(ann.state(t), "Behind the hall.") {
		t.Error("it went into the draft")
	}
	// Who writes on a page of a draft that is over is told so, and nothing is kept.
	ann.cookies = browser
	other := h.join(t, ann.church, access.RoleAdmin)
	if status, _ := other.post(t, draftPath+"/discard", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("discard: %d", status)
	}
	ann.cookies = browser
	status, answer = ann.save(t, http.MethodPost, faqsAPI, map[string]any{"question": "And now?", "answer": "No."})
	if status != http.StatusConflict || answer["code"] != "draft_gone" {
		t.Errorf("a draft that is over: %d %v", status, answer)
	}
	if strings.Contains(ann.state(t), "And now?") {
		t.Error("it was published")
	}
	if page := ann.get(t, "/admin/training/faqs"); strings.Contains(page, "You are working on a draft") {
		t.Error("the page shows a draft that is over")
	}
}

func TestADraftIsCheckedAsWhatIsSavedAtOnce(t *testing.T) {
	h := newHouse(t)
	ann := h.ann
	ann.begin(t)
	id := ann.addFAQ(t, "Where do I park?", "Behind the hall.", true)
	for name, test := range map[string]struct {
		method, at string
		content    map[string]any
		status     int
	}{
		"a field is missing":      {http.MethodPost, faqsAPI, map[string]any{"question": "", "answer": "Yes."}, http.StatusUnprocessableEntity},
		"somebody else's version": {http.MethodPatch, faqsAPI, map[string]any{"id": id, "version": "00", "question": "Where?", "answer": "There."}, http.StatusConflict},
		"a promise of secrecy":    {http.MethodPatch, "/api/admin/safety/crisis", map[string]any{"version": ann.version(t, "/admin/training/safety", "PATCH /api/admin/safety/crisis", ""), "crisis_message": "This is confidential."}, http.StatusUnprocessableEntity},
	} {
		if status, answer := ann.save(t, test.method, test.at, test.content); status != test.status {
			t.Errorf("%s: %d %v", name, status, answer)
		}
	}
	// What was changed back is no change.
	ann.must(t, http.MethodDelete, faqsAPI, map[string]any{"id": id, "version": ann.faqVersion(t, id)})
	if n := h.Count(t, "select count(*) from draft_changes"); n != 0 {
		t.Errorf("%d changes are kept of nothing", n)
	}
	if status, _ := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusConflict {
		t.Errorf("an empty draft: %d", status)
	}
	if status, _ := ann.post(t, draftPath+"/publish", url.Values{"revision": {"0"}}); status != http.StatusConflict {
		t.Errorf("a draft that somebody has changed since: %d", status)
	}
	h.Exec(t, `insert into draft_changes (id, church_id, target, row_id, field, after, who, what) select gen_random_uuid(), $1, 'faq', gen_random_uuid(), '',
		jsonb_build_object('title', 'Q' || n, 'content', 'A', 'language', 'en', 'metadata', '{}'::jsonb), 'ann', 'faq.created' from generate_series(1, 300) n`, ann.church)
	h.Exec(t, "update premium_churches set plan = 'suite_chat' where church_id = $1", ann.church)
	status, answer := ann.save(t, http.MethodPost, faqsAPI, map[string]any{"question": "One more?", "answer": "Yes."})
	if status != http.StatusConflict || answer["code"] != "draft_full" {
		t.Errorf("one more than a draft holds: %d %v", status, answer)
	}
	h.Exec(t, "update premium_churches set plan = 'starter_chat' where church_id = $1", ann.church)
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusConflict || !strings.Contains(page, "Your plan does not hold") {
		t.Errorf("more FAQs than the plan holds: %d", status)
	}
	if n := h.Count(t, "select count(*) from unified_rag_content where organization_id = $1", ann.church); n != 0 {
		t.Errorf("%d FAQs were published nevertheless", n)
	}
}

// Admins who draft, admins who save, and who tries the draft out do not lose each other's work, and do not wait for each other for ever.
func TestManyWorkInADraftAndBesideIt(t *testing.T) {
	h := newHouse(t)
	const each = 6
	ann, bob, live := h.ann, h.join(t, h.ann.church, access.RoleAdmin), h.join(t, h.ann.church, access.RoleAdmin)
	ann.begin(t)
	bob.begin(t)
	ann.addFAQ(t, "Is there a place to leave a bicycle?", "Behind the hall.", true)
	until := func(m *member, question string) {
		for range 20 {
			if status, _ := m.save(t, http.MethodPost, faqsAPI, map[string]any{"question": question, "answer": "Yes.", "exact_response": true}); status == http.StatusCreated {
				return
			}
		}
		t.Errorf("%s was never taken", question)
	}
	var all sync.WaitGroup
	for name, m := range map[string]*member{"Ann": ann, "Bob": bob, "at once": live} {
		all.Go(func() {
			for i := range each {
				until(m, fmt.Sprintf("Does %s ask question %d?", name, i))
			}
		})
	}
	all.Go(func() {
		for range each {
			said, err := h.Trials.Ask(h.drafts.Within(t.Context(), ann.church), evaluate.Question{ChurchID: ann.church, Message: "Is there a place to leave a bicycle?", Agent: "coordinator"})
			if err != nil || said.Answer.Text != "Behind the hall." {
				t.Errorf("tried out: %v, %v", said, err)
			}
		}
	})
	all.Wait()
	if n := h.Count(t, "select count(*) from draft_changes where church_id = $1", ann.church); n != 2*each+1 {
		t.Errorf("%d changes in the draft", n)
	}
	if n := h.Count(t, "select count(*) from unified_rag_content where organization_id = $1", ann.church); n != each {
		t.Errorf("%d FAQs are live", n)
	}
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("publish: %d %s", status, page)
	}
	if n := h.Count(t, "select count(*) from unified_rag_content where organization_id = $1 and published_at is not null", ann.church); n != 3*each+1 {
		t.Errorf("%d FAQs are live", n)
	}
}

// What is tried out with the draft is what visitors get once it is published.
func TestTheSimulatorShowsTheDraftBesideWhatVisitorsGet(t *testing.T) {
	h := newHouse(t)
	ann := h.ann
	h.AddKnowledge(t, ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true)
	const simulator = "/admin/training/simulator"
	if page := ann.get(t, simulator+"?in=draft"); strings.Contains(page, `id="in"`) {
		t.Error("without a draft one can be chosen")
	}
	ann.begin(t)
	ann.addFAQ(t, "Is there a place to leave a bicycle?", "Yes, in the rack behind the hall.", true)
	before, kept := ann.state(t), h.Count(t, "select revision from drafts")
	question := url.Values{"question": {"Is there a place to leave a bicycle?"}, "agent": {"coordinator"}, "in": {"both"}}
	status, page := ann.post(t, simulator, question)
	if status != http.StatusOK || strings.Count(page, "How it came to that") != 2 || strings.Count(page, "rack behind the hall") == 0 {
		t.Errorf("%d: %d answers", status, strings.Count(page, "How it came to that"))
	}
	question.Set("in", "live")
	if status, page := ann.post(t, simulator, question); status != http.StatusOK || strings.Contains(page, "Yes, in the rack") {
		t.Errorf("as visitors are answered: %d", status)
	}
	if ann.state(t) != before || h.Count(t, "select revision from drafts") != kept {
		t.Error("trying out has changed something")
	}
	said, err := h.Trials.Ask(h.drafts.Within(t.Context(), ann.church), evaluate.Question{ChurchID: ann.church, Message: question.Get("question"), Agent: "coordinator"})
	chattest.Must(t, err)
	if status, _ := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("publish: %d", status)
	}
	chattest.Eventually(t, func() bool { return ann.says(t, question.Get("question")) == said.Answer.Text })
}

func TestAPositionOnATopicThatSomebodyElseHasWrittenInAnotherCaseIsKept(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.ann, h.join(t, h.ann.church, access.RoleAdmin)
	const theology = "/admin/training/theology"
	add := func(m *member, topic, position string) {
		t.Helper()
		m.must(t, http.MethodPut, "/api/admin/theology/overrides", map[string]any{
			"version": m.version(t, theology, "PUT /api/admin/theology/overrides", ""), "was": "", "topic": topic, "position": position, "never": []string{},
		})
	}
	ann.begin(t)
	add(ann, "baptism", "As the Spirit leads.")
	add(bob, "Baptism", "By immersion.")
	if status, _ := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusConflict {
		t.Errorf("published over what others have written: %d", status)
	}
	if status, page := ann.post(t, draftPath+"/changes/"+idIn(t, ann.get(t, draftPath), "By immersion.")+"/keep", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("keep: %d %s", status, page)
	}
	if page := ann.get(t, draftPath); strings.Contains(page, "/keep\"") {
		t.Error("it is to be decided about again")
	}
	if status, page := ann.post(t, draftPath+"/publish", ann.revision(t)); status != http.StatusOK {
		t.Fatalf("publish: %d %s", status, page)
	}
	if n := h.Count(t, `select count(*) from organization_settings, jsonb_each(doctrinal_overrides) o
		where organization_id = $1 and lower(o.key) = 'baptism' and o.value::text like '%As the Spirit leads.%'`, ann.church); n != 1 {
		t.Errorf("%d positions on the topic say what the draft does", n)
	}
	if n := h.Count(t, "select count(*) from organization_settings, jsonb_object_keys(doctrinal_overrides) key where organization_id = $1 and lower(key) = 'baptism'", ann.church); n != 1 {
		t.Errorf("%d positions on the topic", n)
	}
}
