package settings

import (
	"maps"
	"slices"
	"strings"

	"narthex/static/web"
)

// problem is a refusal that is safe to show.
type problem struct {
	kind, code, public string
	fields             map[string]string
	version            string
}

func (p *problem) Error() string             { return p.code }
func (p *problem) Kind() string              { return p.kind }
func (p *problem) Code() string              { return p.code }
func (p *problem) Public() string            { return p.public }
func (p *problem) Fields() map[string]string { return p.fields }
func (p *problem) Version() string           { return p.version }

var (
	errNoItem    web.Problem = &problem{kind: "not_found", code: "not_found", public: "There is nothing of this id in your church. It may have been deleted meanwhile."}
	errMalformed web.Problem = &problem{kind: "invalid", code: "malformed_json", public: "The request must be one JSON object."}
	errTooLarge  web.Problem = &problem{kind: "too_large", code: "too_large", public: "This is more than can be saved at once. Please shorten the longest texts."}
	errVersion   web.Problem = &problem{kind: "invalid", code: "version_missing", public: "Please send the version that the page was opened with, so that nobody's changes are lost."}
)

// refused says what is the matter with single fields.
func refused(f faults, t *texts) error {
	p := &problem{kind: "invalid", code: "invalid_fields", public: t.of("set.refused"), fields: map[string]string{}}
	for path, found := range f {
		p.fields[path] = t.of(found.key, found.pairs...)
	}
	return t.problem(p)
}

// changedMeanwhile says what others have changed, and to what. With its version, the same can be sent again by somebody who has read
// that. Labels of the fields are under of.
func changedMeanwhile(rec record, m merged, of string, t *texts) error {
	p := &problem{kind: "conflict", code: "changed_meanwhile", fields: map[string]string{}, version: m.shown.in(rec)}
	var labels []string
	for _, name := range slices.Sorted(maps.Keys(m.conflict)) {
		labels = append(labels, t.label(of+name))
		p.fields[name] = t.of("set.meanwhile.field", "value", t.brief(m.conflict[name]))
	}
	p.public = t.of("set.meanwhile", "fields", strings.Join(labels, ", "))
	return t.problem(p)
}

// notAllowed names what is not the admin's to change.
func notAllowed(names []string, t *texts) error {
	p := &problem{kind: "forbidden", code: "not_allowed", fields: map[string]string{}}
	for _, name := range names {
		p.fields[name] = t.of("set.fault.not_yours")
	}
	p.public = t.of("set.not_allowed")
	return t.problem(p)
}

// problem is p, unless one of its texts is missing.
func (t *texts) problem(p *problem) error {
	if t.err != nil {
		return t.err
	}
	return p
}
