package compat

import (
	"context"
	"errors"
	"time"

	"narthex/chat"
	"narthex/chat/live"
)

// source gives the events of a turn, several at once if they wait, and io.EOF after the last.
type source interface {
	next(ctx context.Context) ([]live.Frame, error)
}

// follower reads a turn to its end. A reader that was too slow, or whose turn went to another node, goes on from the
// journal: neither protocol lets the client ask for the rest. Only a node that shuts down sends its clients away.
type follower struct {
	reader   reader
	resume   func(ctx context.Context, after live.Place) (reader, error)
	shutDown func() bool
	place    live.Place // of the last event read
	again    int        // how often it was resumed since there was news
	ended    bool       // all was read
}

// reader is what is used of a *live.Reader.
type reader interface {
	Next(ctx context.Context) ([]live.Frame, error)
	Close()
}

const (
	// resumePause is how long to wait before resuming once more without news, twice as long each time.
	resumePause = 20 * time.Millisecond
	maxResumes  = 8
)

func follow(service Service, ref chat.TurnRef, first *live.Reader) *follower {
	return &follower{
		reader: first,
		resume: func(ctx context.Context, after live.Place) (reader, error) {
			return service.Resume(ctx, ref, after, "")
		},
		shutDown: service.Closed,
	}
}

func (f *follower) next(ctx context.Context) ([]live.Frame, error) {
	for {
		frames, err := f.reader.Next(ctx)
		if err == nil {
			if first := &frames[0]; first.Seq <= f.place.Seq { // what is read now was numbered anew and is told from the start
				first.Kind, first.Data = chat.KindReset, []byte("{}")
			}
			last := frames[len(frames)-1]
			f.place, f.again, f.ended = last.Place(), 0, last.Ends()
			return frames, nil
		}
		if !f.goesOn(err) {
			return nil, err
		}
		if err := f.goOn(ctx); err != nil {
			return nil, err
		}
	}
}

func (f *follower) goesOn(err error) bool {
	return f.again < maxResumes && (errors.Is(err, live.ErrReaderSlow) || errors.Is(err, live.ErrHandedOver) && !f.shutDown())
}

func (f *follower) goOn(ctx context.Context) error {
	if f.again > 0 {
		pause := time.NewTimer(resumePause << f.again)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	f.again++
	rest, err := f.resume(ctx, f.place)
	if err != nil {
		return err
	}
	f.reader.Close()
	f.reader = rest
	return nil
}

func (f *follower) close() { f.reader.Close() }
