// Package parameter is what tools take: their parameters, the JSON schema that a model is told of (schema.go), and the check of
// the arguments that the model wrote (validator.go).
package parameter

import (
	"slices"

	"narthex/chat/tools/grounding"
)

// Parameter is one property of a tool's arguments: its JSON schema, and how its value is compared with what the visitor said.
type Parameter struct {
	Name      string
	Grounding grounding.Kind // for tools that write
	schema    schema
	required  bool
	lookup    bool
	hint      string // what is wrong with a value that has the wrong form
}

// List is what one tool takes.
type List []Parameter

// Has reports whether the tool takes a parameter of the name.
func (l List) Has(name string) bool {
	return slices.ContainsFunc(l, func(p Parameter) bool { return p.Name == name })
}

// Flags are the names of those that are true or false.
func (l List) Flags() (names []string) {
	for _, p := range l {
		if p.schema.Type == "boolean" {
			names = append(names, p.Name)
		}
	}
	return names
}

// Lengths in characters.
const (
	maxName   = 120
	maxEmail  = 254 // RFC 5321
	maxPhone  = 40
	maxTime   = 200
	MaxText   = 2000 // what a visitor may send
	maxLookup = 120
)

// Required makes the parameter one that a call cannot do without.
func (p Parameter) Required() Parameter {
	p.required = true
	return p
}

// IsRequired reports whether a call cannot do without the parameter.
func (p Parameter) IsRequired() bool { return p.required }

// IsLookup reports whether the parameter names something that the church has on file.
func (p Parameter) IsLookup() bool { return p.lookup }

// Text is free text of the visitor's.
func Text(name, description string) Parameter {
	return Parameter{Name: name, Grounding: grounding.Words,
		schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: MaxText}}
}

// PersonName is what somebody is called.
func PersonName(name, description string) Parameter {
	return Parameter{Name: name, Grounding: grounding.Name,
		schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxName}}
}

// Email is an address that the visitor gave.
func Email(name, description string) Parameter {
	return Parameter{Name: name, Grounding: grounding.Email, hint: "must be an e-mail address, such as ana@example.org",
		schema: schema{Type: "string", Description: description, Format: "email", MaxLength: maxEmail}}
}

// phoneForm takes 5 to 17 digits with up to four other characters between two of them.
const phoneForm = `^\D{0,4}(?:\d\D{0,4}){5,17}$`

// Phone is a number that the visitor gave, however they write it.
func Phone(name, description string) Parameter {
	return Parameter{Name: name, Grounding: grounding.Phone, hint: "must be a phone number",
		schema: schema{Type: "string", Description: description, Pattern: phoneForm, MaxLength: maxPhone}}
}

// Time is a time in the visitor's words: "Tuesday after five".
func Time(name, description string) Parameter {
	return Parameter{Name: name, Grounding: grounding.Time,
		schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxTime}}
}

// Date is a day, YYYY-MM-DD.
func Date(name, description string) Parameter {
	return Parameter{Name: name, hint: "must be a date written YYYY-MM-DD",
		schema: schema{Type: "string", Description: description, Format: "date", MaxLength: len("2006-01-02")}}
}

// Integer is a whole number from least to most.
func Integer(name, description string, least, most int) Parameter {
	return Parameter{Name: name, schema: schema{Type: "integer", Description: description, Minimum: &least, Maximum: &most}}
}

// Boolean is true or false.
func Boolean(name, description string) Parameter {
	return Parameter{Name: name, schema: schema{Type: "boolean", Description: description}}
}

// Enum is one of a few keys.
func Enum(name, description string, keys ...string) Parameter {
	p := Parameter{Name: name, schema: schema{Type: "string", Description: description}}
	for _, key := range keys {
		p.schema.Enum = append(p.schema.Enum, key)
	}
	return p
}

// Lookup is text that is only compared with the church's own: a search, or the name of an event or a group. What it finds
// is written, never the text itself.
func Lookup(name, description string) Parameter {
	return Parameter{Name: name, lookup: true, schema: schema{Type: "string", Description: description, MinLength: 1, MaxLength: maxLookup}}
}

// VisitorName is what the visitor is called.
func VisitorName() Parameter { return PersonName("name", "The visitor's own.") }

// VisitorEmail is the visitor's e-mail address.
func VisitorEmail() Parameter {
	return Email("email", "The visitor's, as they gave it.")
}

// VisitorPhone is the visitor's phone number.
func VisitorPhone() Parameter { return Phone("phone", "The visitor's, as they gave it.") }

// WishedTime is when something would suit the visitor.
func WishedTime(what string) Parameter {
	return Time("wished_time", what+".")
}
