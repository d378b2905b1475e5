package teaching

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/tools"
)

// toolGroup are the tools that come with a tier.
type toolGroup struct {
	Tier   church.Tier
	Locked bool // the plan does not have them
	Tools  []shownTool
}

// shownTool is one tool's box. Its words are tool.<name> and tool.<name>.about.
type shownTool struct {
	Name   string
	On     bool
	Agents []church.Agent // that may use it
	Off    bool           // another switch of the church's keeps it off
}

// groupTools are the tools by the tier that they come with, in the order of the catalog.
func groupTools(all []tools.Tool, plan church.Plan, switched map[string]bool, snapshot *church.Snapshot) []toolGroup {
	var groups []toolGroup
	for _, tier := range []church.Tier{church.Starter, church.Pro, church.Suite} {
		group := toolGroup{Tier: tier, Locked: !plan.Tier().AtLeast(tier)}
		for i := range all {
			tool := &all[i]
			if tool.Plan != tier {
				continue
			}
			on, set := switched[tool.Name]
			agents := tool.Agents
			if agents == nil {
				agents = church.Agents()
			}
			group.Tools = append(group.Tools, shownTool{
				Name: tool.Name, On: on || !set, Agents: agents, Off: tool.SwitchedOn != nil && !tool.SwitchedOn(snapshot),
			})
		}
		groups = append(groups, group)
	}
	return groups
}

// changeTools is PATCH /api/admin/agents/tools: {"version", "agent_tool_config": {"plan_visit": false, …}}; what is absent stays.
func (h *Handler) changeTools(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	sent, err := read[struct {
		Version         string          `json:"version"`
		AgentToolConfig map[string]bool `json:"agent_tool_config"`
	}](w, r)
	if err != nil {
		return err
	}
	if len(sent.AgentToolConfig) == 0 {
		return errNothing
	}
	found := faults{}
	for _, name := range slices.Sorted(maps.Keys(sent.AgentToolConfig)) {
		at := slices.IndexFunc(h.parts.Tools, func(t tools.Tool) bool { return t.Name == name })
		if at < 0 {
			return errUnreadable
		}
		if tier := h.parts.Tools[at].Plan; !a.Church.Plan.Tier().AtLeast(tier) {
			if err := refuseLocked(language, found, toolField+name, tier); err != nil {
				return err
			}
		}
	}
	if len(found) > 0 {
		return invalid(language, found)
	}
	var next version
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		current, err := readSettings(ctx, tx, true)
		if err != nil {
			return err
		}
		wanted := fields{}
		for name, on := range sent.AgentToolConfig {
			wanted[toolField+name] = on
		}
		switched := church.ReadTools(current.AgentToolConfig)
		var write fields
		write, next, err = merge(toolFields(h.parts.Tools, switched), wanted, shownTo(ctx, sent.Version))
		if err != nil || len(write) == 0 {
			return err
		}
		for name, on := range sent.AgentToolConfig {
			if _, is := write[toolField+name]; is {
				switched[name] = on
			}
		}
		return writeSettings(ctx, tx, agentToolConfig, switched, "tools.changed", map[string]string{"off": offOf(switched)})
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}

const toolField = "agent_tool_config." // what the name of a tool's field begins with

// toolFields are what the form shows of the tools: one of which nothing is stored is on.
func toolFields(all []tools.Tool, switched map[string]bool) fields {
	held := make(fields, len(all))
	for i := range all {
		on, set := switched[all[i].Name]
		held[toolField+all[i].Name] = on || !set
	}
	return held
}

// offOf names the tools that are switched off.
func offOf(switched map[string]bool) string {
	var off []string
	for _, name := range slices.Sorted(maps.Keys(switched)) {
		if !switched[name] {
			off = append(off, name)
		}
	}
	if off == nil {
		return "–"
	}
	return strings.Join(off, ", ")
}
