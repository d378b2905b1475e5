package turns

import (
	"context"
	"slices"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis"
)

// remembered is the conversation before a turn, as far as it is known without asking anybody: what this node remembers of it, and
// what the browser sent along.
func (s *Service) remembered(_ context.Context, turn *chat.Turn) []chat.HistoryItem {
	items := slices.Clone(turn.Request.History)
	for _, record := range s.memory.conversation(turn.Church.ID, turn.Request.SessionID) {
		if record.TurnID != turn.ID {
			items = append(items, chat.HistoryItem{Role: record.Role, Content: record.Content})
		}
	}
	return items
}

// crisisBefore reports whether a crisis was found in what was said before a turn, as far as it is known without asking anybody.
func (s *Service) crisisBefore(turn *chat.Turn) bool {
	return s.crisisRemembered(turn) || crisis.Watch(turn.ClaimedMessages())
}

// reportAndWatch reports a crisis that was found when the turn had been accepted: other nodes have to be told to watch the
// conversation.
func (s *Service) reportAndWatch(ctx context.Context, turn *chat.Turn, answer string) {
	s.reports.Tell(ctx, turn, answer)
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
