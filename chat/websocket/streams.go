package websocket

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
)

// maxKnown is how many turns a socket remembers the session of.
const maxKnown = 8

// stream is a turn that a socket carries at the moment.
type stream struct {
	turn   uuid.UUID // uuid.Nil until it is accepted
	cancel context.CancelFunc
	opened chan struct{} // closed when it is accepted or refused
	ending bool          // its last frame is being sent, and who hears that may ask again
}

// begin streams a turn in a goroutine of its own, if there are not too many.
func (s *socket) begin(frame clientFrame, ref chat.TurnRef, open func(context.Context) (*live.Reader, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	streaming := 0
	for _, r := range s.running {
		if !r.ending {
			streaming++
		}
	}
	if streaming >= maxSocketTurns || len(s.running) >= 2*maxSocketTurns {
		return chat.ErrTooManyTurns
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, began := &stream{cancel: cancel, opened: make(chan struct{})}, time.Now()
	var before chan struct{}
	if len(s.running) > 0 {
		before = s.running[len(s.running)-1].opened
	}
	s.running = append(s.running, r)
	s.sockets.work.Go(func() {
		defer s.finished(r)
		opened := sync.OnceFunc(func() { close(r.opened) })
		defer opened()
		var refusal error
		defer func() { s.note(frame, ref, began, refusal) }()
		defer s.sockets.panics.Recover("stream", func(error) { s.close(closeInternal) }, "church", ref.Church)
		if before != nil { // what was said first is accepted first
			<-before
		}
		reader, err := open(ctx)
		opened()
		if err == nil {
			defer reader.Close()
			ref.Turn = reader.TurnID()
			err = s.carry(r, ref)
		}
		refusal = err
		switch {
		case err != nil && ctx.Err() == nil:
			s.ends(r)
			err = s.problem(frame, err)
		case err == nil && reader.Over():
			s.ends(r)
			err = s.write(ackFrame(frame.Type, ref.Turn, nil))
		case err == nil:
			err = s.follow(ctx, r, reader)
		}
		if why, ok := errors.AsType[closeReason](err); ok {
			s.close(why)
		}
	})
	return nil
}

// carry notes which turn it is, once that is known. A socket carries a turn once at a time.
func (s *socket) carry(r *stream, ref chat.TurnRef) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.ContainsFunc(s.running, func(other *stream) bool { return other.turn == ref.Turn && !other.ending }) {
		return chat.ErrTurnInProgress
	}
	r.turn = ref.Turn
	s.known = slices.DeleteFunc(s.known, func(other chat.TurnRef) bool { return other.Turn == ref.Turn })
	if len(s.known) == maxKnown {
		s.known = slices.Delete(s.known, 0, 1)
	}
	s.known = append(s.known, ref)
	return nil
}

// follow writes events as they come. A closeReason says that the socket cannot go on.
func (s *socket) follow(ctx context.Context, r *stream, reader *live.Reader) error {
	for {
		frames, err := reader.Next(ctx)
		switch {
		case errors.Is(err, io.EOF), ctx.Err() != nil:
			return nil
		case errors.Is(err, live.ErrHandedOver):
			s.sendAway()
			return nil
		case errors.Is(err, live.ErrReaderSlow):
			return closeSlow
		case err != nil:
			s.sockets.logger.Error("a turn could not be followed", "turn", reader.TurnID(), "error", err)
			return closeInternal
		}
		if frames[len(frames)-1].Ends() {
			s.ends(r)
		}
		if err := s.events(reader.TurnID(), frames); err != nil {
			return err // the socket's goroutine finds the same
		}
	}
}

// ends notes that a turn's last frame is about to be sent.
func (s *socket) ends(r *stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.ending = true
}

// finished forgets a turn that streams no more.
func (s *socket) finished(r *stream) {
	r.cancel()
	s.mu.Lock()
	s.running = slices.DeleteFunc(s.running, func(other *stream) bool { return other == r })
	last := s.away && len(s.running) == 0
	s.mu.Unlock()
	if last {
		s.close(closeGoingAway)
	}
}

// ref completes which turn a frame means by what the socket has carried.
func (s *socket) ref(frame clientFrame) (ref chat.TurnRef, err error) {
	if ref.Turn, err = chat.ParseID(frame.TurnID); err != nil {
		return ref, chat.ErrInvalidTurnID.Because(err)
	}
	known := s.remembered(ref.Turn)
	if ref.Session = known.Session; frame.SessionID != "" {
		ref.Session, err = chat.ParseID(frame.SessionID)
	}
	if err != nil || ref.Session == uuid.Nil {
		return ref, chat.ErrInvalidSessionID.Because(err)
	}
	if frame.ChurchID != "" {
		if ref.Church, err = chat.ParseID(frame.ChurchID); err != nil {
			return ref, chat.ErrInvalidChurchID.Because(err)
		}
	} else if ref.Session == known.Session {
		ref.Church = known.Church
	}
	return ref, nil
}

// remembered is what the socket knows of a turn that it has carried, or else of its latest.
func (s *socket) remembered(turn uuid.UUID) chat.TurnRef {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.known, func(ref chat.TurnRef) bool { return ref.Turn == turn }); i >= 0 {
		return s.known[i]
	}
	if len(s.known) > 0 {
		return s.known[len(s.known)-1]
	}
	return chat.TurnRef{}
}
