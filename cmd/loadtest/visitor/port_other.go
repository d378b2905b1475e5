//go:build !linux

package visitor

import "syscall"

// choosePortLate does nothing: only Linux offers it.
func choosePortLate(_, _ string, _ syscall.RawConn) error { return nil }
