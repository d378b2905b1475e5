package drafts_test

import (
	"net/http"
	"strings"
	"testing"

	"narthex/chat/chattest"
	"narthex/chat/evaluate"
)

// teach changes something of every kind on the pages of Training, as somebody does who reads what is there and saves it.
func teach(t *testing.T, m *member, dogs, bells string) {
	t.Helper()
	m.addFAQ(t, "Is there a place to leave a bicycle?", "Yes, in the rack behind the hall.", true)
	m.must(t, http.MethodPatch, faqsAPI, map[string]any{"id": dogs, "version": m.faqVersion(t, dogs), "question": "May I bring my dog?", "answer": "Only guide dogs, please.", "exact_response": true})
	m.must(t, http.MethodDelete, faqsAPI, map[string]any{"id": bells, "version": m.faqVersion(t, bells)})

	const knowledge, week, theology, safety = "/admin/training/knowledge", "/admin/training/week", "/admin/training/theology?lens=4", "/admin/training/safety"
	m.facts(t, knowledge, "custom_hours", map[string]any{"custom_hours": map[string]any{"sunday": []string{"11:15 AM Worship"}}})
	m.facts(t, knowledge, "custom_name", map[string]any{"custom_name": "Harbor of <Grace> & Peace"})
	m.facts(t, knowledge, "custom_staff", map[string]any{"custom_staff": []any{map[string]any{"name": "Jo Reed", "title": "Sexton"}}})
	m.facts(t, week, "sermon_topic", map[string]any{"sermon_topic": "Light", "weekly_announcement": ""})
	m.must(t, http.MethodPatch, "/api/admin/settings", map[string]any{
		"version": m.version(t, knowledge, "PATCH /api/admin/settings", "pastor_away"), "pastor_availability": map[string]any{"monday": []string{"09:00-11:00"}},
	})
	m.must(t, http.MethodPatch, "/api/admin/theology/lens", map[string]any{"version": m.version(t, theology, "PATCH /api/admin/theology/lens", ""), "lens": 4})
	for _, topic := range []string{"Baptism", "Candles"} {
		m.must(t, http.MethodPut, "/api/admin/theology/overrides", map[string]any{
			"version": m.version(t, theology, "PUT /api/admin/theology/overrides", ""), "was": "", "topic": topic, "position": "As the Spirit leads.", "never": []string{"purgatory"},
		})
	}
	agents := m.version(t, "/admin/training/agents", "PATCH /api/admin/agents", "")
	m.must(t, http.MethodPatch, "/api/admin/agents", map[string]any{"version": agents, "agent_config": map[string]any{"care": map[string]any{"personality": map[string]any{"warmth": 2}}}})
	tools := m.version(t, "/admin/training/agents", "PATCH /api/admin/agents/tools", "")
	m.must(t, http.MethodPatch, "/api/admin/agents/tools", map[string]any{"version": tools, "agent_tool_config": map[string]any{"plan_visit": false}})
	m.must(t, http.MethodPatch, "/api/admin/safety/crisis", map[string]any{
		"version": m.version(t, safety, "PATCH /api/admin/safety/crisis", ""), "crisis_message": "You are loved.", "crisis_blessing": "Peace be with you.",
	})
	m.must(t, http.MethodPatch, "/api/admin/safety/words", map[string]any{"version": m.version(t, safety, "PATCH /api/admin/safety/words", ""), "words_to_avoid": []string{"bingo night"}})
}

// A draft ends as if all of it had been saved at once, and until then nothing of it is anywhere but in the draft.
func TestADraftIsSeenByNobodyAndPublishedAsOne(t *testing.T) {
	h := newHouse(t)
	drafting, saving := h.ann, h.newChurch(t)
	var dogs, bells [2]string
	for i, m := range []*member{drafting, saving} {
		dogs[i] = h.AddKnowledge(t, m.church, "faq", "May I bring my dog?", "Well-behaved dogs are welcome.", true).String()
		bells[i] = h.AddKnowledge(t, m.church, "faq", "When do the bells ring?", "At noon.", true).String()
	}
	drafting.must(t, http.MethodPatch, "/api/premium/update", map[string]any{"version": drafting.version(t, "/admin/training/week", "PATCH /api/premium/update", "sermon_topic"), "sermon_topic": "Hope"})
	saving.must(t, http.MethodPatch, "/api/premium/update", map[string]any{"version": saving.version(t, "/admin/training/week", "PATCH /api/premium/update", "sermon_topic"), "sermon_topic": "Hope"})
	before, epoch := drafting.state(t), drafting.epoch(t)

	drafting.begin(t)
	teach(t, drafting, dogs[0], bells[0])
	if got := drafting.state(t); got != before {
		t.Errorf("a draft changed what visitors are answered by:\n%s\nwas\n%s", got, before)
	}
	if now := drafting.epoch(t); now != epoch {
		t.Errorf("the epoch went from %s to %s", epoch, now)
	}
	if n := h.Count(t, "select count(*) from audit_log where church_id = $1 and what not in ('draft.begun', 'changed.sermon_topic')", drafting.church); n != 0 {
		t.Errorf("%d changes are said to have been made", n)
	}
	for question, want := range map[string]string{
		"May I bring my dog?": "Well-behaved dogs are welcome.", "When do the bells ring?": "At noon.", "When are your services?": "9:00 AM Worship",
	} {
		if got := drafting.says(t, question); !strings.Contains(got, want) {
			t.Errorf("%s: a visitor is told %q", question, got)
		}
	}
	for question, want := range map[string]string{"May I bring my dog?": "Only guide dogs", "When are your services?": "11:15 AM Worship", "Is there a place to leave a bicycle?": "rack behind the hall"} {
		said, err := h.Trials.Ask(h.drafts.Within(t.Context(), drafting.church), evaluate.Question{ChurchID: drafting.church, Message: question, Agent: "coordinator"})
		if err != nil || !strings.Contains(said.Answer.Text, want) {
			t.Errorf("%s: with the draft %q, %v", question, said.Answer.Text, err)
		}
	}
	page := drafting.get(t, draftPath)
	for _, words := range []string{"Added the question “Is there a place to leave a bicycle?”", "Changed the question “May I bring my dog?”", "Deleted the question “When do the bells ring?”", "Harbor of &lt;Grace&gt; &amp; Peace", "Chose the theological lens Catholic"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page of the draft lacks %q", words)
		}
	}

	teach(t, saving, dogs[1], bells[1])
	if status, page := drafting.post(t, draftPath+"/publish", drafting.revision(t)); status != http.StatusOK || !strings.Contains(page, "Published.") {
		t.Fatalf("publish: %d %s", status, page)
	}
	if got, want := drafting.state(t), saving.state(t); got != want {
		t.Errorf("published:\n%s\nsaved:\n%s", got, want)
	}
	if n := h.Count(t, "select (select count(*) from drafts) + (select count(*) from draft_changes)"); n != 0 {
		t.Errorf("%d rows of the draft are left", n)
	}
	if drafted, saved := h.audited(t, drafting), h.audited(t, saving); !strings.Contains(drafted, "draft.published") || strings.Count(drafted, "faq.") != strings.Count(saved, "faq.") {
		t.Errorf("noted: %s; where it was saved: %s", drafted, saved)
	}
	chattest.Eventually(t, func() bool { return strings.Contains(drafting.says(t, "May I bring my dog?"), "Only guide dogs") })
	if got := drafting.says(t, "Is there a place to leave a bicycle?"); !strings.Contains(got, "rack behind the hall") {
		t.Errorf("after publishing a visitor is told %q", got)
	}
}

// audited is what the list of changes says was done.
func (h *house) audited(t testing.TB, m *member) (what string) {
	t.Helper()
	chattest.Must(t, h.DB.Admin.QueryRow(t.Context(), "select string_agg(what, ' ' order by what) from audit_log where church_id = $1", m.church).Scan(&what))
	return what
}
