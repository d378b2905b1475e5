package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
)

// NewVerifier returns a new secret of one sign-in through another provider (RFC 7636). It stays in the browser that began it.
func NewVerifier() string {
	secret := make([]byte, 48)
	_, _ = rand.Read(secret) // never fails
	return base64.RawURLEncoding.EncodeToString(secret)
}

// challenge is what the provider is told of a verifier.
func challenge(verifier string) string {
	hash := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(hash[:])
}

// AuthorizeURL is where a browser goes to sign in through another provider, and is sent on from to redirectTo with a code.
func (c *Client) AuthorizeURL(provider, redirectTo, verifier string) string {
	at := c.base.JoinPath("authorize")
	at.RawQuery = url.Values{
		"provider": {provider}, "redirect_to": {redirectTo}, "code_challenge": {challenge(verifier)}, "code_challenge_method": {"s256"},
	}.Encode()
	return at.String()
}

// Origin is the provider's, such as https://project.example.
func (c *Client) Origin() string { return c.base.Scheme + "://" + c.base.Host }
