package sendqueue

import (
	"golang.org/x/sys/unix"
)

const queueIsTold = true

// unacknowledged gives the bytes in a socket's send queue, -1 if that fails.
func unacknowledged(fd uintptr) int {
	bytes, err := unix.IoctlGetInt(int(fd), unix.SIOCOUTQ)
	if err != nil {
		return -1
	}
	return bytes
}
