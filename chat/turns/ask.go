package turns

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/journal"
	"narthex/chat/live"
	"narthex/chat/question"
)

// Ask accepts a message and returns a reader of its answer, from start to done or error. The answer is made whether
// anybody reads it or not. A message that was sent before gets the answer it got, or is getting. The error is always a
// *Problem, and then nothing was accepted.
func (s *Service) Ask(ctx context.Context, req *chat.Request, address string) (reader *live.Reader, err error) {
	defer s.panics.Recover("ask", func(cause error) { reader, err = nil, s.refused(chat.ErrInternal.Because(cause)) }, "church", req.ChurchID)
	reader, err = s.ask(ctx, req, address)
	return reader, s.refused(err)
}

func (s *Service) ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error) {
	if !s.inFlight.Enter() {
		return nil, chat.ErrShuttingDown
	}
	defer s.inFlight.Leave()
	req.Received = s.config.Now()
	snapshot, err := s.served(ctx, req)
	if errors.Is(err, chat.ErrUnavailable) {
		return s.askUnknown(ctx, req, address, err)
	}
	if err != nil {
		return nil, err
	}
	turn := s.newTurn(chat.TurnID(req), req, snapshot)
	turn.Address = address
	if running, ok := s.hub.Begun(turn.Ref()); ok { // sent again
		return s.attach(running, live.Place{}), nil
	}
	if r, done, ok := s.answerAtOnce(ctx, turn); ok {
		return s.acceptAnswered(ctx, r, done, address, s.accept)
	}
	if err := s.takeUp(ctx, turn); err != nil {
		return nil, err
	}
	return s.acceptRunning(ctx, turn, address)
}

// askUnknown answers a visitor in danger whose church cannot be looked up just now, and refuses everybody else.
func (s *Service) askUnknown(ctx context.Context, req *chat.Request, address string, cause error) (*live.Reader, error) {
	turn := s.newTurn(chat.TurnID(req), req, unknownChurch(req))
	turn.Address = address
	turn.Leaning = question.LeansAlways // nothing is known that facts could be answered from
	r, done, ok := s.answerAtOnce(ctx, turn)
	if !ok || turn.Finding == nil {
		return nil, cause
	}
	return s.acceptAnswered(ctx, r, done, address, s.acceptUnknown)
}

// served returns the church if visitors may chat with it, or whoever asks has a preview of it.
func (s *Service) served(ctx context.Context, req *chat.Request) (*church.Snapshot, error) {
	snapshot, err := s.subscribed(ctx, req.ChurchID)
	switch {
	case err != nil:
		return nil, err
	case req.Spoken && snapshot.Subscribed(): // the telephone has limits of its own, see package line
	case !snapshot.Served() && !s.previewed(snapshot, req.Preview):
		return nil, chat.ErrChatNotEnabled
	}
	return snapshot, nil
}

// subscribed returns a church that has joined.
func (s *Service) subscribed(ctx context.Context, id uuid.UUID) (*church.Snapshot, error) {
	snapshot, err := s.churches.ByID(ctx, id)
	switch {
	case errors.Is(err, church.ErrNotFound):
		return nil, chat.ErrChurchNotFound
	case errors.Is(err, church.ErrNotSubscribed):
		return nil, chat.ErrChatNotEnabled
	case err != nil:
		return nil, chat.ErrUnavailable.Because(err)
	}
	return snapshot, nil
}

// previewed reports whether a token opens a church that is not active.
func (s *Service) previewed(snapshot *church.Snapshot, token string) bool {
	return token != "" && snapshot.ChatbotEnabled && s.config.Previewed != nil && s.config.Previewed(snapshot.ID, token)
}

// answerAtOnce answers a turn from memory alone, where that is possible: such an answer needs no goroutine and no lease,
// and question and answer go into the journal together.
func (s *Service) answerAtOnce(ctx context.Context, turn *chat.Turn) (r *live.Run, done chat.Done, ok bool) {
	r = live.Begin(context.Background(), turn, nil, s.config.Now)
	r.Emit(chat.StartEvent(turn, false))
	for event, err := range s.tiers.ForArriving(ctx, turn, s.crisisBefore(turn)).Answer(ctx, turn) {
		if err != nil {
			break
		}
		if event.Kind == chat.KindDone {
			return r, *event.Done, true
		}
		r.Emit(event)
	}
	return nil, chat.Done{}, false
}

// accepting makes a question durable, in one way or another.
type accepting func(context.Context, journal.Acceptance) (journal.Outcome, error)

// acceptAnswered makes a question and its answer durable together.
func (s *Service) acceptAnswered(ctx context.Context, r *live.Run, done chat.Done, address string, accept accepting) (*live.Reader, error) {
	s.budget.Charge(r.Turn)
	record, last := r.Conclude(done, nil)
	question := s.acceptance(r, address)
	question.Answer, question.Log, question.Crisis = &record, r.Settle(last), r.Turn.Finding != nil
	outcome, err := accept(ctx, question)
	if err != nil && !question.Crisis {
		return nil, err
	}
	if err != nil { // who is in danger is answered whatever is down
		s.hold(ctx, question.Question, err)
		s.hold(ctx, record, err)
	}
	if outcome.Known {
		return s.known(ctx, r.Turn)
	}
	if outcome.Watch { // another node found a crisis here: nothing was accepted, and the answer is to be given with care
		return s.acceptRunning(ctx, r.Turn, address)
	}
	if outcome.Unstored { // who floods is answered as well, and so much later that the others are answered as soon as ever
		pause, end := context.WithTimeout(ctx, s.config.UnstoredPause)
		<-pause.Done()
		end()
	}
	s.recent.Add(r.Turn.Conversation, question.Question, record)
	s.metrics.observeTurn(r, &record)
	r.Append(last, true)
	if outcome.Unjournaled {
		return follow(r).WithNewWriter(), nil
	}
	return follow(r), nil
}

// acceptRunning makes a question durable and begins to answer it.
func (s *Service) acceptRunning(ctx context.Context, turn *chat.Turn, address string) (*live.Reader, error) {
	begun := false
	defer func() {
		if !begun {
			turn.Work.End()
		}
	}()
	payload, err := encodePayload(turn)
	if err != nil {
		return nil, chat.ErrUnavailable.Because(err)
	}
	r := live.Begin(s.stopping, turn, payload, s.config.Now)
	if !s.hub.Add(r, s.config.MaxTurns) {
		r.Cancel(nil)
		if running, ok := s.hub.Find(r.Ref); ok { // sent twice at once
			return s.attach(running, live.Place{}), nil
		}
		return nil, chat.ErrBusy
	}
	defer func() {
		if !begun {
			s.abandon(r)
		}
	}()
	outcome, err := s.accept(ctx, s.acceptance(r, address))
	if err != nil {
		return nil, err
	}
	if outcome.Known {
		return s.known(ctx, turn)
	}
	turn.Waiting, turn.WaitingRead = outcome.Waiting, outcome.WaitingRead
	if outcome.Watch || s.crisisBefore(turn) {
		turn.WatchForCrisis()
		turn.AskedAtOnce = false // the first tiers have more to say after a crisis
	}
	turn.Composed = true
	reader := follow(r)
	r.Emit(chat.StartEvent(turn, false))
	if outcome.Unjournaled {
		r.TakeOver() // who is cut off and sends it again has it accepted by another node as well
	}
	begun = true
	s.start(r)
	return reader, nil
}

// follow returns the reader that a run is begun for.
func follow(r *live.Run) *live.Reader {
	follower, _ := r.Follow(live.Place{})
	return live.NewReader(r.Ref.Turn, live.Place{}, follower, false)
}

func (s *Service) acceptance(r *live.Run, address string) journal.Acceptance {
	return journal.Acceptance{
		Ref: r.Ref, Question: r.Question(), Payload: r.Payload(), Address: address,
		PerSession: s.config.PerSession, PerAddress: s.config.PerAddress, CrisesPerAddress: s.config.CrisesPerAddress,
	}
}

// known returns a reader of a turn that was accepted before.
func (s *Service) known(ctx context.Context, turn *chat.Turn) (*live.Reader, error) {
	reader, err := s.resume(ctx, turn.Ref(), live.Place{}, "")
	if errors.Is(err, chat.ErrTurnNotFound) {
		return nil, chat.ErrTurnInProgress // somewhere that cannot be reached now
	}
	return reader, err
}
