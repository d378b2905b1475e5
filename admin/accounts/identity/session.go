package identity

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"
)

// User is what the provider keeps of a person.
type User struct {
	ID               uuid.UUID      `json:"id"`
	Email            string         `json:"email"`
	EmailConfirmedAt *time.Time     `json:"email_confirmed_at"` // nil until it is confirmed
	LastSignInAt     *time.Time     `json:"last_sign_in_at"`
	CreatedAt        time.Time      `json:"created_at"`
	Metadata         map[string]any `json:"user_metadata"`
	// Identities are the ways to sign in. None at all in an answer to a sign-up: the address is taken, and the rest is made up.
	Identities []json.RawMessage `json:"identities"`
}

// AppSource is the application that a person signed up with; "" for one who came through another provider.
func (u User) AppSource() string {
	source, _ := u.Metadata["app_source"].(string)
	return source
}

// Name is what a person is called, "" if that is not known.
func (u User) Name() string {
	for _, key := range []string{"full_name", "name"} {
		if name, _ := u.Metadata[key].(string); strings.TrimSpace(name) != "" {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// Session is a person who is signed in.
type Session struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresAt    int64  `json:"expires_at"` // of the access token, in seconds since 1970; 0 with services that leave it out
	ExpiresIn    int64  `json:"expires_in"` // seconds from the answer
	User         User   `json:"user"`
}

// Expiry is when the access token ends, for an answer that came at a moment.
func (s Session) Expiry(answered time.Time) time.Time {
	if s.ExpiresAt > 0 {
		return time.Unix(s.ExpiresAt, 0)
	}
	return answered.Add(time.Duration(s.ExpiresIn) * time.Second)
}
