package transcript

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"narthex/chat"
	"narthex/chat/church"
)

// Rate keeps a visitor's opinion of an answer; one without a value takes back what was said before.
func (t *Transcript) Rate(ctx context.Context, ref chat.TurnRef, opinion chat.Opinion) error {
	err := church.InChurch(ctx, t.pool, ref.Church, func(tx pgx.Tx) error {
		if opinion.Value == "" {
			_, err := tx.Exec(ctx, `delete from message_feedback where turn_id = $1 and church_id = $2`, ref.Turn, ref.Church)
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into message_feedback (turn_id, church_id, conversation_id, value, comment)
			values ($1, $2, $3, $4, nullif($5, ''))
			on conflict (turn_id) do update set value = excluded.value, comment = excluded.comment, updated_at = now()`,
			ref.Turn, ref.Church, chat.ConversationID(ref.Church, ref.Session), opinion.Value, opinion.Comment)
		return err
	})
	if err != nil {
		return fmt.Errorf("store a visitor's opinion: %w", err)
	}
	return nil
}
