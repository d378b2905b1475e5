package session

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

const (
	age         = 30 * 24 * time.Hour // from the last visit
	secretBytes = 32
)

// Cookie is where a browser keeps something of this part of the site. Lax, because people come from their mail.
type Cookie struct {
	name   string
	secure bool
}

// NewCookie is that of a server at an address. The prefix keeps sites of the same domain from setting it.
func NewCookie(baseURL, name string) Cookie {
	if strings.HasPrefix(baseURL, "https://") {
		return Cookie{name: "__Host-narthex_" + name, secure: true}
	}
	return Cookie{name: "narthex_" + name}
}

// Name is the cookie's whole name.
func (c Cookie) Name() string { return c.name }

// Of is what a request brings, "" if nothing.
func (c Cookie) Of(r *http.Request) string {
	found, err := r.Cookie(c.name)
	if err != nil {
		return ""
	}
	return found.Value
}

// With is the cookie with a value, for a time.
func (c Cookie) With(value string, age time.Duration) *http.Cookie {
	return &http.Cookie{Name: c.name, Value: value, Path: "/", MaxAge: int(age / time.Second), Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

// Gone takes it from the browser.
func (c Cookie) Gone() *http.Cookie { return c.With("", -time.Second) }

// secret is what a browser holds of its session.
type secret []byte

func newSecret() secret {
	s := make(secret, secretBytes)
	_, _ = rand.Read(s) // never fails
	return s
}

func (s secret) String() string { return base64.RawURLEncoding.EncodeToString(s) }

// parseSecret returns nil for what is none.
func parseSecret(text string) secret {
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(decoded) != secretBytes {
		return nil
	}
	return decoded
}
