package provision

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/static/web"
)

const (
	tokenFor       = time.Hour // for how long the browser that paid is given the token
	longestSession = 255       // characters of a checkout's id
	asksPerMinute  = 60        // of one address: the page asks 15 times
	settlesAMinute = 6         // questions to the payment provider that one address may cause
	patience       = 5 * time.Second
)

// SetupParts are what the handler needs.
type SetupParts struct {
	Pool *pgxpool.Pool
	// Settle asks the payment provider for a checkout and provisions its church if it is paid: for when the webhook never comes.
	Settle func(ctx context.Context, sessionID string) (settled bool, err error)
	// Browser is the SHA-256 of the secret that a browser got when it opened its checkout; nil if it has none.
	Browser func(*http.Request) []byte
	// Limit counts a request of a kind by the address that it comes from against a number a minute. A wait of 0: it may go on.
	Limit  func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error)
	Edge   *web.Edge
	Logger *slog.Logger
}

// SetupHandler tells the browser that waits whether its church is set up.
type SetupHandler struct{ parts SetupParts }

// NewSetupHandler returns the handler.
func NewSetupHandler(p SetupParts) *SetupHandler { return &SetupHandler{p} }

// Routes adds it to a router.
func (h *SetupHandler) Routes(r chi.Router) {
	r.Get("/api/onboard/check-setup", h.parts.Edge.Handle(h.check))
}

// setup is the answer. The address and the token are for the browser that made the checkout alone; others look into their mail.
type setup struct {
	Ready      bool   `json:"ready"`
	Email      string `json:"email,omitempty"`
	AdminToken string `json:"adminToken,omitempty"`
}

// check is GET /api/onboard/check-setup?session_id=. It always answers 200: the page asks again until it is ready.
func (h *SetupHandler) check(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	answer, err := h.find(ctx, r, r.URL.Query().Get("session_id"))
	if err != nil && r.Context().Err() == nil {
		h.parts.Logger.WarnContext(ctx, "a browser that waits for its church could not be answered", "error", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(answer)
}

func (h *SetupHandler) find(ctx context.Context, r *http.Request, session string) (setup, error) {
	if session == "" || len(session) > longestSession {
		return setup{}, nil
	}
	if wait, err := h.parts.Limit(r, "check_setup", asksPerMinute); err != nil || wait > 0 {
		return setup{}, err
	}
	made, err := findMade(ctx, h.parts.Pool, session)
	if err != nil || made.ChurchID != uuid.Nil {
		return made.shownTo(h.parts.Browser(r)), err
	}
	if wait, err := h.parts.Limit(r, "check_setup_settle", settlesAMinute); err != nil || wait > 0 {
		return setup{}, err
	}
	if settled, err := h.parts.Settle(ctx, session); err != nil || !settled {
		return setup{}, err
	}
	made, err = findMade(ctx, h.parts.Pool, session)
	return made.shownTo(h.parts.Browser(r)), err
}

// made is what came of a checkout.
type made struct {
	ChurchID      uuid.UUID
	Email         string
	Token         uuid.UUID
	BrowserSHA256 []byte
	CreatedAt     time.Time
}

func findMade(ctx context.Context, pool *pgxpool.Pool, session string) (made, error) {
	rows, err := pool.Query(ctx, `
		select church_id, coalesce(email, '') as email, token, browser_sha256, created_at from setup_of_checkout($1)`, session)
	if err != nil {
		return made{}, fmt.Errorf("look for what came of a checkout: %w", err)
	}
	m, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[made])
	if errors.Is(err, pgx.ErrNoRows) {
		return made{}, nil
	}
	if err != nil {
		return made{}, fmt.Errorf("look for what came of a checkout: %w", err)
	}
	return m, nil
}

// shownTo is what a browser is told. The token is the key to the church: whoever has got hold of the id of a checkout, from an
// address bar or a log, is not given it.
func (m made) shownTo(browser []byte) setup {
	switch {
	case m.ChurchID == uuid.Nil:
		return setup{}
	case len(browser) == 0 || !bytes.Equal(browser, m.BrowserSHA256) || time.Since(m.CreatedAt) > tokenFor:
		return setup{Ready: true}
	}
	return setup{Ready: true, Email: m.Email, AdminToken: m.Token.String()}
}
