package turns

import (
	"context"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/degradation"
	"narthex/chat/tier"
)

// remembered is the conversation before a turn, as far as it is known without asking anybody: what this node remembers of it, and
// what the browser sent along.
func (s *Service) remembered(_ context.Context, turn *chat.Turn) []chat.HistoryItem {
	records := s.recent.Of(turn.Conversation)
	items := append(make([]chat.HistoryItem, 0, len(turn.Request.History)+len(records)), turn.Request.History...)
	for _, record := range records {
		if record.TurnID != turn.ID {
			items = append(items, chat.HistoryItem{Role: record.Role, Content: record.Content})
		}
	}
	return items
}

// crisisBefore reports whether a crisis was found in what was said before a turn, as far as it is known without asking anybody.
func (s *Service) crisisBefore(turn *chat.Turn) bool {
	return s.crisisRemembered(turn) || turn.ClaimsCrisis()
}

// mayRead says for whom a church's models may be asked to read. Of a church that cannot be looked up nobody pays.
func (s *Service) mayRead(snapshot *church.Snapshot) tier.Allowance {
	if snapshot.Slug == "" {
		return tier.ForNobody
	}
	return s.budget.Left(snapshot)
}

// report reports a crisis. Its alarm may be lowered later, if it may be a figure of speech and the church may spend money on a second reader.
func (s *Service) report(ctx context.Context, turn *chat.Turn, answer string) {
	lowerable := s.reads && review.MayLower(*turn.Finding, turn.Request.Message, s.earlierMessages(ctx, turn)) && s.mayRead(turn.Church) != tier.ForNobody
	s.reports.Tell(ctx, turn, answer, lowerable)
}

// earlierMessages are the visitor's messages before a turn, as far as they are known without asking anybody.
func (s *Service) earlierMessages(ctx context.Context, turn *chat.Turn) []string {
	return visitors(s.remembered(ctx, turn))
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

// reportAndWatch reports a crisis that was found when the turn had been accepted: other nodes have to be told to watch the
// conversation.
func (s *Service) reportAndWatch(ctx context.Context, turn *chat.Turn, answer string) {
	s.report(ctx, turn, answer)
	if err := s.journal.Watch(ctx, turn.Church.ID, turn.Request.SessionID); err != nil {
		s.degraded.Note(ctx, degradation.NotWatched, err, "church", turn.Church.ID)
	}
}

// crisisRemembered reports whether this node remembers a crisis in the conversation.
func (s *Service) crisisRemembered(turn *chat.Turn) bool {
	for _, record := range s.recent.Of(turn.Conversation) {
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
