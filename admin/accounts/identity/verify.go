package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// Verifier checks access tokens without asking the provider. Make one with SharedSecret or Client.PublicKeys.
type Verifier struct {
	key    jwt.Keyfunc
	ready  func(context.Context) error // that there is a key to check with
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
	key := func(*jwt.Token) (any, error) { return secret, nil }
	return newVerifier(key, func(context.Context) error { return nil }, "HS256")
}

// newVerifier checks with a key for named algorithms alone: a token must not choose how it is checked.
func newVerifier(key jwt.Keyfunc, ready func(context.Context) error, algorithms ...string) *Verifier {
	return &Verifier{key: key, ready: ready, parser: jwt.NewParser(
		jwt.WithValidMethods(algorithms), jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithLeeway(clockLeeway),
	)}
}

// Ready is ErrUnavailable while there is no key to check any token with.
func (v *Verifier) Ready(ctx context.Context) error { return v.ready(ctx) }

// Check returns what a token says, or ErrBadToken; ErrUnavailable if the key that it was signed with cannot be read for now.
func (v *Verifier) Check(token string) (Claims, error) {
	var said struct {
		jwt.RegisteredClaims
		Email string `json:"email"`
	}
	_, err := v.parser.ParseWithClaims(token, &said, v.key)
	if errors.Is(err, ErrUnavailable) {
		return Claims{}, fmt.Errorf("identity: check a token: %w", err)
	}
	if err != nil {
		return Claims{}, errors.Join(ErrBadToken, err)
	}
	id, err := uuid.Parse(said.Subject)
	if err != nil {
		return Claims{}, errors.Join(ErrBadToken, fmt.Errorf("it is of nobody: %w", err))
	}
	return Claims{UserID: id, Email: said.Email, ExpiresAt: said.ExpiresAt.Time}, nil
}
