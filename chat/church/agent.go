package church

import (
	"encoding/json"
	"slices"
)

// Agent is one of the assistant's roles.
type Agent string

// The agents, in the order in which pages show them.
const (
	Care         Agent = "care"
	Coordinator  Agent = "coordinator"
	Discipleship Agent = "discipleship"
	Stewardship  Agent = "stewardship"
)

var agents = []Agent{Care, Coordinator, Discipleship, Stewardship}

// ParseAgent returns the agent of that name; ok is false when there is none.
func ParseAgent(name string) (agent Agent, ok bool) {
	if slices.Contains(agents, Agent(name)) {
		return Agent(name), true
	}
	return "", false
}

// AgentConfig is how one agent behaves at one church: its plan's defaults with the church's own settings merged over.
// In JSON it is what agent_config has of the agent.
type AgentConfig struct {
	Enabled      bool        `json:"enabled"`
	Personality  Personality `json:"personality"`
	HandoffRules []string    `json:"handoff_rules"` // when to hand over to a person, one rule each
}

// Personality is the manner of an agent.
type Personality struct {
	Tone   string `json:"tone"`
	Warmth int    `json:"warmth"` // from 1, reserved, to 5, very warm
}

const (
	minWarmth = 1
	maxWarmth = 5
)

// defaultPersonalities hold until a church sets its own.
var defaultPersonalities = map[Agent]Personality{
	Care:         {Tone: "gentle and unhurried", Warmth: 5},
	Coordinator:  {Tone: "friendly and clear", Warmth: 4},
	Discipleship: {Tone: "encouraging and thoughtful", Warmth: 4},
	Stewardship:  {Tone: "grateful and plain-spoken", Warmth: 3},
}

// mergeAgents lays agent_config over the plan's defaults, field by field. What the plan does not include stays off
// whatever the church has stored, so that a downgrade takes effect and an upgrade brings the old settings back.
func mergeAgents(plan Plan, raw json.RawMessage, dropped *droppings) map[Agent]AgentConfig {
	merged := make(map[Agent]AgentConfig, len(agents))
	for _, agent := range agents {
		merged[agent] = AgentConfig{Enabled: plan.Includes(agent), Personality: defaultPersonalities[agent]}
	}
	for name, settings := range objectOf(raw, "agent_config", dropped) {
		agent, known := ParseAgent(name)
		if !known {
			dropped.note("agent_config", "unknown agent")
			continue
		}
		config := merged[agent]
		config.mergeOver(settings, dropped)
		config.Enabled = config.Enabled && plan.Includes(agent)
		merged[agent] = config
	}
	return merged
}

func (c *AgentConfig) mergeOver(settings json.RawMessage, dropped *droppings) {
	const column = "agent_config"
	fields := objectOf(settings, column, dropped)
	if enabled, ok := boolOf(fields["enabled"], column, dropped); ok {
		c.Enabled = enabled
	}
	if rules, ok := linesOf(fields["handoff_rules"], column, dropped); ok {
		c.HandoffRules = rules
	}
	personality := objectOf(fields["personality"], column, dropped)
	if tone, ok := textOf(personality["tone"], column, dropped); ok && tone != "" {
		c.Personality.Tone = tone
	}
	if warmth, ok := numberOf(personality["warmth"], column, dropped); ok {
		c.Personality.Warmth = int(min(max(warmth, minWarmth), maxWarmth))
	}
}
