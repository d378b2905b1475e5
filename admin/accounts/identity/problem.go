package identity

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrUnavailable is that the provider did not answer, or not as it should: trying again may help.
var ErrUnavailable = errors.New("the identity provider is not available")

// Codes of what the provider refuses. They never change; its messages do.
const (
	CodeOTPExpired         = "otp_expired"          // 403: a mailed link was used, is too old, or never was one
	CodeBadVerifier        = "bad_code_verifier"    // 400: the code belongs to another sign-in
	CodeFlowNotFound       = "flow_state_not_found" // 404: the code was used, or never was one
	CodeFlowExpired        = "flow_state_expired"   // 422
	CodeInvalidCredentials = "invalid_credentials"  // 400: the address or the password is wrong
	CodeNotConfirmed       = "email_not_confirmed"  // 400
	CodeWeakPassword       = "weak_password"        // 422
	CodeSamePassword       = "same_password"        // 422: the new one is the old one
	CodeAddressInvalid     = "email_address_invalid"
	CodeAddressRefused     = "email_address_not_authorized"
	CodeSignUpClosed       = "signup_disabled"
	CodeUserExists         = "user_already_exists"        // 422: only where addresses need no confirmation
	CodeMailLimit          = "over_email_send_rate_limit" // 429: that user got one a moment ago, or all users too many in an hour
	CodeValidation         = "validation_failed"
	CodeBanned             = "user_banned"
)

// Error is what the provider refused.
type Error struct {
	Call    string // what was asked
	Status  int
	Code    string // "" where it gave none
	Message string // the provider's words, for the log alone
	// Wait is how long to wait before asking again, of a 429 whose answer says so.
	Wait time.Duration
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("identity: %s: %d %s: %s", e.Call, e.Status, e.Code, e.Message)
}

// Limited reports that too much was asked.
func (e *Error) Limited() bool { return e.Status == http.StatusTooManyRequests }

// NoMailsLeft reports that the provider mails nobody for now. Its words alone tell that from a mail that the same user got a moment ago.
func (e *Error) NoMailsLeft() bool {
	return e.Code == CodeMailLimit && strings.Contains(e.Message, "email rate limit exceeded")
}

// IsCode reports whether err is a refusal with one of the codes.
func IsCode(err error, codes ...string) bool {
	refused, ok := errors.AsType[*Error](err)
	if !ok {
		return false
	}
	for _, code := range codes {
		if refused.Code == code {
			return true
		}
	}
	return false
}

// refusal is the error that an answer stands for, nil for none.
func refusal(name string, response *http.Response, body []byte) error {
	status := response.StatusCode
	if status >= 200 && status < 300 {
		return nil
	}
	if status < 400 || status >= 500 {
		return fmt.Errorf("identity: %s: %w: it answered %d", name, ErrUnavailable, status)
	}
	refused := &Error{Call: name, Status: status}
	var said struct {
		Code      any    `json:"code"` // of a gateway before the provider a number
		ErrorCode string `json:"error_code"`
		Message   string `json:"message"`
		Msg       string `json:"msg"`
	}
	if json.Unmarshal(body, &said) == nil {
		refused.Code, _ = said.Code.(string)
		if refused.Code == "" {
			refused.Code = said.ErrorCode
		}
		refused.Message = said.Message + said.Msg
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
		refused.Wait = time.Duration(min(seconds, 3600)) * time.Second
	}
	return refused
}

// outcome is the name of an error in the metric.
func outcome(err error) string {
	refused, ok := errors.AsType[*Error](err)
	switch {
	case !ok:
		return "failed"
	case refused.Limited():
		return "limited"
	}
	return "refused"
}
