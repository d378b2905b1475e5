package live

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/google/uuid"

	"narthex/chat"
)

// Reader follows one turn from some event on, wherever that turn runs. It belongs to one goroutine. What a reader does
// or fails to do costs the turn nothing.
type Reader struct {
	turn    uuid.UUID
	place   Place // of the last event given out
	lines   Lines
	frames  []Frame
	ended   bool
	resumed bool // the reader is not the one that the turn was begun for
}

// NewReader returns a reader of lines, which follow the event after. resumed says that the turn was not begun for this reader.
func NewReader(turn uuid.UUID, after Place, lines Lines, resumed bool) *Reader {
	return &Reader{turn: turn, place: after, lines: lines, resumed: resumed}
}

// Lines gives a reader the lines of a turn's log, in order and each once.
type Lines interface {
	// Next waits for lines. The slice is valid until the next call.
	Next(ctx context.Context) (lines []byte, err error)
	// Over reports whether there is nothing more to come.
	Over() bool
	Close()
}

// Why a reader gets no further although its turn goes on. Both mean: resume after the last event, here or elsewhere.
var (
	// ErrReaderSlow drops a reader that fell too far behind.
	ErrReaderSlow = errors.New("the reader fell too far behind")
	// ErrHandedOver ends the readers of a turn that this node hands over because it shuts down.
	ErrHandedOver = errors.New("the turn was handed over to another node")
)

// Resumed reports whether the reader is another than the one that the turn was begun for.
func (r *Reader) Resumed() bool { return r.resumed }

// TurnID names the turn.
func (r *Reader) TurnID() uuid.UUID { return r.turn }

// Next waits for events and returns all that are there. They are valid until the next call. After the last event, a done
// or an error, it returns io.EOF.
func (r *Reader) Next(ctx context.Context) ([]Frame, error) {
	if r.ended {
		return nil, io.EOF
	}
	lines, err := r.lines.Next(ctx)
	if err != nil {
		return nil, err
	}
	if r.frames, err = appendFrames(r.frames[:0], lines, r.place); err != nil {
		return nil, err
	}
	if first := &r.frames[0]; r.resumed && first.Seq == 1 {
		first.Data = bytes.Replace(first.Data, []byte(`"resumed":false`), []byte(`"resumed":true`), 1)
	}
	last := r.frames[len(r.frames)-1]
	r.place, r.ended = last.Place(), last.Ends()
	return r.frames, nil
}

// Over reports whether the turn has ended and the reader has seen all of it.
func (r *Reader) Over() bool { return r.ended || r.lines.Over() }

// Close lets go of the turn, which goes on without the reader.
func (r *Reader) Close() { r.lines.Close() }

// ReadEnded returns a reader of an ended turn's log after an event. Who has seen an event that it does not have has seen something
// else: they are shown all.
func ReadEnded(ref chat.TurnRef, log []byte, after Place) *Reader {
	follower, after := (&Run{Ref: ref, log: log, seq: CountLines(log), state: ended}).Follow(after)
	return NewReader(ref.Turn, after, follower, true)
}

// ReadRetold reads a log rebuilt from a stored answer. Its events differ from those originally sent, so it has a writer id of its own.
func ReadRetold(ref chat.TurnRef, log []byte) *Reader {
	return ReadEnded(ref, log, Place{}).WithNewWriter()
}

// WithNewWriter gives the events after start a writer id of their own, so that a client that reconnects elsewhere is sent the whole answer
// again. Call it before the first Next.
func (r *Reader) WithNewWriter() *Reader {
	r.place.Writer = drawWriter()
	return r
}
