package turns

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"narthex/chat"
)

// memory keeps the newest messages of the conversations this node has answered, because Postgres may be a moment behind
// the journal.
type memory struct {
	recent *otter.Cache[uuid.UUID, []chat.Record] // by conversation, oldest first
}

const (
	memoryConversations = 20_000
	memoryMessages      = chat.MaxHistoryInPrompt
	memoryDangers       = 12 // messages that are kept beside the newest; the first are
	memoryIdle          = 30 * time.Minute
)

func newMemory() *memory {
	return &memory{recent: otter.Must(&otter.Options[uuid.UUID, []chat.Record]{
		MaximumSize:      memoryConversations,
		ExpiryCalculator: otter.ExpiryAccessing[uuid.UUID, []chat.Record](memoryIdle),
	})}
}

// add appends a turn's question and answer.
func (m *memory) add(conversation uuid.UUID, question, answer chat.Record) {
	m.recent.Compute(conversation, func(old []chat.Record, _ bool) ([]chat.Record, otter.ComputeOp) {
		both := append(slices.Clone(old), question, answer) // readers may hold the old slice
		return trimmed(both), otter.WriteOp
	})
}

// trimmed keeps the newest messages, and of those before them the first that told of danger, with their answers: the conversation is
// never again as if nobody knew.
func trimmed(records []chat.Record) []chat.Record {
	older, newest := records[:max(0, len(records)-memoryMessages)], records[max(0, len(records)-memoryMessages):]
	kept := slices.DeleteFunc(slices.Clone(older), func(r chat.Record) bool { return !inDanger(records, r.TurnID) })
	return append(kept[:min(len(kept), memoryDangers)], newest...)
}

// inDanger reports whether a turn was answered by the crisis gate.
func inDanger(records []chat.Record, turn uuid.UUID) bool {
	return slices.ContainsFunc(records, func(r chat.Record) bool { return r.TurnID == turn && r.Reason == chat.ReasonCrisis })
}

// conversation returns what is remembered of one, oldest first.
func (m *memory) conversation(id uuid.UUID) []chat.Record {
	records, _ := m.recent.GetIfPresent(id)
	return records
}

// close ends the cache's own goroutine.
func (m *memory) close() { m.recent.StopAllGoroutines() }
