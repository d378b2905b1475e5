package teaching

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
		page.Version, page.ToolsVersion = versionOf(string(found.AgentConfig)), versionOf(string(found.AgentToolConfig))
		configs := church.ReadAgents(a.Church.Plan, found.AgentConfig)
		for _, agent := range church.Agents() {
			shown := shownAgent{Name: agent, AgentConfig: configs[agent]}
			if !a.Church.Plan.Includes(agent) {
				shown.Locked = unlockedFrom
			}
			page.Agents = append(page.Agents, shown)
		}
		page.Tools = groupTools(h.parts.Tools, a.Church.Plan, church.ReadTools(found.AgentToolConfig), snapshot)
		return nil
	})
	if err != nil {
		return refusal(language, err)
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "agents", page)
}

// agentChange is what is to be changed of one agent; what is absent stays.
type agentChange struct {
	Enabled     *bool `json:"enabled"`
	Personality *struct {
		Tone   *string `json:"tone"`
		Warmth *int    `json:"warmth"`
	} `json:"personality"`
	HandoffRules *[]string `json:"handoff_rules"`
}

// changeAgents is PATCH /api/admin/agents: {"version", "agent_config": {"care": {"enabled", "personality": {"tone", "warmth"},
// "handoff_rules"}, …}}. A program leaves the version out.
func (h *Handler) changeAgents(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	sent, err := read[struct {
		Version     string                 `json:"version"`
		AgentConfig map[string]agentChange `json:"agent_config"`
	}](w, r)
	if err != nil {
		return err
	}
	if len(sent.AgentConfig) == 0 {
		return errNothing
	}
	var version string
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		found, err := readSettings(ctx, tx, true)
		if err != nil {
			return err
		}
		if err := checkVersion(ctx, sent.Version, string(found.AgentConfig)); err != nil {
			return err
		}
		all := objectOf(found.AgentConfig)
		if err := applyAgents(language, a.Church.Plan, all, sent.AgentConfig); err != nil {
			return err
		}
		names := strings.Join(slices.Sorted(maps.Keys(sent.AgentConfig)), ", ")
		stored, err := writeSettings(ctx, tx, agentConfig, all, "agents.changed", map[string]string{"agents": names})
		version = versionOf(string(stored))
		return err
	})
	if err != nil {
		return refusal(language, err)
	}
	return answer(w, saved{version})
}

// applyAgents lays what was sent over what is stored, if all of it may stand.
func applyAgents(language *web.Language, plan church.Plan, all map[string]json.RawMessage, sent map[string]agentChange) error {
	found := faults{}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		change, at := sent[name], "agent_config."+name
		agent, known := church.ParseAgent(name)
		switch {
		case !known:
			return errUnreadable
		case !plan.Includes(agent):
			if err := refuseLocked(language, found, at+".enabled", unlockedFrom); err != nil {
				return err
			}
			continue
		}
		change.check(found, at)
		encoded, err := change.over(all[name])
		if err != nil {
			return err
		}
		all[name] = encoded
	}
	if len(found) == 0 && !anyEnabled(plan, all) {
		found.add("agent_config.care.enabled", "agents.none")
	}
	if len(found) > 0 {
		return invalid(language, found)
	}
	return nil
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

func (c *agentChange) check(found faults, at string) {
	if p := c.Personality; p != nil {
		if p.Tone != nil && utf8.RuneCountInString(*p.Tone) > longestTone {
			found.add(at+".personality.tone", "agents.tone.long", "most", strconv.Itoa(longestTone))
		}
		if p.Warmth != nil && (*p.Warmth < coldest || *p.Warmth > warmest) {
			found.add(at+".personality.warmth", "agents.warmth.range")
		}
	}
	if c.HandoffRules == nil {
		return
	}
	rules := cleanAll(*c.HandoffRules)
	c.HandoffRules = &rules
	if len(rules) > mostRules {
		found.add(at+".handoff_rules", "agents.rules.many", "most", strconv.Itoa(mostRules))
	}
	for _, rule := range rules {
		if utf8.RuneCountInString(rule) > longestRule {
			found.add(at+".handoff_rules", "agents.rules.long", "most", strconv.Itoa(longestRule))
		}
	}
}

// over lays the change over what is stored of the agent. What this program does not know stays.
func (c *agentChange) over(stored json.RawMessage) (json.RawMessage, error) {
	fields := objectOf(stored)
	if err := setField(fields, "enabled", c.Enabled); err != nil {
		return nil, err
	}
	if err := setField(fields, "handoff_rules", c.HandoffRules); err != nil {
		return nil, err
	}
	if p := c.Personality; p != nil {
		personality := objectOf(fields["personality"])
		if p.Tone != nil {
			*p.Tone = strings.Join(strings.Fields(church.Storable(*p.Tone)), " ")
		}
		if err := setField(personality, "tone", p.Tone); err != nil {
			return nil, err
		}
		if err := setField(personality, "warmth", p.Warmth); err != nil {
			return nil, err
		}
		if err := setField(fields, "personality", &personality); err != nil {
			return nil, err
		}
	}
	return json.Marshal(fields)
}

// setField sets a field, unless nothing was sent for it.
func setField[T any](fields map[string]json.RawMessage, name string, value *T) error {
	if value == nil {
		return nil
	}
	encoded, err := json.Marshal(value)
	fields[name] = encoded
	return err
}
