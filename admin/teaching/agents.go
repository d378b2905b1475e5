package teaching

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// Bounds of an agent's settings. All of them stand in its prompt.
const (
	longestTone  = 120 // characters
	mostRules    = 12
	longestRule  = 300 // characters
	coldest      = 1
	warmest      = 5
	unlockedFrom = church.Pro // agents that not every plan has
)

// agentsPage is what agents.html shows.
type agentsPage struct {
	Frame   frame.Frame
	Changes bool
	Chatbot bool // there is an assistant to be set
	Plan    church.Plan
	Agents  []shownAgent
	Version string
	Warmths []int

	Tools        []toolGroup
	ToolsVersion string
}

// shownAgent is one agent's part of the form.
type shownAgent struct {
	Name   church.Agent
	Locked church.Tier // that has it, if the plan does not
	church.AgentConfig
}

// agents is GET /admin/training/agents.
func (h *Handler) agents(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	language := h.texts(r)
	page := &agentsPage{
		Frame: frame.Of(a, frame.Agents), Changes: a.Changes(access.Theology) && a.Church.Chatbot, Chatbot: a.Church.Chatbot, Plan: a.Church.Plan, Warmths: []int{1, 2, 3, 4, 5},
	}
	snapshot, err := h.parts.Churches(r.Context(), a.ChurchID)
	if err != nil {
		return refusal(language, err)
	}
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		found, err := readSettings(ctx, tx, false)
		if err != nil {
			return err
		}
		switched := church.ReadTools(found.AgentToolConfig)
		page.Version = agentFields(a.Church.Plan, found.AgentConfig).version().String()
		page.ToolsVersion = toolFields(h.parts.Tools, switched).version().String()
		configs := church.ReadAgents(a.Church.Plan, found.AgentConfig)
		for _, agent := range church.Agents() {
			shown := shownAgent{Name: agent, AgentConfig: configs[agent]}
			if !a.Church.Plan.Includes(agent) {
				shown.Locked = unlockedFrom
			}
			page.Agents = append(page.Agents, shown)
		}
		page.Tools = groupTools(h.parts.Tools, a.Church.Plan, switched, snapshot)
		return nil
	})
	if err != nil {
		return refusal(language, err)
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "agents", page)
}

// changeAgents is PATCH /api/admin/agents: {"version", "agent_config": {"care": {"enabled", "personality": {"tone", "warmth"},
// "handoff_rules"}, …}}. A program leaves the version out.
func (h *Handler) changeAgents(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	sent, err := read[struct {
		Version     string                  `json:"version"`
		AgentConfig map[string]*agentChange `json:"agent_config"`
	}](w, r)
	if err != nil {
		return err
	}
	if len(sent.AgentConfig) == 0 {
		return errNothing
	}
	var next version
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		found, err := readSettings(ctx, tx, true)
		if err != nil {
			return err
		}
		wanted, err := wantedOf(language, a.Church.Plan, found.AgentConfig, sent.AgentConfig)
		if err != nil {
			return err
		}
		var write fields
		write, next, err = merge(agentFields(a.Church.Plan, found.AgentConfig), wanted, shownTo(ctx, sent.Version))
		if err != nil || len(write) == 0 {
			return err
		}
		for agent, change := range sent.AgentConfig {
			for _, name := range change.fields() {
				if _, is := write[agentField+agent+"."+name]; !is {
					change.leave(name)
				}
			}
			if len(change.fields()) == 0 {
				delete(sent.AgentConfig, agent)
			}
		}
		all := objectOf(found.AgentConfig)
		if err := applyAgents(all, sent.AgentConfig); err != nil {
			return err
		}
		if !anyEnabled(a.Church.Plan, all) {
			return invalid(language, faults{agentField + "care.enabled": {key: "agents.none"}})
		}
		return writeSettings(ctx, tx, agentConfig, all, "agents.changed", map[string]string{"agents": strings.Join(slices.Sorted(maps.Keys(sent.AgentConfig)), ", ")})
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}

// refuseLocked says which plan has what was asked for.
func refuseLocked(language *web.Language, found faults, field string, tier church.Tier) error {
	name, err := language.Text("pricing.tier." + string(tier))
	found.add(field, "agents.locked", "plan", name)
	return err
}

// anyEnabled reports whether visitors would have anybody to talk to.
func anyEnabled(plan church.Plan, all map[string]json.RawMessage) bool {
	encoded, err := json.Marshal(all)
	if err != nil {
		return false
	}
	for _, config := range church.ReadAgents(plan, encoded) {
		if config.Enabled {
			return true
		}
	}
	return false
}

const agentField = "agent_config." // what the name of an agent's field begins with

// agentFields are what the form shows of the agents.
func agentFields(plan church.Plan, raw json.RawMessage) fields {
	held := fields{}
	for agent, config := range church.ReadAgents(plan, raw) {
		at := agentField + string(agent)
		held[at+".enabled"], held[at+".handoff_rules"] = config.Enabled, cleanAll(config.HandoffRules)
		held[at+".personality.tone"], held[at+".personality.warmth"] = config.Personality.Tone, warmth(config.Personality.Warmth)
	}
	return held
}
