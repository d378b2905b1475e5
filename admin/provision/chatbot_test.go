package provision_test

import (
	"maps"
	"slices"
	"testing"

	"narthex/chat/church"
)

// The agents of every plan, and those of Pro and Suite, as agent_config has them at first.
const (
	everyPlans = `"care": {"enabled": true, "personality": {"tone": "gentle and unhurried", "warmth": 5}, "handoff_rules": []},
		"coordinator": {"enabled": true, "personality": {"tone": "friendly and clear", "warmth": 4}, "handoff_rules": []}`
	largerPlans = `"discipleship": {"enabled": true, "personality": {"tone": "encouraging and thoughtful", "warmth": 4}, "handoff_rules": []},
		"stewardship": {"enabled": true, "personality": {"tone": "grateful and plain-spoken", "warmth": 3}, "handoff_rules": []}`
	starters, all = "{" + everyPlans + "}", "{" + everyPlans + "," + largerPlans + "}"
)

// on are the agents that answer on a plan, given what is stored.
func on(plan church.Plan, stored []byte) []church.Agent {
	configs := church.ReadAgents(plan, stored)
	maps.DeleteFunc(configs, func(_ church.Agent, config church.AgentConfig) bool { return !config.Enabled })
	return slices.Sorted(maps.Keys(configs))
}

func TestAChurchBeginsWithTheAgentsOfItsPlan(t *testing.T) {
	t.Parallel()
	few, every := []church.Agent{church.Care, church.Coordinator}, church.Agents()
	f := newFixture(t)
	for plan, want := range map[church.Plan]string{
		church.StarterChat: starters, church.StarterVoice: starters, church.StarterBoth: starters,
		church.ProChat: all, church.ProVoice: all, church.ProBoth: all, church.SuiteChat: all, church.SuiteBoth: all,
	} {
		s := form()
		s.Plan, s.ChurchName = plan, "Church of "+string(plan)
		id := f.must(s, "sub_"+string(plan))
		if !value[bool](f, "select agent_config = $2::jsonb from organization_settings where organization_id = $1", id, want) {
			t.Errorf("%s: %s is stored", plan, value[string](f, "select agent_config::text from organization_settings where organization_id = $1", id))
		}
		stored := value[[]byte](f, "select agent_config from organization_settings where organization_id = $1", id)
		// A change of the plan alone changes who answers, and back.
		for now, who := range map[church.Plan][]church.Agent{church.StarterChat: few, church.StarterBoth: few, church.ProBoth: every, church.SuiteChat: every} {
			if got := on(now, stored); !slices.Equal(got, who) {
				t.Errorf("begun on %s, now on %s: %v answer", plan, now, got)
			}
		}
	}
}
