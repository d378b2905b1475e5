package turns

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/recent"
	"narthex/chat/turns/lookup"
)

// history is what the server knows of the session before this turn; what the client claims was said counts only where it
// knows nothing. Postgres may be a moment behind the journal, and the journal, while it is away, behind this node's memory: where
// Postgres could not be read the error says so, with what is known all the same.
func (s *Service) history(ctx context.Context, req *chat.Request, current uuid.UUID) ([]chat.HistoryItem, error) {
	waiting, err := s.journal.WaitingOf(ctx, req.ChurchID, req.SessionID) // first: what is stored meanwhile is then found below
	if err != nil {
		s.degraded.Note(ctx, degradation.WaitingUnread, err, "church", req.ChurchID)
	}
	records, err := lookup.Read(ctx, s.lookUp, func(ctx context.Context) ([]chat.Record, error) {
		return s.transcript.Recent(ctx, req.ChurchID, req.SessionID, chat.MaxHistoryInPrompt+1) // one may be this turn's
	})
	if err != nil {
		s.degraded.Note(ctx, degradation.PastUnread, err, "church", req.ChurchID)
	}
	records = append(records, waiting...)
	records = append(records, s.recent.Of(chat.ConversationID(req.ChurchID, req.SessionID))...)
	items := recent.History(records, current)
	if len(items) == 0 {
		return req.History, err
	}
	return items[max(0, len(items)-chat.MaxHistoryInPrompt):], err
}

// dangers are the visitor's messages of a session that the crisis gate answered, as Postgres has them: history has the newest. Where
// Postgres could not be read, they are all of the visitor's that are known, those that the browser sent along with them.
func (s *Service) dangers(ctx context.Context, req *chat.Request) []string {
	said, err := lookup.Read(ctx, s.lookUp, func(ctx context.Context) ([]string, error) {
		return s.transcript.Dangers(ctx, req.ChurchID, req.SessionID)
	})
	if err != nil {
		s.degraded.Note(ctx, degradation.DangersUnread, err, "church", req.ChurchID)
		said = visitors(req.History)
	}
	for _, r := range s.recent.Of(chat.ConversationID(req.ChurchID, req.SessionID)) {
		if r.Role == "user" && !slices.Contains(said, r.Content) {
			said = append(said, r.Content)
		}
	}
	return said
}

// visitors are the visitor's messages of a history.
func visitors(items []chat.HistoryItem) (said []string) {
	for _, item := range items {
		if item.Role == "user" {
			said = append(said, item.Content)
		}
	}
	return said
}
