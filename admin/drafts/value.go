package drafts

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"narthex/static/web"
)

// reader puts values into words for people.
type reader struct {
	*web.Language
	lenses map[int]string // their names
}

// value is what stands in a place, as somebody reads it; empty: nothing.
func (r reader) value(target string, raw json.RawMessage) string {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return ""
	}
	switch id, isNumber := value.(float64); {
	case target == lenses && isNumber:
		return r.Tradition(r.lenses[int(id)])
	case target == faqTarget:
		return r.faq(raw)
	}
	return r.words(value)
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

// words are a text, a list of values, or an object's values after their names.
func (r reader) words(value any) string {
	var parts []string
	switch value := value.(type) {
	case string:
		return value
	case bool:
		if value {
			return r.text("set.yes")
		}
		return r.text("set.no")
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case []any:
		for _, one := range value {
			parts = append(parts, r.words(one))
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if text := r.words(value[name]); text != "" {
				parts = append(parts, name+": "+text)
			}
		}
		return strings.Join(parts, "\n")
	}
	return ""
}
