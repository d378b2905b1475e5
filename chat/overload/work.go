package overload

import "github.com/failsafe-go/failsafe-go/adaptivelimiter"

// Work is what this node does for one message, until it asks a model. It belongs to the goroutine that answers the message; nil is
// work that nobody measures.
type Work struct {
	limiter *Limiter
	permit  adaptivelimiter.Permit // nil: it is not at work, or not counted
	ended   bool
}

// Outside begins to wait for somebody else, who may take as long as they like: defer work.Outside()(). Whoever comes back goes on, room
// or not, because their message is acknowledged.
func (w *Work) Outside() (back func()) {
	w.pause()
	return w.resume
}

// End ends the work. It may be called again.
func (w *Work) End() {
	w.pause()
	if w != nil {
		w.ended = true
	}
}

// pause has what was done until now measured.
func (w *Work) pause() {
	if w != nil && w.permit != nil {
		w.permit.Record()
		w.permit = nil
	}
}

func (w *Work) resume() {
	if w == nil || w.ended || w.limiter.atWork == nil || w.permit != nil {
		return
	}
	if permit, ok := w.limiter.atWork.TryAcquirePermit(); ok {
		w.permit = permit
	}
}
