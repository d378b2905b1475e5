package nodes

import "syscall"

// setBereaved has the kernel send the signal to the process when its parent dies, however it dies.
func setBereaved(attributes *syscall.SysProcAttr, signal syscall.Signal) {
	attributes.Pdeathsig = signal
}
