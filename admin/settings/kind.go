package settings

import (
	"encoding/json"
	"time"

	"narthex/chat/church"
)

// kind is what a field may hold. Values are made of strings, booleans, numbers, nil, lists and maps, as JSON is, and are the same
// for what is stored as for what is sent: so they can be compared.
type kind interface {
	// read takes a value as it is sent, or as it is stored. What cannot be taken is noted in r under its path, and left out.
	read(raw json.RawMessage, path string, r *reading) (value any)
	// argument is what Postgres is given for a value.
	argument(value any) any
	// shows is the control in which a value is edited.
	shows(value any, path string, t *texts) control
}

// reading is the reading of one request, or row.
type reading struct {
	place    *time.Location // the church's
	country  string         // the church's, ISO 3166-1 alpha-2
	answered []string       // the numbers that its assistant answers at
	before   any            // what the field holds; nil while that is read
	faults   faults
	notes    faults // of what is taken, but not as it was sent, or to no effect; nil: nobody reads them
}

// note says something of what stands at a path.
func (r *reading) note(path, key string, pairs ...string) {
	if _, already := r.notes[path]; r.notes != nil && !already {
		r.notes[path] = fault{"set.note." + key, pairs}
	}
}

// faults are what is the matter with values, by their paths: custom_staff.2.name.
type faults map[string]fault

// fault is the key of a text, with what stands for its placeholders.
type fault struct {
	key   string
	pairs []string
}

func (f faults) add(path, key string, pairs ...string) {
	if _, already := f[path]; !already {
		f[path] = fault{"set.fault." + key, pairs}
	}
}

// absent reports whether a value was left out or is null.
func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// readText is a string or a number as text; anything else is a fault.
func readText(raw json.RawMessage, path string, r *reading) string {
	if absent(raw) {
		return ""
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return church.Storable(text)
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	r.faults.add(path, "text")
	return ""
}
