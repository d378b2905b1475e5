//go:build !linux

package nodes

import "syscall"

// setBereaved does nothing: these systems have no such thing.
func setBereaved(*syscall.SysProcAttr, syscall.Signal) {}
