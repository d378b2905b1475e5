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
	acceptLimit = time.Second      // bounds how long a visitor waits for a Postgres that says nothing, where the question need not be there
	fullPause   = 10 * time.Second // when one is to come back of whose church too much waits for Postgres
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

// acceptUnknown accepts a cry for help to a church that cannot be looked up, and may be invented: over all such churches only so many of one
// address are stored. One that is sent again takes another place: whether it is known would have to be asked of the journal, for each of a
// flood. Those beyond are not watched for either, on purpose: nothing of them is written to Redis, in which every invented church is a key of
// its own. Who goes on there is found to be in danger by what their browser's own history says.
func (s *Service) acceptUnknown(ctx context.Context, question journal.Acceptance) (journal.Outcome, error) {
	if s.floods(ctx, uuid.Nil, question) {
		return journal.Outcome{Unstored: true}, nil
	}
	return s.accept(ctx, question)
}

// floods reports whether more cries for help come from an address than are stored.
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

// acceptWithoutRedis commits to Postgres what the journal cannot take. The limits are this node's own meanwhile.
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
	if question.Crisis { // it is kept in memory then, and the visitor answered
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
