package data

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/transfer"
	"narthex/static/web"
)

const (
	mostArchives = 8                // on a node's disk at once, whose readers may be slow
	comeBack     = 30 * time.Second // for whom there is no room
)

var errNoRoom = web.Refuse("unavailable", "exports_busy", "Other churches are being exported just now. Please try again in a moment.").After(comeBack)

// room is what a node has for exports. Who finds none comes back later: waiting for it, they would only be more.
type room struct {
	making   chan struct{}  // each holds a connection to Postgres: a quarter of them at most, for visitors need the others
	archives *transfer.Room // each is a file on the disk until it is sent
}

func newRoom(pool *pgxpool.Pool) *room {
	return &room{make(chan struct{}, max(1, pool.Config().MaxConns/4)), transfer.NewRoom(mostArchives)}
}

// forArchive is room for a church's archive until it is left. It fails with errBusy or errNoRoom.
func (r *room) forArchive(ctx context.Context, churchID uuid.UUID) (leave func(), err error) {
	leave, err = r.archives.Enter(ctx, churchID, 0)
	switch {
	case errors.Is(err, transfer.ErrTaken):
		return nil, errBusy
	case err != nil:
		return nil, errNoRoom
	}
	return leave, nil
}

// enter takes a place. It fails with errNoRoom.
func enter(places chan struct{}) (leave func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	default:
		return nil, errNoRoom
	}
}
