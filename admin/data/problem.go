package data

import "time"

// problem is a refusal that is safe to show.
type problem struct {
	kind, code, public string
	wait               time.Duration
}

func (p *problem) Error() string             { return p.code }
func (p *problem) Kind() string              { return p.kind }
func (p *problem) Code() string              { return p.code }
func (p *problem) Public() string            { return p.public }
func (p *problem) RetryAfter() time.Duration { return p.wait }
