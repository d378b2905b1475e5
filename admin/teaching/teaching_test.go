package teaching_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/model/modeltest"
)

const (
	theologyPage = "/admin/training/theology"
	agentsPage   = "/admin/training/agents"
	safetyPage   = "/admin/training/safety"
	lensAPI      = "/api/admin/theology/lens"
	overridesAPI = "/api/admin/theology/overrides"
	agentsAPI    = "/api/admin/agents"
	toolsAPI     = "/api/admin/agents/tools"
	crisisAPI    = "/api/admin/safety/crisis"
	contactsAPI  = "/api/admin/safety/contacts"
	wordsAPI     = "/api/admin/safety/words"
	textsAPI     = "/api/admin/theology/texts"
	testAPI      = "/api/admin/safety/test"
	compareAPI   = "/api/admin/theology/compare"
)

// prompted is the system message that the model was last given.
func (h *house) prompted() string {
	chats := h.Upstream.Chats()
	return chats[len(chats)-1].Messages[0].Content
}

// until waits until the node that answers visitors has a change, and says how long that took.
func (h *house) until(what string, holds func(*church.Snapshot) bool) {
	h.t.Helper()
	began := time.Now()
	chattest.Eventually(h.t, func() bool {
		snapshot, err := h.Churches.ByID(h.t.Context(), h.church)
		chattest.Must(h.t, err)
		return holds(snapshot)
	})
	h.t.Logf("%s: in the visitors' snapshot after %v", what, time.Since(began))
}

func (h *house) audited(what string) int {
	h.t.Helper()
	return h.Count(h.t, "select count(*) from audit_log where church_id = $1 and what = $2", h.church, what)
}

// An answer that was remembered under the old lens is not given under the new one.
func TestALensIsInTheNextAnswer(t *testing.T) {
	h := newHouse(t, church.ProChat)
	question := chattest.Question{Message: chattest.ModelQuestion}
	h.Upstream.Script(modeltest.Reply("The red one."))
	h.Server.Ask(t, h.church, question)
	chattest.Eventually(t, func() bool {
		question.Session = uuid.New()
		return h.Server.Ask(t, h.church, question).Tier() == 2
	})
	if got := h.change(theologyPage, http.MethodPatch, lensAPI, map[string]any{"lens": 4}); got.status != 200 || got.Version == "" {
		t.Fatalf("%d: %s", got.status, got.body)
	}
	h.until("the lens", func(s *church.Snapshot) bool { return s.Lens.ID == 4 && s.LensSource == church.LensStored })
	h.Upstream.Script(modeltest.Reply("The blue one, at Mass."))
	question.Session = uuid.New()
	if got := h.Server.Ask(t, h.church, question); got.Tier() != 4 || !strings.Contains(h.prompted(), "Tradition: Catholic") || !strings.Contains(h.prompted(), "They pray with us.") {
		t.Errorf("tier %d: %s", got.Tier(), h.prompted())
	}
	if got := h.change(theologyPage, http.MethodPatch, lensAPI, map[string]any{"lens": 0}); got.status != 200 || h.Count(t, "select count(*) from church_theological_lenses") != 0 {
		t.Errorf("left to the denomination: %d %s", got.status, got.body)
	}
	if h.audited("lens.chosen") != 1 || h.audited("lens.cleared") != 1 {
		t.Error("it is not in the audit log")
	}
}

func TestAgentsAndToolsAreInTheNextAnswer(t *testing.T) {
	h := newHouse(t, church.ProChat)
	got := h.change(agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": map[string]any{
		"coordinator":  map[string]any{"enabled": false},
		"discipleship": map[string]any{"personality": map[string]any{"tone": " merry  and plain ", "warmth": 2}, "handoff_rules": []string{"when it is about the choir", " "}},
	}})
	if got.status != 200 {
		t.Fatalf("%d: %s", got.status, got.body)
	}
	h.until("the agents", func(s *church.Snapshot) bool { return !s.Agents[church.Coordinator].Enabled })
	if answer := h.Server.Ask(t, h.church, chattest.Question{Message: chattest.ModelQuestion, Agent: "coordinator"}); !strings.Contains(fmt.Sprint(answer), "agent_inactive") {
		t.Errorf("the coordinator answers: %v", answer)
	}
	h.Upstream.Script(modeltest.Reply("Yes."))
	h.Server.Ask(t, h.church, chattest.Question{Message: chattest.ModelQuestion, Agent: "discipleship"})
	for _, want := range []string{"Tone: merry and plain; warmth 2 of 5", "This church asks: when it is about the choir"} {
		if !strings.Contains(h.prompted(), want) {
			t.Errorf("the model was not told %q", want)
		}
	}
	offered := func() string {
		h.Upstream.Script(modeltest.Reply("Yes."))
		h.Server.Ask(t, h.church, chattest.Question{Message: chattest.ModelQuestion, Agent: "discipleship"})
		chats := h.Upstream.Chats()
		return fmt.Sprint(chats[len(chats)-1].Tools)
	}
	if got := h.change(agentsPage, http.MethodPatch, toolsAPI, map[string]any{"agent_tool_config": map[string]bool{"request_baptism": false, "leave_message": true}}); got.status != 200 {
		t.Fatalf("%d: %s", got.status, got.body)
	}
	h.until("the tools", func(s *church.Snapshot) bool { on, set := s.Tools["request_baptism"]; return set && !on })
	if got := offered(); strings.Contains(got, "request_baptism") || !strings.Contains(got, "request_membership") {
		t.Errorf("offered: %s", got)
	}
	if h.audited("agents.changed") != 1 || h.audited("tools.changed") != 1 {
		t.Error("it is not in the audit log")
	}
}

// What provisioning stores has the shape of what is sent and stored here: a change of one field changes nothing else.
func TestOneFieldOfWhatAChurchBeginsWithIsChanged(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	first, err := json.Marshal(church.AgentsAtFirst(church.StarterChat))
	chattest.Must(t, err)
	for path, sent := range map[string]map[string]any{
		"enabled":            {"enabled": false},
		"personality,tone":   {"personality": map[string]any{"tone": "merry"}},
		"personality,warmth": {"personality": map[string]any{"warmth": 2}},
		"handoff_rules":      {"handoff_rules": []string{"when somebody asks for the pastor"}},
	} {
		h.Exec(t, "update organization_settings set agent_config = $2 where organization_id = $1", h.church, first)
		if got := h.change(agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": map[string]any{"care": sent}}); got.status != 200 {
			t.Fatalf("%s: %d %s", path, got.status, got.body)
		}
		if n := h.Count(t, `
			select count(*) from organization_settings, string_to_array('care,' || $2, ',') as path
			where organization_id = $1 and agent_config <> $3::jsonb and agent_config #- path = $3::jsonb #- path
				and jsonb_typeof(agent_config #> path) = jsonb_typeof($3::jsonb #> path)`, h.church, path, first); n != 1 {
			t.Errorf("%s: something else is changed, or nothing", path)
		}
	}
}

func TestWhatAPlanDoesNotHaveStaysLocked(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	body := h.ask(h.cookie, http.MethodGet, agentsPage, nil).body
	if !strings.Contains(body, "This comes with the plan Pro.") || !strings.Contains(body, `href="/admin/upgrade"`) || strings.Contains(body, `name="agent_config.stewardship.enabled"`) || strings.Contains(body, `name="agent_tool_config.list_events"`) {
		t.Error("what is locked does not say so")
	}
	got := h.change(agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": map[string]any{"stewardship": map[string]any{"enabled": true}, "care": map[string]any{"enabled": false}}})
	if got.status != 422 || got.Fields["agent_config.stewardship.enabled"] != "This comes with the plan Pro." {
		t.Errorf("an agent: %d %s", got.status, got.body)
	}
	got = h.change(agentsPage, http.MethodPatch, toolsAPI, map[string]any{"agent_tool_config": map[string]bool{"list_events": true, "plan_visit": false}})
	if got.status != 422 || got.Fields["agent_tool_config.list_events"] == "" {
		t.Errorf("a tool: %d %s", got.status, got.body)
	}
	if n := h.Count(t, "select count(*) from organization_settings where organization_id = $1 and agent_config = '{}' and agent_tool_config = '{}'", h.church); n != 1 {
		t.Error("something was written all the same")
	}
	got = h.change(agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": map[string]any{"coordinator": map[string]any{"enabled": false}, "care": map[string]any{"enabled": false}}})
	if got.status != 422 || got.Fields["agent_config.care.enabled"] == "" {
		t.Errorf("nobody left: %d %s", got.status, got.body)
	}
}

// Two people have the same page open: the second to save is told, and nothing of the first is lost. What others change elsewhere
// is no conflict.
func TestNobodysChangeIsLost(t *testing.T) {
	h := newHouse(t, church.ProChat)
	for _, form := range []struct {
		page, method, address string
		first, second         map[string]any
		stored                string
	}{
		{theologyPage, http.MethodPatch, lensAPI, map[string]any{"lens": 4}, map[string]any{"lens": 12}, "select count(*) from church_theological_lenses where theological_lens_id = 4"},
		{theologyPage, http.MethodPut, overridesAPI, map[string]any{"topic": "Baptism", "position": "First."}, nil, "select count(*) from organization_settings where doctrinal_overrides = '{\"Baptism\": {\"position\": \"First.\"}}'"},
		{agentsPage, http.MethodPatch, agentsAPI, map[string]any{"agent_config": map[string]any{"care": map[string]any{"personality": map[string]any{"tone": "first"}}}},
			map[string]any{"agent_config": map[string]any{"care": map[string]any{"personality": map[string]any{"tone": "second"}}}}, "select count(*) from organization_settings where agent_config->'care'->'personality'->>'tone' = 'first'"},
		{safetyPage, http.MethodPatch, crisisAPI, map[string]any{"crisis_message": "First."}, map[string]any{"crisis_message": "Second."}, "select count(*) from church_voice_agents where crisis_message = 'First.'"},
		{safetyPage, http.MethodPatch, contactsAPI, map[string]any{"notification_email": "first@grace.example"}, map[string]any{"notification_email": "second@grace.example"}, "select count(*) from church_voice_agents where notification_email = 'first@grace.example'"},
		{safetyPage, http.MethodPatch, wordsAPI, map[string]any{"words_to_avoid": []string{"first"}}, map[string]any{"words_to_avoid": []string{"second"}}, "select count(*) from organization_settings where chatbot_config->'words_to_avoid' = '[\"first\"]'"},
	} {
		shown := h.version(form.page, form.method, form.address)
		h.Exec(t, "update organization_settings set chatbot_config = chatbot_config || '{\"daily_budget_usd\": 3}'") // somebody saves another form
		form.first["version"] = shown
		first := h.ask(h.cookie, form.method, form.address, form.first)
		if first.status != 200 {
			t.Errorf("%s: the first: %d %s", form.address, first.status, first.body)
		}
		if form.second != nil {
			form.second["version"] = shown
			if second := h.ask(h.cookie, form.method, form.address, form.second); second.status != 409 || second.Code != "changed_meanwhile" {
				t.Errorf("%s: the second: %d %s", form.address, second.status, second.body)
			}
			again := h.ask(h.cookie, form.method, form.address, merged(form.first, "version", first.Version))
			if again.status != 200 {
				t.Errorf("%s: with the version of the answer: %d %s", form.address, again.status, again.body)
			}
		}
		if h.Count(t, form.stored) != 1 {
			t.Errorf("%s: not what the first wrote is stored", form.address)
		}
	}
}

func merged(content map[string]any, key string, value any) map[string]any {
	content[key] = value
	return content
}

func TestOwnPositionsAreWrittenAndTakenBack(t *testing.T) {
	h := newHouse(t, church.ProChat)
	add := func(content map[string]any) reply {
		body := h.ask(h.cookie, http.MethodGet, theologyPage, nil).body
		_, form, _ := strings.Cut(body, `id="override-new-topic"`)
		_, value, _ := strings.Cut(form, `name="version" value="`)
		content["version"], _, _ = strings.Cut(value, `"`)
		return h.ask(h.cookie, http.MethodPut, overridesAPI, content)
	}
	for field, content := range map[string]map[string]any{
		"topic":    {"topic": " ", "position": "Of believers."},
		"position": {"topic": "Baptism", "position": strings.Repeat("x", 601)},
		"never":    {"topic": "Baptism", "position": "We baptize believers.", "never": []string{"baptize"}},
	} {
		if got := add(content); got.status != 422 || len(got.Fields) != 1 || got.Fields[field] == "" {
			t.Errorf("%s: %d %s", field, got.status, got.body)
		}
	}
	for _, term := range []string{"988", "the", "Harbor", "help", "911", "xx", strings.Repeat("long ", 20), strings.Repeat("a", 60), strings.Repeat("ha ", 20)} {
		if got := add(map[string]any{"topic": "Baptism", "position": "Of believers.", "never": []string{term}}); got.status != 422 || got.Fields["never"] == "" {
			t.Errorf("%q: %d %s", term, got.status, got.body)
		}
	}
	saved := add(map[string]any{"topic": "Baptism", "position": "Of believers.", "never": []string{"christening", "Christening", ""}})
	if saved.status != 200 || h.Count(t, `select count(*) from organization_settings where doctrinal_overrides = '{"Baptism": {"position": "Of believers.", "never": ["christening"]}}'`) != 1 {
		t.Fatalf("%d %s", saved.status, saved.body)
	}
	if got := add(map[string]any{"topic": "baptism", "position": "Again."}); got.status != 422 || got.Fields["topic"] == "" {
		t.Errorf("twice: %d %s", got.status, got.body)
	}
	h.until("the position", func(s *church.Snapshot) bool {
		return len(s.Overrides) == 1 && s.Overrides[0].Forbidden[0] == "christening"
	})
	renamed := h.ask(h.cookie, http.MethodPut, overridesAPI, map[string]any{"was": "Baptism", "version": saved.Version, "topic": "Holy baptism", "position": "Of believers."})
	if renamed.status != 200 || h.Count(t, `select count(*) from organization_settings where doctrinal_overrides = '{"Holy baptism": {"position": "Of believers."}}'`) != 1 {
		t.Errorf("renamed: %d %s", renamed.status, renamed.body)
	}
	if got := h.ask(h.cookie, http.MethodDelete, overridesAPI, map[string]any{"was": "Holy baptism", "version": saved.Version}); got.status != 409 {
		t.Errorf("deleted as it was before: %d %s", got.status, got.body)
	}
	if got := h.ask(h.cookie, http.MethodDelete, overridesAPI, map[string]any{"was": "Holy baptism", "version": renamed.Version}); got.status != 200 || h.Count(t, "select count(*) from organization_settings where doctrinal_overrides = '{}'") != 1 {
		t.Errorf("deleted: %d %s", got.status, got.body)
	}
}

func TestTwoVoicesAnswerTheSameAndNobodyHearsOfIt(t *testing.T) {
	h := newHouse(t, church.ProChat)
	h.Upstream.Script(modeltest.Reply("An answer."), modeltest.Reply("An answer."))
	got := h.ask(h.cookie, http.MethodPost, compareAPI, map[string]any{"lens": 4, "question": "Who are the saints?"})
	if got.status != 200 || got.Now.Lens != "Christocentric" || got.Then.Lens != "Catholic" || got.Now.Text != "An answer." || got.Then.Text != "An answer." {
		t.Errorf("%d %s", got.status, got.body)
	}
	told := map[string]bool{}
	for _, chat := range h.Upstream.Chats() {
		for _, lens := range []string{"Christocentric", "Catholic"} {
			if strings.Contains(chat.Messages[0].Content, "Tradition: "+lens) {
				told[lens] = true
			}
		}
	}
	if len(told) != 2 {
		t.Errorf("the model was told of %v", told)
	}
	if n := h.Count(t, "select (select count(*) from messages) + (select count(*) from conversations)"); n != 0 {
		t.Errorf("%d rows were written", n)
	}
	if got := h.ask(h.cookie, http.MethodPost, compareAPI, map[string]any{"lens": 4, "question": "I want to kill myself tonight"}); got.status != 422 || got.Code != "answered_as_crisis" {
		t.Errorf("a crisis: %d %s", got.status, got.body)
	}
	for _, bad := range []map[string]any{{"lens": 4, "question": " "}, {"lens": 99, "question": "Who?"}, {"lens": 4, "question": strings.Repeat("x", 501)}} {
		if got := h.ask(h.cookie, http.MethodPost, compareAPI, bad); got.status != 422 {
			t.Errorf("%v: %d", bad, got.status)
		}
	}
	h.wait = time.Minute
	if got := h.ask(h.cookie, http.MethodPost, compareAPI, map[string]any{"lens": 4, "question": "Who?"}); got.status != 429 {
		t.Errorf("too often: %d", got.status)
	}
}

func TestSafetyIsCheckedBeforeItIsKept(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	h.Exec(t, "update church_voice_agents set carrier_phone_number = '+12075550145' where church_id = $1", h.church)
	for name, test := range map[string]struct {
		address, field string
		content        map[string]any
	}{
		"a promise":             {crisisAPI, "crisis_message", map[string]any{"crisis_message": "All that you say is confidential."}},
		"too long":              {crisisAPI, "crisis_blessing", map[string]any{"crisis_blessing": strings.Repeat("x", 601)}},
		"no address":            {contactsAPI, "notification_email", map[string]any{"notification_email": "ask at the office"}},
		"two addresses":         {contactsAPI, "safeguarding_email", map[string]any{"safeguarding_email": "a@b.example, c@d.example"}},
		"the assistant's":       {contactsAPI, "notification_phone", map[string]any{"notification_phone": "+1 (207) 555-0145"}},
		"no number":             {contactsAPI, "notification_phone", map[string]any{"notification_phone": "the red one"}},
		"the office again":      {contactsAPI, "safeguarding_email", map[string]any{"notification_email": "a@b.example", "safeguarding_email": "A@b.example"}},
		"the same telephone":    {contactsAPI, "safeguarding_phone", map[string]any{"notification_phone": "+1 207 555 0142", "safeguarding_phone": "+1 (207) 555-0142"}},
		"the same, without 1":   {contactsAPI, "safeguarding_phone", map[string]any{"notification_phone": "+1 207 555 0142", "safeguarding_phone": "(207) 555-0142"}},
		"no area code":          {contactsAPI, "safeguarding_phone", map[string]any{"safeguarding_phone": "555-0142"}},
		"a name without a way":  {contactsAPI, "safeguarding_email", map[string]any{"safeguarding_name": "Helen Marsh"}},
		"a word that is needed": {wordsAPI, "words_to_avoid", map[string]any{"words_to_avoid": []string{"suicide"}}},
	} {
		if got := h.change(safetyPage, http.MethodPatch, test.address, test.content); got.status != 422 || len(got.Fields) != 1 || got.Fields[test.field] == "" {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	if got := h.change(safetyPage, http.MethodPatch, contactsAPI, map[string]any{
		"notification_email": "office@grace.example", "safeguarding_name": "Helen Marsh", "safeguarding_phone": "+1 207 555 0199", "escalation_contact_name": "Ruth", "escalation_when": "evenings",
	}); got.status != 200 || h.Count(t, "select count(*) from church_voice_agents where safeguarding_name = 'Helen Marsh' and notification_phone is null and escalation_when = 'evenings'") != 1 {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := h.change(safetyPage, http.MethodPatch, wordsAPI, map[string]any{"words_to_avoid": []string{"sinner's prayer"}}); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
	h.until("the words", func(s *church.Snapshot) bool { return len(s.Avoided) == 1 })
	if got := h.change(safetyPage, http.MethodPatch, crisisAPI, map[string]any{"crisis_message": "We are glad that you told us."}); got.status != 200 {
		t.Errorf("%d %s", got.status, got.body)
	}
	h.until("the crisis message", func(s *church.Snapshot) bool { return s.CrisisMessage != "" })
	if answer := h.Server.Ask(t, h.church, chattest.Question{Message: "I want to kill myself tonight"}).Text(); !strings.HasPrefix(answer, "We are glad that you told us.") || !strings.Contains(answer, "988") {
		t.Errorf("the crisis answer: %s", answer)
	}
}

func TestTestsOfContactsAreFew(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	if got := h.ask(h.cookie, http.MethodPost, testAPI, map[string]any{"contact": "safeguarding"}); got.status != 422 || got.Code != "no_contact" {
		t.Errorf("nobody: %d %s", got.status, got.body)
	}
	for i := range 7 {
		got := h.ask(h.cookie, http.MethodPost, testAPI, map[string]any{"contact": "church"})
		if want := map[bool]int{true: 200, false: 429}[i < 6]; got.status != want {
			t.Errorf("test %d: %d %s", i+1, got.status, got.body)
		}
	}
	if n := h.audited("contact.tested.church"); n != 6 {
		t.Errorf("%d are in the audit log", n)
	}
}

func TestOnlyWhoMayChangesAndOnlyTheirOwn(t *testing.T) {
	h := newHouse(t, church.ProChat)
	writes := []struct{ method, address string }{
		{http.MethodPatch, lensAPI}, {http.MethodPut, overridesAPI}, {http.MethodDelete, overridesAPI}, {http.MethodPost, compareAPI}, {http.MethodPost, "/api/admin/preview"},
		{http.MethodPatch, agentsAPI}, {http.MethodPatch, toolsAPI}, {http.MethodPatch, crisisAPI}, {http.MethodPatch, contactsAPI}, {http.MethodPatch, wordsAPI}, {http.MethodPatch, textsAPI}, {http.MethodPost, testAPI},
	}
	office := accesstest.SignIn(t, h.DB.Admin, h.church, access.OfficeAdmin)
	for _, write := range writes {
		if got := h.ask(office, write.method, write.address, map[string]any{}); got.status != 403 {
			t.Errorf("%s %s by the office: %d", write.method, write.address, got.status)
		}
		for _, body := range []string{"", "null{", "[1]", `{"version": 7}`, `{} {}`, `{"version": "` + strings.Repeat("x", 300<<10) + `"}`} {
			if write.address == "/api/admin/preview" {
				continue // reads nothing
			}
			if got := h.ask(h.cookie, write.method, write.address, body); got.status < 400 || got.status >= 500 {
				t.Errorf("%s %s with %.20q: %d", write.method, write.address, body, got.status)
			}
		}
	}
	other, theirs := h.addChurch(church.ProChat)
	if got := h.ask(theirs, http.MethodPatch, lensAPI, map[string]any{"lens": 4, "version": h.version(theologyPage, http.MethodPatch, lensAPI)}); got.status != 409 && got.status != 200 {
		t.Errorf("another church's: %d", got.status)
	}
	if n := h.Count(t, "select count(*) from church_theological_lenses where church_id <> $1", other); n != 0 {
		t.Error("another church's session wrote here")
	}
	h.Exec(t, "update premium_churches set chatbot_agent_id = null where church_id = $1", h.church)
	if got := h.ask(h.cookie, http.MethodPatch, agentsAPI, map[string]any{}); got.status != 400 || !strings.Contains(got.body, "No chatbot configured.") {
		t.Errorf("without an assistant: %d %s", got.status, got.body)
	}
	if got := h.ask(h.cookie, http.MethodGet, agentsPage, nil); got.status != 200 || !strings.Contains(got.body, "Your assistant is being set up") {
		t.Errorf("its page: %d", got.status)
	}
}

func TestAPreviewIsMadeForOnesOwnChurch(t *testing.T) {
	h := newHouse(t, church.ProChat)
	got := h.ask(h.cookie, http.MethodPost, "/api/admin/preview", nil)
	token, ok := strings.CutPrefix(got.URL, "https://narthex.example/care/"+h.slug+"?preview=")
	if got.status != 200 || !ok {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if err := h.previews.Check(h.church, token); err != nil {
		t.Error(err)
	}
	if h.previews.Check(uuid.New(), token) == nil || h.audited("preview.made") != 1 {
		t.Error("it is good for another church, or not in the audit log")
	}
}

func TestWordsOfAnAnswerAreProposedToBeAvoided(t *testing.T) {
	h := newHouse(t, church.StarterChat)
	got := h.ask(h.cookie, http.MethodGet, "/admin/training/safety?avoid=left%20%20behind%3Cb%3E", nil)
	if got.status != http.StatusOK || !strings.Contains(got.body, ">left behind&lt;b&gt;</textarea>") || !strings.Contains(got.body, "stands in the list now") {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := h.ask(h.cookie, http.MethodGet, "/admin/training/safety", nil); strings.Contains(got.body, "stands in the list now") {
		t.Error("nothing was proposed")
	}
}
