package alarm

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/crisis/review"
	"narthex/chat/tools"
)

// An alarm whose message may be a figure of speech is held back while a second reader looks at it. It is stored before the reader
// is asked, with the moment at which it goes out whatever becomes of this process. Then it is released, or lowered to an ordinary
// mail. It is not lowered once the same was said again in its conversation: that would have been an alarm too, had this one not
// been there.

// mostHeld is how many alarms this node holds back at the same time. Those beyond go out at once, unread.
const mostHeld = 100

// hold is an alarm that is about to be told, or held back.
type hold struct {
	until    time.Time // zero: it is not held back
	question review.Question
	charge   func()
	seconded bool // the same was said again: it is not lowered
}

// holds are the alarms that this process is about to tell or holds back, by key.
type holds struct {
	mu    sync.Mutex
	byKey map[uuid.UUID]*hold
}

// begin notes that an alarm is about to be told. known is true when it was told before, or is held back: then there is nothing to
// do. Of an alarm that somebody else is telling at this moment there is no hold.
func (r *Reports) begin(turn *chat.Turn, request tools.Request, lowerable bool) (h *hold, known bool) {
	r.holds.mu.Lock()
	defer r.holds.mu.Unlock()
	before, told := r.reported.Get(request.Before)
	_, known = r.reported.Get(request.Key)
	known = known || told && request.At.Sub(before) < reportAnew
	if other := r.holds.byKey[request.Before]; other != nil {
		other.seconded = true
	}
	if other := r.holds.byKey[request.Key]; other != nil {
		other.seconded = true
		return nil, known
	}
	if known {
		return nil, true
	}
	h = &hold{}
	if lowerable && request.Urgent && r.reader != nil && r.holds.room() {
		snapshot, cost := turn.Church, &chat.Cost{Prices: turn.Cost.Prices}
		h.until = time.Now().Add(r.reader.Limit())
		h.question = review.Question{Church: turn.Church.ID, Turn: turn.ID, Message: request.Message, Meter: cost}
		h.charge = func() { r.charge(snapshot, cost) }
	}
	r.holds.byKey[request.Key] = h
	return h, false
}

// room reports whether one more alarm may be held back, and forgets those whose report another process took.
func (h *holds) room() bool {
	if len(h.byKey) >= mostHeld {
		maps.DeleteFunc(h.byKey, func(_ uuid.UUID, old *hold) bool { return !old.until.IsZero() && time.Now().After(old.until) })
	}
	return len(h.byKey) < mostHeld
}

// drop lets go of an alarm that is not held back any longer.
func (r *Reports) drop(key uuid.UUID) {
	r.holds.mu.Lock()
	defer r.holds.mu.Unlock()
	delete(r.holds.byKey, key)
}

// held returns what is known of an alarm that may still be held back; nil of one that is to go out at once.
func (r *Reports) held(key uuid.UUID) *hold {
	r.holds.mu.Lock()
	defer r.holds.mu.Unlock()
	h := r.holds.byKey[key]
	if h == nil || h.seconded || !time.Now().Before(h.until) {
		return nil
	}
	return h
}

// giveUp decides that an alarm is to be lowered, unless the same was said again meanwhile. From here on the same is an alarm of its
// own.
func (r *Reports) giveUp(key uuid.UUID, h *hold) bool {
	r.holds.mu.Lock()
	defer r.holds.mu.Unlock()
	if r.holds.byKey[key] != h || h.seconded {
		return false
	}
	delete(r.holds.byKey, key)
	r.reported.Drop(key)
	return true
}

// read has an alarm that Postgres holds back read, and releases or lowers it.
func (r *Reports) read(ctx context.Context, request tools.Request, h *hold) {
	limited, cancel := context.WithDeadline(ctx, h.until)
	lower := r.reader.Lower(limited, h.question)
	cancel()
	h.charge()
	ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), reportLimit)
	defer cancel()
	if lower && r.giveUp(request.Key, h) {
		if r.lower(ctx, request) {
			return
		}
		r.reported.Set(request.Key, request.At)
	}
	r.release(ctx, request)
}

// lower makes an ordinary mail of an alarm. It reports false when the alarm went out before.
func (r *Reports) lower(ctx context.Context, request tools.Request) bool {
	lowered, err := r.requests.Lower(ctx, request)
	if err != nil {
		r.logger.WarnContext(ctx, "an alarm could not be lowered, and goes out", "church", request.ChurchID, "turn", request.TurnID, "error", err)
	}
	if lowered {
		r.metrics.held.WithLabelValues("lowered").Inc()
		r.logger.InfoContext(ctx, "an alarm was lowered to an ordinary mail: a second reader takes it for a figure of speech",
			"church", request.ChurchID, "turn", request.TurnID)
	}
	return lowered
}

// release has an alarm go out now. Where that cannot be said, it goes out by itself.
func (r *Reports) release(ctx context.Context, request tools.Request) {
	r.drop(request.Key)
	r.metrics.held.WithLabelValues("released").Inc()
	if err := r.requests.Release(ctx, request); err != nil {
		r.logger.WarnContext(ctx, "an alarm could not be released, and goes out when its time is over", "church", request.ChurchID,
			"turn", request.TurnID, "error", err)
	}
}
