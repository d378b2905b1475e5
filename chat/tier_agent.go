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
	name := func(agent church.Agent) string { return phrase(language, "agent."+string(agent)) }
	answer := phrase(language, "agent_inactive", "agent", name(asked))
	if len(active) > 0 {
		others := make([]string, len(active))
		for i, agent := range active {
			others[i] = name(agent)
		}
		answer += " " + phrase(language, "active_agents", "agents", strings.Join(others, ", "))
	}
	return answer
}
