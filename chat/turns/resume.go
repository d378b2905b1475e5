package turns

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/journal"
	"narthex/chat/live"
)

// Resume returns a reader of a turn's events after the given one, replayed and then live, wherever the turn runs or ran.
// ErrTurnNotFound: the session has no such turn. ErrUnavailable: that could not be found out. A turn that is not found, or whose church
// is not named, counts against the limit of address; "" has none.
func (s *Service) Resume(ctx context.Context, ref chat.TurnRef, after live.Place, address string) (*live.Reader, error) {
	reader, err := s.resume(ctx, ref, after, address)
	return reader, s.countMiss(ref, address, err)
}

func (s *Service) resume(ctx context.Context, ref chat.TurnRef, after live.Place, address string) (*live.Reader, error) {
	if running, ok := s.hub.Begun(ref); ok {
		return s.attach(running, after), nil
	}
	if lines, from, ok := s.mirrors.reader(ref, after); ok {
		return live.NewReader(ref.Turn, from, lines, true), nil
	}
	ref, err := s.withChurch(ctx, ref, address)
	if err != nil {
		return nil, err
	}
	state, log, err := s.journal.Follow(ctx, ref, 0)
	switch {
	case errors.Is(err, journal.ErrGap) && after.Seq > 0: // what is missing they may have seen; whose it was cannot be told
		return s.resumeAlone(ctx, ref, after)
	case err != nil || state == journal.Unknown:
		return s.fromPostgres(ctx, ref, err)
	case state == journal.Ended:
		return live.ReadEnded(ref, log, after), nil
	}
	if lines, from, ok := s.mirrors.begin(ref, log, after, &remote{service: s, ref: ref, place: live.Place{}.Past(log)}); ok {
		return live.NewReader(ref.Turn, from, lines, true), nil
	}
	return s.resumeAlone(ctx, ref, after)
}

// resumeAlone returns a reader that asks the journal for itself, from the event after on.
func (s *Service) resumeAlone(ctx context.Context, ref chat.TurnRef, after live.Place) (*live.Reader, error) {
	state, log, err := s.journal.Follow(ctx, ref, after.Seq)
	switch {
	case err != nil || state == journal.Unknown:
		return s.fromPostgres(ctx, ref, err)
	case state == journal.Ended:
		return live.ReadEnded(ref, log, after), nil
	}
	return live.NewReader(ref.Turn, after, &remote{service: s, ref: ref, place: after, state: state, log: log}, true), nil
}

// attach returns a reader of a run that others have been reading.
func (s *Service) attach(r *live.Run, after live.Place) *live.Reader {
	f, after := r.Follow(after)
	return live.NewReader(r.Ref.Turn, after, f, true)
}

// fromPostgres reads a turn that the journal does not know (any more), or cannot be asked about.
func (s *Service) fromPostgres(ctx context.Context, ref chat.TurnRef, journalErr error) (*live.Reader, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	turn, err := s.transcript.Turn(ctx, ref)
	answer := turn.Answer
	switch {
	case err != nil:
		return nil, chat.ErrUnavailable.Because(errors.Join(journalErr, err))
	case turn.Asked.IsZero():
		return nil, chat.ErrTurnNotFound
	case answer == nil && journalErr != nil:
		return nil, chat.ErrUnavailable.Because(journalErr) // it may be under way where it cannot be seen
	case answer == nil:
		return nil, chat.ErrTurnNotFound
	}
	if answer.Outcome == chat.OutcomeError { // the words of a failure are not kept
		answer.ErrorText = s.storedFailureText(ctx, ref.Church, &turn)
	}
	log, err := live.LogOf(answer, ref)
	if err != nil {
		return nil, chat.ErrUnavailable.Because(err)
	}
	return live.ReadRetold(ref, log), nil
}

// lookUpTurnLimit bounds how long Postgres is asked which church a turn is of.
const lookUpTurnLimit = time.Second

// withChurch completes a reference that names no church. It is called before Redis or Postgres are asked anything about a turn, and refuses
// an address that has asked for too many turns that do not exist. A turn that was accepted a moment ago is not in Postgres yet, and after
// the death of a node it may take seconds to get there: its church is then one of those with something to be stored.
func (s *Service) withChurch(ctx context.Context, ref chat.TurnRef, address string) (chat.TurnRef, error) {
	if err := s.misses.Admit(address); err != nil || ref.Church != uuid.Nil {
		return ref, err
	}
	s.misses.Count(address)
	looking, cancel := context.WithTimeout(ctx, lookUpTurnLimit)
	churchID, err := s.transcript.ChurchOf(looking, ref)
	cancel()
	if churchID == uuid.Nil && !s.churchLookups.Allow() { // anybody may ask, and it is expensive
		return ref, chat.ErrBusy
	}
	if churchID == uuid.Nil {
		var activeErr error
		if churchID, activeErr = s.active.ChurchOf(ctx, ref); churchID == uuid.Nil {
			err = errors.Join(err, activeErr)
		} else {
			err = nil
		}
	}
	switch {
	case err != nil:
		return ref, chat.ErrUnavailable.Because(err)
	case churchID == uuid.Nil:
		return ref, chat.ErrTurnNotFound
	}
	ref.Church = churchID
	return ref, nil
}

// countMiss counts a request for a turn that does not exist, unless withChurch has counted it already, and the problem.
func (s *Service) countMiss(ref chat.TurnRef, address string, err error) error {
	vain := errors.Is(err, chat.ErrTurnNotFound) || errors.Is(err, chat.ErrConfirmationOver) || errors.Is(err, chat.ErrChurchNotFound)
	if vain && ref.Church != uuid.Nil {
		s.misses.Count(address)
	}
	return s.refused(err)
}
