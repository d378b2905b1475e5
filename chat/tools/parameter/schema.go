package parameter

import (
	"bytes"
	"encoding/json"
)

// schema is the subset of JSON schema that parameters need. Every string is bounded.
type schema struct {
	Type        string `json:"type"`
	Description string `json:"description"`
	Format      string `json:"format,omitempty"`
	Pattern     string `json:"pattern,omitempty"`
	Enum        []any  `json:"enum,omitempty"`
	MinLength   int    `json:"minLength,omitempty"`
	MaxLength   int    `json:"maxLength,omitempty"`
	Minimum     *int   `json:"minimum,omitempty"`
	Maximum     *int   `json:"maximum,omitempty"`
}

// told is a schema without the bounds that a model has no use for, which were half of what it was told of a tool: a text that is too long, or
// a number with letters in it, is refused in words, whatever it was told.
func (s schema) told() schema {
	s.Pattern, s.MinLength, s.MaxLength = "", 0, 0
	return s
}

// same is a schema as it stands.
func same(s schema) schema { return s }

// schema is the JSON schema of a tool's arguments, its properties in the order of the list and of a shape.
func (l List) schema(shape func(schema) schema) (json.RawMessage, error) {
	var out bytes.Buffer
	needed := []string{}
	out.WriteString(`{"type":"object","properties":{`)
	for i, p := range l {
		if i > 0 {
			out.WriteByte(',')
		}
		property, err := json.Marshal(shape(p.schema))
		if err != nil {
			return nil, err
		}
		name, err := json.Marshal(p.Name)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(property)
		if p.required {
			needed = append(needed, p.Name)
		}
	}
	list, err := json.Marshal(needed)
	if err != nil {
		return nil, err
	}
	out.WriteString(`},"required":`)
	out.Write(list)
	out.WriteString(`,"additionalProperties":false}`)
	return out.Bytes(), nil
}
