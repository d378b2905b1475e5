package tools

import (
	"bytes"
	"encoding/json"
)

// parameter is one property of a tool's arguments: its JSON schema, and what must be true of it besides.
type parameter struct {
	name     string
	schema   schema
	required bool
	ground   ground
	hint     string // what is wrong with a value that has the wrong form
}

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

// ground says how a writing tool's argument is compared with what the visitor said.
type ground int

const (
	ungrounded     ground = iota // a number, a choice, a date, a name looked up among the church's own
	groundedWords                // free text: in the visitor's words, or near them
	groundedName                 // a person
	groundedEmail                // an address
	groundedPhone                // a number
	groundedMoment               // a time in words
)

// Lengths in characters.
const (
	maxName    = 120
	maxEmail   = 254 // RFC 5321
	maxPhone   = 40
	maxMoment  = 200
	maxMessage = 2000 // what a visitor may send
	maxLookup  = 120
)

// required makes the parameter one that a call cannot do without.
func required(p parameter) parameter {
	p.required = true
	return p
}

// words is free text of the visitor's.
func words(name, description string) parameter {
	return parameter{name: name, ground: groundedWords,
		schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxMessage}}
}

// personName is what somebody is called.
func personName(name, description string) parameter {
	return parameter{name: name, ground: groundedName,
		schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxName}}
}

// email is an address that the visitor gave.
func email(name, description string) parameter {
	return parameter{name: name, ground: groundedEmail, hint: "must be an e-mail address, such as ana@example.org",
		schema: schema{Type: "string", Description: description, Format: "email", MaxLength: maxEmail}}
}

// phoneForm takes 5 to 17 digits with up to four other characters between two of them.
const phoneForm = `^\D{0,4}(?:\d\D{0,4}){5,17}$`

// phone is a number that the visitor gave, however they write it.
func phone(name, description string) parameter {
	return parameter{name: name, ground: groundedPhone, hint: "must be a phone number",
		schema: schema{Type: "string", Description: description, Pattern: phoneForm, MaxLength: maxPhone}}
}

// moment is a time in the visitor's words: "Tuesday after five".
func moment(name, description string) parameter {
	return parameter{name: name, ground: groundedMoment,
		schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxMoment}}
}

// date is a day, YYYY-MM-DD.
func date(name, description string) parameter {
	return parameter{name: name, hint: "must be a date written YYYY-MM-DD",
		schema: schema{Type: "string", Description: description, Format: "date", MaxLength: len("2006-01-02")}}
}

// count is a whole number from least to most.
func count(name, description string, least, most int) parameter {
	return parameter{name: name, schema: schema{Type: "integer", Description: description, Minimum: &least, Maximum: &most}}
}

// yesNo is true or false.
func yesNo(name, description string) parameter {
	return parameter{name: name, schema: schema{Type: "boolean", Description: description}}
}

// choice is one of a few keys.
func choice(name, description string, keys ...string) parameter {
	p := parameter{name: name, schema: schema{Type: "string", Description: description}}
	for _, key := range keys {
		p.schema.Enum = append(p.schema.Enum, key)
	}
	return p
}

// lookup is text that is only compared with the church's own: a search, or the name of an event or a group. What it finds
// is written, never the text itself.
func lookup(name, description string) parameter {
	return parameter{name: name, schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxLookup}}
}

// objectSchema is the JSON schema of a tool's arguments, its properties in the order of the table.
func objectSchema(parameters []parameter) (json.RawMessage, error) {
	var out bytes.Buffer
	needed := []string{}
	out.WriteString(`{"type":"object","properties":{`)
	for i, p := range parameters {
		if i > 0 {
			out.WriteByte(',')
		}
		property, err := json.Marshal(p.schema)
		if err != nil {
			return nil, err
		}
		name, err := json.Marshal(p.name)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(property)
		if p.required {
			needed = append(needed, p.name)
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
