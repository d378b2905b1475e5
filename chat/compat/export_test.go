package compat

import (
	"context"
	"io"
	"log/slog"
	"net/http"

	"narthex/chat/live"
)

// scripted is a turn whose events are known beforehand, for those that no tier gives on demand.
type scripted struct {
	batches [][]live.Frame
	end     error
}

func (s *scripted) next(context.Context) ([]live.Frame, error) {
	if len(s.batches) == 0 {
		return nil, s.end
	}
	batch := s.batches[0]
	s.batches = s.batches[1:]
	return batch, nil
}

func script(end error, batches [][]live.Frame) *scripted {
	if end == nil {
		end = io.EOF
	}
	return &scripted{batches: batches, end: end}
}

// ServeUI writes such a turn as a UI message stream; end is why it cannot be followed any further, nil if it can.
func ServeUI(w http.ResponseWriter, r *http.Request, end error, batches ...[]live.Frame) error {
	return NewUI(nil, Config{}).stream(w, r, script(end, batches))
}

// ServeOpenAI writes such a turn as chat completion chunks, or whole.
func ServeOpenAI(w http.ResponseWriter, r *http.Request, whole bool, end error, batches ...[]live.Frame) error {
	o := NewOpenAI(nil, nil, nil, Config{}, slog.New(slog.DiscardHandler))
	return o.answered(func(w http.ResponseWriter, r *http.Request) error {
		return o.write(w, r, script(end, batches), &completionRequest{Model: "narthex-care", Stream: !whole})
	})(w, r)
}
