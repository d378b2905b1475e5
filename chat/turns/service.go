package turns

import (
	"context"
	"errors"
	"log/slog"

	"golang.org/x/time/rate"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/alarm"
	"narthex/chat/church"
	"narthex/chat/degradation"
	"narthex/chat/journal"
	"narthex/chat/live"
	"narthex/chat/order"
	"narthex/chat/overload"
	"narthex/chat/panics"
	"narthex/chat/recent"
	"narthex/chat/tier"
	"narthex/chat/tier/confirmed"
	"narthex/chat/tools"
	"narthex/chat/transcript"
	"narthex/chat/turns/budget"
	"narthex/chat/turns/inflight"
	"narthex/chat/turns/lookup"
	"narthex/chat/turns/misses"
)

// Service takes visitors' messages and answers them: it checks, limits and journals a message, runs the cascade over it
// and records how that ended. Transports only write what it yields.
type Service struct {
	churches      *church.Store
	hub           *live.Hub
	journal       *journal.Journal
	flusher       *journal.Flusher
	active        *journal.ActiveChurches
	drain         *transcript.Drain
	transcript    *transcript.Transcript
	recent        *recent.Messages
	mirrors       *mirrors
	limiter       *cache.Limiter
	reports       *alarm.Reports
	reads         bool // a second reader may lower alarms
	strikes       *cache.Strikes
	tools         *tools.Registry
	budget        *budget.Budget
	tiers         order.List
	author        *tier.Author
	confirmed     confirmed.Tier
	answers       *cache.Answers
	config        Config
	metrics       *metrics
	degraded      *degradation.Log
	panics        *panics.Guard
	logger        *slog.Logger
	misses        misses.Limiter
	churchLookups *rate.Limiter     // of turns whose church nobody names
	sources       *lookup.Sources   // of what answers are made from
	overload      *overload.Limiter // of what is looked up and written
	inFlight      *inflight.Counter // of messages, and of turns from dead nodes
	stopping      context.Context   // ended when running turns must end too
	stop          context.CancelCauseFunc
}

// Close refuses new messages from now on; answers under way go on.
func (s *Service) Close() { s.inFlight.Close() }

// Closing is closed when the service refuses new messages: readers who only wait had better go elsewhere.
func (s *Service) Closing() <-chan struct{} { return s.inFlight.Closing() }

// Closed reports whether new messages are refused.
func (s *Service) Closed() bool { return s.inFlight.Closed() }

// refused counts a problem.
func (s *Service) refused(err error) error {
	if problem, ok := errors.AsType[*chat.Problem](err); ok {
		s.metrics.refusals.WithLabelValues(problem.Code()).Inc()
	}
	return err
}
