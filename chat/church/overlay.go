package church

import (
	"context"
	"errors"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Overlay is a church as it would be with changes that visitors do not see yet. With a context that carries one, InChurch, BatchInChurch
// and Store.ByID work on that church as it would be; whatever else asks for a church, and every other church, is as it is.
//
// It is for one piece of work, a request or a question, because it reads the church's snapshot once.
type Overlay struct {
	ChurchID uuid.UUID
	// In runs fn in a transaction that is confined to the church and in which the changes are made. It undoes them, and what fn writes.
	// It must not be entered from within fn: the two would wait for each other.
	In func(ctx context.Context, fn func(pgx.Tx) error) error

	reading  sync.Mutex
	snapshot *Snapshot
}

// ErrNoOverlay says that there is nothing, or nothing any more, that would change the church.
var ErrNoOverlay = errors.New("there is nothing that would change the church")

type overlayKey struct{}

// WithOverlay returns a context that carries an overlay, or none.
func WithOverlay(ctx context.Context, o *Overlay) context.Context {
	return context.WithValue(ctx, overlayKey{}, o)
}

// Overlaid reports whether a context carries an overlay of a church.
func Overlaid(ctx context.Context, churchID uuid.UUID) bool { return overlayOf(ctx, churchID) != nil }

// overlayOf is the overlay of a church that a context carries, nil if there is none.
func overlayOf(ctx context.Context, churchID uuid.UUID) *Overlay {
	if o, _ := ctx.Value(overlayKey{}).(*Overlay); o != nil && o.ChurchID == churchID {
		return o
	}
	return nil
}
