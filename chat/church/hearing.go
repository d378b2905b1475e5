package church

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// A pooler that gives each transaction a connection of its own to Postgres answers LISTEN like any other statement, and passes no
// announcement on: the connection looks alive, and silent. So a store announces something itself, and waits to hear it.
const (
	proofChannel = "narthex_proof"
	proofEvery   = time.Minute
	proofSend    = time.Second     // for announcing
	proofLimit   = 2 * time.Second // from then until it is heard
	unheardPause = 5 * time.Second // before it is tried again; half of it at least
)

var errUnheard = errors.New("DATABASE_URL leads through a pooler that passes no notifications on: name Postgres itself, or the pooler's session mode")

// prove returns errUnheard where a connection that listens does not hear what is announced on another. An announcement that cannot be made
// proves nothing: all of the pool's connections are at work, or Postgres is away, which shows by itself.
func (s *Store) prove(ctx context.Context, conn *pgx.Conn) error {
	nonce := rand.Text()
	sending, cancel := context.WithTimeout(ctx, proofSend)
	defer cancel()
	if _, err := s.pool.Exec(sending, `select pg_notify($1, $2)`, proofChannel, nonce); err != nil {
		return nil
	}
	waiting, cancel := context.WithTimeout(ctx, proofLimit)
	defer cancel()
	for {
		announcement, err := conn.WaitForNotification(waiting)
		switch {
		case err != nil && ctx.Err() == nil && waiting.Err() != nil && !conn.IsClosed():
			return errUnheard
		case err != nil:
			return fmt.Errorf("wait for announcements: %w", err)
		case announcement.Channel == proofChannel && announcement.Payload == nonce:
			return nil
		}
		s.announced(ctx, announcement)
	}
}
