package sendqueue

import (
	"context"
	"net"
	"syscall"
)

// sendQueue looks at how much of what was written to a connection the network has not taken yet: what the other side has
// not acknowledged.
type Queue struct {
	conn  syscall.RawConn
	look  func(fd uintptr) // made once, because it is called for every word
	bytes int              // as they were last seen; -1 when they cannot be
	since int              // bytes written since, at the most
}

// Bytes. Together they are far less than the smallest send buffer of a connection, also when each word lies in a packet of
// its own there, with more around it than in it: a word more is taken at once.
const (
	maxQueued = 1 << 10
	unseen    = 2 << 10 // that may be written without looking again, because a look costs a tenth of the writing
)

type connKey struct{}

// ConnContext is for http.Server.ConnContext: with it, streams know their connections.
func ConnContext(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// sendQueueOf returns the queue of the connection that a request came on; nil without ConnContext, under TLS, and where
// the system does not tell.
func Of(ctx context.Context) *Queue {
	conn, _ := ctx.Value(connKey{}).(net.Conn)
	return New(conn)
}

// newSendQueue returns the queue of a connection, or nil.
func New(conn net.Conn) *Queue {
	system, ok := conn.(syscall.Conn)
	if !ok || !queueIsTold {
		return nil
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return nil
	}
	q := &Queue{conn: raw}
	q.look = func(fd uintptr) { q.bytes = unacknowledged(fd) }
	return q
}

// takes reports whether so many bytes more can certainly be written without waiting.
func (q *Queue) Takes(bytes int) bool {
	if q.since += bytes; q.since <= unseen {
		return true
	}
	q.since, q.bytes = unseen, -1 // what was seen to be long is looked at again the next time
	if q.conn.Control(q.look) != nil || q.bytes < 0 || q.bytes > maxQueued {
		return false
	}
	q.since = bytes
	return true
}

// lookAgain says that much may have been written.
func (q *Queue) LookAgain() {
	if q != nil {
		q.since = unseen
	}
}
