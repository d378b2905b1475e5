package web

import (
	"errors"
	"net/http"
	"time"
)

// Problem is an error that is safe to show to the client. Kind decides the status, Code names exactly what was wrong and
// never changes, Public is a sentence for the person who sent the request. What Error says goes to the log alone.
//
// A problem may also have a method RetryAfter() time.Duration, for how long to wait before trying again.
type Problem interface {
	error
	Kind() string
	Code() string
	Public() string
}

// VersionProblem is a problem of who changed something that somebody else has changed meanwhile, with the version that it has now.
type VersionProblem interface {
	Problem
	Version() string
}

// FieldProblem is a problem that names what is the matter with single fields of what was sent, by their names in JSON.
type FieldProblem interface {
	Problem
	Fields() map[string]string
}

// kinds maps every kind of problem to its status. A kind that is not here is a fault of ours.
var kinds = map[string]int{
	"invalid":            http.StatusBadRequest,
	"unauthorized":       http.StatusUnauthorized,
	"forbidden":          http.StatusForbidden,
	"not_found":          http.StatusNotFound,
	"method_not_allowed": http.StatusMethodNotAllowed,
	"conflict":           http.StatusConflict,
	"gone":               http.StatusGone,
	"too_large":          http.StatusRequestEntityTooLarge,
	"unsupported":        http.StatusUnsupportedMediaType,
	"unprocessable":      http.StatusUnprocessableEntity,
	"rate_limited":       http.StatusTooManyRequests,
	"internal":           http.StatusInternalServerError,
	"unavailable":        http.StatusServiceUnavailable,
}

// StatusClientClosedRequest is how a request is recorded whose client went away before the answer. It is never sent.
const StatusClientClosedRequest = 499

// refusal is a problem of the edge itself.
type refusal struct{ kind, code, public string }

func (r *refusal) Error() string  { return r.code }
func (r *refusal) Kind() string   { return r.kind }
func (r *refusal) Code() string   { return r.code }
func (r *refusal) Public() string { return r.public }

// What the edge and the pages refuse by themselves. ErrUnavailable is for wrapping: something a page needs is away.
var (
	ErrNotFound         Problem = &refusal{"not_found", "not_found", "There is nothing at this address."}
	ErrMethodNotAllowed Problem = &refusal{"method_not_allowed", "method_not_allowed", "This address does not take requests of this method."}
	ErrCrossOrigin      Problem = &refusal{"forbidden", "cross_origin", "This request came from another site and was refused."}
	ErrUnavailable      Problem = &refusal{"unavailable", "temporarily_unavailable", "This is not available right now. Please try again in a moment."}

	errInternal = &refusal{"internal", "internal_error", "Something went wrong on our side. It has been noted; please try again in a moment."}
)

// classify finds the problem that err carries and its status. Anything that is not known to be safe to show is an
// internal error.
func classify(err error) (Problem, int) {
	problem, ok := errors.AsType[Problem](err)
	if !ok {
		return errInternal, http.StatusInternalServerError
	}
	status := Status(problem)
	if _, known := kinds[problem.Kind()]; !known {
		return errInternal, status
	}
	return problem, status
}

// Status is the status of an answer that says a problem.
func Status(p Problem) int {
	if status, known := kinds[p.Kind()]; known {
		return status
	}
	return http.StatusInternalServerError
}

// retryAfter is how long the problem asks to wait, 0 if it does not say.
func retryAfter(problem Problem) time.Duration {
	if waits, ok := problem.(interface{ RetryAfter() time.Duration }); ok {
		return waits.RetryAfter()
	}
	return 0
}
