package turns

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/journal"
	"narthex/chat/live"
	"narthex/chat/question"
	"narthex/chat/transcript"
	"narthex/chat/words"
	"narthex/retrieval"
)

// Ask accepts a message and returns a reader of its answer, from start to done or error. The answer is made whether
// anybody reads it or not. A message that was sent before gets the answer it got, or is getting. The error is always a
// *Problem, and then nothing was accepted.
func (s *Service) Ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error) {
	reader, err := s.ask(ctx, req, address)
	return reader, s.refused(err)
}

// refused counts a problem.
func (s *Service) refused(err error) error {
	if problem, ok := errors.AsType[*chat.Problem](err); ok {
		s.metrics.refusals.WithLabelValues(problem.Code()).Inc()
	}
	return err
}

func (s *Service) ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error) {
	received := s.config.Now()
	if s.closing.Load() {
		return nil, chat.ErrShuttingDown
	}
	snapshot, err := s.served(ctx, req.ChurchID, received)
	if errors.Is(err, chat.ErrUnavailable) {
		return s.askUnknown(ctx, req, address, received, err)
	}
	if err != nil {
		return nil, err
	}
	turn := s.newTurn(chat.TurnID(req), req, snapshot, received)
	turn.Address = address
	if running, ok := s.hub.Begun(turn.Ref()); ok { // sent again
		return s.attach(running, 0), nil
	}
	if a, ok := s.answerAtOnce(ctx, turn); ok {
		return s.acceptAnswered(ctx, a, address)
	}
	return s.acceptRunning(ctx, turn, address)
}

// askUnknown answers a visitor in danger whose church cannot be looked up just now, and refuses everybody else.
func (s *Service) askUnknown(ctx context.Context, req *chat.Request, address string, received time.Time, cause error) (*live.Reader, error) {
	turn := s.newTurn(chat.TurnID(req), req, unknownChurch(req), received)
	turn.Address = address
	turn.Leaning = question.LeansAlways // nothing is known that facts could be answered from
	a, ok := s.answerAtOnce(ctx, turn)
	if !ok || turn.Finding == nil {
		return nil, cause
	}
	return s.acceptAnswered(ctx, a, "")
}

// served returns the church if visitors may chat with it.
func (s *Service) served(ctx context.Context, churchID uuid.UUID, now time.Time) (*church.Snapshot, error) {
	snapshot, err := s.churches.ByID(ctx, churchID)
	switch {
	case errors.Is(err, church.ErrNotFound):
		return nil, chat.ErrChurchNotFound
	case errors.Is(err, church.ErrNotSubscribed):
		return nil, chat.ErrChatNotEnabled
	case err != nil:
		return nil, chat.ErrUnavailable.Because(err)
	case !snapshot.Served(now):
		return nil, chat.ErrChatNotEnabled
	}
	return snapshot, nil
}

// newTurn prepares a turn. Nothing is looked up yet.
func (s *Service) newTurn(id uuid.UUID, req *chat.Request, snapshot *church.Snapshot, received time.Time) *chat.Turn {
	tradition, _ := snapshot.ResolveLens(req.LensOverride, req.LensNameOverride)
	turn := &chat.Turn{
		ID: id, Request: req, Church: snapshot, Agent: req.Agent, Lens: tradition,
		Language: words.Language(req.Message, snapshot.Language),
		Received: received,
		Leaning:  question.LeansOnConversation(req.Message),
		Personal: req.Agent == church.Care || question.Personal(req.Message),
		Cost:     chat.Cost{Prices: s.config.Prices},
	}
	turn.HandToCare()
	turn.LoadHistory = func(ctx context.Context) []chat.HistoryItem { return s.history(ctx, req, id) }
	turn.Embed = func(ctx context.Context, text string) ([]float32, error) { return s.embed(ctx, turn, text) }
	turn.Search = func(ctx context.Context, q retrieval.Query) ([]retrieval.Passage, error) {
		q.Embedder = s.embedder.Name()
		return s.searcher.Search(ctx, q)
	}
	return turn
}

// answerAtOnce answers a turn from memory alone, where that is possible: such an answer needs no goroutine and no lease,
// and question and answer go into the journal together.
func (s *Service) answerAtOnce(ctx context.Context, turn *chat.Turn) (*answering, bool) {
	tiers := s.atOnce
	if turn.Leaning != question.StandsAlone || turn.Distress {
		tiers = s.gates
	} else {
		turn.AskedAtOnce = true
	}
	a := s.newAnswering(turn, live.NewRun(context.Background(), turn.Ref()))
	a.emit(chat.StartEvent(turn, false))
	for event, err := range tiers.Answer(ctx, turn) {
		if err != nil {
			return nil, false
		}
		if event.Kind == chat.KindDone {
			a.done = *event.Done
			return a, true
		}
		a.emit(event)
	}
	return nil, false
}

// acceptAnswered makes a question and its answer durable together.
func (s *Service) acceptAnswered(ctx context.Context, a *answering, address string) (*live.Reader, error) {
	record, last := a.conclude(a.done, nil)
	log := a.run.Settle(last)
	wanted := s.acceptance(a, address)
	wanted.Answer, wanted.Log, wanted.Crisis = &record, log, a.turn.Finding != nil
	verdict, err := s.accept(ctx, wanted)
	if err != nil && !wanted.Crisis {
		return nil, err
	}
	if err != nil { // who is in danger is answered whatever is down
		s.hold(ctx, a.run.Question, err)
		s.hold(ctx, record, err)
	}
	if verdict.Known {
		return s.known(ctx, a.turn)
	}
	s.memory.add(a.run.Question, record)
	s.metrics.observeTurn(a.turn, &record, a.firstEvent, a.elapsed())
	return live.NewReader(a.run.Ref.Turn, 0, (*live.WholeLog)(&log), false), nil
}

// acceptRunning makes a question durable and begins to answer it.
func (s *Service) acceptRunning(ctx context.Context, turn *chat.Turn, address string) (*live.Reader, error) {
	seed, err := newPayload(turn)
	if err != nil {
		return nil, chat.ErrUnavailable.Because(err)
	}
	r := live.NewRun(s.stopping, turn.Ref())
	r.Payload = seed
	a := s.newAnswering(turn, r)
	wanted := s.acceptance(a, address)
	wanted.Payload = seed
	if !s.hub.Add(r, s.config.MaxTurns) {
		r.Cancel(nil)
		if running, ok := s.hub.Find(r.Ref); ok { // sent twice at once
			return s.attach(running, 0), nil
		}
		return nil, chat.ErrBusy
	}
	verdict, err := s.accept(ctx, wanted)
	if err != nil || verdict.Known {
		s.abandon(r)
	}
	if err != nil {
		return nil, err
	}
	if verdict.Known {
		return s.known(ctx, turn)
	}
	if verdict.Watch || s.watched(turn) {
		turn.WatchForCrisis()
	}
	first, _ := r.Follow(0)
	reader := live.NewReader(turn.ID, 0, first, false)
	a.emit(chat.StartEvent(turn, false))
	s.start(a)
	return reader, nil
}

func (s *Service) acceptance(a *answering, address string) journal.Acceptance {
	return journal.Acceptance{
		Ref: a.run.Ref, Question: a.run.Question, Address: address,
		PerSession: s.config.PerSession, PerAddress: s.config.PerAddress,
	}
}

// acceptLimit bounds how long a visitor waits for a Postgres that says nothing, where the question need not be there.
const acceptLimit = time.Second

// accept makes a question durable: in the journal, or in Postgres while Redis is down.
func (s *Service) accept(ctx context.Context, wanted journal.Acceptance) (journal.Outcome, error) {
	if s.journal.Suspect() {
		looking, cancel := context.WithTimeout(ctx, acceptLimit)
		known, _, err := s.inPostgres(looking, wanted)
		cancel()
		if err == nil && known {
			return journal.Outcome{Known: true}, nil
		}
	}
	var found journal.Outcome
	err := s.active.Expect(ctx, wanted.Ref.Church)
	if err == nil {
		found, err = s.journal.Accept(ctx, wanted)
	}
	switch {
	case err != nil:
		return s.acceptWithoutRedis(ctx, wanted, err)
	case found.Forgotten:
		return journal.Outcome{}, chat.ErrForgotten
	case found.Wait > 0:
		return journal.Outcome{}, chat.ErrRateLimited.After(found.Wait)
	case !found.Known:
		s.drain.Note(wanted.Ref.Church)
	}
	return found, nil
}

// acceptWithoutRedis commits to Postgres what the journal cannot take. The limits are this node's own meanwhile.
func (s *Service) acceptWithoutRedis(ctx context.Context, wanted journal.Acceptance, cause error) (journal.Outcome, error) {
	s.metrics.fallbacks.WithLabelValues("postgres").Inc()
	if wanted.Crisis {
		wanted.PerSession, wanted.PerAddress = 0, 0
	}
	for _, limit := range []struct {
		kind, key string
		perMinute int
	}{
		{"session", wanted.Ref.Session.String(), wanted.PerSession},
		{"address", wanted.Address, wanted.PerAddress},
	} {
		decision, err := s.limiter.Allow(ctx, wanted.Ref.Church, limit.kind, limit.key, limit.perMinute)
		if err != nil {
			return journal.Outcome{}, chat.ErrUnavailable.Because(err)
		}
		if !decision.Allowed {
			return journal.Outcome{}, chat.ErrRateLimited.After(decision.RetryAfter)
		}
	}
	limit := transcript.DrainLimit
	if wanted.Crisis { // it is kept in memory then, and the visitor answered
		limit = acceptLimit
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	known, anew, err := s.inPostgres(ctx, wanted)
	if err == nil && !known {
		records := []chat.Record{wanted.Question}
		if wanted.Answer != nil {
			records = append(records, *wanted.Answer)
		}
		var stored int64
		stored, err = s.transcript.Store(ctx, wanted.Ref.Church, records)
		known = err == nil && stored == 0 && !anew // another node was given it at the same moment
	}
	if err != nil {
		return journal.Outcome{}, chat.ErrUnavailable.Because(errors.Join(cause, err))
	}
	return journal.Outcome{Known: known}, nil
}

// inPostgres reports whether a turn is known there and either answered or so young that somebody is at it. A question
// without an answer for longer than a turn can last was left by a node that died: it is to be asked anew.
func (s *Service) inPostgres(ctx context.Context, wanted journal.Acceptance) (known, anew bool, err error) {
	asked, answer, err := s.transcript.Turn(ctx, wanted.Ref)
	if err != nil || answer != nil || asked.IsZero() {
		return answer != nil, false, err
	}
	anew = s.config.Now().Sub(asked) >= s.config.TurnLimit+live.LeaseTime
	return !anew, anew, nil
}

// known returns a reader of a turn that was accepted before.
func (s *Service) known(ctx context.Context, turn *chat.Turn) (*live.Reader, error) {
	reader, err := s.resume(ctx, turn.Ref(), 0)
	if errors.Is(err, chat.ErrTurnNotFound) {
		return nil, chat.ErrTurnInProgress // somewhere that cannot be reached now
	}
	return reader, err
}

// abandon lets go of a run that never began.
func (s *Service) abandon(r *live.Run) {
	s.hub.Remove(r)
	r.Leave(live.ErrHandedOver)
	r.Cancel(nil)
}
