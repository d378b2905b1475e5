package turns

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/journal"
	"narthex/chat/live"
)

// Resume returns a reader of a turn's events after the given one, replayed and then live, wherever the turn runs or ran.
// ErrTurnNotFound: the session has no such turn. ErrUnavailable: it cannot be told.
func (s *Service) Resume(ctx context.Context, ref chat.TurnRef, after int) (*live.Reader, error) {
	reader, err := s.resume(ctx, ref, max(0, after))
	return reader, s.refused(err)
}

func (s *Service) resume(ctx context.Context, ref chat.TurnRef, after int) (*live.Reader, error) {
	if running, ok := s.hub.Begun(ref); ok {
		return s.attach(running, after), nil
	}
	ref, err := s.withChurch(ctx, ref)
	if err != nil {
		return nil, err
	}
	found, err := s.journal.Follow(ctx, ref, after)
	switch {
	case err != nil || found.State == journal.Unknown:
		return s.fromPostgres(ctx, ref, err)
	case found.State == journal.Ended:
		return endedReader(ref, found.Log, after), nil
	}
	return live.NewReader(ref.Turn, after, &remote{service: s, ref: ref, seq: after, found: found}, true), nil
}

// attach returns a reader of a run that others have been reading.
func (s *Service) attach(r *live.Run, after int) *live.Reader {
	f, after := r.Follow(after)
	return live.NewReader(r.Ref.Turn, after, f, true)
}

// endedReader reads what an ended turn has after an event. Who has seen more than there is has seen something else: it is
// shown all.
func endedReader(ref chat.TurnRef, log []byte, after int) *live.Reader {
	rest := live.SkipLines(log, after)
	if after > live.CountLines(log) {
		rest, after = log, 0
	}
	return live.NewReader(ref.Turn, after, (*live.WholeLog)(&rest), true)
}

// fromPostgres reads a turn that the journal does not know (any more), or cannot be asked about.
func (s *Service) fromPostgres(ctx context.Context, ref chat.TurnRef, journalErr error) (*live.Reader, error) {
	asked, answer, err := s.transcript.Turn(ctx, ref)
	switch {
	case err != nil:
		return nil, chat.ErrUnavailable.Because(errors.Join(journalErr, err))
	case asked.IsZero():
		return nil, chat.ErrTurnNotFound
	case answer == nil && journalErr != nil:
		return nil, chat.ErrUnavailable.Because(journalErr) // it may be under way where it cannot be seen
	case answer == nil:
		return nil, chat.ErrTurnNotFound
	}
	log, err := live.LogOf(answer, ref)
	if err != nil {
		return nil, chat.ErrUnavailable.Because(err)
	}
	return live.NewReader(ref.Turn, 0, (*live.WholeLog)(&log), true), nil // its numbers are not those that were sent
}

// withChurch completes a reference that names no church. What was accepted a moment ago is not in Postgres yet, and after
// the death of a node it may take seconds; then its church is among those that have something waiting to be stored.
func (s *Service) withChurch(ctx context.Context, ref chat.TurnRef) (chat.TurnRef, error) {
	if ref.Church != uuid.Nil {
		return ref, nil
	}
	churchID, err := s.transcript.ChurchOf(ctx, ref)
	if churchID == uuid.Nil && !s.lookups.Allow() { // anybody may ask, and it is dear
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

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Stop ends an answer, on whichever node it is made; what was said until then stays. A turn that has ended is left as it is.
func (s *Service) Stop(ctx context.Context, ref chat.TurnRef) error {
	return s.refused(s.stopTurn(ctx, ref))
}

func (s *Service) stopTurn(ctx context.Context, ref chat.TurnRef) error {
	running, here := s.hub.Find(ref)
	if here {
		running.Cancel(live.ErrStopped)
		ref = running.Ref
	}
	if here && running.Begun() {
		return nil
	}
	ref, err := s.withChurch(ctx, ref)
	if err != nil {
		return err
	}
	known, err := s.journal.Stop(ctx, ref)
	switch {
	case here:
		return nil // it will not begin here, and if it runs elsewhere it has been told
	case err != nil:
		return chat.ErrUnavailable.Because(err)
	case !known:
		return chat.ErrTurnNotFound
	}
	return nil
}

// remote follows a turn through the journal. When its node turns out to be dead, this one takes the turn over.
type remote struct {
	service *Service
	ref     chat.TurnRef
	seq     int              // of the last event given out
	found   journal.Position // not looked at yet, if it has a state
	pause   time.Duration
	failing time.Time      // since when the journal fails
	local   *live.Follower // once the turn is here
}

// How often a turn on another node is looked after: soon after news, less while there is none.
const (
	remotePauseMin = 20 * time.Millisecond
	remotePauseMax = 100 * time.Millisecond
	// remotePatience is how long a failing journal is waited for.
	remotePatience = 20 * time.Second
)

// next implements lineSource.
func (f *remote) Next(ctx context.Context) ([]byte, error) {
	for {
		if f.local != nil {
			return f.local.Next(ctx)
		}
		if f.service.Closing() { // nothing to wait for here: what it reads is elsewhere
			return nil, live.ErrHandedOver
		}
		if err := f.look(ctx); err != nil {
			return nil, err
		}
		switch f.found.State {
		case journal.Ended:
			if f.seq > live.CountLines(f.found.Log) {
				return nil, live.ErrHandedOver // it has followed something else, and is shown all when it comes again
			}
			if rest := live.SkipLines(f.found.Log, f.seq); len(rest) > 0 {
				f.seq += live.CountLines(rest)
				f.found = journal.Position{}
				return rest, nil
			}
			return nil, io.EOF
		case journal.More:
			lines := f.found.Log
			f.seq += live.CountLines(lines)
			f.found, f.pause = journal.Position{}, remotePauseMin
			if len(lines) > 0 {
				return lines, nil
			}
		case journal.Unknown:
			return nil, fmt.Errorf("turn %s is gone from the journal: %w", f.ref.Turn, live.ErrHandedOver)
		case journal.Lapsed:
			if taken, ok := f.service.takeOver(ctx, f.ref.Church, f.ref.Turn); ok {
				if err := f.join(taken); err != nil {
					return nil, err
				}
				continue
			}
		}
		f.found = journal.Position{}
		if err := sleep(ctx, f.pause); err != nil {
			return nil, err
		}
		f.pause = min(max(2*f.pause, remotePauseMin), remotePauseMax)
	}
}

// look asks the journal, unless it was just asked. A journal that fails is asked again for a while.
func (f *remote) look(ctx context.Context) (err error) {
	if f.found.State != "" {
		return nil
	}
	if running, ok := f.service.hub.Begun(f.ref); ok { // taken over for another reader
		f.found = journal.Position{State: journal.Waiting}
		return f.join(running)
	}
	f.found, err = f.service.journal.Follow(ctx, f.ref, f.seq)
	if err == nil {
		f.failing = time.Time{}
		return nil
	}
	f.found = journal.Position{State: journal.Waiting}
	if f.failing.IsZero() {
		f.failing = time.Now()
	}
	if time.Since(f.failing) > remotePatience {
		return live.ErrHandedOver
	}
	return nil
}

// join goes on from the run, now that it is here. Who has seen more than there is must come again: it is shown all.
func (f *remote) join(r *live.Run) error {
	local, from := r.Follow(f.seq)
	if from != f.seq {
		local.Close()
		return live.ErrHandedOver
	}
	f.local = local
	return nil
}

func (f *remote) Over() bool { return false }

func (f *remote) Close() {
	if f.local != nil {
		f.local.Close()
	}
}
