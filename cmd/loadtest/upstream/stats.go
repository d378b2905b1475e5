package upstream

import "sync/atomic"

type stats struct {
	completions, completionBytes, embeddings, tokens, cancelled atomic.Uint64
}

// Stats count what was asked since the start; GET /stats shows them.
type Stats struct {
	Completions     uint64 `json:"completions"`
	CompletionBytes uint64 `json:"completion_bytes"` // of the requests' bodies
	Embeddings      uint64 `json:"embeddings"`       // texts
	Tokens          uint64 `json:"tokens"`           // sent
	Cancelled       uint64 `json:"cancelled"`        // answers whose reader left
}

// Stats returns the counts so far.
func (s *Server) Stats() Stats {
	return Stats{
		Completions: s.stats.completions.Load(), CompletionBytes: s.stats.completionBytes.Load(),
		Embeddings: s.stats.embeddings.Load(), Tokens: s.stats.tokens.Load(), Cancelled: s.stats.cancelled.Load(),
	}
}
