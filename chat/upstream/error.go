package upstream

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Kind says what went wrong with a request.
type Kind string

// The kinds of errors that a service itself reports.
const (
	KindTimeout     Kind = "timeout"      // 408, 504
	KindRateLimited Kind = "rate_limited" // 429
	KindOverloaded  Kind = "overloaded"   // other 5xx, or the service reported a failure of its own
	KindRejected    Kind = "rejected"     // the service refused the request: other 4xx, a redirect
)

// Error is what a service answers instead of what it was asked for.
type Error struct {
	Status     int           // HTTP status, where there was one
	Code       string        // identifier of the failure, as the service names it
	Message    string        // the service's own sentence. It may quote the request and the key, so Error leaves it out.
	RetryAfter time.Duration // what the service asked for; 0: it did not say
	Redirected bool          // the response was a redirect; Status is 0
}

func (e *Error) Error() string {
	if e.Redirected {
		return "the service redirects; a request is not sent on to another address"
	}
	text := http.StatusText(e.Status)
	switch {
	case text == "":
		return cmp.Or(e.Code, "an error")
	case e.Code != "":
		text += ", " + e.Code
	}
	return text
}

// Kind classifies the error by its status or, where it has none, by what its code says.
func (e *Error) Kind() Kind {
	switch {
	case e.Redirected:
		return KindRejected
	case e.Status == 0:
		return kindOfCode(e.Code)
	case e.Status == http.StatusTooManyRequests:
		return KindRateLimited
	case e.Status == http.StatusRequestTimeout, e.Status == http.StatusGatewayTimeout:
		return KindTimeout
	case e.Status >= 500, e.Status == http.StatusConflict, e.Status == http.StatusTooEarly:
		return KindOverloaded
	}
	return KindRejected
}

func kindOfCode(code string) Kind {
	for _, sign := range []struct {
		part string
		kind Kind
	}{
		{"rate_limit", KindRateLimited}, {"quota", KindRateLimited}, {"timeout", KindTimeout}, {"invalid", KindRejected},
		{"context_length", KindRejected}, {"content", KindRejected}, {"authentication", KindRejected}, {"permission", KindRejected},
	} {
		if strings.Contains(code, sign.part) {
			return sign.kind
		}
	}
	return KindOverloaded
}

// maxErrorBody is how many bytes of a refusal are looked at.
const maxErrorBody = 64 << 10

// refusal makes the error of a response that is not 200.
func refusal(response *http.Response) *Error {
	if response.StatusCode >= 300 && response.StatusCode < 400 {
		return &Error{Redirected: true}
	}
	body, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBody)) // the status says enough when this fails
	refused := &Error{}
	var envelope struct{ Error json.RawMessage }
	if json.Unmarshal(body, &envelope) == nil {
		refused = ParseError(envelope.Error)
	}
	refused.Status, refused.RetryAfter = response.StatusCode, retryAfter(response.Header, time.Now())
	return refused
}

// maxWrapped is how deep an error may be wrapped in others.
const maxWrapped = 3

// ParseError reads what services put into "error": an object, the same wrapped in another, or a string.
func ParseError(raw json.RawMessage) *Error {
	var object struct {
		Error   json.RawMessage `json:"error"`
		Type    string          `json:"type"`
		Code    json.RawMessage `json:"code"` // a string, or an HTTP status
		Status  int             `json:"status"`
		Message json.RawMessage `json:"message"`
	}
	reported := &Error{}
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
	_ = json.Unmarshal(object.Message, &reported.Message)
	if status, err := strconv.Atoi(string(object.Code)); err == nil {
		reported.Status = status
	} else if status, err := strconv.Atoi(code); err == nil {
		reported.Status, code = status, ""
	} else {
		reported.Status = object.Status
	}
	if reported.Status < 400 || reported.Status > 599 {
		reported.Status = 0
	}
	reported.Code = cmp.Or(identifier(code), identifier(object.Type))
	return reported
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

// maxRetryAfter bounds what a service can ask for; more than this is an outage, not a pause.
const maxRetryAfter = time.Hour

// retryAfter reads how long the service wants to be left alone: seconds or a date, or milliseconds in OpenAI's own header.
func retryAfter(header http.Header, now time.Time) time.Duration {
	for _, form := range []struct {
		name string
		unit time.Duration
	}{{"Retry-After-Ms", time.Millisecond}, {"Retry-After", time.Second}} {
		if number, err := strconv.ParseFloat(header.Get(form.name), 64); err == nil && number >= 0 {
			return time.Duration(min(number*float64(form.unit), float64(maxRetryAfter)))
		}
	}
	date, err := http.ParseTime(header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return min(max(date.Sub(now), 0), maxRetryAfter)
}
