package turns

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
)

// recentTimeout bounds the look at a conversation's past; the turn goes on without it.
const recentTimeout = 500 * time.Millisecond

// history is what the server knows of the session before this turn; what the client claims was said counts only where it
// knows nothing. Postgres may be a moment behind this node's memory, and this node may have missed what others answered.
func (s *Service) history(ctx context.Context, req *chat.Request, current uuid.UUID) []chat.HistoryItem {
	ctx, cancel := context.WithTimeout(ctx, recentTimeout)
	defer cancel()
	records, err := s.transcript.Recent(ctx, req.ChurchID, req.SessionID, chat.MaxHistoryInPrompt+1) // one may be this turn's
	if err != nil {
		s.logger.WarnContext(ctx, "a conversation's past could not be read", "church", req.ChurchID, "error", err)
	}
	records = append(records, s.memory.conversation(chat.ConversationID(req.ChurchID, req.SessionID))...)
	slices.SortStableFunc(records, func(a, b chat.Record) int {
		return cmp.Or(a.At.Compare(b.At), -strings.Compare(a.Role, b.Role)) // a question before its answer
	})
	items := make([]chat.HistoryItem, 0, len(records))
	seen := make(map[uuid.UUID]bool, len(records))
	for _, r := range records {
		if r.TurnID != current && !seen[r.ID] && r.Content != "" {
			seen[r.ID] = true
			items = append(items, chat.HistoryItem{Role: r.Role, Content: r.Content})
		}
	}
	if len(items) == 0 {
		return req.History
	}
	return items[max(0, len(items)-chat.MaxHistoryInPrompt):]
}

// dangers are the visitor's messages of a session that the crisis gate answered, as Postgres has them: history has the newest.
func (s *Service) dangers(ctx context.Context, req *chat.Request) []string {
	ctx, cancel := context.WithTimeout(ctx, recentTimeout)
	defer cancel()
	said, err := s.transcript.Dangers(ctx, req.ChurchID, req.SessionID)
	if err != nil {
		s.logger.WarnContext(ctx, "what told of danger in a conversation could not be read", "church", req.ChurchID, "error", err)
	}
	for _, r := range s.memory.conversation(chat.ConversationID(req.ChurchID, req.SessionID)) {
		if r.Role == "user" && !slices.Contains(said, r.Content) {
			said = append(said, r.Content)
		}
	}
	return said
}
