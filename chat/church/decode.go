package church

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// What an admin, an import or a hand has put into a JSON column need not have the shape the column's comment promises.
// A church is worth more than its worst field: each item that cannot be understood is left out and noted, and the rest
// is used.

// droppings collects what was left out of one church's columns.
type droppings struct{ items []dropping }

type dropping struct{ column, problem string }

func (d *droppings) note(column, problem string) {
	if item := (dropping{column, problem}); !slices.Contains(d.items, item) {
		d.items = append(d.items, item)
	}
}

// absent reports whether a field was left out or is null, which is never a mistake.
func absent(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || bytes.Equal(raw, []byte("null"))
}

// stringOf accepts a string. Nearly all are as they are between the quotes, and there are hundreds in what a church has on file.
func stringOf(raw json.RawMessage) (text string, ok bool) {
	raw = trim(raw)
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if inner := raw[1 : len(raw)-1]; plain(inner) && raw[len(raw)-1] == '"' {
		return string(inner), true
	}
	return text, json.Unmarshal(raw, &text) == nil
}

// plain reports whether the inside of a string in JSON is what it says: no escape, no quote, nothing that may not stand there.
func plain(inner []byte) bool {
	for _, c := range inner {
		if c < ' ' || c == '"' || c == '\\' {
			return false
		}
	}
	return utf8.Valid(inner)
}

// textOf accepts a string or a number, trimmed.
func textOf(raw json.RawMessage, column string, dropped *droppings) (text string, ok bool) {
	if absent(raw) {
		return "", false
	}
	if text, ok := stringOf(raw); ok {
		return strings.TrimSpace(text), true
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String(), true
	}
	dropped.note(column, "not a text")
	return "", false
}

// boolOf accepts a boolean or the words true and false.
func boolOf(raw json.RawMessage, column string, dropped *droppings) (value, ok bool) {
	if absent(raw) {
		return false, false
	}
	if json.Unmarshal(raw, &value) == nil {
		return value, true
	}
	if text, ok := stringOf(raw); ok {
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	dropped.note(column, "not a boolean")
	return false, false
}

// numberOf accepts a number or a string that holds one.
func numberOf(raw json.RawMessage, column string, dropped *droppings) (value float64, ok bool) {
	if absent(raw) {
		return 0, false
	}
	if json.Unmarshal(raw, &value) == nil {
		return value, true
	}
	var number json.Number // accepts a quoted number as well
	if json.Unmarshal(raw, &number) == nil {
		if value, err := number.Float64(); err == nil {
			return value, true
		}
	}
	dropped.note(column, "not a number")
	return 0, false
}

// linesOf accepts an array of texts, or one text of one or more lines. Empty lines are left out.
func linesOf(raw json.RawMessage, column string, dropped *droppings) (lines []string, ok bool) {
	if absent(raw) {
		return nil, false
	}
	if text, ok := stringOf(raw); ok {
		return nonEmptyLines(text), true
	}
	items, ok := itemsOf(raw)
	if !ok {
		dropped.note(column, "neither a text nor an array of texts")
		return nil, false
	}
	lines = []string{}
	for _, item := range items {
		if line, ok := textOf(item, column, dropped); ok && line != "" {
			lines = append(lines, line)
		}
	}
	return lines, true
}

func nonEmptyLines(text string) []string {
	lines := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func decodeStaff(raw json.RawMessage, dropped *droppings) []StaffMember {
	const column = "custom_staff"
	var staff []StaffMember
	for _, item := range arrayOf(raw, column, dropped) {
		fields := objectOf(item, column, dropped)
		member := StaffMember{
			Name:     field(fields, "name", column, dropped),
			Title:    field(fields, "title", column, dropped),
			Bio:      field(fields, "bio", column, dropped),
			PhotoURL: field(fields, "photo_url", column, dropped),
		}
		if member.Name == "" {
			dropped.note(column, "item without a name")
			continue
		}
		staff = append(staff, member)
	}
	return slices.Clone(staff)
}

func decodeMinistries(raw json.RawMessage, dropped *droppings) []Ministry {
	const column = "custom_ministries"
	var ministries []Ministry
	for _, item := range arrayOf(raw, column, dropped) {
		fields := objectOf(item, column, dropped)
		ministry := Ministry{
			Name:        field(fields, "name", column, dropped),
			Description: field(fields, "description", column, dropped),
		}
		if ministry.Name == "" {
			dropped.note(column, "item without a name")
			continue
		}
		ministries = append(ministries, ministry)
	}
	return slices.Clone(ministries)
}

func decodeExpect(raw json.RawMessage, dropped *droppings) WhatToExpect {
	const column = "what_to_expect"
	fields := objectOf(raw, column, dropped)
	return WhatToExpect{
		DressCode:     field(fields, "dress_code", column, dropped),
		Parking:       field(fields, "parking", column, dropped),
		Children:      field(fields, "children", column, dropped),
		FirstVisit:    field(fields, "first_visit", column, dropped),
		MusicStyle:    field(fields, "music_style", column, dropped),
		ServiceLength: field(fields, "service_length", column, dropped),
	}
}

func field(fields map[string]json.RawMessage, key, column string, dropped *droppings) string {
	text, _ := textOf(fields[key], column, dropped)
	return text
}

func decodeTools(raw json.RawMessage, dropped *droppings) map[string]bool {
	const column = "agent_tool_config"
	tools := map[string]bool{}
	for name, item := range objectOf(raw, column, dropped) {
		if enabled, ok := boolOf(item, column, dropped); ok {
			tools[name] = enabled
		}
	}
	return tools
}

// decodeOverrides reads the church's own positions, by topic: a text, or an object of position and never, the words that must
// not be said. They come back in the order of their topics.
func decodeOverrides(raw json.RawMessage, dropped *droppings) []Rule {
	const column = "doctrinal_overrides"
	var overrides []Rule
	for topic, item := range objectOf(raw, column, dropped) {
		rule := Rule{Topic: topic}
		if trimmed := bytes.TrimSpace(item); len(trimmed) > 0 && trimmed[0] == '{' {
			fields := objectOf(item, column, dropped)
			rule.Position = field(fields, "position", column, dropped)
			rule.Forbidden, _ = linesOf(fields["never"], column, dropped)
		} else {
			rule.Position, _ = textOf(item, column, dropped)
		}
		if rule.Position != "" || len(rule.Forbidden) > 0 {
			overrides = append(overrides, rule)
		}
	}
	slices.SortFunc(overrides, func(a, b Rule) int { return strings.Compare(a.Topic, b.Topic) })
	return overrides
}

// decodeAvoided reads words_to_avoid of chatbot_config.
func decodeAvoided(raw json.RawMessage, dropped *droppings) []string {
	const column = "chatbot_config"
	avoided, _ := linesOf(objectOf(raw, column, dropped)["words_to_avoid"], column, dropped)
	return avoided
}

func decodeVocabulary(raw json.RawMessage, dropped *droppings) []Term {
	const column = "vocabulary"
	var terms []Term
	for _, item := range arrayOf(raw, column, dropped) {
		fields := objectOf(item, column, dropped)
		term := Term{
			Term:             field(fields, "term", column, dropped),
			Gloss:            field(fields, "gloss", column, dropped),
			InsteadOf:        field(fields, "instead_of", column, dropped),
			Spanish:          field(fields, "es", column, dropped),
			SpanishInsteadOf: field(fields, "es_instead_of", column, dropped),
		}
		if term.Term == "" {
			dropped.note(column, "item without a term")
			continue
		}
		terms = append(terms, term)
	}
	return terms
}

// decodeDoctrine reads the rules of a lens, which a statement has put together.
func decodeDoctrine(raw json.RawMessage, dropped *droppings) (rules []Rule) {
	if !absent(raw) && json.Unmarshal(raw, &rules) != nil {
		dropped.note("theological_contradictions", "not the expected document")
		return nil
	}
	return rules
}
