package billing

import (
	"time"

	"narthex/admin/signup"
	"narthex/static/web"
)

// problem is a refusal that is shown to whoever is about to pay.
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

// Fields says what is the matter with single fields, by the names that JSON has for them.
func (p *problem) Fields() map[string]string { return p.fields }

var _ web.FieldProblem = (*problem)(nil)

// refusal is a problem in the language of whoever asked.
func refusal(language *web.Language, kind, code string, wait time.Duration) error {
	text, err := language.Text("onboard.problem." + code)
	if err != nil {
		return err
	}
	return &problem{kind: kind, code: code, public: text, wait: wait}
}

// invalid says what is the matter with which field.
func invalid(language *web.Language, faults signup.Faults) error {
	text, err := language.Text("onboard.problem.invalid_form")
	if err != nil {
		return err
	}
	p := &problem{kind: "unprocessable", code: "invalid_form", public: text, fields: make(map[string]string, len(faults))}
	for field, fault := range faults {
		if p.fields[field], err = language.Text("onboard.fault." + string(fault)); err != nil {
			return err
		}
	}
	return p
}
