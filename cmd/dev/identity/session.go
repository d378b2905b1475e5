package identity

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// tokens are what somebody gets who signs in.
type tokens struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	ExpiresAt    int64  `json:"expires_at"`
	RefreshToken string `json:"refresh_token"`
	User         *user  `json:"user"`
}

// claims are what an access token says.
type claims struct {
	jwt.RegisteredClaims
	Audience     string         `json:"aud"` // one string, where the library would write an array
	Email        string         `json:"email"`
	Phone        string         `json:"phone"`
	AppMetadata  map[string]any `json:"app_metadata"`
	UserMetadata map[string]any `json:"user_metadata"`
	Role         string         `json:"role"`
	Level        string         `json:"aal"`
	Methods      []method       `json:"amr"`
	SessionID    string         `json:"session_id"`
	IsAnonymous  bool           `json:"is_anonymous"`
}

// method is how somebody has signed in.
type method struct {
	Name string `json:"method"`
	At   int64  `json:"timestamp"`
}

// newRefreshToken returns a token of the provider's length.
func newRefreshToken() string { return strings.ToLower(rand.Text()[:12]) }

// begin signs a user in.
func (s *Server) begin(ctx context.Context, tx pgx.Tx, r *http.Request, u *user, how string) (*tokens, error) {
	now, id := s.now(), uuid.New()
	_, err := tx.Exec(ctx, "insert into auth.sessions (id, user_id, created_at, updated_at, user_agent, ip) values ($1, $2, $3, $3, $4, $5)",
		id, u.ID, now, r.UserAgent(), addressOrNone(s.visitor(r)))
	if err != nil {
		return nil, err
	}
	refresh, err := s.grant(ctx, tx, u, id, "")
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, "update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1", u.ID, now); err != nil {
		return nil, err
	}
	u.LastSignInAt = &now
	_, err = tx.Exec(ctx, "insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id) values ($1, $2, $2, $3, gen_random_uuid())", id, now, how)
	if err != nil {
		return nil, err
	}
	return s.sign(ctx, tx, r, u, id, refresh)
}

// grant makes a session's next refresh token.
func (s *Server) grant(ctx context.Context, tx pgx.Tx, u *user, session uuid.UUID, parent string) (string, error) {
	token := newRefreshToken()
	_, err := tx.Exec(ctx, `
		insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
		values ('00000000-0000-0000-0000-000000000000', $1, $2, false, $3, $3, nullif($4, ''), $5)`, token, u.ID.String(), s.now(), parent, session)
	return token, err
}

// sign makes a session's access token.
func (s *Server) sign(ctx context.Context, tx pgx.Tx, r *http.Request, u *user, session uuid.UUID, refresh string) (*tokens, error) {
	rows, err := tx.Query(ctx, "select authentication_method, extract(epoch from updated_at)::bigint from auth.mfa_amr_claims where session_id = $1 order by updated_at desc", session)
	if err != nil {
		return nil, err
	}
	methods, err := pgx.CollectRows(rows, pgx.RowToStructByPos[method])
	if err != nil {
		return nil, err
	}
	now := s.now()
	expires := now.Add(s.config.AccessFor)
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: u.ID.String(), Issuer: s.externalURL(r), IssuedAt: jwt.NewNumericDate(now),
			ExpiresAt: jwt.NewNumericDate(expires),
		},
		Audience: u.Audience, Email: u.Email, AppMetadata: u.AppMetadata, UserMetadata: u.UserMetadata, Role: u.Role, Level: "aal1", Methods: methods, SessionID: session.String(),
	}).SignedString([]byte(s.config.JWTSecret))
	if err != nil {
		return nil, err
	}
	return &tokens{
		AccessToken: signed, TokenType: "bearer", ExpiresIn: int(expires.Unix() - now.Unix()), ExpiresAt: expires.Unix(), RefreshToken: refresh, User: u,
	}, nil
}

// address is where a browser is sent that gets its tokens in the fragment.
func (t *tokens) address(at, kind string) string {
	said := url.Values{
		"access_token": {t.AccessToken}, "token_type": {t.TokenType}, "expires_in": {strconv.Itoa(t.ExpiresIn)},
		"expires_at": {strconv.FormatInt(t.ExpiresAt, 10)}, "refresh_token": {t.RefreshToken}, "type": {kind}, "sb": {""},
	}
	return at + "#" + said.Encode()
}

// caller is who a request's access token belongs to, and the session.
func (s *Server) caller(ctx context.Context, tx pgx.Tx, r *http.Request) (*user, uuid.UUID, error) {
	bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || bearer == "" {
		return nil, uuid.Nil, refuse(http.StatusUnauthorized, "no_authorization", "This endpoint requires a valid Bearer token")
	}
	var said claims
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithTimeFunc(s.config.Now))
	_, err := parser.ParseWithClaims(bearer, &said, func(*jwt.Token) (any, error) { return []byte(s.config.JWTSecret), nil })
	if err != nil {
		return nil, uuid.Nil, refuse(http.StatusForbidden, "bad_jwt", "invalid JWT: unable to parse or verify signature, %v", err)
	}
	id, err := uuid.Parse(said.Subject)
	if err != nil {
		return nil, uuid.Nil, refuse(http.StatusForbidden, "bad_jwt", "invalid claim: missing sub claim")
	}
	u, err := userByID(ctx, tx, id)
	if errors.Is(err, errNone) {
		return nil, uuid.Nil, refuse(http.StatusForbidden, "user_not_found", "User from sub claim in JWT does not exist")
	}
	if err != nil {
		return nil, uuid.Nil, err
	}
	session, err := uuid.Parse(said.SessionID)
	if err != nil {
		return nil, uuid.Nil, refuse(http.StatusForbidden, "bad_jwt", "invalid claim: session_id claim must be a UUID")
	}
	var there bool
	if err := tx.QueryRow(ctx, "select exists (select from auth.sessions where id = $1)", session).Scan(&there); err != nil {
		return nil, uuid.Nil, err
	}
	if !there {
		return nil, uuid.Nil, refuse(http.StatusForbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
	}
	if u.banned(s.now()) {
		return nil, uuid.Nil, refuse(http.StatusForbidden, "user_banned", "User is banned")
	}
	return u, session, nil
}

func addressOrNone(text string) *netip.Addr {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return nil
	}
	return &address
}
