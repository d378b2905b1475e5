package accounts

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/accounts/analytics"
	"narthex/admin/accounts/identity"
	"narthex/admin/accounts/session"
	"narthex/chat/signature"
	"narthex/static/web"
)

// Identity is what is asked of the identity provider.
type Identity interface {
	session.Provider
	SignUp(ctx context.Context, s identity.SignUp) (identity.Session, error)
	Resend(ctx context.Context, email, redirectTo, visitor string) error
	Recover(ctx context.Context, email, redirectTo, visitor string) error
	SignIn(ctx context.Context, email, password, visitor string) (identity.Session, error)
	Exchange(ctx context.Context, code, verifier, visitor string) (identity.Session, error)
	Verify(ctx context.Context, tokenHash, kind, visitor string) (identity.Session, error)
	User(ctx context.Context, accessToken, visitor string) (identity.User, error)
	SetPassword(ctx context.Context, accessToken, password, visitor string) error
	AuthorizeURL(provider, redirectTo, verifier string) string
	Origin() string
}

// Events are told of what people do for the first time, in the transaction that makes it true.
type Events interface {
	Tell(ctx context.Context, tx pgx.Tx, events ...analytics.Event) error
}

// Parts are what the handler needs.
type Parts struct {
	Pool      *pgxpool.Pool
	Identity  Identity
	Verifier  *identity.Verifier
	Events    Events
	Providers []string // ids of the other providers that people may sign in with, such as google
	Key       []byte   // shared by all nodes; signs what a browser keeps between two steps
	// Limit counts a request of a kind by the address that it comes from against a number a minute, over all nodes. A wait of 0:
	// it may go on.
	Limit      func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error)
	Address    func(*http.Request) string
	Pages      *web.Pages
	Edge       *web.Edge
	BaseURL    string
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Handler shows the sermon app's pages and takes their forms.
type Handler struct {
	store     store
	identity  Identity
	sessions  *session.Sessions
	events    Events
	providers []string
	flows     flows
	pending   pending
	mailed    session.Cookie // where a mail went that somebody waits for
	limit     func(r *http.Request, kind string, perMinute int) (time.Duration, error)
	address   func(*http.Request) string
	pages     *web.Pages
	edge      *web.Edge
	baseURL   string
	metrics   *metrics
	logger    *slog.Logger
}

// NewHandler returns the pages.
func NewHandler(p Parts) (*Handler, error) {
	signer, err := signature.New("sermon sign-up", p.Key)
	if err != nil {
		return nil, err
	}
	baseURL := strings.TrimSuffix(p.BaseURL, "/")
	return &Handler{
		store: store{p.Pool, p.Events}, identity: p.Identity, events: p.Events, providers: p.Providers,
		sessions: session.New(session.Parts{
			Pool: p.Pool, Provider: p.Identity, Verifier: p.Verifier, Address: p.Address, BaseURL: baseURL, Logger: p.Logger,
		}),
		flows: flows{baseURL}, pending: pending{session.NewCookie(baseURL, "signup"), signer}, mailed: session.NewCookie(baseURL, "sent"),
		limit: p.Limit, address: p.Address, pages: p.Pages, edge: p.Edge, baseURL: baseURL,
		metrics: newMetrics(p.Registerer), logger: p.Logger,
	}, nil
}

// unavailable is that a part which is needed is away.
func unavailable(err error) error { return errors.Join(web.ErrUnavailable, err) }

// private keeps a page from being kept, framed or found, and its address from being passed on.
func private(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "same-origin") // not none: a form would be sent as from nowhere, and refused where the browser says no more of it
	header.Set("X-Robots-Tag", "noindex")
}
