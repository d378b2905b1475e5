package visitor

import (
	"errors"
	"time"
)

// errEndless is a stream that says no more, and not that it is over.
var errEndless = errors.New("the stream ended without done or error")

// hear notes that a word was said at now.
func (t *turn) hear(now time.Time) {
	from := t.heard
	if from.IsZero() {
		from = t.asked
	}
	t.silence, t.heard = max(t.silence, now.Sub(from)), now
}

// conclude notes what became of a question. err is why there is no more of the answer, or why there is none.
func (t *turn) conclude(err error, now time.Time) {
	r := t.recorder
	if t.id == "" {
		if _, refused := errors.AsType[*statusError](err); refused {
			r.Refused.Record(now.Sub(t.asked))
		}
		return
	}
	t.hear(now)
	r.Silence.Record(t.silence)
	if t.lost || !t.over {
		r.Lost.Add(1)
	}
	if t.doubled {
		r.Doubled.Add(1)
	}
	if t.sourced && t.over && !t.failed {
		r.Sourced.Add(1)
	}
	r.acknowledge(t.id)
}
