package session

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/accounts/identity"
)

// Provider is what is asked of the identity provider.
type Provider interface {
	Refresh(ctx context.Context, refreshToken, visitor string) (identity.Session, error)
	SignOut(ctx context.Context, accessToken, visitor string) error
}

// Parts are what the sessions need.
type Parts struct {
	Pool     *pgxpool.Pool
	Provider Provider
	Verifier *identity.Verifier
	Address  func(*http.Request) string // the visitor's
	BaseURL  string
	Logger   *slog.Logger
}

// Sessions are those of all who are signed in.
type Sessions struct {
	store    store
	provider Provider
	verifier *identity.Verifier
	address  func(*http.Request) string
	cookie   Cookie
	logger   *slog.Logger
}

// New returns the sessions.
func New(p Parts) *Sessions {
	return &Sessions{
		store: store{p.Pool}, provider: p.Provider, verifier: p.Verifier, address: p.Address, cookie: NewCookie(p.BaseURL, "user"), logger: p.Logger,
	}
}

// Who is a person who is signed in.
type Who struct {
	UserID      uuid.UUID
	Email       string
	AccessToken string // to ask the provider with
}

// ErrSignedOut is that a request is nobody's who is signed in.
var ErrSignedOut = errors.New("nobody is signed in")

// patience bounds what is done after a request is over.
const patience = 5 * time.Second

// Ready reports why a session could not be begun now, nil if it could: it is to be asked before something is used up that gives one.
func (s *Sessions) Ready(ctx context.Context) error {
	if err := s.verifier.Ready(ctx); err != nil {
		return err
	}
	if _, err := s.store.find(ctx, newSecret().hash()); !errors.Is(err, errNone) {
		return err
	}
	return nil
}

// Begin signs the browser in. It always gets a new secret: one that was there before, perhaps put there by somebody else, is ended.
func (s *Sessions) Begin(w http.ResponseWriter, r *http.Request, of identity.Session) error {
	claims, err := s.verifier.Check(of.AccessToken)
	if err != nil {
		return err
	}
	fresh := newSecret()
	sealed, err := fresh.seal(tokens{of.AccessToken, of.RefreshToken})
	if err != nil {
		return err
	}
	if err := s.store.open(r.Context(), fresh.hash(), claims.UserID, sealed, claims.ExpiresAt); err != nil {
		return err
	}
	if before := parseSecret(s.cookie.Of(r)); before != nil {
		if err := s.store.close(r.Context(), before.hash()); err != nil {
			return err
		}
	}
	http.SetCookie(w, s.cookie.With(fresh.String(), age))
	w.Header().Set("Cache-Control", "no-store") // an answer that signs somebody in is kept by nobody
	return nil
}

// Of is who a request comes from, or ErrSignedOut. Tokens that are about to end are renewed; identity.ErrUnavailable means that
// they had to be and could not, or that it cannot be told yet whether they hold.
func (s *Sessions) Of(w http.ResponseWriter, r *http.Request) (Who, error) {
	held := parseSecret(s.cookie.Of(r))
	if held == nil {
		return Who{}, ErrSignedOut
	}
	current, err := s.current(r.Context(), held, s.address(r))
	if errors.Is(err, errNone) {
		http.SetCookie(w, s.cookie.Gone())
		return Who{}, ErrSignedOut
	}
	if err != nil {
		return Who{}, err
	}
	claims, err := s.verifier.Check(current.Access)
	if errors.Is(err, identity.ErrUnavailable) {
		return Who{}, err
	}
	if err != nil { // its key was changed, or the clocks are apart: who signs in again gets another
		s.logger.WarnContext(r.Context(), "a session's token does not hold", "error", err)
		http.SetCookie(w, s.cookie.Gone())
		return Who{}, ErrSignedOut
	}
	http.SetCookie(w, s.cookie.With(held.String(), age)) // 30 days from now on
	return Who{UserID: claims.UserID, Email: claims.Email, AccessToken: current.Access}, nil
}

// End signs the browser out, here at once and at the provider if it can be reached.
func (s *Sessions) End(w http.ResponseWriter, r *http.Request) error {
	http.SetCookie(w, s.cookie.Gone())
	held := parseSecret(s.cookie.Of(r))
	if held == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), patience)
	defer cancel()
	found, err := s.store.find(ctx, held.hash())
	if errors.Is(err, errNone) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.store.close(ctx, held.hash()); err != nil {
		return err
	}
	current, err := held.open(found.Sealed)
	if err != nil {
		return err
	}
	if err := s.provider.SignOut(ctx, current.Access, s.address(r)); err != nil {
		s.logger.WarnContext(ctx, "the identity provider was not told of a sign-out", "error", err)
	}
	return nil
}
