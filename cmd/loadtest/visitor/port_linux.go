package visitor

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// choosePortLate has the kernel choose the local port when it knows the other end. A port chosen before is reserved for
// all ends: tens of thousands of those leave none for anybody else on the machine.
func choosePortLate(_, _ string, raw syscall.RawConn) (err error) {
	controlErr := raw.Control(func(fd uintptr) {
		err = unix.SetsockoptInt(int(fd), unix.SOL_IP, unix.IP_BIND_ADDRESS_NO_PORT, 1)
	})
	if controlErr != nil {
		return controlErr
	}
	return err
}
