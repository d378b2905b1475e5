package settings

import (
	"strings"

	"narthex/static/web"
)

var (
	errNoItem    web.Problem = web.Refuse("not_found", "not_found", "There is nothing of this id in your church. It may have been deleted meanwhile.")
	errMalformed web.Problem = web.Refuse("invalid", "malformed_json", "The request must be one JSON object.")
	errTooLarge  web.Problem = web.Refuse("too_large", "too_large", "This is more than can be saved at once. Please shorten the longest texts.")
	errID        web.Problem = web.Refuse("invalid", "id_malformed", "The id of what is new must be a UUID.")
	errVersion   web.Problem = web.Refuse("invalid", "version_missing", "Please send the version that the page was opened with, so that nobody's changes are lost.")
)

// refused says what is the matter with single fields.
func refused(f faults, t *texts) error {
	fields := make(map[string]string, len(f))
	for path, found := range f {
		fields[path] = t.of(found.key, found.pairs...)
	}
	return t.problem(web.Refuse("invalid", "invalid_fields", t.of("set.refused")).In(fields))
}

// changedMeanwhile says what others have changed, and to what. With its version, the same can be sent again by somebody who has read
// that. Labels of the fields are under of.
func changedMeanwhile(rec record, m merged, of string, t *texts) error {
	fields := make(map[string]string, len(m.conflict))
	var labels []string
	changed := func(c control, label string) {
		labels = append(labels, label)
		fields[strings.TrimPrefix(c.Path, of)] = t.of("set.meanwhile.field", "value", t.brief(c))
	}
	for _, f := range rec {
		parts := values{}
		for _, path := range f.paths() {
			if value, is := m.conflict[path]; is {
				parts[path] = value
			}
		}
		if len(parts) == 0 {
			continue
		}
		c := f.kind.shows(f.with(map[string]any{}, parts), of+f.name, t)
		if _, whole := parts[f.name]; whole {
			changed(c, c.Label)
			continue
		}
		for _, part := range c.Parts {
			if _, is := parts[part.Path]; is {
				changed(part, c.Label+": "+part.Label)
			}
		}
	}
	public := t.of("set.meanwhile", "fields", strings.Join(labels, ", "))
	return t.problem(web.Refuse("conflict", "changed_meanwhile", public).In(fields).At(m.shown.in(rec)))
}

// notAllowed names what is not the admin's to change.
func notAllowed(names []string, t *texts) error {
	fields := make(map[string]string, len(names))
	for _, name := range names {
		fields[name] = t.of("set.fault.not_yours")
	}
	return t.problem(web.Refuse("forbidden", "not_allowed", t.of("set.not_allowed")).In(fields))
}

// problem is p, unless one of its texts is missing.
func (t *texts) problem(p *web.Refusal) error {
	if t.err != nil {
		return t.err
	}
	return p
}
