//go:build !linux

package process

import "syscall"

// dieWithParent does nothing: only Linux offers it. A load test that is killed leaves its children behind here.
func dieWithParent(*syscall.SysProcAttr) {}
