package chattest

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
)

// Message is a message as Postgres has it.
type Message struct {
	Role, Content string
	Tier          *int
	Reason        *string
	Outcome       *string
	ErrorCode     *string
	Sources       []chat.Source
	Tokens        int
}

// Messages waits until the church has so many messages in Postgres, and returns them.
func (s *Server) Messages(t testing.TB, churchID uuid.UUID, count int) []Message {
	t.Helper()
	var found []Message
	Eventually(t, func() bool {
		found = nil
		rows, err := s.DB.Admin.Query(context.Background(), `
			select role, content, tier, reason, outcome, error_code, sources, completion_tokens
			from messages where church_id = $1 order by created_at, role desc`, churchID)
		Must(t, err)
		defer rows.Close()
		for rows.Next() {
			var m Message
			Must(t, rows.Scan(&m.Role, &m.Content, &m.Tier, &m.Reason, &m.Outcome, &m.ErrorCode, &m.Sources, &m.Tokens))
			found = append(found, m)
		}
		return len(found) >= count
	})
	if len(found) != count {
		t.Errorf("%d messages are stored, want %d: %+v", len(found), count, found)
	}
	return found
}
