package church

import (
	"bytes"
	"encoding/json"
	"iter"
)

// objectOf reads the fields of an object. They alias raw, as the items of arrayOf do: a church has dozens, and copies of all of them made
// by reflection were the largest part of what loading it took outside of the database.
func objectOf(raw json.RawMessage, column string, dropped *droppings) map[string]json.RawMessage {
	if absent(raw) {
		return nil
	}
	fields, ok := fieldsOf(raw)
	if !ok {
		dropped.note(column, "not an object")
	}
	return fields
}

func arrayOf(raw json.RawMessage, column string, dropped *droppings) []json.RawMessage {
	if absent(raw) {
		return nil
	}
	items, ok := itemsOf(raw)
	if !ok {
		dropped.note(column, "not an array")
	}
	return items
}

// fieldsOf gives the fields of an object; not ok if it is none.
func fieldsOf(raw json.RawMessage) (fields map[string]json.RawMessage, ok bool) {
	if raw = trim(raw); !json.Valid(raw) || raw[0] != '{' {
		return nil, false
	}
	fields = make(map[string]json.RawMessage)
	var key json.RawMessage
	for member := range membersOf(raw) {
		if key == nil {
			key = member
			continue
		}
		name, _ := stringOf(key)
		fields[name], key = member, nil
	}
	return fields, true
}

// itemsOf gives the items of an array; not ok if it is none.
func itemsOf(raw json.RawMessage) (items []json.RawMessage, ok bool) {
	if raw = trim(raw); !json.Valid(raw) || raw[0] != '[' {
		return nil, false
	}
	for member := range membersOf(raw) {
		items = append(items, member)
	}
	return items, true
}

// membersOf yields the items of an array, or the keys and values of an object in turn. raw is valid and begins with its bracket.
func membersOf(raw json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		inner := trim(raw[1 : len(raw)-1])
		if len(inner) == 0 {
			return
		}
		from, depth, quoted := 0, 0, false
		for i := 0; i < len(inner); i++ {
			switch c := inner[i]; {
			case quoted && c == '\\':
				i++ // what it escapes ends nothing
			case c == '"':
				quoted = !quoted
			case quoted:
			case c == '{', c == '[':
				depth++
			case c == '}', c == ']':
				depth--
			case depth == 0 && (c == ',' || c == ':'):
				if !yield(trim(inner[from:i])) {
					return
				}
				from = i + 1
			}
		}
		yield(trim(inner[from:]))
	}
}

// trim takes away what JSON counts as space, and nothing else.
func trim(raw json.RawMessage) json.RawMessage { return bytes.Trim(raw, " \t\r\n") }
