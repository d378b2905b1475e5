package chat

import (
	"context"
	"iter"
	"strings"

	"narthex/chat/church"
)

// AgentCheck answers for an agent that the church has not switched on: it says so and names the agents that are.
type AgentCheck struct{}

// Answer implements Tier.
func (AgentCheck) Answer(_ context.Context, turn *Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if turn.Church.Agents[turn.Agent].Enabled {
			return
		}
		text := agentInactiveText(turn.Language, turn.Agent, turn.Church.ActiveAgents())
		answerOutsideTiers(yield, "agent_inactive", text)
	}
}

func agentInactiveText(language string, asked church.Agent, active []church.Agent) string {
	names := agentNames[language]
	if names == nil {
		language, names = "en", agentNames["en"]
	}
	others := make([]string, len(active))
	for i, agent := range active {
		others[i] = names[agent]
	}
	text := sentences[language]
	answer := strings.ReplaceAll(text.agentInactive, "{agent}", names[asked])
	if len(others) > 0 {
		answer += " " + strings.ReplaceAll(text.activeAgents, "{agents}", strings.Join(others, ", "))
	}
	return answer
}
