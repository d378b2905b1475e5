package provision

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
	"narthex/chat/church"
)

// Payment is what the payment provider says of a sign-up that is paid, or tried.
type Payment struct {
	SessionID      string // of the checkout
	BrowserSHA256  []byte // of the secret that the browser which paid keeps in a cookie; nil: not known
	CustomerID     string
	SubscriptionID string
	TrialEndsAt    time.Time // zero: there is no trial
}

// Provisioner makes churches. It is safe for concurrent use.
type Provisioner struct {
	messages Messages
	logger   *slog.Logger
}

// New returns a provisioner that has messages queued by m.
func New(m Messages, logger *slog.Logger) *Provisioner { return &Provisioner{m, logger} }

// Provision makes everything that a church needs, in the caller's transaction, which is confined to the church afterwards. It
// returns the church, the one of before if the subscription was provisioned already.
func (p *Provisioner) Provision(ctx context.Context, tx pgx.Tx, s signup.SignUp, paid Payment) (uuid.UUID, error) {
	made, already, err := begin(ctx, tx, paid.SubscriptionID)
	if err != nil || already {
		return made, err
	}
	c, err := takeChurch(ctx, tx, s)
	if err != nil {
		return uuid.Nil, err
	}
	if err := insertRecord(ctx, tx, c, s, paid); err != nil {
		return uuid.Nil, err
	}
	if err := insertPeople(ctx, tx, c.ID, s); err != nil {
		return uuid.Nil, err
	}
	failure := p.provisionChatbot(ctx, tx, c.ID, s.Plan)
	if err := insertTeam(ctx, tx, c.ID, s); err != nil {
		return uuid.Nil, err
	}
	if err := insertVoiceAgent(ctx, tx, c.ID, s); err != nil {
		return uuid.Nil, err
	}
	if err := p.tell(ctx, tx, c, s, paid, failure); err != nil {
		return uuid.Nil, err
	}
	p.logger.InfoContext(ctx, "a church is provisioned", "church", c.ID, "plan", s.Plan, "listed", c.Listed, "own_address", c.Own != "")
	return c.ID, nil
}

// begin lets one transaction at a time work on a subscription, and finds what was made of it already.
func begin(ctx context.Context, tx pgx.Tx, subscription string) (made uuid.UUID, already bool, err error) {
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('provision ' || $1, 0))", subscription); err != nil {
		return uuid.Nil, false, fmt.Errorf("wait for whoever provisions the same: %w", err)
	}
	var found *uuid.UUID
	if err := tx.QueryRow(ctx, "select church_of_subscription($1)", subscription).Scan(&found); err != nil {
		return uuid.Nil, false, fmt.Errorf("look for what is provisioned: %w", err)
	}
	if found == nil {
		return uuid.Nil, false, nil
	}
	return *found, true, church.Enter(ctx, tx, *found)
}
