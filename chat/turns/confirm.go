package turns

import (
	"context"
	"errors"

	"narthex/chat"
	"narthex/chat/confirmation"
	"narthex/chat/tier/people"
	"narthex/chat/tools"
)

// Confirm has a visitor's answer to what a tool asks them carried out, once however often it is given, and returns what became of it.
// ErrConfirmationOver: it is not asked any more, or never was in this session. ErrConfirmationAnswered: they have said the contrary
// before. After ErrUnavailable nothing was done, and the answer may be given again. address is that of Resume.
func (s *Service) Confirm(ctx context.Context, ref chat.TurnRef, answer chat.Confirmation, address string) (status chat.ToolStatus, err error) {
	defer s.panics.Recover("confirm", func(cause error) { err = s.refused(chat.ErrInternal.Because(cause)) }, "church", ref.Church)
	status, err = s.confirm(ctx, ref, answer, address)
	return status, s.countMiss(ref, address, err)
}

func (s *Service) confirm(ctx context.Context, ref chat.TurnRef, answer chat.Confirmation, address string) (chat.ToolStatus, error) {
	if !s.inFlight.Enter() { // what is begun is done before the process ends
		return chat.ToolStatus{}, chat.ErrShuttingDown
	}
	defer s.inFlight.Leave()
	if running, ok := s.hub.Find(ref); ok {
		ref = running.Ref
	}
	ref, err := s.withChurch(ctx, ref, address)
	if err != nil {
		return chat.ToolStatus{}, err
	}
	snapshot, err := s.subscribed(ctx, ref.Church)
	if err != nil {
		return chat.ToolStatus{}, err
	}
	asked := confirmation.Ref{Church: ref.Church, Session: ref.Session, Turn: ref.Turn, Call: answer.CallID}
	// A client that goes away has said yes all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.ConfirmLimit)
	defer cancel()
	turn := s.newTurn(ref.Turn, &chat.Request{ChurchID: ref.Church, SessionID: ref.Session}, snapshot)
	turn.Address = address
	done, err := s.tools.Confirm(ctx, snapshot, asked, tools.Answer{Accept: answer.Accept, PassedTo: people.PassedTo(ctx, turn), Origin: turn.Origin()})
	if _, contrary := errors.AsType[*confirmation.AnsweredError](err); contrary {
		return chat.ToolStatus{}, chat.ErrConfirmationAnswered
	}
	switch {
	case errors.Is(err, confirmation.ErrClosed):
		return chat.ToolStatus{}, chat.ErrConfirmationOver
	case err != nil:
		return chat.ToolStatus{}, chat.ErrUnavailable.Because(err)
	}
	return s.confirmed.Status(&done, turn), nil
}
