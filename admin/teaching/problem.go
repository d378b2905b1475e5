package teaching

import (
	"errors"
	"time"

	"narthex/static/web"
)

// problem is a refusal that the form shows.
type problem struct {
	kind, code, public string
	wait               time.Duration
	fields             map[string]string
}

func (p *problem) Error() string             { return p.code }
func (p *problem) Kind() string              { return p.kind }
func (p *problem) Code() string              { return p.code }
func (p *problem) Public() string            { return p.public }
func (p *problem) RetryAfter() time.Duration { return p.wait }

// Fields says what is the matter with single fields, in the admin's language, by the names that JSON has for them.
func (p *problem) Fields() map[string]string { return p.fields }

var _ web.FieldProblem = (*problem)(nil)

// What the store finds. Handlers say it in the admin's language.
var (
	errStale     = errors.New("it was changed meanwhile")
	errNoChatbot = &problem{kind: "invalid", code: "no_chatbot", public: "No chatbot configured."}
)

// ErrCrisis says that the crisis gate answers a question, whatever the lens is.
var ErrCrisis = errors.New("the crisis gate answers this")

// faults are what is the matter with single fields: keys of texts by the names of fields.
type faults map[string]fault

// fault is the key of a text, and what fills in its placeholders.
type fault struct {
	key   string
	pairs []string
}

func (f faults) add(field, key string, pairs ...string) {
	if _, known := f[field]; !known {
		f[field] = fault{key, pairs}
	}
}

// refusal puts an error into words for an admin.
func refusal(language *web.Language, err error) error {
	if errors.Is(err, errStale) {
		return worded(language, &problem{kind: "conflict", code: "changed_meanwhile"}, "admin.changed")
	}
	if _, known := errors.AsType[web.Problem](err); known {
		return err
	}
	return errors.Join(web.ErrUnavailable, err)
}

func worded(language *web.Language, p *problem, key string, pairs ...string) error {
	public, err := language.Text(key, pairs...)
	if err != nil {
		return err
	}
	p.public = public
	return p
}

func invalid(language *web.Language, found faults) error {
	p := &problem{kind: "unprocessable", code: "invalid_fields", fields: make(map[string]string, len(found))}
	for field, fault := range found {
		text, err := language.Text(fault.key, fault.pairs...)
		if err != nil {
			return err
		}
		p.fields[field] = text
	}
	return worded(language, p, "admin.faults")
}
