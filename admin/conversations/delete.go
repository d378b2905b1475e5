package conversations

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// Forget deletes a conversation wherever it is kept, in Redis and in the memory of every node too, and sees to it that nothing that is
// under way brings it back. It may be repeated.
type Forget func(ctx context.Context, churchID, sessionID uuid.UUID) error

// requestTables are where what a visitor asked for stands, with the conversation's session.
var requestTables = []string{"visitor_requests", "event_registrations", "group_join_requests", "volunteer_signups", "newsletter_subscriptions"}

// remove deletes a conversation that the admin sees and, if they say so, what was asked for in it. What is deleted of requests goes with
// its note in the audit log; the conversation after that, so that a deletion that fails is noted and can be repeated. It fails with errGone.
func (s store) remove(ctx context.Context, a access.Admin, id uuid.UUID, requests bool, forget Forget) error {
	var found Conversation
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) (err error) {
		if found, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		for _, table := range requestTables {
			if !requests {
				break
			}
			if _, err := tx.Exec(ctx, "delete from "+table+" where church_id = $1 and session_id = $2", a.ChurchID, found.SessionID); err != nil {
				return err
			}
		}
		what := "conversation.deleted"
		if requests {
			what = "conversation.deleted_with_requests"
		}
		return audit.Record(ctx, tx, what, nil)
	})
	if errors.Is(err, errGone) {
		return err
	}
	if err == nil {
		err = forget(ctx, a.ChurchID, found.SessionID)
	}
	if err != nil {
		return fmt.Errorf("delete a conversation: %w", err)
	}
	return nil
}
