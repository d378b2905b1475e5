package chat

import "context"

// settle records the end of a turn and then tells it. The record goes wherever there is room: into the journal, into
// Postgres, or into memory until Postgres is back.
func (s *Service) settle(ctx context.Context, a *answering, record Record, last []byte) {
	r := a.run
	ours, err := s.journal.Finish(ctx, r.ref, record, r.settle(last))
	switch {
	case err != nil:
		s.hold(ctx, record, err)
		r.settleLater(&record)
	case !ours:
		r.leave(ErrHandedOver)
		s.hub.remove(r)
		return
	default:
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
