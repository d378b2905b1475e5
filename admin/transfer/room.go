package transfer

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Errors of a room.
var (
	ErrTaken = errors.New("the church has its place already")
	ErrFull  = errors.New("all places are taken")
)

// Room is what a node has for files on their way. A church has one place of it: slow ones leave other churches theirs.
type Room struct {
	places   chan struct{}
	churches sync.Map // those that have a place, or wait for one
}

// NewRoom returns a room of so many places.
func NewRoom(places int) *Room { return &Room{places: make(chan struct{}, places)} }

// Enter takes a church's place until it is left, and waits for one no longer than that. It fails with ErrTaken at once, with ErrFull, or as
// ctx does.
func (r *Room) Enter(ctx context.Context, churchID uuid.UUID, wait time.Duration) (leave func(), err error) {
	if _, taken := r.churches.LoadOrStore(churchID, true); taken {
		return nil, ErrTaken
	}
	if err := r.take(ctx, wait); err != nil {
		r.churches.Delete(churchID)
		return nil, err
	}
	return func() { <-r.places; r.churches.Delete(churchID) }, nil
}

func (r *Room) take(ctx context.Context, wait time.Duration) error {
	select {
	case r.places <- struct{}{}:
		return nil
	default:
	}
	if wait <= 0 {
		return ErrFull
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case r.places <- struct{}{}:
		return nil
	case <-timer.C:
		return ErrFull
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
