package teaching_test

import (
	"net/http"
	"strings"
	"testing"

	"narthex/chat/church"
)

// When to pass somebody on may be a few sentences: the settings take as many, and who changes a contact loses none of them.
func TestAContactIsChangedBesideAFewSentences(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	when := strings.Repeat("When somebody is in hospital.\n", 10) + "At night only for the dying."
	h.Exec(t, "update church_voice_agents set escalation_when = $2 where church_id = $1", h.church, when)
	if page := h.ask(h.cookie, http.MethodGet, safetyPage, nil).body; !strings.Contains(page, ">\n"+when+"</textarea>") {
		t.Error("the page does not show them as they are")
	}
	got := h.change(safetyPage, http.MethodPatch, contactsAPI, map[string]any{
		"notification_email": "office@grace.example", "safeguarding_email": "helen@grace.example", "escalation_when": when,
	})
	if got.status != 200 || h.Count(t, "select count(*) from church_voice_agents where safeguarding_email = 'helen@grace.example' and escalation_when = $1", when) != 1 {
		t.Errorf("%d %s", got.status, got.body)
	}
}
