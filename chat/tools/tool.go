package tools

import (
	"context"
	"slices"

	"narthex/chat/church"
	"narthex/chat/tools/parameter"
)

// Tool is one entry of a family's table. What visitors read of it stands in static/messages/<language>/tools.json, under
// "<name>.running" while it runs and "<name>.done" afterwards.
type Tool struct {
	Name        string
	Plan        church.Tier                 // the smallest that has it
	Agents      []church.Agent              // nil: all
	SwitchedOn  func(*church.Snapshot) bool // a switch of the church's besides agent_tool_config; nil: none
	Writes      bool                        // the visitor is asked first, and its parameters must come from them
	AtOnce      bool                        // it writes without asking, because it may be about life and death: the visitor must have told of that
	Asks        string                      // the question beside its card, if it is another than whether to pass it on: "register", "subscribe"
	Meets       bool                        // it leads to the people who serve at the church: never who has accused one of them
	Description string                      // for the model
	Parameters  parameter.List
	Run         func(context.Context, *Invocation) (Fields, error) // what it found or did, for the model; "ok" is added
}

// allowedIn reports whether the turn may call the tool: by the church's plan, the agent, and what the church has switched off. Where one model
// answers for all agents, the tools of each that is switched on are allowed.
func (t *Tool) allowedIn(turn *Turn, oneForAll bool) bool {
	c := turn.Church
	on, set := c.Tools[t.Name]
	of := func(agent church.Agent) bool { return c.Agents[agent].Enabled && (oneForAll || agent == turn.Agent) }
	return c.Plan.Tier().AtLeast(t.Plan) && c.Agents[turn.Agent].Enabled && (t.Agents == nil || slices.ContainsFunc(t.Agents, of)) &&
		(on || !set) && (t.SwitchedOn == nil || t.SwitchedOn(c))
}
