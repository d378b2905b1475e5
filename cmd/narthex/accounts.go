package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"

	"narthex/admin/accounts"
	"narthex/admin/accounts/analytics"
	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
	"narthex/chat/church"
	"narthex/static/web"
)

type identityConfig struct {
	IdentityURL       string   `name:"identity-url" env:"IDENTITY_URL" help:"The identity service that keeps the sermon app's users (GoTrue-compatible), with its /auth/v1 where it is hosted; without one there is no sermon app."`
	IdentityAnonKey   string   `name:"identity-anon-key" env:"IDENTITY_ANON_KEY" help:"Its public key."`
	IdentityJWTSecret secret   `name:"identity-jwt-secret" env:"IDENTITY_JWT_SECRET" help:"What it signs tokens with (HS256); without it its public keys are read from /.well-known/jwks.json."`
	IdentityHeader    string   `name:"identity-address-header" env:"IDENTITY_ADDRESS_HEADER" help:"The header in which it takes a visitor's address for its limits, such as Sb-Forwarded-For; none by default, and then all visitors share ours."`
	OAuthProviders    []string `name:"identity-providers" env:"IDENTITY_PROVIDERS" help:"Other providers that people may sign in with, by their ids there: google, apple, azure, facebook, github, linkedin_oidc."`
	PostHogKey        string   `name:"posthog-public-key" env:"POSTHOG_PUBLIC_KEY" help:"The analytics project's public key; without one nothing is told to it."`
	PostHogHost       string   `name:"posthog-host" env:"POSTHOG_HOST" default:"https://us.i.posthog.com" help:"Where the analytics store is."`
}

// accountParts are what the sermon app's accounts are made of. Nil: there is no such app.
type accountParts struct {
	identity  *identity.Client
	verifier  *identity.Verifier
	events    *analytics.Events
	sessions  *session.Sweeper
	key       []byte
	stopKeys  context.CancelFunc
	providers []string
}

var knownProviders = regexp.MustCompile(`^(google|apple|azure|facebook|github|linkedin_oidc)$`)

// openAccounts returns what the accounts are made of, nil without an identity service.
func (c identityConfig) openAccounts(ctx context.Context, pool *pgxpool.Pool, registerer prometheus.Registerer, logger *slog.Logger) (*accountParts, error) {
	if c.IdentityURL == "" {
		logger.Warn("no IDENTITY_URL: there is no sermon app")
		return nil, nil
	}
	for _, id := range c.OAuthProviders {
		if !knownProviders.MatchString(id) {
			return nil, fmt.Errorf("IDENTITY_PROVIDERS: %q is none of those that the pages have a name for", id)
		}
	}
	p := &accountParts{providers: c.OAuthProviders, sessions: session.NewSweeper(pool)}
	var err error
	if p.identity, err = identity.New(identity.Config{URL: c.IdentityURL, AnonKey: c.IdentityAnonKey, AddressHeader: c.IdentityHeader, Registerer: registerer}); err != nil {
		return nil, err
	}
	var background context.Context
	background, p.stopKeys = context.WithCancel(context.WithoutCancel(ctx))
	if err := p.open(background, c, pool, registerer, logger); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// open fills in what may fail. The provider's keys are read again until background ends.
func (p *accountParts) open(background context.Context, c identityConfig, pool *pgxpool.Pool, registerer prometheus.Registerer, logger *slog.Logger) (err error) {
	if p.events, err = analytics.New(analytics.Config{Pool: pool, Host: c.PostHogHost, Key: c.PostHogKey, Registerer: registerer, Logger: logger}); err != nil {
		return err
	}
	if c.IdentityJWTSecret != "" {
		p.verifier = identity.SharedSecret([]byte(c.IdentityJWTSecret.reveal()))
	} else {
		p.verifier = p.identity.PublicKeys(background)
	}
	p.key, err = church.DeploymentKey(background, pool, "accounts")
	return err
}

// addJobs adds the jobs of the accounts.
func (p *accountParts) addJobs(workers *river.Workers) []*river.PeriodicJob {
	if p == nil {
		return nil
	}
	analytics.AddWorkers(workers, p.events)
	return p.sessions.AddWorkers(workers)
}

// accountRoutes adds the sermon app's pages.
func (s *server) accountRoutes(r chi.Router, address func(*http.Request) string, pages *web.Pages, edge *web.Edge) error {
	p := s.accounts
	if p == nil {
		return nil
	}
	handler, err := accounts.NewHandler(accounts.Parts{
		Pool: s.pool, Identity: p.identity, Verifier: p.verifier, Events: p.events, Providers: p.providers, Key: p.key,
		Limit: s.limitAnywhere(address), Address: address, Pages: pages, Edge: edge,
		BaseURL: s.config.BaseURL, Registerer: s.registry, Logger: s.logger,
	})
	if err != nil {
		return fmt.Errorf("set up the accounts: %w", err)
	}
	handler.Routes(r)
	return nil
}

// strayCodes leads codes of the identity service that came back to the wrong page to the right one.
func (s *server) strayCodes(next http.Handler) http.Handler {
	if s.accounts == nil {
		return next
	}
	return accounts.CatchCodes(next)
}

// close is for parts that may be half made.
func (p *accountParts) close() {
	p.stopKeys()
	p.identity.Close()
	if p.events != nil {
		p.events.Close()
	}
}
