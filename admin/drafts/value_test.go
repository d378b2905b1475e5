package drafts_test

import (
	"html"
	"net/http"
	"strings"
	"testing"
)

// What was there and what is to be there is said in the words of the forms, and in the reader's language.
func TestTheDraftsPageSpeaksAsTheFormsDo(t *testing.T) {
	h := newHouse(t)
	h.ann.begin(t)
	const knowledge, agents = "/admin/training/knowledge", "/admin/training/agents"
	h.ann.facts(t, knowledge, "custom_hours", map[string]any{"custom_hours": map[string]any{"friday": []string{"19:00"}, "sunday": []string{"9:00", "11:00"}}})
	h.ann.facts(t, knowledge, "what_to_expect", map[string]any{"what_to_expect": map[string]any{"dress_code": "Como quiera", "parking": "Detrás"}})
	h.ann.must(t, http.MethodPatch, "/api/admin/settings", map[string]any{
		"version": h.ann.version(t, knowledge, "PATCH /api/admin/settings", "special_days"),
		"special_days": []any{
			map[string]any{"from": "2031-12-24", "kind": "office_closed", "name": "Nochebuena"}, map[string]any{"from": "2031-12-25", "kind": "closed"},
		},
	})
	h.ann.must(t, http.MethodPatch, "/api/admin/agents", map[string]any{
		"version": h.ann.version(t, agents, "PATCH /api/admin/agents", ""),
		"agent_config": map[string]any{"care": map[string]any{
			"enabled": true, "personality": map[string]any{"tone": "sereno", "warmth": 2}, "handoff_rules": []string{"si se trata del coro"},
		}, "coordinator": map[string]any{"enabled": false}},
	})
	h.ann.must(t, http.MethodPatch, "/api/admin/agents/tools", map[string]any{
		"version": h.ann.version(t, agents, "PATCH /api/admin/agents/tools", ""), "agent_tool_config": map[string]any{"plan_visit": false},
	})
	h.ann.must(t, http.MethodPut, "/api/admin/theology/overrides", map[string]any{
		"version": h.ann.version(t, "/admin/training/theology", "PUT /api/admin/theology/overrides", ""), "was": "", "topic": "Velas", "position": "Sí.", "never": []string{"purgatorio"},
	})
	page := html.UnescapeString(h.ann.get(t, draftPath+"?lang=es"))
	for _, want := range []string{
		"Domingo: 9:00, 11:00\nViernes: 19:00", "Cómo se viste la gente: Como quiera\nEstacionamiento: Detrás",
		"Día: 2031-12-24\nQué rige entonces: El horario habitual, sin la oficina\nCómo se llama el día: Nochebuena\n\nDía: 2031-12-25\nQué rige entonces: Nada: cerrado",
		"Cuidado y oración · Cómo suena: sereno\nCuidado y oración · Calidez: 2: ", "· Cuándo pasar a una persona", "Visitas y preguntas · Los visitantes pueden hablar con él: no",
		"Visitas previstas: no", "Lo que dice su iglesia: Sí.\nPalabras que nunca se dirán",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("it does not say %q", want)
		}
	}
	for _, word := range []string{"sunday", "friday", "office_closed", "dress_code", "handoff_rules", "plan_visit:", "enabled", "tone:", "position:", "kind:"} {
		if strings.Contains(page, word) {
			t.Errorf("it says %s", word)
		}
	}
}
