package turns

import (
	"context"
	"fmt"
	"io"
	"time"

	"narthex/chat"
	"narthex/chat/journal"
	"narthex/chat/live"
)

// remote follows a turn through the journal. When its node turns out to be dead, this one takes the turn over.
type remote struct {
	service *Service
	ref     chat.TurnRef
	place   live.Place    // of the last event given out
	state   journal.State // where the turn stood when the journal was asked; empty once that was looked at
	log     []byte        // what belongs to the state
	pause   time.Duration
	failing time.Time      // since when the journal fails
	local   *live.Follower // once the turn is here
}

// How long to wait before asking the journal again about a turn on another node: longer while there is no news.
const (
	remotePauseMin = 20 * time.Millisecond
	remotePauseMax = 100 * time.Millisecond
	// remotePatience is how long a failing journal is waited for.
	remotePatience = 20 * time.Second
)

// Next implements live.Lines.
func (f *remote) Next(ctx context.Context) ([]byte, error) {
	for {
		if f.local != nil {
			return f.local.Next(ctx)
		}
		if f.service.Closed() { // nothing to wait for here: what it reads is elsewhere
			return nil, live.ErrHandedOver
		}
		if err := f.look(ctx); err != nil {
			return nil, err
		}
		switch f.state {
		case journal.Ended:
			rest, ok := live.After(f.log, f.place)
			if !ok {
				return nil, live.ErrHandedOver // it has followed something else, and is shown all when it comes again
			}
			if len(rest) > 0 {
				f.place, f.state = f.place.Past(rest), ""
				return rest, nil
			}
			return nil, io.EOF
		case journal.More:
			lines := f.log
			f.place, f.state, f.pause = f.place.Past(lines), "", remotePauseMin
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
		f.state = ""
		if err := sleep(ctx, f.pause); err != nil {
			return nil, err
		}
		f.pause = min(max(2*f.pause, remotePauseMin), remotePauseMax)
	}
}

// look asks the journal, unless it was just asked. A journal that fails is asked again for a while.
func (f *remote) look(ctx context.Context) (err error) {
	if f.state != "" {
		return nil
	}
	if running, ok := f.service.hub.Begun(f.ref); ok { // taken over for another reader
		f.state = journal.Waiting
		return f.join(running)
	}
	f.state, f.log, err = f.service.journal.Follow(ctx, f.ref, f.place.Seq)
	if err == nil {
		f.failing = time.Time{}
		return nil
	}
	f.state = journal.Waiting
	if f.failing.IsZero() {
		f.failing = time.Now()
	}
	if time.Since(f.failing) > remotePatience {
		return live.ErrHandedOver
	}
	return nil
}

// join goes on from the run, now that it is here. Who has followed something else must come again: it is shown all.
func (f *remote) join(r *live.Run) error {
	local, from := r.Follow(f.place)
	if from != f.place {
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
