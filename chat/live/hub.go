package live

import (
	"slices"
	"sync"

	"github.com/google/uuid"

	"narthex/chat"
)

// Hub knows the turns that this process answers.
type Hub struct {
	mu   sync.Mutex
	runs map[uuid.UUID]*Run // by turn
	// retired are turns that have ended and that the journal has not been told of, oldest first.
	retired []*Run
}

// maxRetired bounds how many of those are kept for their readers; all are on their way to Postgres.
const maxRetired = 5000

// NewHub returns a hub without runs.
func NewHub() *Hub { return &Hub{runs: make(map[uuid.UUID]*Run)} }

// Begun returns the run of a turn if it is here, belongs to the session, and is known to be this node's: a message that was
// sent again is here for a moment, too, until the journal says that another node answers it.
func (h *Hub) Begun(ref chat.TurnRef) (*Run, bool) {
	r, ok := h.Find(ref)
	return r, ok && r.Begun()
}

// Find returns the run of a turn if it is here and belongs to the session.
func (h *Hub) Find(ref chat.TurnRef) (*Run, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.runs[ref.Turn]
	for i := len(h.retired) - 1; i >= 0 && !ok; i-- {
		r = h.retired[i]
		ok = r.Ref.Turn == ref.Turn
	}
	if !ok || r.Ref.Session != ref.Session || ref.Church != uuid.Nil && r.Ref.Church != ref.Church {
		return nil, false
	}
	return r, true
}

// Add takes in a run; false when the turn is here already or there are too many.
func (h *Hub) Add(r *Run, most int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, here := h.runs[r.Ref.Turn]; here || len(h.runs) >= most {
		return false
	}
	h.runs[r.Ref.Turn] = r
	return true
}

// Remove lets go of a run that has ended here, or goes on elsewhere.
func (h *Hub) Remove(r *Run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, r.Ref.Turn)
}

// Retire takes a run that has ended out of those that run, and keeps it.
func (h *Hub) Retire(r *Run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, r.Ref.Turn)
	h.retired = append(h.retired[max(0, len(h.retired)+1-maxRetired):], r)
}

// Retired returns those of now, oldest first.
func (h *Hub) Retired() []*Run {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.retired)
}

// Forget lets go of a retired run.
func (h *Hub) Forget(r *Run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.retired = slices.DeleteFunc(h.retired, func(other *Run) bool { return other == r })
}

// ByID returns the run of a turn, whichever session it belongs to. Retired runs are not found.
func (h *Hub) ByID(turn uuid.UUID) (*Run, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.runs[turn]
	return r, ok
}

// Count is how many turns run here.
func (h *Hub) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.runs)
}

// All returns the runs of now.
func (h *Hub) All() []*Run {
	h.mu.Lock()
	defer h.mu.Unlock()
	runs := make([]*Run, 0, len(h.runs))
	for _, r := range h.runs {
		runs = append(runs, r)
	}
	return runs
}

// OfSession returns a turn of the session that runs here.
func (h *Hub) OfSession(ref chat.TurnRef) (uuid.UUID, bool) {
	for _, r := range h.All() {
		if r.Ref.Session == ref.Session && (ref.Church == uuid.Nil || r.Ref.Church == ref.Church) && r.underWay() {
			return r.Ref.Turn, true
		}
	}
	return uuid.Nil, false
}
