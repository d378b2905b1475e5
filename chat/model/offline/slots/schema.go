package slots

import (
	"encoding/json"
	"slices"
	"strings"

	"narthex/chat/model"
)

// Kind says what a parameter of a tool wants, as far as its name and type tell.
type Kind string

const (
	slotPrayer   Kind = "prayer"
	slotMessage  Kind = "message"
	slotName     Kind = "name"
	slotChildren Kind = "children"
	slotPhone    Kind = "phone"
	slotEmail    Kind = "email"
	slotContact  Kind = "contact"
	slotWhen     Kind = "when"
	slotCount    Kind = "count"
	slotFlag     Kind = "flag"
	slotItem     Kind = "item" // which event, group or role
	slotYear     Kind = "year"
	slotOther    Kind = "other"

	// TooMany is asked of who is more than there are places for: how many they would be then.
	TooMany Kind = "too_many"
)

// parameter is a property of a tool's schema.
type parameter struct {
	name     string
	kind     Kind
	required bool
	schema   property
}

type property struct {
	Type   schemaType `json:"type"`
	Format string     `json:"format"`
	Enum   []any      `json:"enum"`
}

// schemaType is a JSON schema's type: a name, or a list whose first name counts.
type schemaType string

// UnmarshalJSON takes both forms.
func (t *schemaType) UnmarshalJSON(data []byte) error {
	var names []string
	var name string
	if json.Unmarshal(data, &names) == nil && len(names) > 0 {
		name = names[0]
	} else if err := json.Unmarshal(data, &name); err != nil {
		return err
	}
	*t = schemaType(name)
	return nil
}

// parametersOf reads a tool's schema, required parameters first, otherwise by name. A schema that cannot be read has none.
func parametersOf(tool model.Tool) []parameter {
	var schema struct {
		Properties map[string]property `json:"properties"`
		Required   []string            `json:"required"`
	}
	if json.Unmarshal(tool.Parameters, &schema) != nil {
		return nil
	}
	var found []parameter
	for name, p := range schema.Properties {
		found = append(found, parameter{name: name, kind: kindOf(name, p, tool.Name), required: slices.Contains(schema.Required, name), schema: p})
	}
	slices.SortFunc(found, func(a, b parameter) int {
		if a.required != b.required {
			if a.required {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	return found
}

// slotNames find the kind of a parameter by parts of its name; the first that fits counts.
var slotNames = []struct {
	kind  Kind
	parts []string
}{
	{slotEmail, []string{"email", "e_mail"}},
	{slotPhone, []string{"phone", "mobile", "tel"}},
	{slotContact, []string{"contact", "reach"}},
	{slotWhen, []string{"date", "day", "when", "time", "service"}},
	{slotChildren, []string{"child", "kid"}},
	{slotCount, []string{"people", "party", "guest", "adult", "count", "size", "how_many"}},
	{slotPrayer, []string{"prayer"}},
	{slotMessage, []string{"request", "message", "text", "body", "content", "detail", "note", "reason", "topic", "question", "about", "concern", "need"}},
	{slotName, []string{"name"}},
	{slotYear, []string{"year"}},
}

// slotItems are the parameters that name something on file.
var slotItems = []string{"event", "group", "role"}

func kindOf(name string, p property, tool string) Kind {
	if slices.Contains(slotItems, name) {
		return slotItem
	}
	if p.Type == "boolean" {
		return slotFlag
	}
	lower := strings.ToLower(name)
	for _, slot := range slotNames {
		if slices.ContainsFunc(slot.parts, func(part string) bool { return strings.Contains(lower, part) }) {
			if slot.kind == slotMessage && strings.Contains(tool, "prayer") {
				return slotPrayer
			}
			return slot.kind
		}
	}
	return slotOther
}
