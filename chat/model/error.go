package model

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Kind says what went wrong with a request to a model.
type Kind string

// The kinds of errors.
const (
	KindTimeout     Kind = "timeout"      // a time-out of ours, or the caller's deadline
	KindRateLimited Kind = "rate_limited" // 429
	KindOverloaded  Kind = "overloaded"   // 5xx, or the service reported a failure of its own
	KindUnavailable Kind = "unavailable"  // no connection, or the circuit breaker is open
	KindCut         Kind = "cut"          // the answer ended without a finish reason
	KindInvalid     Kind = "invalid"      // the answer is not one: garbage, a web page, nothing at all
	KindRejected    Kind = "rejected"     // the service refused the request: 4xx, a redirect
	KindCanceled    Kind = "canceled"     // the caller went away
)

// Error is the error of every stream. It never carries a key, a prompt or an answer, nor any sentence of the service's
// (services quote keys and prompts in theirs), so it is safe to log; it is not meant to be shown to visitors.
type Error struct {
	Kind       Kind
	Model      string        // configured name
	Status     int           // HTTP status, where there was one
	Streamed   bool          // chunks were yielded before it
	RetryAfter time.Duration // what the service asked for; 0: it did not say
	Err        error
}

func (e *Error) Error() string {
	text := "model " + e.Model + ": " + string(e.Kind)
	if e.Status != 0 {
		text = fmt.Sprintf("%s (status %d)", text, e.Status)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Retryable says whether the same request may succeed later or elsewhere.
func (e *Error) Retryable() bool { return e.Kind != KindRejected && e.Kind != KindCanceled }

// billable reports whether a service may bill a request that failed so. It may have read the prompt, unless it refused it or
// was never reached.
func (e *Error) billable() bool {
	if e.Status != 0 || e.Kind == KindRejected {
		return false
	}
	if operation, ok := errors.AsType[*net.OpError](e.Err); ok && operation.Op == "dial" {
		return false
	}
	_, unknown := errors.AsType[*net.DNSError](e.Err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](e.Err)
	return !unknown && !untrusted
}

// The causes this package itself cancels a request with.
var (
	errSilent = errors.New("the service kept us waiting too long")
	errWhole  = errors.New("the answer took too long as a whole")
)

// The reasons a response is no answer.
var (
	errNoFinish   = errors.New("ended without a finish reason")
	errNoEvents   = errors.New("the response holds no events")
	errLineLength = fmt.Errorf("a line is longer than %d bytes", maxLine)
	errBadJSON    = errors.New("an event is not the JSON expected")
	errCallsSize  = fmt.Errorf("the arguments of the tool calls are longer than %d bytes", maxCallBytes)
	errNoAnswer   = errors.New("finished without an answer")
	errRedirected = errors.New("the service redirects; a prompt is not sent on to another address")
)

// statusError is a response that is not 200.
type statusError struct {
	status     int
	code       string // identifier of the failure, as the service names it
	retryAfter time.Duration
}

func (e *statusError) Error() string {
	text := http.StatusText(e.status)
	if e.code != "" {
		text += ", " + e.code
	}
	return text
}

// eventError is an error that came as an event of the stream.
type eventError struct {
	status int // where the event names one
	code   string
}

func (e *eventError) Error() string {
	if e.code == "" {
		return "the stream reports an error"
	}
	return "the stream reports " + e.code
}

// kindOfStatus classifies an HTTP status.
func kindOfStatus(status int) Kind {
	switch {
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status == http.StatusRequestTimeout, status == http.StatusGatewayTimeout:
		return KindTimeout
	case status >= 500, status == http.StatusConflict, status == http.StatusTooEarly:
		return KindOverloaded
	}
	return KindRejected
}

// maxWrapped is how deep an error may be wrapped in others.
const maxWrapped = 3

// parseErrorEvent reads what services put into "error": an object, the same wrapped in another, or a string.
func parseErrorEvent(raw json.RawMessage) *eventError {
	var object struct {
		Error  json.RawMessage `json:"error"`
		Type   string          `json:"type"`
		Code   json.RawMessage `json:"code"` // a string, or an HTTP status
		Status int             `json:"status"`
	}
	reported := &eventError{}
	for range maxWrapped {
		object.Error = nil
		if json.Unmarshal(raw, &object) != nil {
			return reported
		}
		if raw = object.Error; len(raw) == 0 || string(raw) == "null" {
			break
		}
	}
	var code string
	_ = json.Unmarshal(object.Code, &code) // stays empty where it is none
	if status, err := strconv.Atoi(string(object.Code)); err == nil {
		reported.status = status
	} else if status, err := strconv.Atoi(code); err == nil {
		reported.status, code = status, ""
	} else {
		reported.status = object.Status
	}
	if reported.status < 400 || reported.status > 599 {
		reported.status = 0
	}
	reported.code = cmp.Or(identifier(code), identifier(object.Type))
	return reported
}

// kind classifies an error event by its status or, where it has none, by what its code says.
func (e *eventError) kind() Kind {
	if e.status >= 400 {
		return kindOfStatus(e.status)
	}
	for _, sign := range []struct {
		part string
		kind Kind
	}{
		{"rate_limit", KindRateLimited}, {"quota", KindRateLimited}, {"timeout", KindTimeout}, {"invalid", KindRejected},
		{"context_length", KindRejected}, {"content", KindRejected}, {"authentication", KindRejected}, {"permission", KindRejected},
	} {
		if strings.Contains(e.code, sign.part) {
			return sign.kind
		}
	}
	return KindOverloaded
}

// failure makes the error of a request from whatever ended it. ctx is the caller's, inner the request's own.
func failure(ctx, inner context.Context, err error) *Error {
	switch cause := context.Cause(inner); {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Error{Kind: KindTimeout, Err: context.DeadlineExceeded}
	case ctx.Err() != nil:
		return &Error{Kind: KindCanceled, Err: context.Canceled}
	case errors.Is(cause, errSilent), errors.Is(cause, errWhole):
		return &Error{Kind: KindTimeout, Err: cause}
	}
	if refused, ok := errors.AsType[*statusError](err); ok {
		return &Error{Kind: kindOfStatus(refused.status), Status: refused.status, RetryAfter: refused.retryAfter, Err: refused}
	}
	if reported, ok := errors.AsType[*eventError](err); ok {
		return &Error{Kind: reported.kind(), Status: reported.status, Err: reported}
	}
	if errors.Is(err, errRedirected) {
		return &Error{Kind: KindRejected, Err: errRedirected}
	}
	for _, invalid := range []error{errNoEvents, errLineLength, errBadJSON, errCallsSize, errNoAnswer} {
		if errors.Is(err, invalid) {
			return &Error{Kind: KindInvalid, Err: invalid}
		}
	}
	return nil
}

// quotable keeps of a transport error only what cannot quote a request or response.
func quotable(err error) error {
	if operation, ok := errors.AsType[*net.OpError](err); ok {
		return operation
	}
	if lookup, ok := errors.AsType[*net.DNSError](err); ok {
		return lookup
	}
	if certificate, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return certificate
	}
	if authority, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return authority
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number
	}
	for _, plain := range []error{io.ErrUnexpectedEOF, io.EOF, net.ErrClosed} {
		if errors.Is(err, plain) {
			return plain
		}
	}
	return fmt.Errorf("transport failed (%T)", err)
}

// identifier keeps a code only if it cannot be a sentence or a key.
func identifier(code string) string {
	if len(code) > 48 {
		return ""
	}
	for _, r := range code {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '.' {
			return ""
		}
	}
	return code
}
