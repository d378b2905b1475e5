// Package recent keeps in memory what was said last in the conversations that a node has answered, because Postgres may be a moment
// behind the journal.
package recent

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"narthex/cache/bounded"
	"narthex/chat"
)

// Messages are the newest of each conversation. They are safe for concurrent use.
type Messages struct {
	newest    bounded.Cache[uuid.UUID, []chat.Record] // by conversation, oldest first
	forgotten bounded.Cache[uuid.UUID, struct{}]      // conversations of which an answer may be under way still
}

const (
	mostConversations = 20_000
	mostMessages      = chat.MaxHistoryInPrompt
	mostDangers       = 12 // messages that are kept beside the newest; the first are
	idle              = 30 * time.Minute
	mostForgotten     = 10_000
)

// New returns none. Close must be called.
func New() *Messages {
	return &Messages{
		newest:    bounded.New(bounded.Config[uuid.UUID, []chat.Record]{Most: mostConversations, SinceUsed: idle}),
		forgotten: bounded.New(bounded.Config[uuid.UUID, struct{}]{Most: mostForgotten, SinceSet: idle}),
	}
}

// Add appends a turn's question and answer.
func (m *Messages) Add(conversation uuid.UUID, question, answer chat.Record) {
	m.newest.Update(conversation, func(old []chat.Record, _ bool) ([]chat.Record, bool) {
		if _, forgotten := m.forgotten.Get(conversation); forgotten {
			return nil, false
		}
		both := append(slices.Clone(old), question, answer) // readers may hold the old slice
		return trimmed(both), true
	})
}

// trimmed keeps the newest messages, and of those before them the first that told of danger, with their answers: the conversation is
// never again as if nobody knew.
func trimmed(records []chat.Record) []chat.Record {
	older, newest := records[:max(0, len(records)-mostMessages)], records[max(0, len(records)-mostMessages):]
	kept := slices.DeleteFunc(slices.Clone(older), func(r chat.Record) bool { return !inDanger(records, r.TurnID) })
	return append(kept[:min(len(kept), mostDangers)], newest...)
}

// inDanger reports whether a turn was answered by the crisis gate.
func inDanger(records []chat.Record, turn uuid.UUID) bool {
	return slices.ContainsFunc(records, func(r chat.Record) bool { return r.TurnID == turn && r.Reason == chat.ReasonCrisis })
}

// Of returns what is remembered of a conversation, oldest first.
func (m *Messages) Of(id uuid.UUID) []chat.Record {
	records, _ := m.newest.Get(id)
	return records
}

// Forget lets go of a conversation, and of what is still said in it.
func (m *Messages) Forget(conversation uuid.UUID) {
	m.forgotten.Set(conversation, struct{}{})
	m.newest.Drop(conversation)
}

// Close ends the goroutines of its own.
func (m *Messages) Close() {
	m.newest.Close()
	m.forgotten.Close()
}
