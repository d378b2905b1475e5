package web

import "time"

// Refusal is the problem of a part that refuses something. Make one with Refuse, or Language.Refuse.
type Refusal struct {
	refusal

	language *Language // that its sentence is in; nil: English
	wait     time.Duration
	fields   map[string]string
	version  string
	cause    error // nil: it is no fault of ours
}

var (
	_ FieldProblem   = (*Refusal)(nil)
	_ VersionProblem = (*Refusal)(nil)
)

// Refuse returns the problem with a kind, a code, and a sentence for the person who sent the request: see Problem.
func Refuse(kind, code, public string) *Refusal {
	return &Refusal{refusal: refusal{kind, code, public}}
}

// Refuse returns the problem whose sentence is a text of the language, with pairs of name and value for its placeholders. Without that
// text it is an internal error.
func (l *Language) Refuse(kind, code, key string, pairs ...string) *Refusal {
	public, err := l.Text(key, pairs...)
	if err != nil {
		return &Refusal{refusal: *errInternal, cause: err}
	}
	return &Refusal{refusal: refusal{kind, code, public}, language: l}
}

// Error implements error: what the log says.
func (r *Refusal) Error() string {
	if r.cause != nil {
		return r.cause.Error()
	}
	return r.code
}

// After returns the problem for somebody who has to wait before trying again.
func (r *Refusal) After(wait time.Duration) *Refusal {
	with := *r
	with.wait = wait
	return &with
}

// In returns the problem with what is the matter with single fields, by their names in JSON.
func (r *Refusal) In(fields map[string]string) *Refusal {
	with := *r
	with.fields = fields
	return &with
}

// At returns the problem with the version that what was to be changed has now.
func (r *Refusal) At(version string) *Refusal {
	with := *r
	with.version = version
	return &with
}

// RetryAfter is how long to wait, 0 if that is not known.
func (r *Refusal) RetryAfter() time.Duration { return r.wait }

// Fields implements FieldProblem.
func (r *Refusal) Fields() map[string]string { return r.fields }

// Version implements VersionProblem.
func (r *Refusal) Version() string { return r.version }
