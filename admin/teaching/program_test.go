package teaching_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
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

// What is misspelt or missing is not taken for something else, nor passed over with a 200.
func TestAProgramIsToldWhatItDoesNotSet(t *testing.T) {
	h := newHouse(t, church.ProChat)
	token := uuid.NewString()
	h.Exec(t, "update premium_churches set admin_token = $2 where church_id = $1", h.church, token)
	program := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	for address, content := range map[string]map[string]any{
		lensAPI: {"lens": 4}, wordsAPI: {"words_to_avoid": []string{"sinner's prayer"}}, textsAPI: {"lens_texts": true},
	} {
		if got := h.send(program, http.MethodPatch, address, content); got.status != 200 {
			t.Fatalf("%s: %d %s", address, got.status, got.body)
		}
	}
	stands := func() (stands string) {
		chattest.Must(t, h.DB.Admin.QueryRow(t.Context(), `
			select concat_ws(' ', (select theological_lens_id from church_theological_lenses where church_id = $1), s, (select count(*) from audit_log where church_id = $1))
			from organization_settings s where organization_id = $1`, h.church).Scan(&stands))
		return stands
	}
	before := stands()
	for _, one := range []struct {
		address, code string
		content       map[string]any
	}{
		{agentsAPI, "unknown_field", map[string]any{"care": map[string]any{"enabled": false}}},
		{agentsAPI, "unknown_field", map[string]any{"agent_config": map[string]any{"care": map[string]any{"personality": map[string]any{"warmth_level": 2}}}}},
		{agentsAPI, "nothing_to_change", map[string]any{}},
		{lensAPI, "nothing_to_change", map[string]any{}},
		{lensAPI, "nothing_to_change", map[string]any{"lens": nil}},
		{lensAPI, "unknown_field", map[string]any{"lens_id": 4}},
		{wordsAPI, "nothing_to_change", map[string]any{}},
		{wordsAPI, "nothing_to_change", map[string]any{"words_to_avoid": nil}},
		{textsAPI, "nothing_to_change", map[string]any{}},
		{textsAPI, "nothing_to_change", map[string]any{"lens_texts": nil}},
		{toolsAPI, "nothing_to_change", map[string]any{}},
		{toolsAPI, "nothing_to_change", map[string]any{"agent_tool_config": map[string]bool{}}},
	} {
		if got := h.send(program, http.MethodPatch, one.address, one.content); got.status != 400 || !strings.Contains(got.body, one.code) {
			t.Errorf("%s %v: %d %s", one.address, one.content, got.status, got.body)
		}
	}
	if now := stands(); now != before {
		t.Errorf("what stood was\n%s\nand is\n%s", before, now)
	}
	if got := h.send(program, http.MethodPatch, wordsAPI, map[string]any{"words_to_avoid": []string{}}); got.status != 200 {
		t.Errorf("no words to avoid: %d %s", got.status, got.body)
	}
}
