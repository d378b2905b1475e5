// Package buffers pools the byte buffers into which transports read requests and write events.
package buffers

import (
	"sync"
)

// maxKept is the size up to which a buffer is kept; larger ones are left to the garbage collector.
const maxKept = 64 << 10

var Pool = sync.Pool{New: func() any {
	buffer := make([]byte, 0, 4<<10)
	return &buffer
}}

func Put(buffer *[]byte) {
	if cap(*buffer) <= maxKept {
		*buffer = (*buffer)[:0]
		Pool.Put(buffer)
	}
}
