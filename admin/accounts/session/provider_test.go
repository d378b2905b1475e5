package session_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
	"narthex/migrations/pgtest"
)

var jwtSecret = []byte("a secret of thirty-two characters")

// provider speaks as GoTrue does where sessions are renewed and ended. A refresh token works once; its second use ends the session.
type provider struct {
	mu   sync.Mutex
	good map[string]bool // refresh tokens
	counted
	lasting time.Duration // of the access tokens that it gives
	status  int           // what it answers instead; 0: what it should
	hold    chan struct{} // closed when it may answer
}

// counted is what was asked of a provider.
type counted struct{ refreshes, reused, signedOut int }

func (p *provider) counts() counted {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.counted
}

// change has the provider behave differently from now on.
func (p *provider) change(how func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	how()
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	hold := p.hold
	p.mu.Unlock()
	if hold != nil {
		<-hold
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.status != 0 {
		w.WriteHeader(p.status)
		_, _ = w.Write([]byte(`{"code":"over_request_rate_limit","message":"slow down"}`))
		return
	}
	switch r.URL.Path {
	case "/logout":
		p.signedOut++
		w.WriteHeader(http.StatusNoContent)
	case "/token":
		var sent struct {
			RefreshToken string `json:"refresh_token"`
		}
		_ = json.NewDecoder(r.Body).Decode(&sent)
		p.refreshes++
		if !p.good[sent.RefreshToken] {
			p.reused++
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"code":"refresh_token_already_used","message":"Invalid Refresh Token: Already Used"}`))
			return
		}
		delete(p.good, sent.RefreshToken)
		_ = json.NewEncoder(w).Encode(p.issue(p.lasting))
	}
}

// issue gives tokens whose access lasts for a time.
func (p *provider) issue(lasting time.Duration) identity.Session {
	refresh, ends := uuid.NewString(), time.Now().Add(lasting)
	p.good[refresh] = true
	return identity.Session{AccessToken: accessToken(user, ends, "authenticated", jwtSecret), RefreshToken: refresh, ExpiresAt: ends.Unix()}
}

var user = uuid.MustParse("11111111-1111-4111-8111-111111111111")

func accessToken(id uuid.UUID, ends time.Time, audience string, key []byte) string {
	signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": id.String(), "aud": audience, "exp": ends.Unix(), "email": "ann@example.org",
	}).SignedString(key)
	if err != nil {
		panic(err)
	}
	return signed
}

// rig is a provider, a database, and two nodes that know each other only by it.
type rig struct {
	*provider
	db    *pgtest.DB
	nodes [2]*session.Sessions
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{provider: &provider{good: map[string]bool{}, lasting: time.Hour}, db: pgtest.New(t)}
	listening := httptest.NewServer(r.provider)
	t.Cleanup(listening.Close)
	for i := range r.nodes {
		client, err := identity.New(identity.Config{URL: listening.URL, Registerer: prometheus.NewRegistry()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(client.Close)
		r.nodes[i] = session.New(session.Parts{
			Pool: r.db.Pool, Provider: client, Verifier: identity.SharedSecret(jwtSecret), Address: func(*http.Request) string { return "192.0.2.1" },
			BaseURL: "https://narthex.example", Logger: slog.New(slog.DiscardHandler),
		})
	}
	return r
}

// begin signs a browser in whose access token lasts for a time, and returns its cookie.
func (r *rig) begin(t *testing.T, lasting time.Duration, before ...*http.Cookie) *http.Cookie {
	t.Helper()
	r.mu.Lock()
	issued := r.issue(lasting)
	r.mu.Unlock()
	answered := httptest.NewRecorder()
	if err := r.nodes[0].Begin(answered, asked(before...), issued); err != nil {
		t.Fatal(err)
	}
	for _, set := range answered.Result().Cookies() {
		if set.Name == "__Host-narthex_user" {
			if !set.HttpOnly || !set.Secure || set.SameSite != http.SameSiteLaxMode || set.Path != "/" || answered.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("the session's cookie: %v", set)
			}
			return set
		}
	}
	t.Fatal("no cookie was set")
	return nil
}

func asked(cookies ...*http.Cookie) *http.Request {
	request := httptest.NewRequest(http.MethodGet, "/sermons/app", nil)
	for _, one := range cookies {
		request.AddCookie(one)
	}
	return request
}
