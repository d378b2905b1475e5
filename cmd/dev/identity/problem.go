package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"
)

const (
	versionHeader = "X-Supabase-Api-Version"
	firstVersion  = "2024-01-01" // whose errors are {"code","message"}
)

// problem is what is refused.
type problem struct {
	status  int
	code    string // stable
	message string
	reasons []string // of a weak password
}

// Error implements error.
func (p *problem) Error() string { return fmt.Sprintf("%d %s: %s", p.status, p.code, p.message) }

func refuse(status int, code, format string, args ...any) *problem {
	return &problem{status: status, code: code, message: fmt.Sprintf(format, args...)}
}

func invalid(format string, args ...any) *problem {
	return refuse(http.StatusBadRequest, "validation_failed", format, args...)
}

// oauthProblem is what is refused in the words of RFC 6749: of another provider, or of a request without a token.
type oauthProblem struct {
	Code        string `json:"error"`
	Description string `json:"error_description,omitempty"`
}

// Error implements error.
func (p *oauthProblem) Error() string { return p.Code + ": " + p.Description }

// committed is a refusal whose transaction is kept all the same.
type committed struct{ error }

// Unwrap implements errors.Unwrap.
func (c committed) Unwrap() error { return c.error }

// newForm reports whether a request asks for errors of the form with codes, and answers with the version that it gets.
func newForm(w http.ResponseWriter, r *http.Request) bool {
	asked, err := time.Parse(time.DateOnly, r.Header.Get(versionHeader))
	if err != nil || asked.Format(time.DateOnly) < firstVersion {
		return false
	}
	w.Header().Set(versionHeader, firstVersion)
	return true
}

// unexpected is what is said of faults of our own.
var unexpected = &problem{status: http.StatusInternalServerError, code: "unexpected_failure", message: "Unexpected failure, please check server logs for more information"}

// refusal is what is said of an error.
func refusal(ctx context.Context, logger *slog.Logger, err error) *problem {
	if said, ok := errors.AsType[*problem](err); ok {
		return said
	}
	if !errors.Is(err, context.Canceled) {
		logger.ErrorContext(ctx, "the local identity service failed", "error", err)
	}
	return unexpected
}

// writeError answers with an error in the form that the request asks for.
func (s *Server) writeError(w http.ResponseWriter, r *http.Request, err error) {
	version := newForm(w, r)
	if said, ok := errors.AsType[*oauthProblem](err); ok {
		writeJSON(w, http.StatusBadRequest, said)
		return
	}
	said := refusal(r.Context(), s.config.Logger, err)
	w.Header().Set("X-Sb-Error-Code", said.code)
	body := map[string]any{"code": said.code, "message": said.message}
	if !version {
		body = map[string]any{"code": said.status, "error_code": said.code, "msg": said.message}
	}
	if said.reasons != nil {
		body["weak_password"] = map[string]any{"reasons": said.reasons}
	}
	writeJSON(w, said.status, body)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client has gone
}

// oauthWords are what RFC 6749 calls statuses.
var oauthWords = map[int]string{
	http.StatusBadRequest: "invalid_request", http.StatusUnauthorized: "unauthorized_client", http.StatusForbidden: "access_denied",
	http.StatusInternalServerError: "server_error", http.StatusServiceUnavailable: "temporarily_unavailable",
}

// denials are codes that are the other side's decision, whatever their status.
var denials = []string{"signup_disabled", "user_banned", "provider_email_needs_verification"}

// errorAddress is where a browser is sent that something is refused to. The error stands in the fragment, and in the parameters too
// where inQuery says so, which is what a server can read.
func (s *Server) errorAddress(ctx context.Context, at string, err error, inQuery bool) string {
	to, parseErr := url.Parse(at)
	if parseErr != nil {
		to = &url.URL{Path: "/"}
	}
	said := url.Values{}
	if oauth, ok := errors.AsType[*oauthProblem](err); ok {
		said.Set("error", oauth.Code)
		said.Set("error_description", oauth.Description)
	} else {
		refused := refusal(ctx, s.config.Logger, err)
		word, ok := oauthWords[refused.status]
		switch {
		case slices.Contains(denials, refused.code):
			said.Set("error", "access_denied")
		case ok:
			said.Set("error", word)
		case inQuery:
			said.Set("error", "server_error")
		}
		said.Set("error_code", refused.code)
		said.Set("error_description", refused.message)
	}
	if inQuery {
		query := to.Query()
		for name := range said {
			query.Set(name, said.Get(name))
		}
		to.RawQuery = query.Encode()
	}
	said.Set("sb", "")
	to.Fragment = ""
	return to.String() + "#" + said.Encode()
}
