package chat

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/retrieval"
)

// Ask accepts a message and returns a reader of its answer, from start to done or error. The answer is made whether
// anybody reads it or not. A message that was sent before gets the answer it got, or is getting. The error is always a
// *Problem, and then nothing was accepted.
func (s *Service) Ask(ctx context.Context, req *Request, address string) (*Reader, error) {
	reader, err := s.ask(ctx, req, address)
	return reader, s.refused(err)
}

// refused counts a problem.
func (s *Service) refused(err error) error {
	if problem, ok := errors.AsType[*Problem](err); ok {
		s.metrics.refusals.WithLabelValues(problem.Code()).Inc()
	}
	return err
}

func (s *Service) ask(ctx context.Context, req *Request, address string) (*Reader, error) {
	received := s.config.Now()
	if s.closing.Load() {
		return nil, ErrShuttingDown
	}
	snapshot, err := s.served(ctx, req.ChurchID, received)
	if errors.Is(err, ErrUnavailable) {
		return s.askUnknown(ctx, req, address, received, err)
	}
	if err != nil {
		return nil, err
	}
	turn := s.newTurn(turnID(req), req, snapshot, received)
	turn.address = address
	if running, ok := s.hub.begun(turn.ref()); ok { // sent again
		return s.attach(running, 0), nil
	}
	if a, ok := s.answerAtOnce(ctx, turn); ok {
		return s.acceptAnswered(ctx, a, address)
	}
	return s.acceptRunning(ctx, turn, address)
}

// askUnknown answers a visitor in danger whose church cannot be looked up just now, and refuses everybody else.
func (s *Service) askUnknown(ctx context.Context, req *Request, address string, received time.Time, cause error) (*Reader, error) {
	turn := s.newTurn(turnID(req), req, unknownChurch(req), received)
	turn.address = address
	turn.Leaning = leansAlways // nothing is known that facts could be answered from
	a, ok := s.answerAtOnce(ctx, turn)
	if !ok || turn.finding == nil {
		return nil, cause
	}
	return s.acceptAnswered(ctx, a, "")
}

// served returns the church if visitors may chat with it.
func (s *Service) served(ctx context.Context, churchID uuid.UUID, now time.Time) (*church.Snapshot, error) {
	snapshot, err := s.churches.ByID(ctx, churchID)
	switch {
	case errors.Is(err, church.ErrNotFound):
		return nil, ErrChurchNotFound
	case errors.Is(err, church.ErrNotSubscribed):
		return nil, ErrChatNotEnabled
	case err != nil:
		return nil, ErrUnavailable.because(err)
	case !snapshot.Served(now):
		return nil, ErrChatNotEnabled
	}
	return snapshot, nil
}

// newTurn prepares a turn. Nothing is looked up yet.
func (s *Service) newTurn(id uuid.UUID, req *Request, snapshot *church.Snapshot, received time.Time) *Turn {
	tradition, _ := snapshot.ResolveLens(req.LensOverride, req.LensNameOverride)
	turn := &Turn{
		ID: id, Request: req, Church: snapshot, Agent: req.Agent, Lens: tradition,
		Language: detectLanguage(req.Message, snapshot.Language),
		Received: received,
		Leaning:  leansOnConversation(req.Message),
		Personal: req.Agent == church.Care || isPersonal(req.Message),
		spent:    spent{prices: s.config.Prices},
	}
	turn.handToCare()
	turn.history = func(ctx context.Context) []HistoryItem { return s.history(ctx, req, id) }
	turn.embed = func(ctx context.Context, text string) ([]float32, error) { return s.embed(ctx, turn, text) }
	turn.search = func(ctx context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
		q.Embedder = s.embedder.Name()
		return s.searcher.Search(ctx, q)
	}
	return turn
}

// answerAtOnce answers a turn from memory alone, where that is possible: such an answer needs no goroutine and no lease,
// and question and answer go into the journal together.
func (s *Service) answerAtOnce(ctx context.Context, turn *Turn) (*answering, bool) {
	tiers := s.atOnce
	if turn.Leaning != standsAlone || turn.Distress {
		tiers = s.gates
	} else {
		turn.asked = true
	}
	a := s.newAnswering(turn, newRun(context.Background(), turn.ref()))
	a.emit(startEvent(turn, false))
	for event, err := range tiers.Answer(ctx, turn) {
		if err != nil {
			return nil, false
		}
		if event.Kind == KindDone {
			a.done = *event.Done
			return a, true
		}
		a.emit(event)
	}
	return nil, false
}

// acceptAnswered makes a question and its answer durable together.
func (s *Service) acceptAnswered(ctx context.Context, a *answering, address string) (*Reader, error) {
	record, last := a.conclude(a.done, nil)
	log := a.run.settle(last)
	wanted := s.acceptance(a, address)
	wanted.answer, wanted.log, wanted.crisis = &record, log, a.turn.finding != nil
	verdict, err := s.accept(ctx, wanted)
	if err != nil && !wanted.crisis {
		return nil, err
	}
	if err != nil { // who is in danger is answered whatever is down
		s.hold(ctx, a.run.question, err)
		s.hold(ctx, record, err)
	}
	if verdict.known {
		return s.known(ctx, a.turn)
	}
	s.memory.add(a.run.question, record)
	s.metrics.observeTurn(a.turn, &record, a.firstEvent, a.elapsed())
	return newReader(a.run.ref.Turn, 0, (*wholeLog)(&log), false), nil
}

// acceptRunning makes a question durable and begins to answer it.
func (s *Service) acceptRunning(ctx context.Context, turn *Turn, address string) (*Reader, error) {
	seed, err := newSeed(turn)
	if err != nil {
		return nil, ErrUnavailable.because(err)
	}
	r := newRun(s.stopping, turn.ref())
	r.seed = seed
	a := s.newAnswering(turn, r)
	wanted := s.acceptance(a, address)
	wanted.seed = seed
	if !s.hub.add(r, s.config.MaxTurns) {
		r.cancel(nil)
		if running, ok := s.hub.find(r.ref); ok { // sent twice at once
			return s.attach(running, 0), nil
		}
		return nil, ErrBusy
	}
	verdict, err := s.accept(ctx, wanted)
	if err != nil || verdict.known {
		s.abandon(r)
	}
	if err != nil {
		return nil, err
	}
	if verdict.known {
		return s.known(ctx, turn)
	}
	if verdict.watch || s.watched(turn) {
		turn.keepWatch()
	}
	first, _ := r.follow(0)
	reader := newReader(turn.ID, 0, first, false)
	a.emit(startEvent(turn, false))
	s.start(a)
	return reader, nil
}

func (s *Service) acceptance(a *answering, address string) acceptance {
	return acceptance{
		ref: a.run.ref, question: a.run.question, address: address,
		perSession: s.config.PerSession, perAddress: s.config.PerAddress,
	}
}

// acceptLimit bounds how long a visitor waits for a Postgres that says nothing, where the question need not be there.
const acceptLimit = time.Second

// accept makes a question durable: in the journal, or in Postgres while Redis is down.
func (s *Service) accept(ctx context.Context, wanted acceptance) (verdict, error) {
	if s.journal.suspect() {
		looking, cancel := context.WithTimeout(ctx, acceptLimit)
		known, _, err := s.inPostgres(looking, wanted)
		cancel()
		if err == nil && known {
			return verdict{known: true}, nil
		}
	}
	var found verdict
	err := s.active.Expect(ctx, wanted.ref.Church)
	if err == nil {
		found, err = s.journal.Accept(ctx, wanted)
	}
	switch {
	case err != nil:
		return s.acceptWithoutRedis(ctx, wanted, err)
	case found.forgotten:
		return verdict{}, ErrForgotten
	case found.wait > 0:
		return verdict{}, ErrRateLimited.after(found.wait)
	case !found.known:
		s.drain.Note(wanted.ref.Church)
	}
	return found, nil
}

// acceptWithoutRedis commits to Postgres what the journal cannot take. The limits are this node's own meanwhile.
func (s *Service) acceptWithoutRedis(ctx context.Context, wanted acceptance, cause error) (verdict, error) {
	s.metrics.fallbacks.WithLabelValues("postgres").Inc()
	if wanted.crisis {
		wanted.perSession, wanted.perAddress = 0, 0
	}
	for _, limit := range []struct {
		kind, key string
		perMinute int
	}{
		{"session", wanted.ref.Session.String(), wanted.perSession},
		{"address", wanted.address, wanted.perAddress},
	} {
		decision, err := s.limiter.Allow(ctx, wanted.ref.Church, limit.kind, limit.key, limit.perMinute)
		if err != nil {
			return verdict{}, ErrUnavailable.because(err)
		}
		if !decision.Allowed {
			return verdict{}, ErrRateLimited.after(decision.RetryAfter)
		}
	}
	limit := drainLimit
	if wanted.crisis { // it is kept in memory then, and the visitor answered
		limit = acceptLimit
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	known, anew, err := s.inPostgres(ctx, wanted)
	if err == nil && !known {
		records := []Record{wanted.question}
		if wanted.answer != nil {
			records = append(records, *wanted.answer)
		}
		var stored int64
		stored, err = s.transcript.Store(ctx, wanted.ref.Church, records)
		known = err == nil && stored == 0 && !anew // another node was given it at the same moment
	}
	if err != nil {
		return verdict{}, ErrUnavailable.because(errors.Join(cause, err))
	}
	return verdict{known: known}, nil
}

// inPostgres reports whether a turn is known there and either answered or so young that somebody is at it. A question
// without an answer for longer than a turn can last was left by a node that died: it is to be asked anew.
func (s *Service) inPostgres(ctx context.Context, wanted acceptance) (known, anew bool, err error) {
	asked, answer, err := s.transcript.Turn(ctx, wanted.ref)
	if err != nil || answer != nil || asked.IsZero() {
		return answer != nil, false, err
	}
	anew = s.config.Now().Sub(asked) >= s.config.TurnLimit+leaseTime
	return !anew, anew, nil
}

// known returns a reader of a turn that was accepted before.
func (s *Service) known(ctx context.Context, turn *Turn) (*Reader, error) {
	reader, err := s.resume(ctx, turn.ref(), 0)
	if errors.Is(err, ErrTurnNotFound) {
		return nil, ErrTurnInProgress // somewhere that cannot be reached now
	}
	return reader, err
}

// abandon lets go of a run that never began.
func (s *Service) abandon(r *run) {
	s.hub.remove(r)
	r.leave(ErrHandedOver)
	r.cancel(nil)
}
