package chat

import (
	"slices"
	"sync"

	"github.com/google/uuid"
)

// hub knows the turns that this process answers.
type hub struct {
	mu   sync.Mutex
	runs map[uuid.UUID]*run // by turn
	// retired are turns that have ended and that the journal has not been told of, oldest first.
	retired []*run
}

// maxRetired bounds how many of those are kept for their readers; all are on their way to Postgres.
const maxRetired = 5000

func newHub() *hub { return &hub{runs: make(map[uuid.UUID]*run)} }

// begun returns the run of a turn if it is here, belongs to the session, and is known to be this node's: a message that was
// sent again is here for a moment, too, until the journal says that another node answers it.
func (h *hub) begun(ref TurnRef) (*run, bool) {
	r, ok := h.find(ref)
	return r, ok && r.begun()
}

// find returns the run of a turn if it is here and belongs to the session.
func (h *hub) find(ref TurnRef) (*run, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.runs[ref.Turn]
	for i := len(h.retired) - 1; i >= 0 && !ok; i-- {
		r = h.retired[i]
		ok = r.ref.Turn == ref.Turn
	}
	if !ok || r.ref.Session != ref.Session || ref.Church != uuid.Nil && r.ref.Church != ref.Church {
		return nil, false
	}
	return r, true
}

// add takes in a run; false when the turn is here already or there are too many.
func (h *hub) add(r *run, most int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, here := h.runs[r.ref.Turn]; here || len(h.runs) >= most {
		return false
	}
	h.runs[r.ref.Turn] = r
	return true
}

func (h *hub) remove(r *run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, r.ref.Turn)
}

// retire takes a run that has ended out of those that run, and keeps it.
func (h *hub) retire(r *run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.runs, r.ref.Turn)
	h.retired = append(h.retired[max(0, len(h.retired)+1-maxRetired):], r)
}

// firstRetired returns the one that has waited longest, or nil.
func (h *hub) firstRetired() *run {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.retired) == 0 {
		return nil
	}
	return h.retired[0]
}

// forget lets go of a retired run.
func (h *hub) forget(r *run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.retired = slices.DeleteFunc(h.retired, func(other *run) bool { return other == r })
}

func (h *hub) byID(turn uuid.UUID) (*run, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.runs[turn]
	return r, ok
}

// running is how many turns run here.
func (h *hub) running() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.runs)
}

// all returns the runs of now.
func (h *hub) all() []*run {
	h.mu.Lock()
	defer h.mu.Unlock()
	runs := make([]*run, 0, len(h.runs))
	for _, r := range h.runs {
		runs = append(runs, r)
	}
	return runs
}
