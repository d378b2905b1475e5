package settings

import (
	"encoding/json"

	"narthex/admin/country"
)

// nation is a country, by its code (ISO 3166-1 alpha-2). There is none without one: whom to call in danger depends on it.
type nation struct{}

func (nation) read(raw json.RawMessage, path string, r *reading) any {
	code := country.Code(clean(readText(raw, path, r), false))
	if !country.Is(code) {
		r.faults.add(path, "country")
	}
	return code
}

func (nation) argument(value any) any {
	if value == "" {
		return nil
	}
	return value
}

func (nation) shows(value any, path string, t *texts) control {
	c := t.in("select", path)
	known := false
	for _, one := range country.In(t.language.Code) {
		known = known || one.Code == value
		c.Options = append(c.Options, option{one.Code, one.Name, one.Code == value})
	}
	if held, _ := value.(string); !known { // none, or something else, however it got there
		c.Options = append([]option{{held, held, true}}, c.Options...)
	}
	return c
}
