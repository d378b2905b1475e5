package access

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

var (
	errSignedOut = &problem{kind: "unauthorized", code: "signed_out", public: "You are not signed in, or your session has ended. Please open the link that we mailed you."}
	errNotYours  = &problem{kind: "forbidden", code: "not_allowed", public: "Your role in this church does not include this. Ask an admin of your church if you need it."}
	errNoChatbot = &problem{kind: "invalid", code: "no_chatbot", public: "No chatbot configured."}
)

func tooMany(wait time.Duration) error {
	return &problem{kind: "rate_limited", code: "too_many_requests", public: "Too many requests. Please wait a minute.", wait: wait}
}
