package compat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"narthex/chat"
	"narthex/chat/live"
)

// pages is a reader that has some events and then an end.
type pages struct {
	frames []live.Frame
	end    error
	closed *int
}

func (p *pages) Next(context.Context) ([]live.Frame, error) {
	if frames := p.frames; len(frames) > 0 {
		p.frames = nil
		return frames, nil
	}
	return nil, p.end
}

func (p *pages) Close() { *p.closed++ }

func numbered(first int, kinds ...chat.EventKind) (frames []live.Frame) {
	for i, kind := range kinds {
		frames = append(frames, live.Frame{Seq: first + i, Kind: kind})
	}
	return frames
}

func TestAFollowerGoesOnWhereAReaderWasDropped(t *testing.T) {
	broken := errors.New("broken")
	begun := numbered(1, chat.KindStart, chat.KindDelta)
	begun[1].Writer = 7
	for name, tt := range map[string]struct {
		dropped  error
		shutDown bool
		then     []*pages
		told     string
		end      error
	}{
		"too slow":             {live.ErrReaderSlow, false, []*pages{{frames: numbered(3, chat.KindDone), end: io.EOF}}, "1start 2delta 3done", io.EOF},
		"on another node":      {live.ErrHandedOver, false, []*pages{{end: live.ErrHandedOver}, {frames: numbered(3, chat.KindDone), end: io.EOF}}, "1start 2delta 3done", io.EOF},
		"numbered anew":        {live.ErrHandedOver, false, []*pages{{frames: numbered(1, chat.KindStart, chat.KindDelta, chat.KindDone), end: io.EOF}}, "1start 2delta 1reset 2delta 3done", io.EOF},
		"on a node that stops": {live.ErrHandedOver, true, nil, "1start 2delta", live.ErrHandedOver},
		"broken":               {broken, false, nil, "1start 2delta", broken},
		"not to be resumed":    {live.ErrReaderSlow, false, nil, "1start 2delta", chat.ErrTurnNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				closed, opened := 0, 1
				f := &follower{reader: &pages{begun, tt.dropped, &closed}, shutDown: func() bool { return tt.shutDown }}
				f.resume = func(_ context.Context, after live.Place) (reader, error) {
					if want := (live.Place{Seq: 2, Writer: 7}); after != want {
						t.Errorf("resumed after %v", after)
					}
					if len(tt.then) == 0 {
						return nil, chat.ErrTurnNotFound
					}
					next := tt.then[0]
					next.closed = &closed
					tt.then = tt.then[1:]
					opened++
					return next, nil
				}
				var told []string
				var err error
				for err == nil {
					var frames []live.Frame
					frames, err = f.next(t.Context())
					for _, frame := range frames {
						told = append(told, fmt.Sprint(frame.Seq, frame.Kind))
					}
				}
				f.close()
				if got := strings.ReplaceAll(strings.Join(told, " "), "  ", " "); got != tt.told || !errors.Is(err, tt.end) {
					t.Errorf("told %q, then %v", got, err)
				}
				if closed != opened {
					t.Errorf("%d readers, %d closed", opened, closed)
				}
			})
		})
	}
}

func TestAFollowerDoesNotTryForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed, resumed, began := 0, 0, time.Now()
		f := &follower{reader: &pages{nil, live.ErrReaderSlow, &closed}, shutDown: func() bool { return false }}
		f.resume = func(context.Context, live.Place) (reader, error) {
			resumed++
			return &pages{nil, live.ErrHandedOver, &closed}, nil
		}
		if _, err := f.next(t.Context()); !errors.Is(err, live.ErrHandedOver) || resumed != maxResumes {
			t.Errorf("%v after %d attempts", err, resumed)
		}
		if took := time.Since(began); took < time.Second || took > 10*time.Second {
			t.Errorf("gave up after %v", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		f.again = 1
		if _, err := f.next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("without time: %v", err)
		}
	})
}
