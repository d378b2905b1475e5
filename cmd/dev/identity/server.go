package identity

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/bcrypt"
)

//go:embed schema.sql
var schema string

//go:embed vault.sql
var vault string

// Config is what the service needs. Zero durations are the provider's usual ones.
type Config struct {
	Pool      *pgxpool.Pool // as the owner of the database
	JWTSecret string        // what tokens are signed with
	SiteURL   string        // of the product; where links lead that are not allowed where they want to
	Redirects []string      // patterns of other addresses that links may lead to
	URL       string        // of the service, as browsers reach it; "": as the request at hand does
	AnonKey   string        // what a hosted service's gateway wants to see with most calls; "" for a service without one
	Providers []string      // ids of the others that people can sign in through, which are all a page of this service's own

	Mail func(context.Context, Mail) error
	// Confirmation and Recovery are the mails' templates. Without one it is fetched from the site, which serves them at
	// /auth/templates/confirm-signup.html and /auth/templates/reset-password.html.
	Confirmation, Recovery string

	// Secrets are kept by name where a hosted database keeps its own: what the view vault.decrypted_secrets shows.
	Secrets map[string]string

	Autoconfirm     bool          // addresses need no confirmation
	SignUpClosed    bool          // nobody new may sign up
	ShortestSecret  int           // characters of a password; 6
	AccessFor       time.Duration // that an access token holds; one hour
	LinksFor        time.Duration // that a mailed link holds; one hour
	FlowsFor        time.Duration // that a code or a sign-in under way holds; five minutes
	ReuseFor        time.Duration // that a used refresh token is answered as if it were not; ten seconds, below zero not at all
	MailEvery       time.Duration // the least time between two mails to a user; none
	MailsPerHour    int           // of all users; 0: any number
	RequestsAllowed int           // of one visitor in five minutes, for tokens and sign-ups; 0: any number
	AddressHeader   string        // where a visitor's address stands; without one it is the caller's own
	PasswordCost    int           // of bcrypt; 10

	Now    func() time.Time // for tests
	Logger *slog.Logger
}

// Server is an identity service.
type Server struct {
	config    Config
	redirects redirects
	templates templates
	limits    limits
	routes    http.Handler
}

const (
	longestBody = 1 << 20
	schemaLock  = 0x61757468 // advisory; two services may start at once
)

// New returns a service, whose tables it makes where they are missing.
func New(ctx context.Context, c Config) (*Server, error) {
	c.setDefaults()
	if c.Pool == nil || c.JWTSecret == "" || c.Mail == nil {
		return nil, errors.New("the identity service needs a database, a secret and a way to send mail")
	}
	allowed, err := newRedirects(c.SiteURL, c.Redirects)
	if err != nil {
		return nil, err
	}
	s := &Server{config: c, redirects: allowed}
	if s.templates, err = newTemplates(c); err != nil {
		return nil, err
	}
	s.routes = s.router()
	err = pgx.BeginFunc(ctx, c.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", int64(schemaLock)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, schema); err != nil {
			return err
		}
		return keepSecrets(ctx, tx, c.Secrets)
	})
	if err != nil {
		return nil, fmt.Errorf("make the identity service's tables: %w", err)
	}
	return s, nil
}

// keepSecrets makes the vault, if there is anything to keep.
func keepSecrets(ctx context.Context, tx pgx.Tx, secrets map[string]string) error {
	if len(secrets) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, vault); err != nil {
		return err
	}
	for name, secret := range secrets {
		_, err := tx.Exec(ctx, "insert into vault.secrets (name, secret) values ($1, $2) on conflict (name) do update set secret = excluded.secret, updated_at = now()", name, secret)
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) setDefaults() {
	c.SiteURL = strings.TrimSuffix(c.SiteURL, "/")
	c.URL = strings.TrimSuffix(c.URL, "/")
	setDefault(&c.ShortestSecret, 6)
	setDefault(&c.AccessFor, time.Hour)
	setDefault(&c.LinksFor, time.Hour)
	setDefault(&c.FlowsFor, 5*time.Minute)
	setDefault(&c.ReuseFor, 10*time.Second)
	setDefault(&c.PasswordCost, bcrypt.DefaultCost)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
}

func setDefault[T comparable](value *T, to T) {
	var zero T
	if *value == zero {
		*value = to
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// Serve serves until ctx ends.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the identity service: %w", err)
	}
	return nil
}

type handler func(w http.ResponseWriter, r *http.Request) error

func (s *Server) router() http.Handler {
	handle := func(h handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, longestBody)
			if err := h(w, r); err != nil {
				s.writeError(w, r, err)
			}
		}
	}
	r := chi.NewRouter()
	r.Use(noStore)
	r.NotFound(handle(func(http.ResponseWriter, *http.Request) error {
		return refuse(http.StatusNotFound, "unknown", "404: Path not found")
	}))
	// Where browsers go themselves: a gateway asks nobody for a key there.
	r.Get("/verify", handle(s.verifyLink))
	r.Get("/authorize", handle(s.authorize))
	r.Get("/callback", handle(s.callback))
	r.Post("/callback", handle(s.callback))
	r.Get("/pretend", handle(s.pretendPage))
	r.Post("/pretend", handle(s.pretend))
	r.Get("/.well-known/jwks.json", handle(s.keys))
	r.Get("/health", handle(s.health))

	r.Group(func(r chi.Router) {
		r.Use(s.gateway)
		r.Get("/settings", handle(s.settings))
		r.Post("/signup", handle(s.limited(s.signUp)))
		r.Post("/resend", handle(s.resend))
		r.Post("/recover", handle(s.recover))
		r.Post("/verify", handle(s.limited(s.verify)))
		r.Post("/token", handle(s.limited(s.token)))
		r.Get("/user", handle(s.getUser))
		r.Put("/user", handle(s.putUser))
		r.Post("/logout", handle(s.logout))
	})
	return r
}

// noStore keeps answers with tokens from being kept.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// gateway is what stands before a hosted service: it wants the project's public key in a header of its own.
func (s *Server) gateway(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch key := r.Header.Get("Apikey"); {
		case s.config.AnonKey == "" || key == s.config.AnonKey:
			next.ServeHTTP(w, r)
		case key == "":
			writeJSON(w, http.StatusUnauthorized, map[string]string{"message": "No API key found in request", "hint": "No `apikey` request header or url param was found."})
		default:
			writeJSON(w, http.StatusUnauthorized, map[string]string{"message": "Invalid API key", "hint": "Double check your API key."})
		}
	})
}

// externalURL is where browsers reach the service.
func (s *Server) externalURL(r *http.Request) string {
	if s.config.URL != "" {
		return s.config.URL
	}
	return "http://" + r.Host
}

func (s *Server) now() time.Time { return s.config.Now().UTC().Truncate(time.Microsecond) } // what the database keeps

// transact commits unless there is an error, or the error is one that is to be kept.
func (s *Server) transact(ctx context.Context, do func(tx pgx.Tx) error) error {
	tx, err := s.config.Pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // does nothing after a commit
	err = do(tx)
	kept, keep := errors.AsType[committed](err)
	if err != nil && !keep {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	if keep {
		return kept.error
	}
	return nil
}

// read reads a body of JSON.
func read[T any](r *http.Request) (body T, err error) {
	content, err := io.ReadAll(r.Body)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return body, refuse(http.StatusRequestEntityTooLarge, "request_entity_too_large", "Request body too large (max %d bytes)", large.Limit)
	}
	if err != nil {
		return body, err
	}
	if err := json.Unmarshal(content, &body); err != nil {
		return body, refuse(http.StatusBadRequest, "bad_json", "Could not parse request body as JSON: %v", err)
	}
	return body, nil
}

// health is GET /health.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, map[string]string{"version": "local", "name": "GoTrue", "description": "A local identity service that speaks as GoTrue does"})
	return nil
}

// keys is GET /.well-known/jwks.json: none, because the secret is shared.
func (s *Server) keys(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, map[string]any{"keys": []any{}})
	return nil
}

// settings is GET /settings.
func (s *Server) settings(w http.ResponseWriter, _ *http.Request) error {
	external := map[string]bool{"email": true, "phone": false, "anonymous_users": false}
	for _, id := range s.config.Providers {
		external[id] = true
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"external": external, "disable_signup": s.config.SignUpClosed, "mailer_autoconfirm": s.config.Autoconfirm,
		"phone_autoconfirm": false, "saml_enabled": false,
	})
	return nil
}
