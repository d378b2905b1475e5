package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// Verifier checks access tokens without asking the provider. Make one with SharedSecret or Client.PublicKeys.
type Verifier struct {
	key    jwt.Keyfunc
	parser *jwt.Parser
}

// Claims are what an access token says.
type Claims struct {
	UserID    uuid.UUID
	Email     string
	ExpiresAt time.Time
}

// ErrBadToken is that a token is forged, over, or of somebody else.
var ErrBadToken = errors.New("the access token does not hold")

const (
	audience    = "authenticated" // of the tokens of people; those of programs have others
	clockLeeway = 10 * time.Second
)

// SharedSecret checks tokens that are signed with a secret which the provider and we share (HS256).
func SharedSecret(secret []byte) *Verifier {
	return newVerifier(func(*jwt.Token) (any, error) { return secret, nil }, "HS256")
}

// PublicKeys checks tokens that are signed with one of the provider's key pairs, whose public halves stand at
// /.well-known/jwks.json. They are read again now and then, and for an unknown key id, until ctx ends; that they cannot be read
// yet is no error.
func (c *Client) PublicKeys(ctx context.Context) (*Verifier, error) {
	keys, err := keyfunc.NewDefaultCtx(ctx, []string{c.base.JoinPath(".well-known", "jwks.json").String()})
	if err != nil {
		return nil, fmt.Errorf("identity: read the provider's keys: %w", err)
	}
	return newVerifier(keys.Keyfunc, "ES256", "RS256", "EdDSA"), nil
}

// newVerifier checks with a key for named algorithms alone: a token must not choose how it is checked.
func newVerifier(key jwt.Keyfunc, algorithms ...string) *Verifier {
	return &Verifier{key: key, parser: jwt.NewParser(
		jwt.WithValidMethods(algorithms), jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithLeeway(clockLeeway),
	)}
}

// Check returns what a token says, or ErrBadToken.
func (v *Verifier) Check(token string) (Claims, error) {
	var said struct {
		jwt.RegisteredClaims
		Email string `json:"email"`
	}
	if _, err := v.parser.ParseWithClaims(token, &said, v.key); err != nil {
		return Claims{}, errors.Join(ErrBadToken, err)
	}
	id, err := uuid.Parse(said.Subject)
	if err != nil {
		return Claims{}, errors.Join(ErrBadToken, fmt.Errorf("it is of nobody: %w", err))
	}
	return Claims{UserID: id, Email: said.Email, ExpiresAt: said.ExpiresAt.Time}, nil
}
