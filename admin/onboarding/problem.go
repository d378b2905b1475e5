package onboarding

import (
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

// Fields says what is the matter with single fields, in the visitor's language, by the names that JSON has for them.
func (p *problem) Fields() map[string]string { return p.fields }

var _ web.FieldProblem = (*problem)(nil)
