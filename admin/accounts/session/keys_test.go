package session_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/MicahParks/jwkset"
	"github.com/golang-jwt/jwt/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
)

// signing is a provider that signs with a key pair, and shows its public half unless it is away.
type signing struct {
	id   string
	key  *ecdsa.PrivateKey
	away atomic.Bool
}

func (s *signing) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	if s.away.Load() {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	public, err := jwkset.NewJWKFromKey(s.key.Public(), jwkset.JWKOptions{Metadata: jwkset.JWKMetadataOptions{KID: s.id}})
	if err != nil {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"keys": []any{public.Marshal()}})
}

// token is one of the provider's, by a key of a name.
func (s *signing) token(t *testing.T, id string) string {
	t.Helper()
	unsigned := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims{"sub": user.String(), "email": "ann@example.org", "aud": "authenticated", "exp": time.Now().Add(time.Hour).Unix()})
	unsigned.Header["kid"] = id
	signed, err := unsigned.SignedString(s.key)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func TestNobodyIsSignedOutWhileTheProvidersKeysCannotBeRead(t *testing.T) {
	r := newRig(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signs := &signing{id: "one", key: key}
	listening := httptest.NewServer(signs)
	t.Cleanup(listening.Close)
	client, err := identity.New(identity.Config{URL: listening.URL, Registerer: prometheus.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	started := func() *session.Sessions {
		t.Helper()
		verifier := client.PublicKeys(t.Context())
		return session.New(session.Parts{
			Pool: r.db.Pool, Provider: client, Verifier: verifier, Address: func(*http.Request) string { return "192.0.2.1" }, BaseURL: "https://narthex.example", Logger: slog.New(slog.DiscardHandler),
		})
	}
	begun := httptest.NewRecorder()
	if err := started().Begin(begun, asked(), identity.Session{AccessToken: signs.token(t, "one"), RefreshToken: "x"}); err != nil {
		t.Fatal(err)
	}
	cookie := begun.Result().Cookies()[0]

	signs.away.Store(true)
	node := started()
	answered := httptest.NewRecorder()
	if _, err := node.Of(answered, asked(cookie)); !errors.Is(err, identity.ErrUnavailable) || len(answered.Result().Cookies()) != 0 {
		t.Errorf("while the keys cannot be read: %v, and is told %v", err, answered.Result().Cookies())
	}
	if err := node.Begin(httptest.NewRecorder(), asked(), identity.Session{AccessToken: signs.token(t, "one"), RefreshToken: "x"}); !errors.Is(err, identity.ErrUnavailable) {
		t.Errorf("signing in meanwhile: %v", err)
	}
	signs.away.Store(false)
	back := time.Now()
	if who, err := node.Of(httptest.NewRecorder(), asked(cookie)); err != nil || who.UserID != user || time.Since(back) > 10*time.Second {
		t.Errorf("once they can: %v after %v", err, time.Since(back))
	}
	if err := node.Begin(httptest.NewRecorder(), asked(), identity.Session{AccessToken: signs.token(t, "another"), RefreshToken: "x"}); !errors.Is(err, identity.ErrBadToken) {
		t.Errorf("by a key that is not the provider's: %v", err)
	}
}
