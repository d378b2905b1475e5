package teaching

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"narthex/chat/church"
	"narthex/static/web"
)

// agentChange is what is to be changed of one agent; what is absent stays.
type agentChange struct {
	Enabled      *bool              `json:"enabled"`
	Personality  *personalityChange `json:"personality"`
	HandoffRules *[]string          `json:"handoff_rules"`
}

type personalityChange struct {
	Tone   *string `json:"tone"`
	Warmth *int    `json:"warmth"`
}

// wantedOf are the fields sent, as they are read once they are stored: an empty tone is the one that we suggest. It fails if one of them
// may not be.
func wantedOf(language *web.Language, plan church.Plan, stored json.RawMessage, sent map[string]*agentChange) (fields, error) {
	found := faults{}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		change, at := sent[name], agentField+name
		agent, known := church.ParseAgent(name)
		switch {
		case !known, change == nil:
			return nil, errUnreadable
		case !plan.Includes(agent):
			if err := refuseLocked(language, found, at+".enabled", unlockedFrom); err != nil {
				return nil, err
			}
			continue
		}
		change.clean()
		change.check(found, at)
	}
	if len(found) > 0 {
		return nil, invalid(language, found)
	}
	all := objectOf(stored)
	if err := applyAgents(all, sent); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(all)
	if err != nil {
		return nil, err
	}
	after, wanted := agentFields(plan, encoded), fields{}
	for agent, change := range sent {
		for _, name := range change.fields() {
			field := agentField + agent + "." + name
			wanted[field] = after[field]
		}
	}
	return wanted, nil
}

// applyAgents lays changes over what is stored.
func applyAgents(all map[string]json.RawMessage, changes map[string]*agentChange) error {
	for name, change := range changes {
		encoded, err := change.over(all[name])
		if err != nil {
			return err
		}
		all[name] = encoded
	}
	return nil
}

// fields are the names of what is to be changed.
func (c *agentChange) fields() (names []string) {
	add := func(name string, sent bool) {
		if sent {
			names = append(names, name)
		}
	}
	add("enabled", c.Enabled != nil)
	add("handoff_rules", c.HandoffRules != nil)
	add("personality.tone", c.Personality != nil && c.Personality.Tone != nil)
	add("personality.warmth", c.Personality != nil && c.Personality.Warmth != nil)
	return names
}

// leave leaves out a field that is to be changed.
func (c *agentChange) leave(name string) {
	switch name {
	case "enabled":
		c.Enabled = nil
	case "handoff_rules":
		c.HandoffRules = nil
	case "personality.tone":
		c.Personality.Tone = nil
	case "personality.warmth":
		c.Personality.Warmth = nil
	}
}

// clean takes away what nobody sees.
func (c *agentChange) clean() {
	if c.Personality != nil && c.Personality.Tone != nil {
		*c.Personality.Tone = strings.Join(strings.Fields(church.Storable(*c.Personality.Tone)), " ")
	}
	if c.HandoffRules != nil {
		*c.HandoffRules = cleanAll(*c.HandoffRules)
	}
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
	if len(*c.HandoffRules) > mostRules {
		found.add(at+".handoff_rules", "agents.rules.many", "most", strconv.Itoa(mostRules))
	}
	for _, rule := range *c.HandoffRules {
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
