package turns

import (
	"context"
	"errors"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/live"
	"narthex/chat/tier"
)

// Why a turn's context ends.
var (
	errTurnTooLong  = errors.New("the answer took too long")
	errShuttingDown = errors.New("the server is shutting down")
	errNodesDied    = errors.New("node after node died over this turn")
	errPanicked     = errors.New("answering it panicked")
)

// maxAnswerBytes ends an answer that a model does not end: several times what the prompt allows.
const maxAnswerBytes = 32 << 10

// start answers an accepted turn in a goroutine of its own, whoever is listening. Whoever calls it has a place among
// the work in flight, so that shutting down waits for the turn.
func (s *Service) start(r *live.Run) {
	s.inFlight.Add()
	s.metrics.running.Inc()
	go func() {
		defer s.inFlight.Leave()
		defer s.metrics.running.Dec()
		defer r.Cancel(nil)
		defer r.Turn.Work.End()
		defer r.Turn.Beside.Wait()    // nothing of a turn outlives it
		defer s.budget.Charge(r.Turn) // what it cost after its end, or without one here
		defer s.panics.Recover("turn", func(error) { s.panicked(r) }, "church", r.Ref.Church, "turn", r.Ref.Turn)
		ctx, stop := context.WithTimeoutCause(r.Context(), s.config.TurnLimit, errTurnTooLong)
		defer stop()
		s.answer(ctx, r)
	}()
}

// answer runs the cascade. However it ends, the end is recorded before it is told.
func (s *Service) answer(ctx context.Context, r *live.Run) {
	if r.Contested() {
		if other := s.answeredBefore(ctx, r.Ref); other != nil {
			record, last := s.adopt(ctx, r, *other)
			s.settle(context.WithoutCancel(ctx), r, record, last)
			return
		}
	}
	if r.Turn.Deaths >= maxDeaths {
		s.fail(ctx, r, errNodesDied)
		return
	}
	ended := false
	for event, err := range tier.WithCare(ctx, r.Turn, s.tiers.ForRunning(r.Turn).Answer(ctx, r.Turn)) {
		switch {
		case ended:
			return // a tier has nothing to say after its done event
		case err != nil:
			s.interrupted(ctx, r, err)
			return
		case ctx.Err() != nil:
			s.interrupted(ctx, r, context.Cause(ctx))
			return
		case event.Kind == chat.KindDone:
			s.end(ctx, r, *event.Done, nil)
			ended = true // the tier goes on: it caches the answer now that the visitor has it
		default:
			s.emit(ctx, r, event)
		}
		if r.AnswerBytes() > maxAnswerBytes {
			s.end(ctx, r, chat.Done{Finish: chat.FinishLength}, nil)
			return
		}
	}
	if !ended {
		s.fail(ctx, r, chat.ErrNoTier) // a tier broke off without a done event
	}
}

// emit publishes an event. Readers are shown only so much that the journal does not have.
func (s *Service) emit(ctx context.Context, r *live.Run, event chat.Event) {
	behind := r.Emit(event)
	s.flusher.Note(r)
	if behind >= live.Window && s.journal.Up(ctx, r.Ref.Church) {
		s.flusher.Await(ctx, r)
	}
}

// end records and tells how the turn ended. It does so also when the context is over.
func (s *Service) end(ctx context.Context, r *live.Run, done chat.Done, failure *chat.Failure) {
	r.Turn.Beside.Wait()
	s.budget.Charge(r.Turn)
	record, last := r.Conclude(done, failure)
	s.settle(context.WithoutCancel(ctx), r, record, last)
}

// interrupted ends a turn whose tier failed or whose context is over.
func (s *Service) interrupted(ctx context.Context, r *live.Run, cause error) {
	if ctx.Err() != nil {
		cause = context.Cause(ctx)
	}
	switch {
	case errors.Is(cause, live.ErrLost):
		s.hub.Remove(r)
	case errors.Is(cause, live.ErrStopped):
		s.end(ctx, r, chat.Done{Finish: chat.FinishStopped}, nil)
	case errors.Is(cause, errShuttingDown) && s.handOver(context.WithoutCancel(ctx), r):
	default:
		s.fail(ctx, r, cause)
	}
}

// fail records and tells that the answer could not be given, or not to its end.
func (s *Service) fail(ctx context.Context, r *live.Run, cause error) {
	failure := failureFor(ctx, r, cause)
	s.degraded.Note(ctx, degradation.TurnFailed, cause, "church", r.Ref.Church, "turn", r.Ref.Turn, "code", failure.Code, "tier", tierLabel(r.Chosen().Tier))
	s.end(ctx, r, chat.Done{}, &failure)
}

// abandon lets go of a run that never began.
func (s *Service) abandon(r *live.Run) {
	s.hub.Remove(r)
	r.HandOver()
	r.Cancel(nil)
}
