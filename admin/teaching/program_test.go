package teaching_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// A program that names the church's token is shown no page, and so no version.
func TestAProgramSetsWhatItSets(t *testing.T) {
	h := newHouse(t, church.ProChat)
	token := uuid.NewString()
	h.Exec(t, "update premium_churches set admin_token = $2 where church_id = $1", h.church, token)
	for address, content := range map[string]map[string]any{
		agentsAPI: {"agent_config": map[string]any{"care": map[string]any{"enabled": false}}},
		toolsAPI:  {"agent_tool_config": map[string]bool{"leave_message": true}},
		wordsAPI:  {"words_to_avoid": []string{"sinner's prayer"}},
		textsAPI:  {"lens_texts": false},
	} {
		if got := h.ask(h.cookie, http.MethodPatch, address, content); got.status != 409 {
			t.Errorf("%s without a version, by somebody who is signed in: %d %s", address, got.status, got.body)
		}
		if got := h.send(func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }, http.MethodPatch, address, content); got.status != 200 {
			t.Errorf("%s without a version, by a program: %d %s", address, got.status, got.body)
		}
	}
	h.until("the agent", func(s *church.Snapshot) bool { return !s.Agents[church.Care].Enabled })
}
