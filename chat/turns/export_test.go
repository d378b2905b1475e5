package turns

import (
	"testing"

	"github.com/google/uuid"
)

// TakeOverForTest takes a turn over if it may be.
func (s *Service) TakeOverForTest(t testing.TB, churchID, turn uuid.UUID) bool {
	t.Helper()
	_, taken := s.takeOver(t.Context(), churchID, turn)
	return taken
}

// TurnsAreCutOff reports whether running turns have been told to end because the process does.
func (s *Service) TurnsAreCutOff() bool { return s.stopping.Err() != nil }
