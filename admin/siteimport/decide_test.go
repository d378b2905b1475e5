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
