// Package panics has a panic cost the turn, the socket, the call or the job that it happened in, and nothing else: who defers Recover goes on to
// its end as if it had returned, the panic is counted, and it is logged with its stack. Without that one message that meets a fault of
// ours would end the process and with it every answer under way, on one node after another, because each takes over what the last
// left behind.
package panics

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// places are all of those where panics are caught: alerts see a series go up only if it was there before.
var places = []string{
	"alarm_read", "ask", "call", "call_answer", "call_answered", "call_places", "call_prepare", "call_read", "call_record",
	"call_text", "confirm", "drain", "drain_church", "drain_held", "embedding_kept", "flush", "job", "journal_append",
	"journal_master", "mirror", "passages_cached", "past_read", "ping", "request", "socket", "stream", "take_over", "tool", "turn",
	"turn_refusal",
}

// Guard counts and reports panics.
type Guard struct {
	logger *slog.Logger
	total  *prometheus.CounterVec
}

// New returns a guard. Those that share a registerer share their metric; nothing is shown where it is nil.
func New(logger *slog.Logger, registerer prometheus.Registerer) *Guard {
	total := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "narthex_panics_total", Help: "Panics that were caught, by what they ended. Each is a fault of ours, and logged with its stack.",
	}, []string{"where"})
	if registerer != nil {
		err := registerer.Register(total)
		if known, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
			total, _ = known.ExistingCollector.(*prometheus.CounterVec)
		}
	}
	for _, where := range places {
		total.WithLabelValues(where)
	}
	if logger == nil {
		logger = slog.Default()
	}
	return &Guard{logger: logger, total: total}
}

// Recover is to be deferred itself. It ends a panic, and then calls then, which may be nil, to end what was under way; a panic in that
// is caught as well. about says whose it was, as slog takes it, and never what anybody wrote.
func (g *Guard) Recover(where string, then func(cause error), about ...any) {
	cause := recover()
	if cause == nil {
		return
	}
	err := g.report(where, cause, about)
	if then == nil {
		return
	}
	defer func() {
		if again := recover(); again != nil {
			_ = g.report(where+"_end", again, about)
		}
	}()
	then(err)
}

// Count counts a panic that was caught and is told of elsewhere.
func (g *Guard) Count(where string) { g.total.WithLabelValues(where).Inc() }

// longestCause bounds what is logged of a panic's value, in bytes: whatever it was about may be in it.
const longestCause = 300

func (g *Guard) report(where string, cause any, about []any) error {
	g.Count(where)
	err := Cause(cause)
	g.logger.Error("a panic was caught", append([]any{"where", where, "error", err, "stack", string(debug.Stack())}, about...)...)
	return err
}

// Cause is the error that a panic's value stands for, as far as it may be logged.
func Cause(value any) error {
	text := fmt.Sprint(value)
	if len(text) > longestCause {
		text = strings.ToValidUTF8(text[:longestCause], "")
	}
	return errors.New("panic: " + text)
}
