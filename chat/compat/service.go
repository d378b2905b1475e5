package compat

import (
	"context"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/live"
)

// Service is what the encoders need of the chat; *turns.Service is it.
type Service interface {
	Ask(ctx context.Context, req *chat.Request, address string) (*live.Reader, error)
	Resume(ctx context.Context, ref chat.TurnRef, after live.Place, address string) (*live.Reader, error)
	Stop(ctx context.Context, ref chat.TurnRef, address string) error
	// Running finds the turn that is being answered in a session, on whichever node; ref.Turn is not looked at, and
	// ref.Church is uuid.Nil where the client did not say.
	Running(ctx context.Context, ref chat.TurnRef) (turn uuid.UUID, ok bool)
	// Closed reports that this node shuts down: its clients are to go on elsewhere.
	Closed() bool
}
