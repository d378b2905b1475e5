package compat

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"narthex/chat"
	"narthex/chat/live"
)

// apiError is an error in OpenAI's form. Its clients choose their error classes by the status, and show code and param.
type apiError struct {
	status        int
	Message       string  `json:"message"`
	Type          string  `json:"type"`
	Param         *string `json:"param"`
	Code          string  `json:"code"`
	retryAfter    time.Duration
	neverRepeated bool // to send the same again brings the same
	cause         error
}

func (e *apiError) Error() string {
	if e.cause != nil {
		return e.Code + ": " + e.cause.Error()
	}
	return e.Code + ": " + e.Message
}

func (e *apiError) Unwrap() error { return e.cause }

const (
	typeInvalid = "invalid_request_error"
	typeServer  = "server_error"
	typeLimit   = "requests"
)

func invalidParam(code, param, message string) *apiError {
	return &apiError{status: http.StatusBadRequest, Type: typeInvalid, Code: code, Param: &param, Message: message}
}

// wrongType names the field of a body that is JSON, but not of the type that it must be; any other error it gives back.
func wrongType(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	types := map[reflect.Kind]string{
		reflect.String: "a string", reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Slice: "a list", reflect.Struct: "an object",
	}
	field := cmp.Or(wrong.Field, "body")
	return invalidParam("invalid_type", field, fmt.Sprintf("%.100s must be %s, not %.100s.", field, types[wrong.Type.Kind()], wrong.Value))
}

func invalidKey() *apiError {
	return &apiError{
		status: http.StatusUnauthorized, Type: typeInvalid, Code: "invalid_api_key",
		Message: "Incorrect API key provided. Send a key of your church as Authorization: Bearer nx_…",
	}
}

func modelNotFound(name string) *apiError {
	param := "model"
	return &apiError{
		status: http.StatusNotFound, Type: typeInvalid, Code: "model_not_found", Param: &param,
		Message: fmt.Sprintf("The model %.100q does not exist or your church has it switched off.", name),
	}
}

// unknownURL refuses an address, or a method of one, that only OpenAI itself has.
func unknownURL(r *http.Request) *apiError {
	path := r.URL.Path
	if path == "/v1/chat/completions" || path == "/v1/models" || strings.HasPrefix(path, "/v1/models/") && strings.Count(path, "/") == 3 {
		return &apiError{
			status: http.StatusMethodNotAllowed, Type: typeInvalid, Code: "method_not_allowed",
			Message: fmt.Sprintf("Not allowed to %.20s on %.100s.", r.Method, path),
		}
	}
	return &apiError{
		status: http.StatusNotFound, Type: typeInvalid, Code: "unknown_url",
		Message: fmt.Sprintf("Unknown request URL: %.20s %.100s. What there is stands at /docs/api.", r.Method, path),
	}
}

// kinds are the statuses and types of the chat's own problems.
var kinds = map[string]struct {
	status int
	name   string
}{
	"invalid":      {http.StatusBadRequest, typeInvalid},
	"not_found":    {http.StatusNotFound, typeInvalid},
	"conflict":     {http.StatusConflict, typeInvalid},
	"gone":         {http.StatusGone, typeInvalid},
	"too_large":    {http.StatusRequestEntityTooLarge, typeInvalid},
	"unsupported":  {http.StatusUnsupportedMediaType, typeInvalid},
	"rate_limited": {http.StatusTooManyRequests, typeLimit},
	"unavailable":  {http.StatusServiceUnavailable, typeServer},
}

// asAPIError puts any error into OpenAI's form. What is not known to be safe to show is an internal error.
func asAPIError(err error) *apiError {
	if e, ok := errors.AsType[*apiError](err); ok {
		return e
	}
	if errors.Is(err, live.ErrHandedOver) {
		err = chat.ErrShuttingDown
	}
	if problem, ok := errors.AsType[*chat.Problem](err); ok {
		if kind, ok := kinds[problem.Kind()]; ok {
			e := &apiError{status: kind.status, Type: kind.name, Code: problem.Code(), Message: problem.Public(), retryAfter: problem.RetryAfter(), cause: err}
			if kind.status == http.StatusTooManyRequests {
				e.Code = "rate_limit_exceeded"
			}
			return e
		}
	}
	return &apiError{
		status: http.StatusInternalServerError, Type: typeServer, Code: "internal_error", cause: err,
		Message: "Something went wrong on our side. It has been noted; please try again in a moment.",
	}
}

// failed is the end of an answer that could not be given.
func failed(failure *chat.Failure) *apiError {
	return &apiError{
		status: http.StatusServiceUnavailable, Type: typeServer, Code: failure.Code, Message: failure.Message,
		neverRepeated: !failure.Retryable,
	}
}

// body is the error as clients get it, also in mid-stream.
func (e *apiError) body() []byte {
	data, err := json.Marshal(errorBody{*e})
	if err != nil {
		panic(err) // strings always marshal
	}
	return data
}

func (e *apiError) write(w http.ResponseWriter) {
	header := w.Header()
	body := e.body()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	header.Set("Cache-Control", "no-store")
	if e.retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.retryAfter.Seconds()))))
	}
	if e.neverRepeated {
		header.Set("X-Should-Retry", "false") // OpenAI's clients repeat 5xx by themselves otherwise
	}
	w.WriteHeader(e.status)
	_, _ = w.Write(body)
}
