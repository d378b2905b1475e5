package model

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"syscall"
	"time"

	"narthex/chat/upstream"
)

// Kind says what went wrong with a request to a model.
type Kind = upstream.Kind

// The kinds of errors.
const (
	KindTimeout     = upstream.KindTimeout     // a time-out of ours, the caller's deadline, or the service's own
	KindRateLimited = upstream.KindRateLimited // 429
	KindOverloaded  = upstream.KindOverloaded  // 5xx, or the service reported a failure of its own
	KindRejected    = upstream.KindRejected    // the service refused the request: 4xx, a redirect

	KindUnavailable Kind = "unavailable" // no connection, or the circuit breaker is open
	KindCut         Kind = "cut"         // the answer ended without a finish reason
	KindInvalid     Kind = "invalid"     // the answer is not one: garbage, a web page, nothing at all
	KindCanceled    Kind = "canceled"    // the caller went away
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
)

// reported is the error of an event that says there was one.
func reported(failed *upstream.Error) error { return fmt.Errorf("the stream reports %w", failed) }

// Ended makes the error of a request whose caller's context is done.
func Ended(ctx context.Context) *Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{Kind: KindTimeout, Err: context.DeadlineExceeded}
	}
	return &Error{Kind: KindCanceled, Err: context.Canceled}
}

// failure makes the error of a request from whatever ended it. ctx is the caller's, inner the request's own.
func failure(ctx, inner context.Context, err error) *Error {
	if ctx.Err() != nil {
		return Ended(ctx)
	}
	if cause := context.Cause(inner); errors.Is(cause, errSilent) || errors.Is(cause, errWhole) {
		return &Error{Kind: KindTimeout, Err: cause}
	}
	if failed, ok := errors.AsType[*upstream.Error](err); ok {
		return &Error{Kind: failed.Kind(), Status: failed.Status, RetryAfter: failed.RetryAfter, Err: err}
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
