package tools_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
)

func names(offered []tools.Definition) []string {
	list := make([]string, len(offered))
	for i, d := range offered {
		list[i] = d.Name
	}
	return list
}

func TestATurnIsOfferedWhatPlanAgentAndChurchAllow(t *testing.T) {
	f := setup(t)
	offered := func(agent church.Agent, change func(*church.Snapshot)) []string {
		at := *f.church("c" + turn(nil, agent).ID.String())
		change(&at)
		return names(f.tools.Offered(turn(&at, agent)))
	}
	starter := func(c *church.Snapshot) { c.Plan = church.StarterChat }
	for _, test := range []struct {
		name        string
		agent       church.Agent
		change      func(*church.Snapshot)
		has, hasNot []string
	}{
		{"a starter plan", church.Care, starter, []string{"get_service_times", "submit_prayer_request", "escalate_to_pastor"}, []string{"request_hospital_visit", "plan_visit"}},
		{"a pro plan", church.Care, func(c *church.Snapshot) { c.Plan = church.ProVoice }, []string{"request_hospital_visit", "report_bereavement"}, []string{"request_baptism", "request_mentor"}},
		{"a pro plan's discipleship", church.Discipleship, func(c *church.Snapshot) { c.Plan = church.ProChat }, []string{"request_baptism", "list_ministries"}, []string{"request_mentor"}},
		{"a suite plan", church.Discipleship, func(*church.Snapshot) {}, []string{"request_mentor", "request_membership"}, []string{"request_facility_use"}},
		{"an agent that is switched off", church.Care, func(c *church.Snapshot) { c.Agents = nil }, nil, []string{"get_service_times", "leave_message"}},
		{"no plan", church.Care, func(c *church.Snapshot) { c.Plan = "" }, nil, []string{"get_service_times"}},
		{"a tool switched off", church.Care, func(c *church.Snapshot) { c.Tools = map[string]bool{"leave_message": false} }, []string{"request_callback"}, []string{"leave_message"}},
		{"a tool switched on beyond the plan", church.Care, func(c *church.Snapshot) {
			starter(c)
			c.Tools = map[string]bool{"request_hospital_visit": true, "request_mentor": true, "leave_message": true}
		}, []string{"leave_message"}, []string{"request_hospital_visit", "request_mentor"}},
		{"no prayer requests", church.Coordinator, func(c *church.Snapshot) {
			c.Intake.PrayerRequests = false
			c.Tools = map[string]bool{"submit_prayer_request": true}
		}, []string{"plan_visit"}, []string{"submit_prayer_request"}},
		{"no visitors' data", church.Coordinator, func(c *church.Snapshot) { c.Intake.Visitors = false }, []string{"request_callback"}, []string{"plan_visit", "capture_visitor_contact"}},
		{"no call backs", church.Coordinator, func(c *church.Snapshot) { c.Intake.Callbacks = false }, []string{"leave_message"}, []string{"request_callback"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := offered(test.agent, test.change)
			for _, name := range test.has {
				if !slices.Contains(got, name) {
					t.Errorf("%s is not offered: %v", name, got)
				}
			}
			for _, name := range test.hasNot {
				if slices.Contains(got, name) {
					t.Errorf("%s is offered", name)
				}
			}
			if again := offered(test.agent, test.change); !slices.Equal(got, again) {
				t.Errorf("the order changed: %v, %v", got, again)
			}
		})
	}
}

func TestOneModelForAllAgentsIsOfferedTheToolsOfEachThatIsOn(t *testing.T) {
	f := setup(t)
	at := *f.church("ours")
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: f.Pool, Notifier: f.notifier}, tools.Config{OneForAll: true})
	if err != nil {
		t.Fatal(err)
	}
	has := func(name string) bool {
		return slices.Contains(names(registry.Offered(turn(&at, church.Coordinator))), name)
	}
	if !has("request_hospital_visit") || !has("request_giving_statement") || !has("request_baptism") || !has("register_for_event") {
		t.Error("not all tools of the church's agents")
	}
	at.Agents = map[church.Agent]church.AgentConfig{church.Coordinator: {Enabled: true}, church.Care: {}}
	if has("request_hospital_visit") || !has("register_for_event") {
		t.Error("tools of an agent that is off")
	}
	at.Agents = map[church.Agent]church.AgentConfig{church.Care: {Enabled: true}}
	if has("request_hospital_visit") || has("leave_message") {
		t.Error("tools for an agent that is off")
	}
}

func TestEveryDefinitionIsStrictAndWordedInBothLanguages(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	seen := map[string]bool{}
	for agent := range at.Agents {
		for _, d := range f.tools.Offered(turn(at, agent)) {
			seen[d.Name] = true
			var schema struct {
				Type                 string
				AdditionalProperties *bool
				Properties           map[string]struct {
					Type, Description, Format string
					Maximum                   *int
					Enum                      []string
				}
				Required []string
			}
			if err := json.Unmarshal(d.Parameters, &schema); err != nil {
				t.Fatalf("%s: %v", d.Name, err)
			}
			if schema.Type != "object" || schema.AdditionalProperties == nil || *schema.AdditionalProperties || schema.Required == nil || len(d.Description) < 30 {
				t.Errorf("%s: %s", d.Name, d.Parameters)
			}
			for name, p := range schema.Properties {
				if p.Description == "" || p.Type == "integer" && p.Maximum == nil {
					t.Errorf("%s.%s is not described, or not bounded", d.Name, name)
				}
				if p.Type != "string" || len(p.Enum) > 0 {
					continue
				}
				// How long a text may be is not told, but held to.
				refused := f.call(turn(at, agent), d.Name, `{"`+name+`":"`+strings.Repeat("1", 3000)+`"}`).Content
				if !strings.Contains(refused, name+": maxLength") && !strings.Contains(refused, name+" must be") {
					t.Errorf("%s.%s is not bounded: %s", d.Name, name, refused)
				}
			}
			for _, name := range schema.Required {
				if _, there := schema.Properties[name]; !there {
					t.Errorf("%s requires %s, which it does not have", d.Name, name)
				}
			}
			en, es := f.tools.Running(d.Name, "en"), f.tools.Running(d.Name, "es")
			if en == "" || es == "" || en == es || en == f.tools.Running("", "en") || f.tools.Running(d.Name, "fr") != en {
				t.Errorf("%s: running %q, %q", d.Name, en, es)
			}
		}
	}
	for name := range everyTool {
		if !seen[name] {
			t.Errorf("%s is offered to nobody", name)
		}
	}
}

func TestARegistryWithoutItsPartsIsRefused(t *testing.T) {
	if _, err := tools.New(tools.Parts{}, tools.Config{}); err == nil {
		t.Error("was made")
	}
}
