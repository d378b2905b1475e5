package regression_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// draft begins a draft in which a FAQ is answered word for word.
func (h *house) draft(t testing.TB, question, answer string) {
	t.Helper()
	h.Exec(t, "insert into drafts (church_id, begun_by) values ($1, 'ann@church.example') on conflict do nothing", h.church)
	h.Exec(t, `insert into draft_changes (id, church_id, target, row_id, field, after, embedder, embedding, question_embedding, who, what)
		select $2, $1, 'faq', f.id, '', jsonb_build_object('title', title, 'content', $4::text, 'language', language, 'metadata', metadata - 'embedder'),
			metadata ->> 'embedder', embedding, question_embedding, 'ann@church.example', 'faq.changed'
		from unified_rag_content f where organization_id = $1 and title = $3`, h.church, uuid.New(), question, answer)
}

func TestTheSetIsAskedOfTheDraft(t *testing.T) {
	h := newHouse(t)
	h.AddKnowledge(t, h.church, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	h.post(t, path, url.Values{"question": {"May I bring my dog?"}, "agent": {"coordinator"}, "tier": {"1"}, "must_say": {"guide dogs"}})
	of := url.Values{"configuration": {"draft"}}
	if status, page := h.post(t, path+"/runs", of); status != http.StatusConflict || !strings.Contains(page, "There is no draft any more") {
		t.Errorf("without a draft: %d", status)
	}
	h.draft(t, "May I bring my dog?", "Only guide dogs, please.")
	if status, page := h.get(t, path); status != http.StatusOK || !strings.Contains(page, "Ask them all of the draft") {
		t.Errorf("the draft is not offered: %d", status)
	}
	begin := func(form url.Values) string {
		status, page := h.post(t, path+"/runs", form)
		found := runID.FindStringSubmatch(page)
		if status != http.StatusOK || found == nil {
			t.Fatalf("a run: %d %s", status, page)
		}
		return found[1]
	}
	h.work(t)
	drafted := begin(of)
	if run := h.ended(t, drafted); run.Status != "done" || run.Passed != 1 || run.Configuration != "draft" {
		t.Errorf("of the draft: %+v", run)
	}
	if run := h.ended(t, begin(nil)); run.Status != "done" || run.Passed != 0 || run.Configuration != "live" {
		t.Errorf("as visitors are answered: %+v", run)
	}
	if _, page := h.get(t, path+"/runs/"+drafted); !strings.Contains(page, "with your draft") || !strings.Contains(page, "Only guide dogs, please.") {
		t.Error("the run's page does not say that it was of the draft")
	}
}

// Whoever publishes or discards the draft before its questions are asked leaves a run that says so.
func TestARunOfADraftThatIsOverFails(t *testing.T) {
	h := newHouse(t)
	h.AddKnowledge(t, h.church, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true)
	h.post(t, path, url.Values{"question": {"May I bring my dog?"}})
	h.draft(t, "May I bring my dog?", "Only guide dogs, please.")
	_, page := h.post(t, path+"/runs", url.Values{"configuration": {"draft"}})
	found := runID.FindStringSubmatch(page)
	if found == nil {
		t.Fatal(page)
	}
	h.Exec(t, "delete from drafts where church_id = $1", h.church)
	h.work(t)
	if run := h.ended(t, found[1]); run.Status != "failed" {
		t.Errorf("%+v", run)
	}
	if _, page := h.get(t, path+"/runs/"+found[1]); !strings.Contains(page, "there is no draft any more") {
		t.Error("the run's page does not say why")
	}
}
