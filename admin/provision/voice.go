package provision

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// insertVoiceAgent is step 6, for every plan: chat shares its facts and notification addresses.
func insertVoiceAgent(ctx context.Context, tx pgx.Tx, id uuid.UUID, s signup.SignUp) error {
	_, err := tx.Exec(ctx, `
		insert into church_voice_agents (church_id, status, notification_email, prayer_requests_enabled, visitor_intake_enabled, callback_scheduling_enabled)
		values ($1, 'pending_setup', $2, true, true, true) on conflict (church_id) do nothing`, id, s.Email)
	if err != nil {
		return fmt.Errorf("store the voice agent: %w", err)
	}
	return nil
}

// AskForNumber tells the founder, in the caller's transaction, which is confined to the church, that its plan has come to a telephone
// after it was set up, and that a number must be assigned. A church that has kept its number from before needs none. The same
// subscription and moment mean the same news.
func (p *Provisioner) AskForNumber(ctx context.Context, tx pgx.Tx, id uuid.UUID, subscription string, at time.Time) error {
	var numbered bool
	err := tx.QueryRow(ctx, `
		select exists (select from church_voice_agents
			where church_id = $1 and coalesce(carrier_phone_number, assistant_phone_number) is not null)`, id).Scan(&numbered)
	if err != nil {
		return fmt.Errorf("look whether a church has a number: %w", err)
	}
	if numbered {
		return nil
	}
	about := subscription + " " + at.UTC().Format(time.RFC3339Nano)
	if err := p.messages.Founder(ctx, tx, id, News{Kind: NumberNeeded, About: about}); err != nil {
		return fmt.Errorf("queue news for the founder: %w", err)
	}
	return nil
}
