package chat

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"
)

// memory keeps the newest messages of the conversations this node has answered, because Postgres may be a moment behind
// the journal.
type memory struct {
	recent *otter.Cache[uuid.UUID, []Record] // by conversation, oldest first
}

const (
	memoryConversations = 20_000
	memoryMessages      = maxHistoryInPrompt
	memoryIdle          = 30 * time.Minute
)

func newMemory() *memory {
	return &memory{recent: otter.Must(&otter.Options[uuid.UUID, []Record]{
		MaximumSize:      memoryConversations,
		ExpiryCalculator: otter.ExpiryAccessing[uuid.UUID, []Record](memoryIdle),
	})}
}

// add appends a turn's question and answer.
func (m *memory) add(question, answer Record) {
	m.recent.Compute(conversationID(question.ChurchID, question.SessionID), func(old []Record, _ bool) ([]Record, otter.ComputeOp) {
		both := append(slices.Clone(old), question, answer) // readers may hold the old slice
		return both[max(0, len(both)-memoryMessages):], otter.WriteOp
	})
}

// conversation returns what is remembered of one, oldest first.
func (m *memory) conversation(churchID, sessionID uuid.UUID) []Record {
	records, _ := m.recent.GetIfPresent(conversationID(churchID, sessionID))
	return records
}

// close ends the cache's own goroutine.
func (m *memory) close() { m.recent.StopAllGoroutines() }
