package chat

import (
	"context"
	"net"
	"syscall"
)

// sendQueue looks at how much of what was written to a connection the network has not taken yet: what the other side has
// not acknowledged.
type sendQueue struct {
	conn  syscall.RawConn
	look  func(fd uintptr) // made once, because it is called for every word
	bytes int              // as they were last seen; -1 when they cannot be
}

// maxQueued is far less than the smallest send buffer of a connection: a word more is taken at once.
const maxQueued = 1 << 10

type connKey struct{}

// ConnContext is for http.Server.ConnContext: with it, streams know their connections.
func ConnContext(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// sendQueueOf returns the queue of the connection that a request came on; nil without ConnContext, under TLS, and where
// the system does not tell.
func sendQueueOf(ctx context.Context) *sendQueue {
	conn, ok := ctx.Value(connKey{}).(syscall.Conn)
	if !ok || !queueIsTold {
		return nil
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	q := &sendQueue{conn: raw}
	q.look = func(fd uintptr) { q.bytes = unacknowledged(fd) }
	return q
}

// short reports whether a little more can be written without waiting.
func (q *sendQueue) short() bool {
	q.bytes = -1
	return q.conn.Control(q.look) == nil && q.bytes >= 0 && q.bytes <= maxQueued
}
