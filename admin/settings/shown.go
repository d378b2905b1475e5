package settings

import "strconv"

// How each kind is edited.

func (k text) shows(value any, path string, t *texts) control {
	c := t.in("text", path)
	if k.area {
		c.Input = "area"
	} else if k.input != "" {
		c.Input = k.input
	}
	c.Value, _ = value.(string)
	c.Required, c.Longest = k.required, k.longest
	return c
}

func (flag) shows(value any, path string, t *texts) control {
	c := t.in("check", path)
	c.Checked, _ = value.(bool)
	return c
}

func (k choice) shows(value any, path string, t *texts) control {
	c := t.in("select", path)
	if k.empty {
		c.Options = append(c.Options, option{Label: t.of("set." + unnumbered(path) + ".none")})
	}
	known := false
	for _, one := range k.of {
		known = known || one == value
		c.Options = append(c.Options, option{one, t.of("set." + unnumbered(path) + "." + one), one == value})
	}
	if other, _ := value.(string); other != "" && !known { // it is stored, however it got there
		c.Options = append(c.Options, option{other, other, true})
	}
	return c
}

func (k number) shows(value any, path string, t *texts) control {
	c := t.in("number", path)
	if amount, ok := value.(float64); ok {
		c.Value = written(amount)
	}
	c.Least = written(k.least)
	return c
}

func (k object) shows(value any, path string, t *texts) control {
	c := t.in("group", path)
	c.Parts = k.controls(value, path, t)
	return c
}

// controls are those of one object.
func (k object) controls(value any, path string, t *texts) (all []control) {
	held, _ := value.(map[string]any)
	for _, p := range k.parts {
		var of any = ""
		if inside, ok := held[p.name]; ok {
			of = inside
		}
		all = append(all, p.kind.shows(of, path+"."+p.name, t))
	}
	return all
}

func (k rows) shows(value any, path string, t *texts) control {
	c := t.in("rows", path)
	c.Add = t.of("set." + path + ".add")
	list, _ := value.([]any)
	for i, one := range list {
		c.Rows = append(c.Rows, object{k.parts}.controls(one, path+"."+strconv.Itoa(i), t))
	}
	c.Blank = object{k.parts}.controls(nil, path+".0", t)
	return c
}

func (k week) shows(value any, path string, t *texts) control {
	c := t.in("group", path)
	held, _ := value.(map[string]any)
	for _, day := range days {
		at := control{Path: path + "." + day, Label: t.of("set.day." + day), Input: "lines"}
		if lines, ok := held[day].([]any); ok {
			for i, line := range lines {
				if i > 0 {
					at.Value += "\n"
				}
				at.Value += line.(string)
			}
		}
		c.Parts = append(c.Parts, at)
	}
	return c
}

func (k date) shows(value any, path string, t *texts) control {
	c := t.in("date", path)
	c.Value, _ = value.(string)
	c.Required = k.required
	return c
}

func (clock) shows(value any, path string, t *texts) control {
	c := t.in("time", path)
	c.Value, _ = value.(string)
	return c
}

func (k moment) shows(value any, path string, t *texts) control {
	c := t.in("datetime-local", path)
	if at, _ := value.(string); len(at) >= len(wall) {
		c.Value = at[:len(wall)]
	}
	c.Required = k.required
	return c
}
