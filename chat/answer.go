package chat

import (
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"narthex/chat/model"
)

// errTurnTooLong is the cause with which a turn that outlasts its limit is cancelled.
var errTurnTooLong = errors.New("the answer took too long")

// errShuttingDown is the cause with which the turns are cancelled that outlast a shutdown's patience.
var errShuttingDown = errors.New("the server is shutting down")

// answer runs the cascade over an accepted turn and yields its numbered events. However it ends, the end is recorded
// before the last event leaves.
func (s *Service) answer(ctx context.Context, turn *Turn, question Record) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		s.turns.RLock()
		defer s.turns.RUnlock()
		s.metrics.running.Inc()
		defer s.metrics.running.Dec()
		ctx, cancel := context.WithTimeoutCause(ctx, s.config.TurnLimit, errTurnTooLong)
		defer cancel()
		ctx, interrupt := context.WithCancelCause(ctx)
		defer interrupt(nil)
		defer context.AfterFunc(s.stopping, func() { interrupt(context.Cause(s.stopping)) })()

		a := &ending{service: s, turn: turn, question: question, yield: yield}
		if !a.emit(Event{Kind: KindStart, Start: &Start{TurnID: turn.ID, SessionID: turn.Request.SessionID, Agent: turn.Agent}}) {
			a.finish(ctx, Done{Finish: FinishStopped}, nil)
			return
		}
		ended := false
		for event, err := range s.cascade.Answer(ctx, turn) {
			switch {
			case ended:
				return // a tier has nothing to say after its done event
			case err != nil && clientGone(ctx):
				a.finish(ctx, Done{Finish: FinishStopped}, nil)
				return
			case err != nil:
				a.fail(ctx, err)
				return
			case event.Kind == KindDone:
				a.finish(ctx, *event.Done, nil)
				a.emit(doneEvent(a.done))
				ended = true // the tier goes on: it caches the answer now that the visitor has it
			case !a.emit(event):
				a.finish(ctx, Done{Finish: FinishStopped}, nil)
				return
			}
		}
		if !ended {
			a.fail(ctx, errNoTier) // a tier broke off without a done event
		}
	}
}

// clientGone tells a visitor who left from every other reason for a context to end.
func clientGone(ctx context.Context) bool {
	return ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled)
}

// ending watches the events of one answer go by and records how it ended.
type ending struct {
	service  *Service
	turn     *Turn
	question Record
	yield    func(Event) bool

	seq        int
	text       strings.Builder
	chosen     TierChosen
	sources    []Source
	firstEvent time.Duration
	done       Done
}

// emit numbers an event and passes it on; false when nobody listens any more.
func (a *ending) emit(event Event) bool {
	switch event.Kind {
	case KindTier:
		a.chosen = *event.Tier
	case KindDelta:
		a.text.WriteString(event.Text)
	case KindSources:
		a.sources = event.Sources
	}
	if a.firstEvent == 0 && (event.Kind == KindDelta || event.Kind == KindTool) {
		a.firstEvent = a.elapsed()
	}
	a.seq++
	event.Seq = a.seq
	return a.yield(event)
}

func (a *ending) elapsed() time.Duration { return a.service.config.Now().Sub(a.turn.Received) }

// finish records the end of the turn. It runs also when the visitor has gone and the context is over.
func (a *ending) finish(ctx context.Context, done Done, failure *Failure) {
	took := a.elapsed()
	done.Tier, done.Millis = a.chosen.Tier, took.Milliseconds()
	a.done = done
	record := Record{
		ID:         messageID(a.turn.ID, "assistant"),
		ChurchID:   a.turn.Church.ID,
		SessionID:  a.turn.Request.SessionID,
		TurnID:     a.turn.ID,
		Role:       "assistant",
		Content:    a.text.String(),
		Agent:      string(a.turn.Agent),
		Language:   a.turn.Language,
		LensID:     a.turn.Lens.Lens.ID,
		Tier:       a.chosen.Tier,
		Reason:     a.chosen.Reason,
		Outcome:    string(done.Finish),
		Similarity: a.chosen.Similarity,
		Sources:    a.sources,
		Model:      done.Model,
		Usage:      done.Usage,
		Millis:     took.Milliseconds(),
		Timings:    map[string]int64{"total": took.Microseconds()},
		At:         a.service.config.Now().UTC(),
	}
	for stage, spent := range a.turn.Timings() {
		record.Timings[stage] = spent.Microseconds()
	}
	if failure != nil {
		record.Outcome, record.ErrorCode, record.ErrorText = outcomeError, failure.Code, failure.Message
	}
	a.service.finish(context.WithoutCancel(ctx), record)
	a.service.memory.add(a.question, record)
	a.service.metrics.observeTurn(a.turn, &record, a.firstEvent, took)
}

// fail records and tells that the answer could not be given, or not to its end.
func (a *ending) fail(ctx context.Context, cause error) {
	failure := a.failureFor(ctx, cause)
	a.service.logger.WarnContext(ctx, "a turn failed", "church", a.turn.Church.ID, "turn", a.turn.ID, "code", failure.Code, "tier", tierLabel(a.chosen.Tier), "error", cause)
	a.finish(ctx, Done{}, &failure)
	a.emit(Event{Kind: KindError, Failure: &failure})
}

// failureFor says what went wrong in words for the visitor, with the one thing that helps: trying again, or a person.
func (a *ending) failureFor(ctx context.Context, cause error) Failure {
	words := wordingFor(a.turn.Language)
	if errors.Is(context.Cause(ctx), errShuttingDown) {
		return Failure{Code: "shutting_down", Message: words.shuttingDown, Retryable: true}
	}
	if a.text.Len() > 0 {
		return Failure{Code: "answer_cut", Message: words.answerCut, Retryable: true}
	}
	failure := Failure{Code: "model_unavailable", Message: words.modelUnavailable, Retryable: true}
	if errors.Is(context.Cause(ctx), errTurnTooLong) {
		failure.Code = "timeout"
	} else if upstream, ok := errors.AsType[*model.Error](cause); ok && upstream.Kind == model.KindRateLimited {
		failure.Code = "model_busy"
	}
	if phone := a.turn.Church.Phone; phone != "" {
		failure.Message += " " + strings.ReplaceAll(words.orCall, "{phone}", phone)
	}
	return failure
}

// replay yields an answer given before, as one piece.
func (s *Service) replay(turn *Turn, answer *Record) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		events := append([]Event{{Kind: KindStart, Start: &Start{TurnID: turn.ID, SessionID: turn.Request.SessionID, Agent: turn.Agent, Resumed: true}}}, answer.replay()...)
		for i, event := range events {
			event.Seq = i + 1
			if !yield(event) {
				return
			}
		}
	}
}
