package turns

import (
	"context"
	"errors"
	"strings"
	"time"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/model"
)

// Why a turn's context ends.
var (
	errTurnTooLong   = errors.New("the answer took too long")
	errShuttingDown  = errors.New("the server is shutting down")
	errTakenTooOften = errors.New("node after node died over this turn")
)

// maxAnswerBytes ends an answer that a model does not end: several times what the prompt allows.
const maxAnswerBytes = 32 << 10

// answering makes the answer of one turn: it numbers and publishes the events, watches them go by for the record, and
// concludes. It belongs to one goroutine.
type answering struct {
	service *Service
	turn    *chat.Turn
	run     *live.Run

	line       []byte
	text       strings.Builder
	chosen     chat.TierChosen
	sources    []chat.Source
	firstEvent time.Duration
	done       chat.Done // of an answer given at once
}

func (s *Service) newAnswering(turn *chat.Turn, r *live.Run) *answering {
	r.Question = chat.QuestionRecord(turn)
	return &answering{service: s, turn: turn, run: r}
}

// start answers an accepted turn in a goroutine of its own, whoever is listening. Shutting down waits for it.
func (s *Service) start(a *answering) {
	s.turns.RLock()
	s.metrics.running.Inc()
	go func() {
		defer s.turns.RUnlock()
		defer s.metrics.running.Dec()
		defer a.run.Cancel(nil)
		defer s.budget.charge(a.turn) // what it cost after its end, or without one here
		ctx, stop := context.WithTimeoutCause(a.run.Context, s.config.TurnLimit, errTurnTooLong)
		defer stop()
		a.answer(ctx)
	}()
}

// answer runs the cascade. However it ends, the end is recorded before it is told.
func (a *answering) answer(ctx context.Context) {
	if a.run.Contested.Load() {
		if standing := a.service.answeredBefore(ctx, a.run.Ref); standing != nil {
			record, last := a.adopt(ctx, *standing)
			a.service.settle(context.WithoutCancel(ctx), a, record, last)
			return
		}
	}
	if a.turn.TimesTaken > maxTimesTaken {
		a.fail(ctx, errTakenTooOften)
		return
	}
	ended := false
	for event, err := range a.service.cascadeFor(a.turn).Answer(ctx, a.turn) {
		switch {
		case ended:
			return // a tier has nothing to say after its done event
		case err != nil:
			a.interrupted(ctx, err)
			return
		case ctx.Err() != nil:
			a.interrupted(ctx, context.Cause(ctx))
			return
		case event.Kind == chat.KindDone:
			a.end(ctx, *event.Done, nil)
			ended = true // the tier goes on: it caches the answer now that the visitor has it
		default:
			a.say(ctx, event)
		}
		if a.text.Len() > maxAnswerBytes {
			a.end(ctx, chat.Done{Finish: chat.FinishLength}, nil)
			return
		}
	}
	if !ended {
		a.fail(ctx, chat.ErrNoTier) // a tier broke off without a done event
	}
}

// say publishes an event. Readers are shown only so much that the journal does not have.
func (a *answering) say(ctx context.Context, event chat.Event) {
	behind := a.emit(event)
	a.service.scribe.Note(a.run)
	if behind >= live.Window && a.service.journal.Up() {
		a.service.scribe.Await(ctx, a.run)
	}
}

// emit puts an event into the log.
func (a *answering) emit(event chat.Event) (behind int) {
	switch event.Kind {
	case chat.KindTier:
		a.chosen = *event.Tier
	case chat.KindDelta:
		a.text.WriteString(event.Text)
	case chat.KindSources:
		a.sources = event.Sources
	case chat.KindReset:
		a.text.Reset()
		a.chosen, a.sources = chat.TierChosen{}, nil
	}
	if a.firstEvent == 0 && (event.Kind == chat.KindDelta || event.Kind == chat.KindTool) {
		a.firstEvent = a.elapsed()
	}
	a.line = a.encode(event)
	return a.run.Append(a.line, false)
}

// encode gives the line of an event, in memory that the next one will be given too.
func (a *answering) encode(event chat.Event) []byte {
	line, err := live.AppendLine(a.line[:0], event)
	if err != nil { // no event holds what JSON cannot
		panic(err)
	}
	return line
}

func (a *answering) elapsed() time.Duration { return a.service.config.Now().Sub(a.turn.Received) }

// end records and tells how the turn ended. It does so also when the context is over.
func (a *answering) end(ctx context.Context, done chat.Done, failure *chat.Failure) {
	record, last := a.conclude(done, failure)
	a.service.settle(context.WithoutCancel(ctx), a, record, last)
}

// conclude gives the record of the ended turn and the last line of its log.
func (a *answering) conclude(done chat.Done, failure *chat.Failure) (record chat.Record, last []byte) {
	a.service.budget.charge(a.turn)
	took := a.elapsed()
	done.Tier, done.Millis = a.chosen.Tier, took.Milliseconds()
	record = chat.Record{
		ID:         chat.MessageID(a.turn.ID, "assistant"),
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
		CostMicros: a.turn.Cost.Micros(),
		Millis:     took.Milliseconds(),
		Timings:    map[string]int64{"total": took.Microseconds()},
		At:         a.service.config.Now().UTC(),
	}
	for stage, spent := range a.turn.Timings() {
		record.Timings[stage] = spent.Microseconds()
	}
	ending := chat.DoneEvent(done)
	if failure != nil {
		record.Outcome, record.ErrorCode, record.ErrorText = chat.OutcomeError, failure.Code, failure.Message
		ending = chat.Event{Kind: chat.KindError, Failure: failure}
	}
	a.line = a.encode(ending)
	return record, a.line
}

// interrupted ends a turn whose tier failed or whose context is over.
func (a *answering) interrupted(ctx context.Context, cause error) {
	if ctx.Err() != nil {
		cause = context.Cause(ctx)
	}
	switch {
	case errors.Is(cause, live.ErrLost):
		a.service.hub.Remove(a.run)
	case errors.Is(cause, live.ErrStopped):
		a.end(ctx, chat.Done{Finish: chat.FinishStopped}, nil)
	case errors.Is(cause, errShuttingDown) && a.service.handOver(context.WithoutCancel(ctx), a.run):
	default:
		a.fail(ctx, cause)
	}
}

// fail records and tells that the answer could not be given, or not to its end.
func (a *answering) fail(ctx context.Context, cause error) {
	failure := a.failureFor(ctx, cause)
	a.service.logger.WarnContext(ctx, "a turn failed", "church", a.turn.Church.ID, "turn", a.turn.ID, "code", failure.Code, "tier", tierLabel(a.chosen.Tier), "error", cause)
	a.end(ctx, chat.Done{}, &failure)
}

// failureFor says what went wrong in words for the visitor, with the one thing that helps: trying again, or a person.
func (a *answering) failureFor(ctx context.Context, cause error) chat.Failure {
	said := func(key string) string { return chat.Phrase(a.turn.Language, key) }
	if errors.Is(context.Cause(ctx), errShuttingDown) {
		return chat.Failure{Code: "shutting_down", Message: said("shutting_down"), Retryable: true}
	}
	if a.text.Len() > 0 {
		return chat.Failure{Code: "answer_cut", Message: said("answer_cut"), Retryable: true}
	}
	failure := chat.Failure{Code: "model_unavailable", Message: said("model_unavailable"), Retryable: true}
	if errors.Is(context.Cause(ctx), errTurnTooLong) {
		failure.Code = "timeout"
	} else if upstream, ok := errors.AsType[*model.Error](cause); ok && upstream.Kind == model.KindRateLimited {
		failure.Code = "model_busy"
	}
	failure.Message = a.withPhone(failure.Message)
	return failure
}
