package drafts_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"narthex/admin/access"
)

var pageLink = regexp.MustCompile(`href="(/admin/[^"]+)"`)

// Whatever link somebody is shown on a page of the draft leads to a page that is theirs to see.
func TestNoLinkOfADraftLeadsNowhere(t *testing.T) {
	h := newHouse(t)
	ann, bells := h.ann, h.AddKnowledge(t, h.ann.church, "faq", "When do the bells ring?", "At noon.", true).String()
	dogs := h.AddKnowledge(t, ann.church, "faq", "May I bring my dog?", "Dogs are welcome.", true).String()
	ann.begin(t)
	added := ann.addFAQ(t, "Where do I park?", "Behind the hall.", true)
	for _, id := range []string{bells, dogs} {
		ann.must(t, http.MethodPatch, faqsAPI, map[string]any{"id": id, "version": ann.faqVersion(t, id), "question": "What is this, " + id + "?", "answer": "At six.", "exact_response": true})
	}
	ann.facts(t, "/admin/training/week", "sermon_topic", map[string]any{"sermon_topic": "Light"})
	bob, singer := h.join(t, ann.church, access.RoleAdmin), h.join(t, ann.church, access.WorshipLeader)
	bob.must(t, http.MethodDelete, faqsAPI, map[string]any{"id": bells, "version": bob.faqVersion(t, bells)})
	drafting := h.join(t, ann.church, access.WorshipLeader)
	drafting.begin(t)
	for name, m := range map[string]*member{"an admin in the draft": ann, "an admin beside it": bob, "a worship leader in the draft": drafting, "a worship leader beside it": singer} {
		for _, page := range []string{draftPath, "/admin/training/week"} {
			for _, link := range pageLink.FindAllStringSubmatch(m.get(t, page), -1) {
				at := strings.ReplaceAll(link[1], "&amp;", "&")
				if status, _ := m.send(t, http.MethodGet, at, "", ""); status == http.StatusForbidden || status == http.StatusNotFound && strings.HasPrefix(at, "/admin/training/") && !unserved(at) {
					t.Errorf("%s, on %s: %s: %d", name, page, at, status)
				}
			}
		}
	}
	if !strings.Contains(ann.get(t, draftPath), "/faqs/"+added) || strings.Contains(bob.get(t, draftPath), "/faqs/"+added) || !strings.Contains(bob.get(t, draftPath), "/faqs/"+dogs) {
		t.Error("a FAQ is led to where it is not, or not where it is")
	}
}

// unserved reports whether a page is of a package that this house is without.
func unserved(at string) bool {
	for _, page := range []string{"questions", "answers", "regression", "documents", "website"} {
		if strings.HasPrefix(at, "/admin/training/"+page) {
			return true
		}
	}
	return false
}
