package settings

import (
	"encoding/json"
	"slices"

	"narthex/admin/access"
)

// table is where a field is stored.
type table struct {
	name, key string // the key is the column that names the church
}

var (
	churches = table{name: "churches", key: "id"}
	premiums = table{name: "premium_churches", key: "church_id"}
	voices   = table{name: "church_voice_agents", key: "church_id"} // its row may be missing, and is then made
	// What there is of an assistant is provisioned: a row made here would be taken for that.
	assistants = table{name: "organization_settings", key: "organization_id"}
)

// field is something that an admin fills in.
type field struct {
	name  string // as programs send it, and of its column
	table table
	area  access.Area
	kind  kind
	// get and set are SQL for what is no plain column: what is read, as JSON, and what is written, %s being the value.
	get, set string
	listing  bool // the directory's, while nobody knows whether the church's admins are of it
}

// record is what is read, changed and written as a whole.
type record []field

func (rec record) of(name string) (field, bool) {
	i := slices.IndexFunc(rec, func(f field) bool { return f.name == name })
	if i < 0 {
		return field{}, false
	}
	return rec[i], true
}

// fields are those with the names, in the order of the names.
func (rec record) fields(names ...string) (chosen record) {
	for _, name := range names {
		if f, ok := rec.of(name); ok {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// notTheirs are the faults of what would change a listing that is not proven to be the admins'.
func (rec record) notTheirs(write values, proven bool) faults {
	f := faults{}
	for _, one := range rec {
		if _, changed := write[one.name]; changed && one.listing && !proven {
			f.add(one.name, "listing")
		}
	}
	return f
}

// values are what the fields of a record hold.
type values map[string]any

// read makes values of what is stored, however it got there.
func (rec record) read(stored map[string]json.RawMessage, r *reading) values {
	held := values{}
	for _, f := range rec {
		lenient := &reading{place: r.place, country: r.country, faults: faults{}}
		held[f.name] = f.kind.read(stored[f.name], f.name, lenient)
	}
	return held
}

// names are those of some values, sorted.
func (v values) names() []string {
	names := make([]string, 0, len(v))
	for name := range v {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
