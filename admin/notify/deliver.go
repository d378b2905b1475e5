package notify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"
)

// deliver takes the row, if it is due, tries to send it and notes what came of it. again is when it is to be tried once
// more; 0 is never. It returns an error when the database could not be reached.
func (s *Service) deliver(ctx context.Context, churchID, id uuid.UUID) (again time.Duration, err error) {
	d, err := s.claim(ctx, churchID, id)
	if err != nil || d == nil {
		return 0, err
	}
	r, known := s.remembered(id)
	if !known {
		r = s.attempt(ctx, d)
	}
	s.report(ctx, d, r)
	if err := s.settle(ctx, d, r); err != nil {
		return 0, err
	}
	if r.status == statusQueued {
		again = r.pause + snoozeMargin
	}
	return again, nil
}

// attempt sends the message, or says what is to become of it instead.
func (s *Service) attempt(ctx context.Context, d *delivery) result {
	if most := platformKinds[d.Kind].attempts; most > 0 && d.Attempts > most { // a node died in the last of them, or was stopped
		return result{status: statusDead, err: errNoAttempts, uncertain: d.WasUncertain, instead: s.insteadOfLost(d)}
	}
	to, instead := s.route(d)
	if instead != nil {
		return *instead
	}
	held, release := s.hold(ctx, d)
	defer release()
	var providerID string
	var err error
	if d.Channel == channelSMS {
		providerID, err = s.sms.send(held, to, s.composeText(d, to), d.WasUncertain)
	} else {
		providerID, err = s.sendMail(held, d, to)
	}
	if err == nil {
		return result{status: statusSent, sentTo: to, providerID: providerID}
	}
	if cause := context.Cause(held); cause != nil {
		err = fmt.Errorf("%w (%w)", err, cause)
	}
	return s.judge(d, err, ctx.Err() != nil)
}

// judge decides what becomes of a message that was not sent.
func (s *Service) judge(d *delivery, err error, interrupted bool) result {
	r := result{status: statusQueued, err: err, pause: s.pause(d)}
	if failure, ok := errors.AsType[*sendError](err); ok {
		r.uncertain, r.pause = failure.uncertain, max(r.pause, min(failure.after, s.config.Timing.LongPause))
		switch {
		case failure.permanent && d.Audience != audienceFounder: // behind whom there is nobody
			r.status = statusDead
		case failure.refused && d.Urgent:
			r.instead = s.insteadOfDead(d) // the church is told as soon as it can be, and somebody else now
		}
	}
	switch {
	case interrupted:
		r.pause = 0 // we are stopping; another node is to take it at once
	case d.Attempts >= s.mostAttempts(d):
		r.status = statusDead
	case r.uncertain && d.Channel == channelMail: // it is likely to be there, and comes again with every attempt
		r.pause = s.longestPause(d)
		if d.WasUncertain && d.Attempts >= mostHandedOver {
			r.status = statusDead
		}
	}
	if r.status == statusDead {
		r.instead = append(s.insteadOfDead(d), s.insteadOfLost(d)...)
	}
	return r
}

// mostHandedOver is of how many attempts at a mail the last two may end with all of it handed over and no answer.
const mostHandedOver = 4

// longestPause is the longest between two attempts.
func (s *Service) longestPause(d *delivery) time.Duration {
	if d.Urgent {
		return s.config.Timing.LongPause / 6
	}
	return s.config.Timing.LongPause
}

// pause doubles with each attempt and is spread by a tenth, so that what failed together does not come back together.
func (s *Service) pause(d *delivery) time.Duration {
	first := s.config.Timing.FirstPause
	if platformKinds[d.Kind].patient {
		first *= spread * time.Duration(d.Attempts)
	}
	pause := min(first<<min(d.Attempts-1, 20), s.longestPause(d))
	return pause*9/10 + rand.N(pause/5+1)
}

var errLeaseLost = errors.New("the lease was lost")

// hold renews the lease until release is called. The context it returns ends when the lease is lost: somebody else may be
// sending the message then.
func (s *Service) hold(ctx context.Context, d *delivery) (held context.Context, release func()) {
	held, cancel := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { s.renew(held, d, cancel) })
	return held, func() {
		cancel(nil)
		renewing.Wait()
	}
}

func (s *Service) renew(ctx context.Context, d *delivery, lost context.CancelCauseFunc) {
	lease := s.config.Timing.Lease
	tick := time.NewTicker(lease / 3)
	defer tick.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		began := time.Now()
		limited, cancel := context.WithTimeout(ctx, lease/3)
		ours, err := s.extend(limited, d)
		cancel()
		switch {
		case err == nil && ours:
			renewed = began
		case err == nil || time.Since(renewed) > lease*2/3:
			lost(errLeaseLost)
			return
		}
	}
}

// How long what came of an attempt is tried to be noted while the database is away. A message that went out is worth more
// patience: forgotten, it would go out again.
const (
	settleSent  = 4 * time.Minute
	settleOther = 20 * time.Second
	settleOnce  = 5 * time.Second
	settlePause = 300 * time.Millisecond
)

// settle notes the result, also when the process is stopping.
func (s *Service) settle(ctx context.Context, d *delivery, r result) error {
	limit := settleOther
	if r.status == statusSent {
		limit = settleSent
		s.remember(d.ID, r)
	}
	all, cancel := detached(ctx, limit)
	defer cancel()
	for {
		once, cancelOnce := context.WithTimeout(all, settleOnce)
		err := s.record(once, d, r)
		cancelOnce()
		if err == nil {
			s.forget(d.ID)
			return nil
		}
		select {
		case <-all.Done():
			return err
		case <-ctx.Done(): // stopping: a last try was made
			return err
		case <-time.After(settlePause):
		}
	}
}

// remember keeps in this process that the message went out until that is noted: if another attempt comes here, it only
// notes.
func (s *Service) remember(id uuid.UUID, r result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unrecorded[id] = r
}

func (s *Service) remembered(id uuid.UUID) (result, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.unrecorded[id]
	return r, ok
}

func (s *Service) forget(id uuid.UUID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.unrecorded, id)
}

// report counts the result and says what people have to know of.
func (s *Service) report(ctx context.Context, d *delivery, r result) {
	s.metrics.count(d, r)
	attributes := []any{"notification", d.ID, "church", d.ChurchID, "channel", d.Channel, "kind", d.Kind, "urgent", d.Urgent, "attempt", d.Attempts}
	if r.err != nil {
		attributes = append(attributes, "error", withoutAddresses(r.err.Error()))
	}
	logger := s.config.Logger
	switch {
	case r.status == statusDead:
		logger.ErrorContext(ctx, "a notification is given up", attributes...)
	case errors.Is(r.err, errNobody):
		logger.ErrorContext(ctx, "a notification goes nowhere: neither the church nor the founder can be told", attributes...)
	case errors.Is(r.err, errNoAddress) && !d.WasFailed:
		logger.WarnContext(ctx, "the church has no address for notifications", attributes...)
	case errors.Is(r.err, errNoSafeguarding):
		logger.WarnContext(ctx, "the church has no safeguarding contact, and must not be told by its own addresses", attributes...)
	case r.status == statusQueued:
		logger.WarnContext(ctx, "a notification could not be sent and is tried again", append(attributes, "pause", r.pause.String())...)
	default:
		logger.DebugContext(ctx, "notification "+r.status, attributes...)
	}
}
