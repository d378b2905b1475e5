package websocket

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"narthex/chat"
)

// note writes the line of a turn that the socket was asked for, as one that is asked for by a request has: when no more is sent of it,
// or it was refused. Nobody's words are in it.
func (s *socket) note(frame clientFrame, ref chat.TurnRef, began time.Time, refusal error) {
	level, line := slog.LevelInfo, []slog.Attr{
		slog.String("frame", frame.Type), slog.Float64("ms", float64(time.Since(began).Microseconds())/1000),
		slog.String("church", ref.Church.String()), slog.String("session", ref.Session.String()),
	}
	if ref.Turn != uuid.Nil {
		line = append(line, slog.String("turn", ref.Turn.String()))
	}
	if problem, ok := errors.AsType[*chat.Problem](refusal); ok {
		line = append(line, slog.String("code", problem.Code()), slog.String("error", problem.Error()))
		if problem.Kind() == "unavailable" {
			level = slog.LevelWarn
		}
	}
	s.sockets.logger.LogAttrs(context.Background(), level, "request", line...)
}
