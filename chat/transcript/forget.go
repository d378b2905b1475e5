package transcript

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/journal"
)

// StoringLock is the advisory lock that storing a church's messages shares, and that forgetting one of its conversations
// has alone: a message that is just being stored would not be seen, and stay.
func StoringLock(churchID uuid.UUID) int64 {
	const salt = 0x666f72676574 // other locks are made of church ids, too
	return int64(binary.BigEndian.Uint64(churchID[:8]) ^ binary.BigEndian.Uint64(churchID[8:]) ^ salt)
}

// Forget deletes a conversation with its messages, opinions and what its visitor was asked to confirm, and sees to it that none are stored any more. It returns
// the turns that Redis may remember.
func (t *Transcript) Forget(ctx context.Context, churchID, sessionID uuid.UUID) (turns []uuid.UUID, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), DrainLimit)
	defer cancel()
	conversation := chat.ConversationID(churchID, sessionID)
	batch := &pgx.Batch{}
	batch.Queue(`select pg_advisory_xact_lock($1)`, StoringLock(churchID))
	batch.Queue(`insert into forgotten_conversations (conversation_id, church_id) values ($1, $2) on conflict do nothing`, conversation, churchID)
	batch.Queue(`delete from forgotten_conversations where church_id = $1 and forgotten_at < now() - $2::interval`, churchID, journal.ForgottenFor)
	batch.Queue(`delete from message_feedback where church_id = $1 and conversation_id = $2`, churchID, conversation)
	batch.Queue(`
		select distinct turn_id from messages
		where church_id = $1 and conversation_id = $2 and created_at > now() - $3::interval`, churchID, conversation, journal.AnsweredTTL+time.Hour)
	batch.Queue(`delete from confirmations where church_id = $1 and session_id = $2`, churchID, sessionID)
	batch.Queue(`delete from calls where church_id = $1 and id = $2`, churchID, conversation) // lines go with it
	batch.Queue(`delete from conversations where church_id = $1 and id = $2`, churchID, conversation)
	err = church.BatchInChurch(ctx, t.pool, churchID, batch, func(results pgx.BatchResults) error {
		for range 4 {
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		rows, err := results.Query()
		if err != nil {
			return err
		}
		if turns, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]); err != nil {
			return err
		}
		for range 3 { // messages go with their conversation
			if _, err := results.Exec(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("forget a conversation: %w", err)
	}
	return turns, nil
}
