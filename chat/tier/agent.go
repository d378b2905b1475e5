// The tier that answers for agents that are switched off.

package tier

import (
	"context"
	"iter"
	"strings"

	"narthex/chat"
	"narthex/chat/church"
)

// Agent answers for an agent that the church has not switched on: the answer says so and names the agents that are.
type Agent struct{}

// Answer implements chat.Tier.
func (Agent) Answer(_ context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		if turn.Church.Agents[turn.Agent].Enabled {
			return
		}
		text := agentInactiveText(turn.Language, turn.Agent, turn.Church.ActiveAgents())
		yieldAnswer(yield, noTier("agent_inactive"), text, nil)
	}
}

func agentInactiveText(language string, asked church.Agent, active []church.Agent) string {
	name := func(agent church.Agent) string { return chat.Phrase(language, "agent."+string(agent)) }
	answer := chat.Phrase(language, "agent_inactive", "agent", name(asked))
	if len(active) > 0 {
		others := make([]string, len(active))
		for i, agent := range active {
			others[i] = name(agent)
		}
		answer += " " + chat.Phrase(language, "active_agents", "agents", strings.Join(others, ", "))
	}
	return answer
}
