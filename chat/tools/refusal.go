package tools

import "fmt"

// ErrorCode says why a call was refused; it is also the outcome's name in metrics.
type ErrorCode string

// The reasons for which calls are refused.
const (
	InvalidArguments ErrorCode = "invalid_arguments" // not JSON, or not as the tool's parameters say
	UnknownTool      ErrorCode = "unknown_tool"
	NotAllowed       ErrorCode = "not_allowed"      // the plan, the agent or the church does not have this tool
	NotFromVisitor   ErrorCode = "not_from_visitor" // nothing is written in a visitor's name that they did not say
	AlreadyDone      ErrorCode = "already_done"     // in this turn
	NeedsYes         ErrorCode = "needs_yes"        // the visitor is asked first
	NotFound         ErrorCode = "not_found"
	Full             ErrorCode = "full" // no place is left
	TooManyCalls     ErrorCode = "too_many_calls"
	Unavailable      ErrorCode = "unavailable" // it failed here; nothing was written
)

// Refusal is an error that the model is told of. The message tells it what to do next.
type Refusal struct {
	Code    ErrorCode
	Message string
}

// Error implements error.
func (r *Refusal) Error() string { return string(r.Code) + ": " + r.Message }

// Refuse makes the error with which a tool declines.
func Refuse(code ErrorCode, format string, args ...any) error {
	return &Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

// NotOnFile refuses a look-up of what the church has not written down.
func NotOnFile(what string) error {
	return Refuse(NotFound, "This church has not put %s on file. Say so plainly, do not guess, and name the church office.", what)
}
