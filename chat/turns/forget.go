package turns

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/live"
	"narthex/chat/transcript"
)

// forgetsPerMinute is how many conversations may be forgotten from one address in a minute, at whichever churches: each leaves a mark
// behind, and anybody may name a church.
const forgetsPerMinute = 20

// Forget deletes a conversation wherever it is kept, and whatever of it is on its way there: messages, answers under way, what caches
// keep of its questions, the words in reports of a crisis that wait on disk. Its session takes no more messages; answers under way
// in it are stopped. It may be repeated, and with ErrUnavailable must be.
//
// The marks come first, in Redis and in Postgres: from then on nothing is accepted or stored, so that what is deleted stays
// deleted. A node that is cut off from Redis while another forgets may remember the conversation in memory for as long as
// memory keeps anything; what waits on its disk loses the words before it reaches Postgres.
func (s *Service) Forget(ctx context.Context, churchID, session uuid.UUID, address string) error {
	return s.refused(s.forget(ctx, churchID, session, address))
}

func (s *Service) forget(ctx context.Context, churchID, session uuid.UUID, address string) error {
	decision, err := s.limiter.Allow(ctx, uuid.Nil, "forget", address, forgetsPerMinute)
	if err != nil {
		return chat.ErrUnavailable.Because(err)
	}
	if !decision.Allowed {
		return chat.ErrRateLimited.After(decision.RetryAfter)
	}
	// Of a church that is not there Redis keeps no mark. One that cannot be looked up, or has left, may have conversations.
	if _, err := s.churches.ByID(ctx, churchID); errors.Is(err, church.ErrNotFound) {
		return chat.ErrChurchNotFound
	}
	return s.ForgetFor(ctx, churchID, session)
}

// ForgetFor is Forget for the church, which may do so as often as it wants.
func (s *Service) ForgetFor(ctx context.Context, churchID, session uuid.UUID) error {
	return s.forgetExtent(ctx, churchID, session, transcript.Everything)
}

// ForgetSaid forgets what was said in a call, but not that there was one.
func (s *Service) ForgetSaid(ctx context.Context, churchID, session uuid.UUID) error {
	return s.forgetExtent(ctx, churchID, session, transcript.WhatWasSaid)
}

func (s *Service) forgetExtent(ctx context.Context, churchID, session uuid.UUID, of transcript.Extent) error {
	waiting, markErr := s.journal.Forget(ctx, churchID, session)
	forgotten, err := s.transcript.Forget(ctx, churchID, session, waiting, of)
	if transcript.IsForeignKey(err) {
		return chat.ErrChurchNotFound
	}
	s.forgetHere(churchID, session)
	if err = errors.Join(markErr, err); err == nil {
		err = s.forgetKept(ctx, churchID, session, forgotten)
	}
	if err != nil {
		return chat.ErrUnavailable.Because(err)
	}
	return nil
}

// forgetHere lets go of what this process has of a conversation: the answers under way, what it remembers, and the reports of a crisis
// that wait on its disk, which reach the church without words of the visitor's.
func (s *Service) forgetHere(churchID, session uuid.UUID) {
	for _, r := range s.hub.All() {
		if r.Ref.Church == churchID && r.Ref.Session == session {
			r.Cancel(live.ErrStopped)
		}
	}
	s.recent.Forget(chat.ConversationID(churchID, session))
	s.reports.Forget(churchID, session)
}

// forgetKept deletes what Redis has of a conversation that is marked as forgotten, and tells the other nodes.
func (s *Service) forgetKept(ctx context.Context, churchID, session uuid.UUID, forgotten transcript.Forgotten) error {
	if err := s.answers.ForgetQuestions(ctx, churchID, forgotten.Asked); err != nil {
		return err
	}
	if err := s.sources.Embeddings.Forget(ctx, churchID, forgotten.Asked); err != nil {
		return err
	}
	if err := s.journal.Purge(ctx, churchID, session, forgotten.Turns); err != nil || !forgotten.Nothing() {
		return err
	}
	return s.journal.ForgotNothing(ctx, churchID, session)
}
