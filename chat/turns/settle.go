package turns

import (
	"context"
	"errors"
	"time"

	"narthex/chat"
	"narthex/chat/live"
)

// settle records the end of a turn, and then shows it to its readers. The record goes into the journal; if that is down into Postgres,
// and if both are down into memory until Postgres is back.
func (s *Service) settle(ctx context.Context, r *live.Run, record chat.Record, last []byte) {
	if r.Contested() {
		if other, err := s.claim(ctx, r.Ref, &record); err == nil && other != nil {
			record, last = s.adopt(ctx, r, *other)
		}
	}
	question := r.Question()
	ours, err := s.journal.Finish(ctx, r.Ref, &question, record, r.Settle(last))
	if err != nil {
		ours = s.store(ctx, r.Ref, record, err)
	}
	if !ours {
		r.HandOver()
		s.hub.Remove(r)
		return
	}
	if err != nil {
		r.SettleLater(&record)
	} else {
		s.drain.Note(record.ChurchID)
	}
	s.recent.Add(r.Turn.Conversation, question, record)
	s.metrics.observeTurn(r, &record)
	if err == nil {
		s.hub.Remove(r) // before the visitor sees the end: the next message finds the place free
	}
	r.Append(last, true)
	if err != nil {
		s.hub.Retire(r)
	}
}

// store writes an answer to Postgres that the journal did not take, before its visitor sees the end: otherwise a node that dies a moment
// later would have shown an answer that is recorded nowhere. Only while both are down is it kept in memory alone. ours is false when
// another node has answered the turn meanwhile.
func (s *Service) store(ctx context.Context, ref chat.TurnRef, record chat.Record, cause error) (ours bool) {
	other, err := s.claim(ctx, ref, &record)
	switch {
	case err != nil:
		s.hold(ctx, record, errors.Join(cause, err))
	case other == nil:
		s.metrics.fallbacks.WithLabelValues("postgres").Inc()
	}
	return other == nil
}

// storeLimit bounds how long Postgres may take to store an answer, or to find one that was given.
const storeLimit = 2 * time.Second

func (s *Service) hold(ctx context.Context, record chat.Record, cause error) {
	if !s.drain.Hold(record) {
		s.logger.ErrorContext(ctx, "an answer could not be recorded: Redis and Postgres are down and memory is full", "church", record.ChurchID, "turn", record.TurnID, "error", cause)
		return
	}
	s.metrics.fallbacks.WithLabelValues("memory").Inc()
}

// settleAgain records in the journal the turns that ended while it was down, so that other nodes do not answer them again. Their answers
// are on the way to Postgres already.
func (s *Service) settleAgain(ctx context.Context) {
	s.journal.FinishLate(ctx, s.hub.Retired(), s.hub.Forget)
}

// handOver leaves a running turn to any node that takes it. It gives false while the journal is down.
func (s *Service) handOver(ctx context.Context, r *live.Run) bool {
	s.flusher.Write(ctx, []*live.Run{r}, false)
	if !r.WhollyFlushed() {
		return false
	}
	if ok, err := s.journal.HandOver(ctx, r.Ref); err != nil || !ok {
		return false
	}
	r.HandOver()
	s.hub.Remove(r)
	s.logger.InfoContext(ctx, "a turn is handed over", "church", r.Ref.Church, "session", r.Ref.Session, "turn", r.Ref.Turn)
	return true
}
