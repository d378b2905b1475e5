package chat

import (
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/church"
	"narthex/retrieval"
)

// LapseForTest makes a turn's lease lapse, as if its node had been silent.
func (s *Service) LapseForTest(t testing.TB, churchID, turn uuid.UUID) {
	t.Helper()
	if err := s.journal.redis.ZAdd(t.Context(), runningKey(churchID), redis.Z{Score: 1, Member: turn.String()}).Err(); err != nil {
		t.Fatal(err)
	}
}

// TakeOverForTest takes a turn over if it may be.
func (s *Service) TakeOverForTest(t testing.TB, churchID, turn uuid.UUID) bool {
	t.Helper()
	_, taken := s.takeOver(t.Context(), churchID, turn)
	return taken
}

// Excerpt is excerpt.
var Excerpt = excerpt

// PassageExcerpt is the excerpt of a church's passage.
func PassageExcerpt(snapshot *church.Snapshot, p retrieval.Passage) string {
	return excerptsFor(snapshot).of(&p)
}
