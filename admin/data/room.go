package data

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/transfer"
)

const mostArchives = 8 // on a node's disk at once, whose readers may be slow

// room is what a node has for exports. Who finds none comes back later: waiting for it, they would only be more.
type room struct {
	making   chan struct{}  // each holds a connection to Postgres: a quarter of them at most, for visitors need the others
	archives *transfer.Room // each is a file on the disk until it is sent
}

func newRoom(pool *pgxpool.Pool) *room {
	return &room{make(chan struct{}, max(1, pool.Config().MaxConns/4)), transfer.NewRoom(mostArchives)}
}

// enter takes a place for making an archive. It fails with transfer.ErrFull.
func (r *room) enter() (leave func(), err error) {
	select {
	case r.making <- struct{}{}:
		return func() { <-r.making }, nil
	default:
		return nil, transfer.ErrFull
	}
}
