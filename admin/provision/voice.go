package provision

import (
	"context"
	"fmt"

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
