// Package lookup is where turns look up what an answer is made from: what was said before, the vector of the question, and the passages
// near to it. A Postgres that says nothing keeps no turn waiting for long (bounds.go).
package lookup

import (
	"log/slog"
	"time"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/journal"
	"narthex/chat/panics"
	"narthex/chat/recent"
	"narthex/chat/transcript"
	"narthex/retrieval"
)

// Sources are where turns look things up.
type Sources struct {
	Parts
	bounds *bounds
}

// Parts are what Sources are put together from.
type Parts struct {
	Journal    *journal.Journal
	Transcript *transcript.Transcript
	Recent     *recent.Messages
	Embedder   retrieval.Embedder
	Embeddings *cache.Embeddings
	Searcher   *retrieval.Searcher
	Degraded   *degradation.Log
	Panics     *panics.Guard
	Logger     *slog.Logger
}

// New returns sources of which Postgres may take so long for each look-up.
func New(parts Parts, limit time.Duration) *Sources {
	return &Sources{Parts: parts, bounds: newBounds(limit)}
}

// ofTurn looks up for one turn.
type ofTurn struct {
	*Sources
	turn  *chat.Turn
	ahead chan past // what is looked up of the past beside something else; nil: nothing is
}

// For has a turn look things up here. Nothing is looked up yet.
func (s *Sources) For(turn *chat.Turn) {
	t := &ofTurn{Sources: s, turn: turn}
	turn.LoadHistory, turn.LoadCrisisMessages, turn.Embed, turn.Search = t.history, t.crisisMessages, t.embed, t.search
}
