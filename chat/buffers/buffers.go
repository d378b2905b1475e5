// Package buffers pools the byte buffers into which transports read requests and write events.
package buffers

import "sync"

// maxKept is the size up to which a buffer is kept, in bytes; larger ones are left to the garbage collector.
const maxKept = 64 << 10

var pool = sync.Pool{New: func() any {
	buffer := make([]byte, 0, 4<<10)
	return &buffer
}}

// Get returns an empty buffer.
func Get() *[]byte { return pool.Get().(*[]byte) }

// Put gives a buffer back. It must not be used any more.
func Put(buffer *[]byte) {
	if cap(*buffer) <= maxKept {
		*buffer = (*buffer)[:0]
		pool.Put(buffer)
	}
}
