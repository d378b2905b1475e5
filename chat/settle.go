package chat

import (
	"context"
	"errors"
	"time"
)

// settle records the end of a turn and then tells it. The record goes wherever there is room: into the journal, into
// Postgres, or into memory until Postgres is back.
func (s *Service) settle(ctx context.Context, a *answering, record Record, last []byte) {
	r := a.run
	if r.contested.Load() {
		if standing, err := s.claim(ctx, r.ref, &record); err == nil && standing != nil {
			record, last = a.adopt(ctx, *standing)
		}
	}
	ours, err := s.journal.Finish(ctx, r.ref, record, r.settle(last))
	if err != nil {
		ours = s.store(ctx, r.ref, record, err)
	}
	if !ours {
		r.leave(ErrHandedOver)
		s.hub.remove(r)
		return
	}
	if err != nil {
		r.settleLater(&record)
	} else {
		s.drain.Note(record.ChurchID)
	}
	s.memory.add(r.question, record)
	s.metrics.observeTurn(a.turn, &record, a.firstEvent, a.elapsed())
	if err == nil {
		s.hub.remove(r) // before the visitor sees the end: the next message finds the place free
	}
	r.append(last, true)
	if err != nil {
		s.hub.retire(r)
	}
}

// store writes an answer to Postgres that the journal did not take, before its visitor sees the end: a node that dies a
// moment later must not have told what nobody knows of. Only while both are away is it kept in memory alone. It gives false
// when another node has answered the turn meanwhile.
func (s *Service) store(ctx context.Context, ref TurnRef, record Record, cause error) (ours bool) {
	s.metrics.fallbacks.WithLabelValues("postgres").Inc()
	standing, err := s.claim(ctx, ref, &record)
	if err != nil {
		s.hold(ctx, record, errors.Join(cause, err))
	}
	return standing == nil
}

// storeLimit bounds how long an answer waits for Postgres.
const storeLimit = 2 * time.Second

func (s *Service) hold(ctx context.Context, record Record, cause error) {
	s.metrics.fallbacks.WithLabelValues("memory").Inc()
	if !s.drain.Hold(record) {
		s.logger.ErrorContext(ctx, "an answer could not be recorded: Redis and Postgres are down and memory is full", "church", record.ChurchID, "turn", record.TurnID, "error", cause)
	}
}

// settleAgain tells the journal of turns that ended while it was away, so that other nodes know them as answered. Their
// answers are on the way to Postgres already.
func (s *Service) settleAgain(ctx context.Context) {
	for r := s.hub.firstRetired(); r != nil; r = s.hub.firstRetired() {
		record, log := r.unsettledEnd()
		if _, err := s.journal.Finish(ctx, r.ref, record, log); err != nil {
			return // it is still away
		}
		s.hub.forget(r)
	}
}

// handOver gives a running turn to whichever node takes it. It gives false where there is no journal to do it through.
func (s *Service) handOver(ctx context.Context, r *run) bool {
	s.scribe.write(ctx, []*run{r}, false)
	if !r.whollyJournaled() {
		return false
	}
	given, err := s.journal.Give(ctx, r.ref)
	if err != nil || !given {
		return false
	}
	r.leave(ErrHandedOver)
	s.hub.remove(r)
	return true
}
