package turns

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"narthex/cache/bounded"
	"narthex/chat"
)

// memory keeps the newest messages of the conversations this node has answered, because Postgres may be a moment behind
// the journal.
type memory struct {
	recent bounded.Cache[uuid.UUID, []chat.Record] // by conversation, oldest first
}

const (
	memoryConversations = 20_000
	memoryMessages      = chat.MaxHistoryInPrompt
	memoryDangers       = 12 // messages that are kept beside the newest; the first are
	memoryIdle          = 30 * time.Minute
)

func newMemory() *memory {
	return &memory{recent: bounded.New(bounded.Config[uuid.UUID, []chat.Record]{Most: memoryConversations, SinceUsed: memoryIdle})}
}

// add appends a turn's question and answer.
func (m *memory) add(conversation uuid.UUID, question, answer chat.Record) {
	m.recent.Update(conversation, func(old []chat.Record, _ bool) ([]chat.Record, bool) {
		both := append(slices.Clone(old), question, answer) // readers may hold the old slice
		return trimmed(both), true
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
	records, _ := m.recent.Get(id)
	return records
}

// close ends the cache's own goroutine.
func (m *memory) close() { m.recent.Close() }
