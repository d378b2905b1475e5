package drafts

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"narthex/chat/church"
	"narthex/static/web"
)

// reader puts values into words for people.
type reader struct {
	*web.Language
	lenses map[int]string // their names
}

// value is what stands in the place of a change, as somebody reads it; empty: nothing.
func (r reader) value(c Change, raw json.RawMessage) string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return ""
	}
	switch id, isNumber := value.(float64); {
	case c.Target == lenses && isNumber:
		return r.Tradition(r.lenses[int(id)])
	case c.Target == faqTarget:
		return r.faq(raw)
	}
	column, _, _ := strings.Cut(c.Field, "/")
	return r.words(column, "", value)
}

// faq is a FAQ as its author fills it in.
func (r reader) faq(raw json.RawMessage) string {
	var f struct {
		Title    string `json:"title"`
		Content  string `json:"content"`
		Metadata struct {
			Category   string `json:"faq_category"`
			Visibility string `json:"visibility"`
			Exact      bool   `json:"exact_response"`
		} `json:"metadata"`
	}
	if json.Unmarshal(raw, &f) != nil || f.Title == "" {
		return ""
	}
	var marks []string
	if f.Metadata.Category != "" {
		marks = append(marks, f.Metadata.Category)
	}
	if f.Metadata.Exact {
		marks = append(marks, r.text("faqs.badge.exact"))
	}
	if f.Metadata.Visibility == "internal" {
		marks = append(marks, r.text("faqs.badge.internal"))
	}
	lines := []string{f.Title, f.Content}
	if len(marks) > 0 {
		lines = append(lines, strings.Join(marks, " · "))
	}
	return strings.Join(lines, "\n")
}

// text is one of the program's own, which there is in every language.
func (r reader) text(key string) string {
	text, err := r.Text(key)
	if err != nil {
		return key
	}
	return text
}

// words are what a column holds, or what stands in it under a name: a text, a list of values, or an object's values after their labels.
func (r reader) words(column, name string, value any) string {
	switch value := value.(type) {
	case string:
		if name == "kind" {
			return r.Named("set."+column+".kind."+value, value)
		}
		return value
	case bool:
		if value {
			return r.text("set.yes")
		}
		return r.text("set.no")
	case float64:
		text := strconv.FormatFloat(value, 'f', -1, 64)
		if name == "warmth" {
			return r.Named("agents.warmth."+text, text)
		}
		return text
	case []any:
		var parts []string
		between := ", "
		for _, one := range value {
			parts = append(parts, r.words(column, name, one))
			if _, is := one.(map[string]any); is {
				between = "\n\n"
			}
		}
		return strings.Join(parts, between)
	case map[string]any:
		return strings.Join(r.lines(column, value), "\n")
	}
	return ""
}

// lines are an object's values, each after its label.
func (r reader) lines(column string, object map[string]any) (lines []string) {
	for _, name := range slices.SortedFunc(maps.Keys(object), inOrder) {
		label := r.label(column, name)
		if inner, is := object[name].(map[string]any); is {
			for _, line := range r.lines(column, inner) {
				if label != "" {
					line = label + " · " + line
				}
				lines = append(lines, line)
			}
		} else if text := r.words(column, name, object[name]); text != "" {
			lines = append(lines, label+": "+text)
		}
	}
	return lines
}

// label is what the form calls a value that stands in a column under a name.
func (r reader) label(column, name string) string {
	key := "set." + column + "." + name
	switch _, isDay := church.ParseWeekday(name); {
	case isDay:
		key = "set.day." + name
	case column == "agent_config" && name == "personality":
		return "" // its tone and warmth stand beside the agent's other settings
	case column == "agent_config" && agentLabels[name] != "":
		key = agentLabels[name]
	case column == "agent_config":
		key = "agent." + name
	case column == "agent_tool_config":
		key = "tool." + name
	case column == "doctrinal_overrides":
		key = "overrides." + name
	}
	return r.Named(key, name)
}

var agentLabels = map[string]string{"enabled": "agents.enabled", "tone": "agents.tone", "warmth": "agents.warmth", "handoff_rules": "agents.rules"}

// begins are the names that come first in an object, in this order.
var begins = []string{"from", "to", "kind", "name", "title", "times", "note", "enabled", "personality", "tone", "warmth", "position"}

// inOrder has days be in the order of a week, and other names in that of the forms.
func inOrder(a, b string) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
}

func rank(name string) int {
	if day, is := church.ParseWeekday(name); is {
		return int(day)
	}
	if at := slices.Index(begins, name); at >= 0 {
		return at
	}
	return len(begins)
}
