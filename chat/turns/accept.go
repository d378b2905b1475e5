package turns

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/degradation"
	"narthex/chat/journal"
	"narthex/chat/live"
	"narthex/chat/transcript"
)

const (
	acceptLimit = time.Second      // how long to wait for a slow Postgres when the question need not be stored there
	fullPause   = 10 * time.Second // Retry-After while a church's journal is full
)

// accept makes a question durable: in the journal, or in Postgres while Redis is down.
func (s *Service) accept(ctx context.Context, question journal.Acceptance) (journal.Outcome, error) {
	if s.journal.Suspect() {
		looking, cancel := context.WithTimeout(ctx, acceptLimit)
		known, _, err := s.inPostgres(looking, question)
		cancel()
		if err == nil && known {
			return journal.Outcome{Known: true}, nil
		}
	}
	outcome, err := s.journal.Accept(ctx, question)
	if err == nil {
		s.limiter.Decided(outcome.Decided(question))
	}
	switch {
	case err != nil:
		return s.acceptWithoutRedis(ctx, question, err)
	case outcome.Forgotten:
		return journal.Outcome{}, chat.ErrForgotten
	case outcome.Wait > 0:
		return journal.Outcome{}, chat.ErrRateLimited.After(outcome.Wait)
	case outcome.Full:
		err := chat.ErrBusy.After(fullPause)
		s.degraded.Note(ctx, degradation.JournalFull, err, "church", question.Ref.Church)
		return journal.Outcome{}, err
	case outcome.Unstored:
		s.metrics.crisesUnstored.Inc()
	case !outcome.Known:
		s.drain.Note(question.Ref.Church)
	}
	return outcome, nil
}

// acceptUnknown accepts a crisis message to a church that cannot be looked up, and may be invented. CrisesPerAddress then limits what one
// address may have stored over all such churches together. A message that is sent again counts again: looking each up in the journal is
// what a flood must not cause. Nothing is written to Redis for the messages beyond the limit, where each invented church would take keys
// of its own, so their conversations are not watched there: the history that the browser sends tells of the crisis.
func (s *Service) acceptUnknown(ctx context.Context, question journal.Acceptance) (journal.Outcome, error) {
	if s.floods(ctx, uuid.Nil, question) {
		return journal.Outcome{Unstored: true}, nil
	}
	return s.accept(ctx, question)
}

// floods reports whether an address has had as many crisis messages stored as it may.
func (s *Service) floods(ctx context.Context, churchID uuid.UUID, question journal.Acceptance) bool {
	if question.Address == "" {
		return false
	}
	decision, err := s.limiter.Allow(ctx, churchID, "crisis", question.Address, question.CrisesPerAddress)
	if err != nil || decision.Allowed {
		return false
	}
	s.metrics.crisesUnstored.Inc()
	return true
}

// acceptWithoutRedis stores a question in Postgres while the journal cannot take it. Rate limits then count on this node alone.
func (s *Service) acceptWithoutRedis(ctx context.Context, question journal.Acceptance, cause error) (journal.Outcome, error) {
	if question.Crisis {
		question.PerSession, question.PerAddress = 0, 0
		if s.floods(ctx, question.Ref.Church, question) {
			return journal.Outcome{Unstored: true}, nil
		}
	}
	watch := !question.Crisis && s.watchedInPostgres(ctx, question.Ref)
	if watch && question.Answer != nil {
		return journal.Outcome{Watch: true}, nil
	}
	for _, limit := range []struct {
		kind, key string
		perMinute int
	}{
		{"session", question.Ref.Session.String(), question.PerSession},
		{"address", question.Address, question.PerAddress},
	} {
		decision, err := s.limiter.Allow(ctx, question.Ref.Church, limit.kind, limit.key, limit.perMinute)
		if err != nil {
			return journal.Outcome{}, chat.ErrUnavailable.Because(err)
		}
		if !decision.Allowed {
			return journal.Outcome{}, chat.ErrRateLimited.After(decision.RetryAfter)
		}
	}
	limit := transcript.DrainLimit
	if question.Crisis { // it is kept in memory, and the visitor is answered
		limit = acceptLimit
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	known, anew, err := s.inPostgres(ctx, question)
	if err == nil && !known {
		records := []chat.Record{question.Question}
		if question.Answer != nil {
			records = append(records, *question.Answer)
		}
		var stored int64
		stored, err = s.transcript.Store(ctx, question.Ref.Church, records)
		if err == nil && stored == 0 && !anew { // another node was given it at the same moment, or nobody may store it
			var there bool
			known, there, err = s.inPostgres(ctx, question)
			if err == nil && !known && !there {
				return journal.Outcome{}, chat.ErrForgotten
			}
		}
	}
	if err != nil {
		return journal.Outcome{}, chat.ErrUnavailable.Because(errors.Join(cause, err))
	}
	if !known {
		s.metrics.fallbacks.WithLabelValues("postgres").Inc()
	}
	return journal.Outcome{Known: known, Watch: watch, Unjournaled: !known}, nil
}

// watchedInPostgres reports whether Postgres has it that a crisis was found in a turn's conversation, for when Redis cannot say so.
func (s *Service) watchedInPostgres(ctx context.Context, ref chat.TurnRef) bool {
	looking, cancel := context.WithTimeout(ctx, acceptLimit)
	defer cancel()
	messages, err := s.transcript.CrisisMessages(looking, ref.Church, ref.Session)
	if err != nil {
		s.degraded.Note(ctx, degradation.CrisisMessagesUnread, err, "church", ref.Church)
	}
	return len(messages) > 0
}

// inPostgres reports whether a turn is known there and either answered or so young that somebody is at it. A question
// without an answer for longer than a turn can last was left by a node that died: it is to be asked anew.
func (s *Service) inPostgres(ctx context.Context, question journal.Acceptance) (known, anew bool, err error) {
	turn, err := s.transcript.Turn(ctx, question.Ref)
	if err != nil || turn.Answer != nil || turn.Asked.IsZero() {
		return turn.Answer != nil, false, err
	}
	anew = s.config.Now().Sub(turn.Asked) >= s.config.TurnLimit+live.LeaseTime
	return !anew, anew, nil
}
