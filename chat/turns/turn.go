package turns

import (
	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
)

// Prepare makes ready what all answers to callers of a church share, before somebody asks: what may not be said, and the parts of the
// prompt. It takes a processor tens of milliseconds where the church's snapshot is new.
func (s *Service) Prepare(snapshot *church.Snapshot) {
	s.author.Prepare(s.newTurn(uuid.Nil, &chat.Request{ChurchID: snapshot.ID, Agent: church.Coordinator, Spoken: true, Received: s.config.Now()}, snapshot))
}

// newTurn prepares a visitor's turn. Nothing is looked up yet.
func (s *Service) newTurn(id uuid.UUID, req *chat.Request, snapshot *church.Snapshot) *chat.Turn {
	turn := chat.NewTurn(id, req, snapshot)
	turn.Cost.Prices = s.config.Prices
	s.sources.For(turn)
	return turn
}
