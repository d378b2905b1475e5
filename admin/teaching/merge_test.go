package teaching_test

import (
	"net/http"
	"strings"
	"testing"

	"narthex/chat/church"
)

// agentOf is what is sent of one agent's tone and warmth.
func agentOf(name, tone string, warmth int) map[string]any {
	return map[string]any{name: map[string]any{"personality": map[string]any{"tone": tone, "warmth": warmth}}}
}

// Two people change different things of one form: both stand, and saving once more undoes nothing.
func TestTwoPeopleChangeDifferentThingsOfOneForm(t *testing.T) {
	h := newHouse(t, church.ProChat)
	contacts := func(changes map[string]any) map[string]any {
		all := map[string]any{"notification_email": "office@grace.example", "notification_phone": "+12075550142", "safeguarding_name": "", "safeguarding_email": "", "safeguarding_phone": "", "escalation_contact_name": "", "escalation_when": ""}
		for name, value := range changes {
			all[name] = value
		}
		return all
	}
	for _, form := range []struct {
		page, address string
		first, second map[string]any
		stored        string // what both have written
	}{
		{agentsPage, agentsAPI, map[string]any{"agent_config": agentOf("care", "first", 4)}, map[string]any{"agent_config": agentOf("coordinator", "second", 2)},
			"select count(*) from organization_settings where agent_config->'care'->'personality'->>'tone' = 'first' and agent_config->'coordinator'->'personality'->>'warmth' = '2'"},
		{agentsPage, toolsAPI, map[string]any{"agent_tool_config": map[string]bool{"plan_visit": false, "leave_message": true}}, map[string]any{"agent_tool_config": map[string]bool{"plan_visit": true, "leave_message": false}},
			"select count(*) from organization_settings where agent_tool_config = '{\"plan_visit\": false, \"leave_message\": false}'"},
		{safetyPage, crisisAPI, map[string]any{"crisis_message": "First.", "crisis_blessing": ""}, map[string]any{"crisis_message": "", "crisis_blessing": "Second."},
			"select count(*) from church_voice_agents where crisis_message = 'First.' and crisis_blessing = 'Second.'"},
		{safetyPage, contactsAPI, contacts(map[string]any{"notification_email": "first@grace.example"}), contacts(map[string]any{"escalation_contact_name": "Second"}),
			"select count(*) from church_voice_agents where notification_email = 'first@grace.example' and escalation_contact_name = 'Second'"},
	} {
		shown := h.version(form.page, http.MethodPatch, form.address)
		for _, sent := range []map[string]any{form.first, form.second} {
			if got := h.ask(h.cookie, http.MethodPatch, form.address, merged(sent, "version", shown)); got.status != 200 {
				t.Errorf("%s: %d %s", form.address, got.status, got.body)
			} else if again := h.ask(h.cookie, http.MethodPatch, form.address, merged(sent, "version", got.Version)); again.status != 200 {
				t.Errorf("%s again: %d %s", form.address, again.status, again.body)
			}
		}
		if h.Count(t, form.stored) != 1 {
			t.Errorf("%s: what both have written is not stored", form.address)
		}
	}
}

// Two people change the same: the second is told what it holds now, and what they wrote can be saved by saving again.
func TestWhatIsWrittenIsSavedOnceSomebodyHasReadWhatElseThereIs(t *testing.T) {
	h := newHouse(t, church.ProChat)
	h.Exec(t, `update organization_settings set doctrinal_overrides = '{"Baptism": {"position": "Of believers."}, "Communion": {"position": "Open to all."}}'`)
	position := func(topic, position string) map[string]any {
		return map[string]any{"was": topic, "topic": topic, "position": position, "never": []string{}}
	}
	for _, form := range []struct {
		page, method, address string
		first, second         map[string]any
		fields                map[string]string // what the second is told
		stored                string            // what the second has written
	}{
		{agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": agentOf("care", "first", 2)}, map[string]any{"agent_config": agentOf("care", "second", 4)},
			map[string]string{"agent_config.care.personality.tone": "Now: first", "agent_config.care.personality.warmth": "Now: 2: calm and matter-of-fact"},
			"select count(*) from organization_settings where agent_config->'care'->'personality' = '{\"tone\": \"second\", \"warmth\": 4}'"},
		{safetyPage, http.MethodPatch, crisisAPI, map[string]any{"crisis_message": "First."}, map[string]any{"crisis_message": "Second.", "crisis_blessing": "Peace."},
			map[string]string{"crisis_message": "Now: First."}, "select count(*) from church_voice_agents where crisis_message = 'Second.' and crisis_blessing = 'Peace.'"},
		{safetyPage, http.MethodPatch, contactsAPI, map[string]any{"notification_phone": "+12075550142"}, map[string]any{"notification_email": "second@grace.example", "notification_phone": "+12075550142"},
			map[string]string{"notification_email": "Now: nothing"}, "select count(*) from church_voice_agents where notification_email = 'second@grace.example'"},
		{safetyPage, http.MethodPatch, wordsAPI, map[string]any{"words_to_avoid": []string{"first", "third"}}, map[string]any{"words_to_avoid": []string{"second"}},
			map[string]string{"words_to_avoid": "Now: first; third"}, "select count(*) from organization_settings where chatbot_config->'words_to_avoid' = '[\"second\"]'"},
		{theologyPage, http.MethodPatch, lensAPI, map[string]any{"lens": 4}, map[string]any{"lens": 12},
			map[string]string{"lens": "Now: Catholic"}, "select count(*) from church_theological_lenses where theological_lens_id = 12"},
		{theologyPage, http.MethodPut, overridesAPI, position("Baptism", "First."), position("Baptism", "Second."),
			map[string]string{"position": "Now: First."}, "select count(*) from organization_settings where doctrinal_overrides->'Baptism'->>'position' = 'Second.'"},
	} {
		shown := h.version(form.page, form.method, form.address)
		if got := h.ask(h.cookie, form.method, form.address, merged(form.first, "version", shown)); got.status != 200 {
			t.Errorf("%s: the first: %d %s", form.address, got.status, got.body)
		}
		second := h.ask(h.cookie, form.method, form.address, merged(form.second, "version", shown))
		if second.status != 409 || second.Version == "" || len(second.Fields) != len(form.fields) || !strings.Contains(second.body, "save again") {
			t.Errorf("%s: the second: %d %s", form.address, second.status, second.body)
		}
		for field, now := range form.fields {
			if second.Fields[field] != now {
				t.Errorf("%s: %s: %q", form.address, field, second.Fields[field])
			}
		}
		if h.Count(t, form.stored) != 0 {
			t.Errorf("%s: stored before anybody has read what else there is", form.address)
		}
		again := h.ask(h.cookie, form.method, form.address, merged(form.second, "version", second.Version))
		if again.status != 200 || h.Count(t, form.stored) != 1 {
			t.Errorf("%s: once more: %d %s", form.address, again.status, again.body)
		}
	}

	// A position that is gone is added once somebody has read that.
	shown := h.version(theologyPage, http.MethodPut, overridesAPI)
	h.Exec(t, "update organization_settings set doctrinal_overrides = doctrinal_overrides - 'Baptism'")
	gone := h.ask(h.cookie, http.MethodPut, overridesAPI, merged(position("Baptism", "Third."), "version", shown))
	if gone.status != 409 || gone.Fields["topic"] != "Now: nothing" || gone.Version == "" {
		t.Errorf("what is gone: %d %s", gone.status, gone.body)
	}
	again := h.ask(h.cookie, http.MethodPut, overridesAPI, merged(position("Baptism", "Third."), "version", gone.Version))
	if again.status != 200 || h.Count(t, "select count(*) from organization_settings where doctrinal_overrides->'Baptism'->>'position' = 'Third.'") != 1 {
		t.Errorf("once more: %d %s", again.status, again.body)
	}
}

// A page that was opened before versions named fields is told of what differs, and of nothing else.
func TestAVersionThatNamesNoFieldIsInConflictWithWhatDiffers(t *testing.T) {
	h := newHouse(t, church.ProChat)
	if got := h.change(agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": agentOf("care", "first", 2)}); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	second := map[string]any{"version": "00112233445566778899aabb", "agent_config": agentOf("care", "second", 2)}
	got := h.ask(h.cookie, http.MethodPatch, agentsAPI, second)
	if got.status != 409 || len(got.Fields) != 1 || got.Fields["agent_config.care.personality.tone"] != "Now: first" {
		t.Errorf("%d %s", got.status, got.body)
	}
	if again := h.ask(h.cookie, http.MethodPatch, agentsAPI, merged(second, "version", got.Version)); again.status != 200 {
		t.Errorf("once more: %d %s", again.status, again.body)
	}
}

// A position that is sent once more, as no answer came, or that two have written alike, is in conflict with nothing.
func TestAPositionThatIsSentTwiceIsStoredOnce(t *testing.T) {
	h := newHouse(t, church.ProChat)
	twice := func(sent map[string]any) (version string) {
		t.Helper()
		before := h.Count(t, "select count(*) from audit_log where church_id = $1", h.church)
		for range 2 {
			got := h.ask(h.cookie, http.MethodPut, overridesAPI, sent)
			if got.status != 200 || got.Version == "" || version != "" && got.Version != version {
				t.Errorf("%v: %d %s", sent, got.status, got.body)
			}
			version = got.Version
		}
		if n := h.Count(t, "select count(*) from audit_log where church_id = $1", h.church) - before; n != 1 {
			t.Errorf("%v: noted %d times", sent, n)
		}
		return version
	}
	body := h.ask(h.cookie, http.MethodGet, theologyPage, nil).body
	_, form, _ := strings.Cut(body, `id="override-new-topic"`)
	_, form, _ = strings.Cut(form, `name="version" value="`)
	version, _, _ := strings.Cut(form, `"`)
	version = twice(map[string]any{"version": version, "topic": "Baptism", "position": "Of believers."})
	version = twice(map[string]any{"version": version, "was": "Baptism", "topic": "Baptism", "position": "Of all.", "never": []string{"christening"}})
	twice(map[string]any{"version": version, "was": "Baptism", "topic": "Holy baptism", "position": "Of all.", "never": []string{"christening"}})
	if h.Count(t, `select count(*) from organization_settings where doctrinal_overrides = '{"Holy baptism": {"position": "Of all.", "never": ["christening"]}}'`) != 1 {
		t.Error("something else is stored")
	}
}

// What two people have each seen to be right must be right together.
func TestTwoPeoplesChangesAreCheckedTogether(t *testing.T) {
	h := newHouse(t, church.ProChat)
	shown := h.version(safetyPage, http.MethodPatch, contactsAPI)
	office := map[string]any{"version": shown, "notification_email": "helen@grace.example", "notification_phone": "+12075550142"}
	guard := map[string]any{"version": shown, "notification_email": "office@grace.example", "notification_phone": "+12075550142", "safeguarding_email": "helen@grace.example"}
	if got := h.ask(h.cookie, http.MethodPatch, contactsAPI, office); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := h.ask(h.cookie, http.MethodPatch, contactsAPI, guard); got.status != 422 || got.Fields["safeguarding_email"] == "" {
		t.Errorf("both the same: %d %s", got.status, got.body)
	}
	shown = h.version(agentsPage, http.MethodPatch, agentsAPI)
	for i, agent := range church.Agents() {
		off := map[string]any{"version": shown, "agent_config": map[string]any{string(agent): map[string]any{"enabled": false}}}
		want := map[bool]int{true: 422, false: 200}[i == len(church.Agents())-1]
		if got := h.ask(h.cookie, http.MethodPatch, agentsAPI, off); got.status != want {
			t.Errorf("%s off: %d %s", agent, got.status, got.body)
		}
	}
}
