package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// The kinds of what the provider mails that a person can follow, as Verify takes them.
const (
	KindEmail    = "email"    // confirms an address
	KindRecovery = "recovery" // lets somebody in who has forgotten the password
)

// SignUp is what somebody signs up with.
type SignUp struct {
	Email, Password string
	RedirectTo      string         // where the mailed link leads
	Metadata        map[string]any // kept with the user
	Visitor         string         // the address that it comes from
}

// SignUp makes a user whose address is to be confirmed by a mailed link, or, where the address is confirmed already, does nothing
// and answers as if it did: the user then has no Identities. No PKCE challenge is sent, because such links end after five minutes
// and in other browsers. The session has no tokens, except where the service asks for no confirmation.
func (c *Client) SignUp(ctx context.Context, s SignUp) (Session, error) {
	var answer json.RawMessage
	err := c.do(ctx, call{
		name: "signup", method: http.MethodPost, path: "signup", query: url.Values{"redirect_to": {s.RedirectTo}},
		body:    map[string]any{"email": s.Email, "password": s.Password, "data": s.Metadata},
		visitor: s.Visitor,
	}, &answer)
	if err != nil {
		return Session{}, err
	}
	var session Session
	if err := json.Unmarshal(answer, &session); err == nil && session.AccessToken != "" {
		return session, nil
	}
	session = Session{}
	if err := json.Unmarshal(answer, &session.User); err != nil { // without a session it is the user alone
		return Session{}, fmt.Errorf("identity: signup: %w", errors.Join(ErrUnavailable, err))
	}
	return session, nil
}

// Resend mails the confirmation's link again.
func (c *Client) Resend(ctx context.Context, email, redirectTo, visitor string) error {
	return c.do(ctx, call{
		name: "resend", method: http.MethodPost, path: "resend", query: url.Values{"redirect_to": {redirectTo}},
		body: map[string]any{"type": "signup", "email": email}, visitor: visitor,
	}, nil)
}

// Recover mails a link to whoever has forgotten the password. It answers alike for addresses that nobody signed up with.
func (c *Client) Recover(ctx context.Context, email, redirectTo, visitor string) error {
	return c.do(ctx, call{
		name: "recover", method: http.MethodPost, path: "recover", query: url.Values{"redirect_to": {redirectTo}},
		body: map[string]any{"email": email}, visitor: visitor,
	}, nil)
}

// SignIn lets somebody in by password.
func (c *Client) SignIn(ctx context.Context, email, password, visitor string) (Session, error) {
	return c.token(ctx, "password", map[string]any{"email": email, "password": password}, visitor)
}

// Exchange lets somebody in who comes back from another provider with a code, if the verifier is that of the same sign-in.
func (c *Client) Exchange(ctx context.Context, code, verifier, visitor string) (Session, error) {
	return c.token(ctx, "pkce", map[string]any{"auth_code": code, "code_verifier": verifier}, visitor)
}

// Refresh returns the session that follows on one. Its refresh token may be used once.
func (c *Client) Refresh(ctx context.Context, refreshToken, visitor string) (Session, error) {
	return c.token(ctx, "refresh_token", map[string]any{"refresh_token": refreshToken}, visitor)
}

func (c *Client) token(ctx context.Context, grant string, body map[string]any, visitor string) (s Session, err error) {
	err = c.do(ctx, call{
		name: grant, method: http.MethodPost, path: "token", query: url.Values{"grant_type": {grant}}, body: body, visitor: visitor,
	}, &s)
	return s, err
}

// Verify uses up a mailed link's token hash, confirms the address that it went to, and lets its owner in.
func (c *Client) Verify(ctx context.Context, tokenHash, kind, visitor string) (s Session, err error) {
	err = c.do(ctx, call{
		name: "verify", method: http.MethodPost, path: "verify", body: map[string]any{"token_hash": tokenHash, "type": kind}, visitor: visitor,
	}, &s)
	return s, err
}

// User is whom an access token belongs to.
func (c *Client) User(ctx context.Context, accessToken, visitor string) (u User, err error) {
	err = c.do(ctx, call{name: "user", method: http.MethodGet, path: "user", accessToken: accessToken, visitor: visitor}, &u)
	return u, err
}

// SetPassword gives the user whom an access token belongs to another password.
func (c *Client) SetPassword(ctx context.Context, accessToken, password, visitor string) error {
	return c.do(ctx, call{
		name: "password_change", method: http.MethodPut, path: "user", accessToken: accessToken, body: map[string]any{"password": password}, visitor: visitor,
	}, nil)
}

// SignOut ends the session that an access token belongs to, and no other of the same user.
func (c *Client) SignOut(ctx context.Context, accessToken, visitor string) error {
	return c.do(ctx, call{
		name: "logout", method: http.MethodPost, path: "logout", query: url.Values{"scope": {"local"}}, accessToken: accessToken, visitor: visitor,
	}, nil)
}
