package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

const (
	SessionAge  = 30 * 24 * time.Hour // from the last visit
	unusedAge   = time.Hour           // of a session that never did anything
	secretBytes = 32
)

// cookie is where a browser keeps its session.
type cookie struct {
	name   string
	secure bool
}

// newCookie is that of a server at an address. The prefix keeps sites of the same domain from setting it.
func newCookie(baseURL string) cookie {
	if strings.HasPrefix(baseURL, "https://") {
		return cookie{name: "__Host-narthex_admin", secure: true}
	}
	return cookie{name: "narthex_admin"}
}

// of is the session's secret that a request brings, nil for none.
func (c cookie) of(r *http.Request) (secret []byte) {
	found, err := r.Cookie(c.name)
	if err != nil {
		return nil
	}
	secret, err = base64.RawURLEncoding.DecodeString(found.Value)
	if err != nil || len(secret) != secretBytes {
		return nil
	}
	return secret
}

// made is a new session's cookie with the hash of its secret. It lasts as long in the browser as it may at most; whether it still
// holds is decided here alone.
func (c cookie) made() (set *http.Cookie, hash []byte) {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails
	return c.kept(secret), hashOf(secret)
}

// kept has the browser keep a session's secret, from now on.
func (c cookie) kept(secret []byte) *http.Cookie {
	return c.with(base64.RawURLEncoding.EncodeToString(secret), SessionAge)
}

// gone takes the session from the browser.
func (c cookie) gone() *http.Cookie { return c.with("", -time.Second) }

func (c cookie) with(value string, age time.Duration) *http.Cookie {
	return &http.Cookie{Name: c.name, Value: value, Path: "/", MaxAge: int(age / time.Second), Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode}
}

func hashOf(secret []byte) []byte {
	hash := sha256.Sum256(secret)
	return hash[:]
}
