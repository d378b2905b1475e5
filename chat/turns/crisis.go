package turns

import (
	"context"

	"narthex/chat"
	"narthex/chat/church"
)

// remembered is what the visitor said before, as far as it is known without asking anybody: what this node remembers of the
// conversation, and what the browser sent along.
func (s *Service) remembered(_ context.Context, turn *chat.Turn) []string {
	said := turn.ClaimedMessages()
	for _, record := range s.memory.conversation(turn.Church.ID, turn.Request.SessionID) {
		if record.Role == "user" && record.TurnID != turn.ID {
			said = append(said, record.Content)
		}
	}
	return said
}

// reportAndWatch reports a crisis that was found when the turn had been accepted: other nodes have to be told to watch the
// conversation.
func (s *Service) reportAndWatch(ctx context.Context, turn *chat.Turn) {
	s.reports.Tell(ctx, turn)
	if err := s.journal.Watch(ctx, turn.Church.ID, turn.Request.SessionID); err != nil {
		s.logger.WarnContext(ctx, "other nodes cannot be told to watch a conversation", "church", turn.Church.ID, "error", err)
	}
}

// crisisRemembered reports whether this node remembers a crisis in the conversation.
func (s *Service) crisisRemembered(turn *chat.Turn) bool {
	for _, record := range s.memory.conversation(turn.Church.ID, turn.Request.SessionID) {
		if record.Reason == chat.ReasonCrisis {
			return true
		}
	}
	return false
}

// unknownChurch stands for a church that cannot be looked up: whoever is in danger gets an answer all the same.
func unknownChurch(req *chat.Request) *church.Snapshot {
	return &church.Snapshot{ID: req.ChurchID, Language: "en"}
}
