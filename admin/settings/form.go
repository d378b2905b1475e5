package settings

import "narthex/admin/access"

// form edits some fields of a record.
type form struct {
	ID, Heading, Lead string
	Save              string // "METHOD address", as save.js takes it
	Method, Remove    string // Remove: the address at which the whole is deleted; empty: it is not
	Version           string
	Controls          []control
	Locked            bool // it is only looked at
	Button            string
	New               string // the id of what is added; empty: nothing is
	Note              string
}

// newForm is a form of the fields with the names that the admin sees; prefix keeps ids of forms on one page apart.
func newForm(a access.Admin, prefix, save string, rec record, held values, t *texts) form {
	f := form{ID: prefix, Heading: t.of("set.form." + prefix), Lead: t.language.Texts["set.form."+prefix+".lead"], Save: save, Button: t.of("set.save"), Locked: true}
	for _, one := range rec {
		if !a.Sees(one.area) {
			continue
		}
		f.Locked = f.Locked && !a.Changes(one.area)
		f.Controls = append(f.Controls, shown(one.kind.shows(held[one.name], one.name, t), prefix))
	}
	f.Version = versionOf(rec, held).in(rec)
	return f
}

// shown is a control with an id that is its own on the page.
func shown(c control, prefix string) control {
	c.ID = prefix + "-" + c.Path
	for _, parts := range append([][]control{c.Parts, c.Blank}, c.Rows...) {
		for i := range parts {
			parts[i] = shown(parts[i], prefix)
		}
	}
	return c
}
