package billing

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// cookie marks the browser that makes a checkout, so that it alone is told of what comes of it.
type cookie struct {
	name   string
	secure bool
}

const (
	cookieBytes = 32
	cookieAge   = 24 * time.Hour // a checkout is open no longer
)

// newCookie is that of a service at an address. The prefix keeps sites of the same domain from setting it.
func newCookie(baseURL string) cookie {
	if strings.HasPrefix(baseURL, "https://") {
		return cookie{name: "__Host-narthex_checkout", secure: true}
	}
	return cookie{name: "narthex_checkout"}
}

// BrowserOf is the mark of the browser that a request comes from, as in Paid.Browser; nil: it has made no checkout.
func (h *Handler) BrowserOf(r *http.Request) []byte {
	value, ok := h.cookie.of(r)
	if !ok {
		return nil
	}
	return markOf(value)
}

func (c cookie) of(r *http.Request) (value string, ok bool) {
	found, err := r.Cookie(c.name)
	if err != nil {
		return "", false
	}
	bytes, err := base64.RawURLEncoding.DecodeString(found.Value)
	return found.Value, err == nil && len(bytes) == cookieBytes
}

// mark returns the browser's mark, and the cookie to keep it with. A browser that has one keeps it: it may have two checkouts.
func (c cookie) mark(r *http.Request) (mark []byte, keep *http.Cookie) {
	value, ok := c.of(r)
	if !ok {
		made := make([]byte, cookieBytes)
		_, _ = rand.Read(made) // never fails
		value = base64.RawURLEncoding.EncodeToString(made)
	}
	return markOf(value), &http.Cookie{
		Name: c.name, Value: value, Path: "/", MaxAge: int(cookieAge / time.Second), Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}
