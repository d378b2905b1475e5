package church

import "encoding/json"

// What an admin's page shows of the settings of a church, read as a snapshot reads them. What cannot be understood is left out.

// ReadAgents is how the agents of a church on a plan behave with that agent_config.
func ReadAgents(plan Plan, agentConfig json.RawMessage) map[Agent]AgentConfig {
	return mergeAgents(plan, agentConfig, &droppings{})
}

// AgentsAtFirst are what agent_config has for a church that begins on a plan: the plan's agents, on, with the manner that they have by
// default. It leaves out those that the plan does not include: on a larger plan they are on, as long as nothing is stored of them.
func AgentsAtFirst(plan Plan) map[Agent]AgentConfig {
	first := make(map[Agent]AgentConfig)
	for agent, config := range ReadAgents(plan, nil) {
		if plan.Includes(agent) {
			config.HandoffRules = []string{}
			first[agent] = config
		}
	}
	return first
}

// ReadTools are the tools that an agent_tool_config switches on or off, by name.
func ReadTools(agentToolConfig json.RawMessage) map[string]bool {
	return decodeTools(agentToolConfig, &droppings{})
}

// ReadOverrides are the church's own positions in doctrinal_overrides, by topic.
func ReadOverrides(doctrinalOverrides json.RawMessage) []Rule {
	return decodeOverrides(doctrinalOverrides, &droppings{})
}

// ReadAvoided are the words that a chatbot_config has a church avoid.
func ReadAvoided(chatbotConfig json.RawMessage) []string {
	return decodeAvoided(chatbotConfig, &droppings{})
}

// ReadLensTexts says whether a chatbot_config lets the curated texts of the church's lens be used: unless it says no.
func ReadLensTexts(chatbotConfig json.RawMessage) bool {
	var config struct {
		LensTexts *bool `json:"lens_texts"`
	}
	return json.Unmarshal(chatbotConfig, &config) != nil || config.LensTexts == nil || *config.LensTexts
}

// Agents are all of them, in the order in which pages show them.
func Agents() []Agent { return []Agent{Care, Coordinator, Discipleship, Stewardship} }
